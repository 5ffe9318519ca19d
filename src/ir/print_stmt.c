/* Statements from the tree, laid out as the owner lays code out. */
#include "ir/print_private.h"
#include <string.h>

static void
new_line (GString *out, const char *indent)
{
  g_string_append_printf (out, "\n%s", indent);
}

static void
append_keyword (IhopPrinting *printing, GString *out, const IhopNode *node, const char *keyword)
{
  g_string_append (out, keyword);
  g_string_append (out, ihop_printing_style (printing, node)->space_keyword ? " (" : "(");
}

static gboolean
holds_included (const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (ihop_print_is_foreign (node->child[i], node->place.source))
      return TRUE;
  return FALSE;
}

/* A statement with the calls that its scopes' cleanups make is one statement in the text: nobody wrote the block
 * (clang_cleanup.cc). NULL: it is another block. */
static const IhopNode *
without_cleanups (const IhopNode *block)
{
  const IhopNode *only = NULL;

  for (guint i = 0; i < block->n_children; i++)
    if (!ihop_node_is_cleanup (block->child[i]))
      {
        if (only)
          return NULL;
        only = block->child[i];
      }
  return block->range.source == NULL && block->n_children > 1 ? only : NULL;
}

/* Where an #include brought statements in, neither that line nor the #defines around it are
 * printed: the statements must do without. */
static void
print_block (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  gboolean included = holds_included (node);
  g_autofree char *inner
    = g_strconcat (indent, ihop_printing_style (printing, node)->unit, NULL);

  printing->expand += included;
  g_string_append_c (out, '{');
  for (guint i = 0; i < node->n_children; i++)
    {
      new_line (out, inner);
      ihop_comments_open (printing, out, node->child[i], inner);
      ihop_print_any (printing, out, node->child[i], 0, inner);
      ihop_comments_close (printing, out, node->child[i]);
    }
  printing->expand -= included;
  new_line (out, indent);
  g_string_append_c (out, '}');
}

gboolean
ihop_printing_ends_in_open_if (const IhopNode *node)
{
  while (node != NULL)
    switch (node->kind)
      {
      case IHOP_IF:
        if (node->child[2] == NULL)
          return TRUE;
        node = node->child[2];
        break;
      case IHOP_FOR:
      case IHOP_WHILE:
        node = ihop_loop_body (node);
        break;
      case IHOP_SWITCH:
        node = node->child[1];
        break;
      case IHOP_LABEL:
        node = node->child[0];
        break;
      case IHOP_CASE:
        node = node->child[2];
        break;
      default:
        return FALSE;
      }
  return FALSE;
}

/* The statement behind "for (…)" and the like. TRUE: it ended in "}" of the same layout, so that
 * "else" and "while" can go on in its line. */
static gboolean
print_body (IhopPrinting *printing, GString *out, const IhopNode *node, const IhopNode *body,
            const char *indent, gboolean braces)
{
  const IhopStyle *style = ihop_printing_style (printing, node);
  g_autofree char *inner = g_strconcat (indent, style->unit, NULL);
  const char *brace = style->brace_indented ? inner : indent;

  if (body->kind == IHOP_BLOCK && style->brace_below)
    {
      new_line (out, brace);
      ihop_print_any (printing, out, body, 0, brace);
      return FALSE;
    }
  if (body->kind == IHOP_BLOCK)
    {
      g_string_append_c (out, ' ');
      ihop_print_any (printing, out, body, 0, indent);
      return TRUE;
    }
  if (braces)
    g_string_append (out, " {");
  new_line (out, inner);
  ihop_comments_open (printing, out, body, inner);
  ihop_print_any (printing, out, body, 0, inner);
  ihop_comments_close (printing, out, body);
  if (braces)
    {
      new_line (out, indent);
      g_string_append_c (out, '}');
    }
  return braces;
}

gboolean
ihop_print_init_splits (IhopPrinting *printing, const IhopNode *node)
{
  const IhopNode *init = node->kind == IHOP_FOR ? node->child[0] : NULL;

  if (init == NULL || init->kind != IHOP_DECLARATION || init->n_children < 2)
    return FALSE;
  for (guint i = 0; i < init->n_children; i++)
    if (ihop_printing_replaced (printing, init->child[i]))
      return TRUE;
  return FALSE;
}

/* Exchanged declarations are one statement each, which "for (" cannot hold: they go before it. */
static void
print_for_split (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  g_autofree char *inner
    = g_strconcat (indent, ihop_printing_style (printing, node)->unit, NULL);
  const IhopNode *children[] = { NULL, node->child[1], node->child[2], node->child[3] };
  IhopNode rest = *node;

  rest.child = children;
  g_string_append_c (out, '{');
  new_line (out, inner);
  ihop_print_any (printing, out, node->child[0], 0, inner);
  new_line (out, inner);
  ihop_print_statement_tree (printing, out, &rest, inner);
  new_line (out, indent);
  g_string_append_c (out, '}');
}

