/* A module's directives: version, variables, functions. */
#include "simt/ptx/read.h"
#include "simt/ptx/read_private.h"
#include <string.h>

G_DEFINE_QUARK (ihop-ptx-error-quark, ihop_ptx_error)

void
ihop_reader_fail (IhopPtxReader *reader, const char *format, ...)
{
  va_list arguments;

  if (reader->error)
    return;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  reader->error = g_error_new (IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "PTX line %u: %s",
                               reader->lexer.token.line, text);
  reader->lexer.at = ""; /* nothing more is read */
  reader->lexer.token.kind = IHOP_LEX_END;
}

gboolean
ihop_reader_is_sign (const IhopPtxReader *reader, char sign)
{
  return reader->lexer.token.kind == IHOP_LEX_SIGN && reader->lexer.token.sign == sign;
}

gboolean
ihop_reader_is_dotted (const IhopPtxReader *reader, const char *text)
{
  return reader->lexer.token.kind == IHOP_LEX_DOTTED && g_str_equal (reader->lexer.token.text, text);
}

gboolean
ihop_reader_take_sign (IhopPtxReader *reader, char sign)
{
  if (reader->error || !ihop_reader_is_sign (reader, sign))
    return FALSE;
  ihop_lexer_next (&reader->lexer);
  return TRUE;
}

void
ihop_reader_expect_sign (IhopPtxReader *reader, char sign)
{
  if (!ihop_reader_take_sign (reader, sign))
    ihop_reader_fail (reader, "expected '%c'", sign);
}

const char *
ihop_reader_word (IhopPtxReader *reader)
{
  const char *text = reader->lexer.token.text;

  if (reader->error || reader->lexer.token.kind != IHOP_LEX_WORD)
    {
      ihop_reader_fail (reader, "expected a name");
      return NULL;
    }
  ihop_lexer_next (&reader->lexer);
  return text;
}

gint64
ihop_reader_integer (IhopPtxReader *reader)
{
  gboolean is_negative = ihop_reader_take_sign (reader, '-');
  gint64 value = reader->lexer.token.bits;

  if (reader->error || reader->lexer.token.kind != IHOP_LEX_INTEGER)
    {
      ihop_reader_fail (reader, "expected an integer");
      return 0;
    }
  ihop_lexer_next (&reader->lexer);
  return is_negative ? (gint64) (0 - (guint64) value) : value;
}

void
ihop_reader_skip_past (IhopPtxReader *reader, char sign)
{
  while (reader->lexer.token.kind != IHOP_LEX_END && !ihop_reader_is_sign (reader, sign))
    ihop_lexer_next (&reader->lexer);
  ihop_reader_expect_sign (reader, sign);
}

/* Past "{ … }" with whatever is in it: debug sections. */
static void
skip_braces (IhopPtxReader *reader)
{
  guint depth = 0;

  do
    {
      depth += ihop_reader_is_sign (reader, '{');
      depth -= ihop_reader_is_sign (reader, '}');
      ihop_lexer_next (&reader->lexer);
    }
  while (depth > 0 && reader->lexer.token.kind != IHOP_LEX_END);
}

/* --- heads of functions ---------------------------------------------------------------------- */

static void
read_params (IhopPtxReader *reader, GArray *params)
{
  if (!ihop_reader_take_sign (reader, '(') || ihop_reader_take_sign (reader, ')'))
    return;
  do
    {
      IhopPtxSpace space = ihop_reader_is_dotted (reader, "reg") ? IHOP_PTX_SPACE_REG : IHOP_PTX_SPACE_PARAM;
      if (reader->lexer.token.kind != IHOP_LEX_DOTTED)
        ihop_reader_fail (reader, "expected a parameter");
      else
        ihop_lexer_next (&reader->lexer);
      IhopPtxVariable variable = ihop_reader_variable (reader, space);
      g_array_append_val (params, variable);
    }
  while (ihop_reader_take_sign (reader, ','));
  ihop_reader_expect_sign (reader, ')');
}

/* .maxntid 256, 1, 1 and its like. */
static void
read_tuning (IhopPtxReader *reader, IhopPtxFunction *function)
{
  while (reader->lexer.token.kind == IHOP_LEX_DOTTED)
    {
      gboolean is_limit = ihop_reader_is_dotted (reader, "maxntid") || ihop_reader_is_dotted (reader, "reqntid");
      guint threads = 1;
      ihop_lexer_next (&reader->lexer);
      while (reader->lexer.token.kind == IHOP_LEX_INTEGER || reader->lexer.token.kind == IHOP_LEX_STRING)
        {
          if (is_limit)
            threads *= reader->lexer.token.bits;
          ihop_lexer_next (&reader->lexer);
          ihop_reader_take_sign (reader, ',');
        }
      if (is_limit)
        function->max_threads = threads;
    }
}

/* The definition takes the place of an earlier declaration. */
static void
keep_function (IhopPtxReader *reader, IhopPtxFunction *function)
{
  GPtrArray *functions = reader->module->functions;

  for (guint i = 0; i < functions->len; i++)
    {
      IhopPtxFunction *old = functions->pdata[i];
      if (old->name != function->name)
        continue;
      if (function->has_body)
        functions->pdata[i] = function;
      ihop_ptx_function_free (function->has_body ? old : function);
      return;
    }
  g_ptr_array_add (functions, function);
}

