/* The printer's front: what prints as bytes, what from the tree, and the file around it. */
#include "ir/print.h"
#include "ir/print_private.h"
#include <string.h>

const char *
ihop_printing_replaced (IhopPrinting *printing, const IhopNode *node)
{
  gpointer text;

  if (printing->printer->replace == NULL)
    return NULL;
  if (g_hash_table_lookup_extended (printing->texts, node, NULL, &text))
    return text;
  text = printing->printer->replace (node, printing->printer->data);
  g_hash_table_insert (printing->texts, (gpointer) node, text);
  return text;
}

char *
ihop_print_current_indent (const GString *out)
{
  const char *newline = memrchr (out->str, '\n', out->len);
  const char *line = newline ? newline + 1 : out->str;

  return g_strndup (line, strspn (line, " \t"));
}

static gboolean
line_is_fixed (const char *text, const char *line)
{
  const char *end = line - 1; /* the newline before it */

  if (end > text && end[-1] == '\r')
    end--;
  return (end > text && end[-1] == '\\') || *line == '#' || *line == '\r' || *line == '\n';
}

/* Lines behind a backslash may be the inside of a string or of a macro, and "#" may have to stand
 * where it is: these stay. */
char *
ihop_print_reindent (const char *text, const char *from, const char *to)
{
  gsize length = strlen (from);
  GString *out = g_string_new (NULL);

  if (g_str_equal (from, to))
    return g_string_free (g_string_append (out, text), FALSE);
  for (const char *line = text; *line;)
    {
      const char *newline = strchr (line, '\n');
      const char *next = newline ? newline + 1 : line + strlen (line);
      if (line != text && !line_is_fixed (text, line))
        {
          g_string_append (out, to);
          if (strncmp (line, from, length) == 0)
            line += length;
          else
            line += MIN (strspn (line, " \t"), length);
        }
      g_string_append_len (out, line, next - line);
      line = next;
    }
  return g_string_free (out, FALSE);
}

/* Bytes keep their shape, but start from another column. */
static void
append_bytes (GString *out, const IhopNode *node, const char *text, const char *indent)
{
  g_autofree char *from = ihop_source_indent (node->range.source, node->range.begin);
  g_autofree char *moved = indent ? ihop_print_reindent (text, from, indent) : NULL;

  g_string_append (out, moved ? moved : text);
}

static void
print_unwrapped (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  gboolean expand = printing->printer->expand_macros || printing->expand;
  g_autofree char *bytes = expand ? NULL : ihop_splice_node (printing, node);
  g_autofree char *rebuilt
    = bytes || expand ? NULL : ihop_splice_rebuilt (printing, node, indent ? indent : "");

  if (bytes)
    append_bytes (out, node, bytes, indent);
  else if (rebuilt)
    g_string_append (out, rebuilt);
  else if (ihop_kind_is_statement (node->kind))
    ihop_print_statement_tree (printing, out, node, indent ? indent : "");
  else
    ihop_print_expr_tree (printing, out, node, indent ? indent : "");
}

void
ihop_print_any (IhopPrinting *printing, GString *out, const IhopNode *node, int binding,
                const char *indent)
{
  const char *text = ihop_printing_replaced (printing, node);
  gboolean parens = text == NULL && ihop_print_needs_parens (node, binding);

  if (text)
    {
      g_string_append (out, text);
      return;
    }
  if (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT))
    {
      ihop_print_any (printing, out, node->child[0], binding, indent);
      return;
    }
  if (parens)
    g_string_append_c (out, '(');
  print_unwrapped (printing, out, node, indent);
  if (parens)
    g_string_append_c (out, ')');
}

char *
ihop_print_declare (const IhopType *type, const char *name, const IhopPrinter *printer)
{
  static const IhopPrinter plain = { 0 };
  IhopPrinting printing = { .printer = printer ? printer : &plain };

  printing.texts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  char *text = ihop_declare (&printing, type, name);
  g_hash_table_unref (printing.texts);
  return text;
}