/* The init clause is a statement with its ";" or nothing. */
static void
print_for (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  if (ihop_print_init_splits (printing, node))
    {
      print_for_split (printing, out, node, indent);
      return;
    }
  append_keyword (printing, out, node, "for");
  if (node->child[0])
    {
      ihop_print_any (printing, out, node->child[0], 0, indent);
      while (out->len && g_ascii_isspace (out->str[out->len - 1]))
        g_string_truncate (out, out->len - 1);
    }
  if (node->child[0] == NULL || out->str[out->len - 1] != ';')
    g_string_append_c (out, ';');
  if (node->child[1])
    {
      g_string_append_c (out, ' ');
      ihop_print_any (printing, out, node->child[1], 0, indent);
    }
  g_string_append_c (out, ';');
  if (node->child[2])
    {
      g_string_append_c (out, ' ');
      ihop_print_any (printing, out, node->child[2], 0, indent);
    }
  g_string_append_c (out, ')');
  print_body (printing, out, node, node->child[3], indent, FALSE);
}

static void
print_if (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  const IhopNode *otherwise = node->child[2];
  gboolean braces = otherwise && ihop_printing_ends_in_open_if (node->child[1]);

  append_keyword (printing, out, node, "if");
  ihop_print_any (printing, out, node->child[0], 0, indent);
  g_string_append_c (out, ')');
  gboolean same_line = print_body (printing, out, node, node->child[1], indent, braces);
  if (otherwise == NULL)
    return;
  if (same_line)
    g_string_append_c (out, ' ');
  else
    new_line (out, indent);
  g_string_append (out, "else");
  if (otherwise->kind == IHOP_IF)
    {
      g_string_append_c (out, ' ');
      ihop_print_any (printing, out, otherwise, 0, indent);
    }
  else
    print_body (printing, out, node, otherwise, indent, FALSE);
}

static void
print_while (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  append_keyword (printing, out, node, node->kind == IHOP_SWITCH ? "switch" : "while");
  ihop_print_any (printing, out, node->child[0], 0, indent);
  g_string_append_c (out, ')');
  print_body (printing, out, node, node->child[1], indent, FALSE);
}

static void
print_do (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  g_string_append (out, "do");
  if (print_body (printing, out, node, node->child[0], indent, FALSE))
    g_string_append_c (out, ' ');
  else
    new_line (out, indent);
  append_keyword (printing, out, node, "while");
  ihop_print_any (printing, out, node->child[1], 0, indent);
  g_string_append (out, ");");
}

static void
print_case (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  g_autofree char *inner
    = g_strconcat (indent, ihop_printing_style (printing, node)->unit, NULL);

  if (node->child[0])
    {
      g_string_append (out, "case ");
      ihop_print_any (printing, out, node->child[0], IHOP_BIND_CONDITIONAL, inner);
      if (node->child[1])
        {
          g_string_append (out, " ... ");
          ihop_print_any (printing, out, node->child[1], IHOP_BIND_CONDITIONAL, inner);
        }
      g_string_append_c (out, ':');
    }
  else
    g_string_append (out, "default:");
  new_line (out, inner);
  ihop_print_any (printing, out, node->child[2], 0, inner);
}

/* What a block declares and the file owns is declared again there, whatever the file calls it. */
static const char *
storage_text (const IhopSymbol *symbol)
{
  if (symbol->is_global)
    return symbol->storage == IHOP_STORAGE_THREAD ? "extern _Thread_local " : "extern ";
  switch (symbol->storage)
    {
    case IHOP_STORAGE_STATIC:
      return "static ";
    case IHOP_STORAGE_EXTERN:
      return "extern ";
    case IHOP_STORAGE_THREAD:
      return "static _Thread_local ";
    default:
      return "";
    }
}

/* A declarator with its initializer; "first": with the specifiers, too. */
static void
print_variable (IhopPrinting *printing, GString *out, const IhopNode *node, gboolean first,
                const char *indent)
{
  const IhopSymbol *symbol = node->symbol;
  g_autofree char *specifiers = ihop_declare_specifiers (printing, symbol->declared_type);
  g_autofree char *declarator
    = ihop_declare_declarator (printing, symbol->declared_type, symbol->name);

  if (first)
    g_string_append_printf (out, "%s%s ", storage_text (symbol), specifiers);
  g_string_append_printf (out, "%s%s", declarator, symbol->attributes ? symbol->attributes : "");
  if (node->child[0])
    {
      g_string_append (out, " = ");
      ihop_print_any (printing, out, node->child[0], IHOP_BIND_ASSIGN, indent);
    }
}