static void
read_function (IhopPtxReader *reader, gboolean is_entry, gboolean is_visible)
{
  g_autoptr (GArray) results = ihop_ptx_variables_new ();

  ihop_lexer_next (&reader->lexer);
  if (!is_entry)
    read_params (reader, results);
  const char *name = ihop_reader_word (reader);
  if (name == NULL)
    return;
  IhopPtxFunction *function = ihop_ptx_function_new (name, is_entry);
  function->target = reader->module->target;
  function->is_visible = is_visible;
  g_array_unref (function->results);
  function->results = g_steal_pointer (&results);
  read_params (reader, function->params);
  read_tuning (reader, function);
  if (ihop_reader_is_sign (reader, '{'))
    {
      function->has_body = TRUE;
      reader->function = function;
      ihop_reader_body (reader);
      reader->function = NULL;
    }
  else
    ihop_reader_expect_sign (reader, ';');
  keep_function (reader, function);
}

/* --- the module ------------------------------------------------------------------------------ */

static void
read_version (IhopPtxReader *reader)
{
  const IhopLexToken *token = &reader->lexer.token;
  double value = 0;

  ihop_lexer_next (&reader->lexer);
  if (token->kind == IHOP_LEX_FLOAT)
    memcpy (&value, &token->bits, sizeof value);
  else if (token->kind == IHOP_LEX_INTEGER)
    value = token->bits;
  else
    ihop_reader_fail (reader, "expected a version");
  reader->module->version = value * 10 + 0.5;
  ihop_lexer_next (&reader->lexer);
}

static void
read_target (IhopPtxReader *reader)
{
  do
    {
      ihop_lexer_next (&reader->lexer);
      const char *name = ihop_reader_word (reader);
      if (name && g_str_has_prefix (name, "sm_"))
        reader->module->target = g_ascii_strtoull (name + 3, NULL, 10);
    }
  while (ihop_reader_is_sign (reader, ','));
}

static void
read_file (IhopPtxReader *reader)
{
  ihop_lexer_next (&reader->lexer);
  gint64 number = ihop_reader_integer (reader);
  const char *name = reader->lexer.token.text;

  if (reader->lexer.token.kind != IHOP_LEX_STRING || number < 0 || number > 100000)
    {
      ihop_reader_fail (reader, "expected a file's number and name");
      return;
    }
  if (reader->module->files->len <= number)
    g_ptr_array_set_size (reader->module->files, number + 1);
  reader->module->files->pdata[number] = (gpointer) name;
  ihop_lexer_next (&reader->lexer);
  while (ihop_reader_take_sign (reader, ','))
    ihop_reader_integer (reader);
}

static void
read_variables (IhopPtxReader *reader, IhopPtxSpace space, gboolean is_extern, gboolean is_visible)
{
  ihop_lexer_next (&reader->lexer);
  do
    {
      IhopPtxVariable variable = ihop_reader_variable (reader, space);
      variable.is_extern = is_extern;
      variable.is_visible = is_visible;
      g_array_append_val (reader->module->variables, variable);
    }
  while (ihop_reader_take_sign (reader, ','));
  ihop_reader_expect_sign (reader, ';');
}

static void
read_declaration (IhopPtxReader *reader)
{
  gboolean is_extern = FALSE, is_visible = FALSE;

  while (ihop_reader_is_dotted (reader, "visible") || ihop_reader_is_dotted (reader, "weak")
         || ihop_reader_is_dotted (reader, "extern") || ihop_reader_is_dotted (reader, "common"))
    {
      is_extern |= ihop_reader_is_dotted (reader, "extern");
      is_visible |= !ihop_reader_is_dotted (reader, "extern");
      ihop_lexer_next (&reader->lexer);
    }
  if (ihop_reader_is_dotted (reader, "entry") || ihop_reader_is_dotted (reader, "func"))
    read_function (reader, ihop_reader_is_dotted (reader, "entry"), is_visible);
  else if (reader->lexer.token.kind == IHOP_LEX_DOTTED
           && ihop_reader_space_of (reader->lexer.token.text) != IHOP_PTX_SPACE_NONE)
    read_variables (reader, ihop_reader_space_of (reader->lexer.token.text), is_extern, is_visible);
  else
    ihop_reader_fail (reader, "this directive is not known");
}

static void
read_directive (IhopPtxReader *reader)
{
  if (ihop_reader_is_dotted (reader, "version"))
    read_version (reader);
  else if (ihop_reader_is_dotted (reader, "target"))
    read_target (reader);
  else if (ihop_reader_is_dotted (reader, "address_size"))
    {
      ihop_lexer_next (&reader->lexer);
      if (ihop_reader_integer (reader) != 64)
        ihop_reader_fail (reader, "addresses of 64 bits are needed");
    }
  else if (ihop_reader_is_dotted (reader, "file"))
    read_file (reader);
  else if (ihop_reader_is_dotted (reader, "section"))
    {
      while (reader->lexer.token.kind != IHOP_LEX_END && !ihop_reader_is_sign (reader, '{'))
        ihop_lexer_next (&reader->lexer);
      skip_braces (reader);
    }
  else if (ihop_reader_is_dotted (reader, "pragma") || ihop_reader_is_dotted (reader, "alias"))
    ihop_reader_skip_past (reader, ';');
  else
    read_declaration (reader);
}

IhopPtxModule *
ihop_ptx_read (const char *text, GError **error)
{
  IhopPtxReader reader = { .module = g_new0 (IhopPtxModule, 1) };

  reader.module->functions = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_ptx_function_free);
  reader.module->variables = ihop_ptx_variables_new ();
  reader.module->files = g_ptr_array_new ();
  ihop_lexer_start (&reader.lexer, text);
  while (reader.lexer.token.kind != IHOP_LEX_END)
    if (!ihop_reader_take_sign (&reader, ';'))
      read_directive (&reader);
  if (reader.error == NULL)
    return reader.module;
  g_propagate_error (error, reader.error);
  ihop_ptx_module_free (reader.module);
  return NULL;
}
