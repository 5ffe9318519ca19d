#include "project/prepare/import_text.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/plan/text_words.h"
#include "ir/print.h"
#include <string.h>

typedef struct
{
  const IhopTree *into;
  GHashTable *calls;
  IhopImportManner manner;
  GHashTable *said;        /* of char *, owned: macros, tables and variables that are in the text by now */
  GString *text;
  gboolean fits;
} Text;

/* ---- functions ---- */

static char *
other_name (const IhopNode *node, gpointer data)
{
  const Text *self = data;

  return node->kind == IHOP_REF ? g_strdup (g_hash_table_lookup (self->calls, node->symbol)) : NULL;
}

/* The owner's words on the function, with a line break; "" where there are none. Caller frees. */
static char *
comment_above (const IhopFunction *function)
{
  const IhopSource *source = function->range.source;
  gsize from = ihop_host_before_function (source, function);
  const char *text = source->text + from;

  if (from >= function->range.begin || (!g_str_has_prefix (text, "/*") && !g_str_has_prefix (text, "//")))
    return g_strdup ("");
  return g_strndup (text, function->range.begin - from);
}

static char *
function_head (const IhopImportedFunction *imported)
{
  IhopSymbol symbol = *imported->function->symbol;
  IhopFunction function = *imported->function;

  symbol.name = imported->name;
  symbol.storage = IHOP_STORAGE_STATIC;
  function.symbol = &symbol;
  return ihop_print_function_head (&function);
}

static char *
function_text (const Text *self, const IhopImportedFunction *imported)
{
  IhopPrinter printer = { .replace = other_name, .data = (gpointer) self, .expand_macros = self->manner == IHOP_IMPORT_EXPANDED,
                          .keep_comments = self->manner != IHOP_IMPORT_EXPANDED };
  g_autofree char *comment = comment_above (imported->function);
  g_autofree char *head = function_head (imported);
  g_autofree char *body = ihop_print_node (imported->function->body, &printer);

  return g_strdup_printf ("%s%s\n%s\n\n", comment, head, body);
}

/* ---- what they need ---- */

/* FALSE: it is there already, from the same file; what the file has under this name is for the judge to find. */
static gboolean
say (Text *self, const char *name)
{
  if (g_hash_table_contains (self->said, name))
    return FALSE;
  g_hash_table_add (self->said, g_strdup (name));
  return TRUE;
}

/* The directive that defines a macro of the file, once and for all. NULL: there is none; "fits" falls where it is defined in turns. */
static const IhopDirective *
definition_of (Text *self, const IhopTree *tree, const IhopDirective *directive)
{
  guint n = 0;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *other = &g_array_index (tree->directives, IhopDirective, i);
      gboolean is_of_macro = other->kind == IHOP_DIRECTIVE_DEFINE || other->kind == IHOP_DIRECTIVE_UNDEF;
      n += is_of_macro && g_str_equal (other->name, directive->name);
    }
  self->fits &= n == 1;
  return n == 1 ? directive : NULL;
}

static void add_macros (Text *self, const IhopTree *tree, const char *text);

static void
add_macro (Text *self, const IhopTree *tree, const IhopDirective *directive)
{
  if (!say (self, directive->name) || definition_of (self, tree, directive) == NULL)
    return;
  g_autofree char *line = ihop_range_text (directive->range);
  if (ihop_text_has_word (self->into->source->text, directive->name))
    {
      self->fits &= strstr (self->into->source->text, line) != NULL;
      return;
    }
  add_macros (self, tree, line);
  g_string_append_printf (self->text, "%s\n", line);
}

/* Those that stand in the text, with what they use in turn. */
static void
add_macros (Text *self, const IhopTree *tree, const char *text)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_DEFINE && directive->range.source == tree->source
          && ihop_text_has_word (text, directive->name))
        add_macro (self, tree, directive);
    }
}

typedef struct
{
  Text *text;
  const IhopTree *tree;
} Variables;

static gboolean
is_declared (const IhopTree *tree, const char *name)
{
  for (guint i = 0; i < tree->globals->len; i++)
    if (g_str_equal (((const IhopSymbol *) tree->globals->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

/* "static const double w[9] = { … };", "extern double u[N];" */
static void
add_variable (const Variables *self, const IhopSymbol *symbol)
{
  Text *text = self->text;
  IhopPrinter printer = { .expand_macros = text->manner == IHOP_IMPORT_EXPANDED };
  const IhopNode *node = ihop_tree_variable (self->tree, symbol->name);
  gboolean is_static = symbol->storage == IHOP_STORAGE_STATIC;

  if ((!is_static && is_declared (text->into, symbol->name)) || !say (text, symbol->name))
    return;
  g_autofree char *declared = ihop_print_declare (symbol->declared_type, symbol->name, &printer);
  g_autofree char *value = is_static && node && node->n_children ? ihop_print_node (node->child[0], &printer) : NULL;
  g_autofree char *line = g_strdup_printf ("%s %s%s%s;\n", is_static ? "static" : "extern", declared, value ? " = " : "",
                                           value ? value : "");
  if (strstr (text->into->source->text, line))
    return;
  if (!printer.expand_macros)
    add_macros (text, self->tree, line);
  g_string_append (text->text, line);
}

static gboolean
look_for_variable (const IhopNode *node, gpointer data)
{
  const Variables *self = data;
  const IhopSymbol *symbol = node->kind == IHOP_REF ? node->symbol : NULL;

  if (symbol && symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->is_global && symbol->first.source == self->tree->source)
    add_variable (self, symbol);
  return TRUE;
}

/* ---- headers ---- */

static gboolean
includes (const IhopTree *tree, const char *name)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_INCLUDE && !directive->is_inside && g_str_equal (directive->name, name))
        return TRUE;
    }
  return FALSE;
}

static void
add_headers (const Text *self, const IhopTree *tree, GString *headers)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      g_autofree char *line = ihop_range_text (directive->range);
      if (directive->kind == IHOP_DIRECTIVE_INCLUDE && !directive->is_inside && directive->range.source == tree->source && !includes (self->into, directive->name)
          && strstr (headers->str, line) == NULL)
        g_string_append_printf (headers, "%s\n", line);
    }
}

static void
add_function (Text *self, const IhopImportedFunction *imported, GString *headers)
{
  g_autofree char *text = function_text (self, imported);
  Variables variables = { self, imported->tree };

  ihop_node_walk (imported->function->body, look_for_variable, &variables);
  if (self->manner != IHOP_IMPORT_EXPANDED)
    add_macros (self, imported->tree, text);
  if (self->manner != IHOP_IMPORT_PLAIN)
    add_headers (self, imported->tree, headers);
  g_string_append (self->text, text);
}

gboolean
ihop_import_text (const IhopTree *into, const GPtrArray *functions, GHashTable *calls, IhopImportManner manner, char **headers,
                  char **definitions)
{
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *lines = g_string_new (NULL);
  Text self = { into, calls, manner, said, g_string_new (NULL), TRUE };

  for (guint i = 0; i < functions->len; i++)
    add_function (&self, functions->pdata[i], lines);
  *headers = g_string_free (lines, FALSE);
  *definitions = g_string_free (self.text, FALSE);
  return self.fits;
}