static gboolean
same_specifiers (IhopPrinting *printing, const IhopNode *a, const IhopNode *b)
{
  g_autofree char *left = ihop_declare_specifiers (printing, a->symbol->declared_type);
  g_autofree char *right = ihop_declare_specifiers (printing, b->symbol->declared_type);

  return a->symbol->storage == b->symbol->storage && g_str_equal (left, right)
         && !ihop_printing_replaced (printing, a) && !ihop_printing_replaced (printing, b);
}

/* "int i = 0, *p;" as long as the specifiers are the same, else one statement each. */
static void
print_declaration (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  if (node->text)
    {
      g_string_append (out, node->text);
      new_line (out, indent);
    }
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *variable = node->child[i];
      const char *text = ihop_printing_replaced (printing, variable);
      gboolean joins = i && same_specifiers (printing, node->child[i - 1], variable);
      if (joins)
        g_string_append (out, ", ");
      else if (i)
        {
          g_string_append_c (out, ';');
          new_line (out, indent);
        }
      if (text)
        g_string_append (out, text);
      else
        print_variable (printing, out, variable, !joins, indent);
    }
  g_string_append_c (out, ';');
}

/* Tags, typedefs and attributes are told by the spelling only. */
static void
print_declaration_or_spelling (IhopPrinting *printing, GString *out, const IhopNode *node,
                               const char *indent)
{
  gpointer closure[2] = { printing, NULL };

  ihop_node_walk (node, ihop_printing_find_replaced, closure);
  if (node->spelling && (closure[1] == NULL || node->n_children == 0))
    g_string_append (out, node->spelling);
  else
    print_declaration (printing, out, node, indent);
}

static void
print_return (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  g_string_append (out, "return");
  if (node->child[0])
    {
      g_string_append_c (out, ' ');
      ihop_print_any (printing, out, node->child[0], 0, indent);
    }
  g_string_append_c (out, ';');
}

static void
print_goto (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  g_string_append (out, "goto ");
  if (node->symbol)
    g_string_append (out, node->symbol->name);
  else
    {
      g_string_append_c (out, '*');
      ihop_print_any (printing, out, node->child[0], IHOP_BIND_CAST, indent);
    }
  g_string_append_c (out, ';');
}

static void
print_label (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  g_string_append_printf (out, "%s:", node->symbol->name);
  new_line (out, indent);
  ihop_print_any (printing, out, node->child[0], 0, indent);
}

static void
print_opaque (IhopPrinting *printing, GString *out, const IhopNode *node)
{
  gpointer closure[2] = { printing, NULL };

  if (ihop_node_is_cleanup (node))
    return;
  ihop_node_walk (node, ihop_printing_find_replaced, closure);
  g_string_append (out, closure[1] || !node->spelling ? "ihop_cannot_print_this;" : node->spelling);
}

void
ihop_print_statement_tree (IhopPrinting *printing, GString *out, const IhopNode *node,
                           const char *indent)
{
  switch (node->kind)
    {
    case IHOP_BLOCK:
      if (without_cleanups (node))
        ihop_print_any (printing, out, without_cleanups (node), 0, indent);
      else
        print_block (printing, out, node, indent);
      break;
    case IHOP_DECLARATION:
      print_declaration_or_spelling (printing, out, node, indent);
      break;
    case IHOP_VARIABLE:
      print_variable (printing, out, node, TRUE, indent);
      break;
    case IHOP_EXPRESSION:
      ihop_print_any (printing, out, node->child[0], 0, indent);
      g_string_append_c (out, ';');
      break;
    case IHOP_IF:
      print_if (printing, out, node, indent);
      break;
    case IHOP_FOR:
      print_for (printing, out, node, indent);
      break;
    case IHOP_WHILE:
    case IHOP_SWITCH:
      print_while (printing, out, node, indent);
      break;
    case IHOP_DO:
      print_do (printing, out, node, indent);
      break;
    case IHOP_CASE:
      print_case (printing, out, node, indent);
      break;
    case IHOP_LABEL:
      print_label (printing, out, node, indent);
      break;
    case IHOP_GOTO:
      print_goto (printing, out, node, indent);
      break;
    case IHOP_BREAK:
      g_string_append (out, "break;");
      break;
    case IHOP_CONTINUE:
      g_string_append (out, "continue;");
      break;
    case IHOP_RETURN:
      print_return (printing, out, node, indent);
      break;
    case IHOP_EMPTY:
      g_string_append_c (out, ';');
      break;
    case IHOP_PRAGMA:
      g_string_append_printf (out, "#pragma %s", node->text);
      break;
    default:
      print_opaque (printing, out, node);
      break;
    }
}