/* An owner may write "#ifdef A … else #endif if (…)": the lines of one #if lie in several nodes. As
 * long as all of these keep their bytes, that is well; else such lines must go. What they left
 * in is what Clang saw, so the code stays the same. "open": the lines of #if that lack a partner in
 * the place that the text is for; they have to lack it in the text, too. */
static char *
print_balanced (const IhopNode *node, const IhopPrinter *printer, const char *open, gboolean expand)
{
  static const IhopPrinter plain = { 0 };
  IhopPrinting printing = { .printer = printer ? printer : &plain, .expand = expand };
  GString *out = g_string_new (NULL);

  printing.texts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  ihop_print_any (&printing, out, node, 0, printing.printer->indent);
  g_autofree char *lacking = ihop_trivia_unbalanced (out->str);
  if (!g_str_equal (lacking, open))
    {
      g_string_truncate (out, 0);
      printing.no_conditionals = TRUE;
      ihop_print_any (&printing, out, node, 0, printing.printer->indent);
      if (open[0] && out->str[0] == '{')
        {
          g_string_insert (out, 1, open);
          g_string_insert_c (out, 1, '\n');
        }
    }
  g_hash_table_unref (printing.texts);
  if (!printing.printer->keep_comments)
    return g_string_free (out, FALSE);
  char *settled = ihop_comments_settle (out->str);
  g_string_free (out, TRUE);
  return settled;
}

char *
ihop_print_node (const IhopNode *node, const IhopPrinter *printer)
{
  return print_balanced (node, printer, "", FALSE);
}

/* Rebuilt code may have crossed a "#define" in the middle of it; what it used to mean is safe in
 * the tree only. */
static gboolean
loses_macros (const IhopNode *node, const char *before)
{
  return node->range.source == NULL && ihop_trivia_defines (before);
}

static char *
print_over (const IhopNode *node, const IhopPrinter *printer, IhopRange range)
{
  g_autofree char *before = range.source ? ihop_range_text (range) : g_strdup ("");
  g_autofree char *open = ihop_trivia_unbalanced (before);

  return print_balanced (node, printer, open, loses_macros (node, before));
}

char *
ihop_print_in_place (const IhopNode *node, const IhopPrinter *printer)
{
  return print_over (node, printer, node->range.source ? node->range : node->place);
}

/* The function as the root of the chain of trees has it: the body that the file shows. NULL: the
 * file does not have it. */
static const IhopFunction *
function_origin (const IhopTree *tree, const IhopSymbol *symbol)
{
  while (tree->base)
    tree = tree->base;
  return ihop_tree_function_of (tree, symbol);
}

char *
ihop_print_function_head (const IhopFunction *function)
{
  const IhopSymbol *symbol = function->symbol;
  GString *head = g_string_new (symbol->storage == IHOP_STORAGE_STATIC ? "static " : "");
  GString *name = g_string_new (symbol->name);

  if (symbol->is_inline)
    g_string_append (head, "inline ");
  g_string_append (name, " (");
  for (guint i = 0; i < function->n_params; i++)
    {
      g_autofree char *param
        = ihop_type_declare (function->params[i]->declared_type, function->params[i]->name);
      g_string_append_printf (name, "%s%s", i ? ", " : "", param);
    }
  if (symbol->type->is_variadic)
    g_string_append (name, ", ...");
  g_string_append (name, function->n_params ? ")" : "void)");
  g_autofree char *declaration = ihop_type_declare (symbol->type->target, name->str);
  g_string_append (head, declaration);
  g_string_free (name, TRUE);
  return g_string_free (head, FALSE);
}

/* Back over the comment that is the owner's word on the function. */
static gsize
before_comment (const IhopSource *source, gsize at)
{
  gsize line = at, start;

  while (line > 0 && source->text[line - 1] != '\n')
    line--;
  for (start = line; start > 0;)
    {
      gsize previous = start - 1;
      while (previous > 0 && source->text[previous - 1] != '\n')
        previous--;
      const char *text = source->text + previous + strspn (source->text + previous, " \t");
      if (*text != '/' && *text != '*')
        break;
      start = previous;
      if (*text == '/')
        line = start;
    }
  return line;
}

