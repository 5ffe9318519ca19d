/* A function's body: scopes, registers, labels, line numbers. */
#include "simt/ptx/read_private.h"
#include <string.h>

enum { MAX_REGISTERS = 500 * 1000, MAX_DEPTH = 64 };

gint
ihop_reader_register (const IhopPtxReader *reader, const char *name)
{
  for (guint i = reader->scopes->len; i-- > 0;)
    {
      const IhopReaderScope *scope = reader->scopes->pdata[i];
      guint index = GPOINTER_TO_UINT (g_hash_table_lookup (scope->registers, name));
      if (index > 0)
        return index - 1;
    }
  return -1;
}

const char *
ihop_reader_variable_name (const IhopPtxReader *reader, const char *name)
{
  for (guint i = reader->scopes->len; i-- > 0;)
    {
      const IhopReaderScope *scope = reader->scopes->pdata[i];
      const char *unique = g_hash_table_lookup (scope->variables, name);
      if (unique)
        return unique;
    }
  return name;
}

static IhopReaderScope *
innermost (const IhopPtxReader *reader)
{
  return reader->scopes->pdata[reader->scopes->len - 1];
}

static void
add_register (IhopPtxReader *reader, const char *name, IhopPtxType type)
{
  IhopPtxRegister new = { name, type };

  g_array_append_val (reader->function->registers, new);
  g_hash_table_insert (innermost (reader)->registers, (gpointer) name, GUINT_TO_POINTER (reader->function->registers->len));
}

/* "%r<35>" stands for %r0 … %r34. */
static void
add_numbered (IhopPtxReader *reader, const char *name, gint64 count, IhopPtxType type)
{
  if (count < 0 || count + reader->function->registers->len > MAX_REGISTERS)
    ihop_reader_fail (reader, "too many registers");
  for (gint64 i = 0; i < count && reader->error == NULL; i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s%" G_GINT64_FORMAT, name, i);
      add_register (reader, g_intern_string (numbered), type);
    }
}

static void
read_registers (IhopPtxReader *reader)
{
  IhopPtxType type = { 0 };

  ihop_lexer_next (&reader->lexer);
  for (; reader->lexer.token.kind == IHOP_LEX_DOTTED; ihop_lexer_next (&reader->lexer))
    if (!ihop_ptx_type_parse (reader->lexer.token.text, &type))
      ihop_reader_fail (reader, ".%s is no type of a register", reader->lexer.token.text);
  do
    {
      const char *name = ihop_reader_word (reader);
      if (name == NULL)
        return;
      if (ihop_reader_take_sign (reader, '<'))
        {
          add_numbered (reader, name, ihop_reader_integer (reader), type);
          ihop_reader_expect_sign (reader, '>');
        }
      else
        add_register (reader, name, type);
    }
  while (ihop_reader_take_sign (reader, ','));
  ihop_reader_expect_sign (reader, ';');
}

/* Each call's "param0" is another variable: names of inner scopes are made unique. */
static const char *
unique_name (IhopPtxReader *reader, const char *name)
{
  const char *unique = name;

  if (reader->scopes->len > 1)
    {
      g_autofree char *numbered = g_strdup_printf ("%s'%u", name, reader->function->variables->len);
      unique = g_intern_string (numbered);
    }
  g_hash_table_insert (innermost (reader)->variables, (gpointer) name, (gpointer) unique);
  return unique;
}

static void
read_variables (IhopPtxReader *reader, IhopPtxSpace space)
{
  ihop_lexer_next (&reader->lexer);
  do
    {
      IhopPtxVariable variable = ihop_reader_variable (reader, space);
      if (reader->error)
        return;
      variable.name = unique_name (reader, variable.name);
      g_array_append_val (reader->function->variables, variable);
    }
  while (ihop_reader_take_sign (reader, ','));
  ihop_reader_expect_sign (reader, ';');
}

/* ", function_name LABEL[+N]" */
static void
skip_function_name (IhopPtxReader *reader)
{
  if (reader->lexer.token.kind == IHOP_LEX_WORD)
    ihop_lexer_next (&reader->lexer);
  if (ihop_reader_take_sign (reader, '+'))
    ihop_reader_integer (reader);
}

/* .loc FILE LINE COLUMN [, function_name LABEL[+N], inlined_at FILE LINE COLUMN]. What comes from another file, as the
 * toolkit's headers, is of the line that calls it. */
