/* Variables: attributes, type, dimensions and initial values ("PTX ISA", 5.4). */
#include "simt/ptx/read_private.h"
#include <string.h>

enum { MAX_BYTES = 1 << 30 };

IhopPtxSpace
ihop_reader_space_of (const char *dotted)
{
  static const struct
  {
    const char *name;
    IhopPtxSpace space;
  } spaces[] = { { "reg", IHOP_PTX_SPACE_REG },       { "const", IHOP_PTX_SPACE_CONST },
                 { "global", IHOP_PTX_SPACE_GLOBAL }, { "local", IHOP_PTX_SPACE_LOCAL },
                 { "param", IHOP_PTX_SPACE_PARAM },   { "shared", IHOP_PTX_SPACE_SHARED },
                 { "tex", IHOP_PTX_SPACE_OTHER } };

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (g_str_equal (dotted, spaces[i].name))
      return spaces[i].space;
  return IHOP_PTX_SPACE_NONE;
}

/* .align 8 .v4 .f32 and what else stands before the name. Returns how many make one element. */
static guint
read_attributes (IhopPtxReader *reader, IhopPtxVariable *variable)
{
  guint elements = 1;
  IhopPtxType type;

  for (; reader->lexer.token.kind == IHOP_LEX_DOTTED; )
    {
      const char *name = reader->lexer.token.text;
      ihop_lexer_next (&reader->lexer);
      if (g_str_equal (name, "align"))
        {
          gint64 align = ihop_reader_integer (reader);
          variable->align = CLAMP (align, 1, 4096);
        }
      else if (g_str_equal (name, "attribute"))
        ihop_reader_skip_past (reader, ')');
      else if (name[0] == 'v' && g_ascii_isdigit (name[1]) && name[2] == '\0')
        elements = name[1] - '0';
      else if (ihop_ptx_type_parse (name, &type))
        variable->type = type;
    }
  return elements;
}

/* [10][3]; [] counts as 0. */
static gsize
read_dimensions (IhopPtxReader *reader, gboolean *is_open)
{
  gsize count = 1;

  while (ihop_reader_take_sign (reader, '['))
    {
      if (ihop_reader_is_sign (reader, ']'))
        *is_open = TRUE;
      else
        {
          gint64 n = ihop_reader_integer (reader);
          if (n < 0 || (n > 0 && count > (gsize) (MAX_BYTES / n)))
            ihop_reader_fail (reader, "an array of this size is not possible");
          count *= reader->error ? 0 : n;
        }
      ihop_reader_expect_sign (reader, ']');
    }
  return count;
}

static void
append_bits (IhopPtxVariable *variable, guint64 bits)
{
  g_byte_array_append (variable->init, (guint8 *) &bits, MIN (ihop_ptx_type_size (variable->type), 8));
}

/* symbol, symbol+8, generic(symbol)+8 */
static void
read_address_value (IhopPtxReader *reader, IhopPtxVariable *variable)
{
  IhopPtxRelocation relocation = { .at = variable->init->len, .symbol = ihop_reader_word (reader) };

  if (relocation.symbol && ihop_reader_take_sign (reader, '('))
    {
      relocation.generic = TRUE;
      relocation.symbol = ihop_reader_word (reader);
      ihop_reader_expect_sign (reader, ')');
    }
  if (ihop_reader_take_sign (reader, '+') || ihop_reader_is_sign (reader, '-'))
    relocation.offset = ihop_reader_integer (reader);
  if (variable->relocations == NULL)
    variable->relocations = g_array_new (FALSE, TRUE, sizeof (IhopPtxRelocation));
  g_array_append_val (variable->relocations, relocation);
  append_bits (variable, 0);
}

static guint64
bits_as (IhopPtxType type, const IhopLexToken *token)
{
  double value;
  float single;
  guint32 bits;

  memcpy (&value, &token->bits, sizeof value);
  if (token->kind != IHOP_LEX_FLOAT || type.kind != 'f' || type.bits != 32)
    return token->bits;
  single = value;
  memcpy (&bits, &single, sizeof bits);
  return bits;
}

static void
read_value (IhopPtxReader *reader, IhopPtxVariable *variable, guint depth)
{
  if (depth > 16)
    ihop_reader_fail (reader, "too many braces");
  else if (ihop_reader_take_sign (reader, '{'))
    {
      do
        if (!ihop_reader_is_sign (reader, '}'))
          read_value (reader, variable, depth + 1);
      while (ihop_reader_take_sign (reader, ','));
      ihop_reader_expect_sign (reader, '}');
    }
  else if (reader->lexer.token.kind == IHOP_LEX_WORD)
    read_address_value (reader, variable);
  else if (reader->lexer.token.kind == IHOP_LEX_FLOAT || reader->lexer.token.kind == IHOP_LEX_FLOAT32)
    {
      append_bits (variable, bits_as (variable->type, &reader->lexer.token));
      ihop_lexer_next (&reader->lexer);
    }
  else
    append_bits (variable, ihop_reader_integer (reader));
}

/* Missing values are zeros. */
static void
read_initial (IhopPtxReader *reader, IhopPtxVariable *variable, gboolean is_open)
{
  variable->init = g_byte_array_new ();
  read_value (reader, variable, 0);
  if (reader->error)
    return;
  gsize given = variable->init->len;
  if (is_open)
    variable->size = given;
  if (given > variable->size)
    ihop_reader_fail (reader, "%s has more values than elements", variable->name);
  else
    {
      g_byte_array_set_size (variable->init, variable->size);
      memset (variable->init->data + given, 0, variable->size - given);
    }
}

IhopPtxVariable
ihop_reader_variable (IhopPtxReader *reader, IhopPtxSpace space)
{
  IhopPtxVariable variable = { .space = space };
  gboolean is_open = FALSE;
  guint elements = read_attributes (reader, &variable);

  if (variable.type.kind == 0)
    ihop_reader_fail (reader, "expected a type");
  variable.name = ihop_reader_word (reader);
  gsize unit = (gsize) ihop_ptx_type_size (variable.type) * elements;
  if (variable.align == 0)
    variable.align = MAX (unit, 1);
  gsize count = read_dimensions (reader, &is_open);
  if (count > MAX_BYTES / MAX (unit, 1))
    ihop_reader_fail (reader, "%s is too large", variable.name);
  variable.size = is_open ? 0 : count * unit;
  if (ihop_reader_take_sign (reader, '='))
    read_initial (reader, &variable, is_open);
  return variable;
}