/* The owner's function that a new one stands before, perhaps with others between. */
static const IhopFunction *
stands_before (const IhopTree *tree, const IhopFunction *function)
{
  while (function && function->stands_before)
    function = ihop_tree_function_of (tree, function->stands_before);
  return function ? function_origin (tree, function->symbol) : NULL;
}

static gboolean
new_function_edit (const IhopTree *tree, const IhopFunction *function, IhopRange *range,
                   GString *text)
{
  const IhopFunction *next = stands_before (tree, function);

  if (next == NULL || next->range.source != tree->source)
    return FALSE;
  *range = next->range;
  range->begin = range->end = before_comment (tree->source, next->range.begin);
  IhopPrinter printer = { .indent = "" };
  g_autofree char *head = ihop_print_function_head (function);
  g_autofree char *body = ihop_print_node (function->body, &printer);
  g_string_append_printf (text, "%s\n%s\n\n", head, body);
  return TRUE;
}

/* At the end of a body that was printed without macros. */
static void
append_lost (const IhopTree *tree, const IhopNode *body, IhopRange range, GString *text)
{
  g_autofree char *before = ihop_range_text (range);
  g_autofree char *lines
    = loses_macros (body, before) ? ihop_print_lost_directives (tree, range) : g_strdup ("");
  const char *brace = strrchr (text->str, '}');
  gsize at = brace ? (gsize) (brace - text->str) : text->len;

  if (*lines == '\0')
    return;
  while (at > 0 && (text->str[at - 1] == ' ' || text->str[at - 1] == '\t'))
    at--;
  if (at > 0 && text->str[at - 1] != '\n')
    g_string_insert_c (text, (gssize) at++, '\n');
  g_string_insert (text, (gssize) at, lines);
}

/* Where the changed text goes, and the text. FALSE: the function prints as it stands. */
static gboolean
function_edit (const IhopTree *tree, guint position, IhopRange *range, GString *text)
{
  const IhopFunction *function = tree->functions->pdata[position];
  const IhopFunction *origin = function_origin (tree, function->symbol);

  if (origin == NULL)
    return new_function_edit (tree, function, range, text);
  if (!function->in_main_file || origin->body == function->body)
    return FALSE;
  *range = origin->body->range;
  if (range->source != tree->source)
    {
      g_autofree char *head = ihop_print_function_head (function);
      g_string_append_printf (text, "%s\n", head);
      *range = origin->range;
    }
  if (range->source != tree->source)
    return FALSE;
  g_autofree char *indent = ihop_source_indent (tree->source, range->begin);
  IhopPrinter printer = { .indent = indent, .keep_comments = ihop_comments_can_move (tree) };
  g_autofree char *body = print_over (function->body, &printer, *range);
  g_string_append (text, body);
  append_lost (tree, function->body, *range, text);
  return TRUE;
}

const IhopFunction *
ihop_print_unreached (const IhopTree *tree)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      const IhopFunction *origin = function_origin (tree, function->symbol);
      const IhopFunction *next = origin ? NULL : stands_before (tree, function);
      gboolean stays = origin && origin->body == function->body;
      if (!stays && !(origin && origin->body->range.source == tree->source)
          && (origin ? origin : next ? next : function)->range.source != tree->source)
        return function;
    }
  return NULL;
}

char *
ihop_print_tree (const IhopTree *tree)
{
  const IhopSource *source = tree->source;
  GString *out = g_string_sized_new (source->length + 1);
  gsize at = 0;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      IhopRange range = { 0 };
      GString *text = g_string_new (NULL);
      if (function_edit (tree, i, &range, text) && range.begin >= at)
        {
          g_string_append_len (out, source->text + at, range.begin - at);
          g_string_append_len (out, text->str, text->len);
          at = range.end;
        }
      g_string_free (text, TRUE);
    }
  g_string_append_len (out, source->text + at, source->length - at);
  return g_string_free (out, FALSE);
}