static void
read_location (IhopPtxReader *reader)
{
  ihop_lexer_next (&reader->lexer);
  reader->file = ihop_reader_integer (reader);
  reader->source_line = ihop_reader_integer (reader);
  ihop_reader_integer (reader);
  while (ihop_reader_take_sign (reader, ','))
    {
      const char *word = ihop_reader_word (reader);
      if (word && g_str_equal (word, "inlined_at"))
        {
          guint file = ihop_reader_integer (reader), line = ihop_reader_integer (reader);
          reader->source_line = file == reader->file ? reader->source_line : line;
          reader->file = file;
          ihop_reader_integer (reader);
        }
      else
        skip_function_name (reader);
    }
}

static void
read_targets (IhopPtxReader *reader, const char *name)
{
  IhopPtxTargets targets = { name, g_ptr_array_new () };

  ihop_lexer_next (&reader->lexer);
  do
    {
      const char *label = ihop_reader_word (reader);
      if (label)
        g_ptr_array_add (targets.labels, (gpointer) label);
    }
  while (ihop_reader_take_sign (reader, ','));
  g_array_append_val (reader->function->targets, targets);
  ihop_reader_expect_sign (reader, ';');
}

static void
read_directive (IhopPtxReader *reader)
{
  IhopPtxSpace space = ihop_reader_space_of (reader->lexer.token.text);

  if (space == IHOP_PTX_SPACE_REG)
    read_registers (reader);
  else if (space != IHOP_PTX_SPACE_NONE)
    read_variables (reader, space);
  else if (ihop_reader_is_dotted (reader, "loc"))
    read_location (reader);
  else if (ihop_reader_is_dotted (reader, "pragma") || ihop_reader_is_dotted (reader, "callprototype"))
    ihop_reader_skip_past (reader, ';');
  else
    ihop_reader_fail (reader, ".%s is not known here", reader->lexer.token.text);
}

/* "NAME:" and what may stand behind it, or an instruction. */
static void
read_word (IhopPtxReader *reader)
{
  IhopLexer before = reader->lexer;
  IhopPtxLabel label = { ihop_reader_word (reader), reader->function->instructions->len };

  if (!ihop_reader_take_sign (reader, ':'))
    {
      reader->lexer = before;
      ihop_reader_instruction (reader);
    }
  else if (ihop_reader_is_dotted (reader, "branchtargets"))
    read_targets (reader, label.name);
  else if (!ihop_reader_is_dotted (reader, "callprototype"))
    g_array_append_val (reader->function->labels, label);
}

static void
scope_free (gpointer data)
{
  IhopReaderScope *scope = data;

  g_hash_table_unref (scope->registers);
  g_hash_table_unref (scope->variables);
  g_free (scope);
}

static void
open_scope (IhopPtxReader *reader)
{
  IhopReaderScope *scope = g_new (IhopReaderScope, 1);

  if (reader->scopes->len >= MAX_DEPTH)
    ihop_reader_fail (reader, "too many braces");
  scope->registers = g_hash_table_new (g_direct_hash, g_direct_equal);
  scope->variables = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_ptr_array_add (reader->scopes, scope);
}

static void
read_item (IhopPtxReader *reader)
{
  if (ihop_reader_take_sign (reader, '{'))
    open_scope (reader);
  else if (ihop_reader_take_sign (reader, '}'))
    g_ptr_array_set_size (reader->scopes, reader->scopes->len - 1);
  else if (ihop_reader_take_sign (reader, ';'))
    return;
  else if (reader->lexer.token.kind == IHOP_LEX_DOTTED)
    read_directive (reader);
  else if (reader->lexer.token.kind == IHOP_LEX_WORD)
    read_word (reader);
  else if (ihop_reader_is_sign (reader, '@'))
    ihop_reader_instruction (reader);
  else
    ihop_reader_fail (reader, "expected an instruction");
}

void
ihop_reader_body (IhopPtxReader *reader)
{
  reader->scopes = g_ptr_array_new_with_free_func (scope_free);
  reader->file = reader->source_line = 0;
  ihop_reader_expect_sign (reader, '{');
  open_scope (reader);
  while (reader->scopes->len > 0 && reader->error == NULL)
    read_item (reader);
  g_clear_pointer (&reader->scopes, g_ptr_array_unref);
}
