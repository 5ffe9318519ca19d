#include "support.h"

static char *
difference (const IhopNode *a, const IhopNode *b, const char *what)
{
  return g_strdup_printf ("line %u and %u: %s: %s, %s", a ? ihop_range_line (a->place) : 0,
                          b ? ihop_range_line (b->place) : 0, what,
                          a ? ihop_kind_name (a->kind) : "nothing",
                          b ? ihop_kind_name (b->kind) : "nothing");
}

static char *compare_nodes (const IhopNode *a, const IhopNode *b);

static gboolean
same_type (const IhopType *a, const IhopType *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->size == b->size && ihop_type_strip (a)->kind == ihop_type_strip (b)->kind;
}

static gboolean
same_symbol (const IhopSymbol *a, const IhopSymbol *b)
{
  return a == NULL || b == NULL ? a == b : a->kind == b->kind && g_str_equal (a->name, b->name);
}

static char *
compare_parts (const IhopNode *a, const IhopNode *b)
{
  const guint bytes = IHOP_NODE_RESOLVED | IHOP_NODE_DESIGNATED; /* what is only in the owner's text */

  if (a->kind != b->kind)
    return difference (a, b, "kind");
  if (a->op != b->op)
    return difference (a, b, "operator");
  if ((a->flags | bytes) != (b->flags | bytes))
    return difference (a, b, "flags");
  if (!same_symbol (a->symbol, b->symbol))
    return difference (a, b, "symbol");
  if (!same_type (a->type, b->type))
    return difference (a, b, "type");
  if ((a->flags & IHOP_NODE_CONSTANT) && a->integer != b->integer)
    return difference (a, b, "value");
  if (a->kind == IHOP_FLOATING && a->number != b->number)
    return difference (a, b, "number");
  if (a->kind != IHOP_INTEGER && a->kind != IHOP_FLOATING && g_strcmp0 (a->text, b->text))
    return difference (a, b, "text");
  return NULL;
}

/* What is below, with what may be written in two ways made one: "int a, b;" may come back as
 * "int a; int b;". */
static void
flatten (const IhopNode *node, GPtrArray *list)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = ihop_node_strip (node->child[i], FALSE);
      if (child && child->kind == IHOP_DECLARATION) /* with nothing in it, a tag may come alone */
        flatten (child, list);
      else
        g_ptr_array_add (list, (gpointer) child);
    }
}

/* An element that the owner left out, written out. */
static gboolean
is_zero (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (node == NULL || (node->flags & IHOP_NODE_CONSTANT))
    return node == NULL || node->integer == 0;
  for (guint i = 0; node->kind == IHOP_INIT_LIST && i < node->n_children; i++)
    if (!is_zero (node->child[i]))
      return FALSE;
  return node->kind == IHOP_INIT_LIST;
}

/* "for (int i = 0, n = 5; …)" may come back as a block of declarations and the loop. */
static char *
compare_split_for (const IhopNode *loop, const IhopNode *block)
{
  const IhopNode *inner = block->n_children ? block->child[block->n_children - 1] : NULL;

  if (inner == NULL || inner->kind != IHOP_FOR || inner->child[0])
    return difference (loop, block, "kind");
  for (guint i = 0; i < loop->child[0]->n_children && i < block->n_children - 1; i++)
    {
      char *trouble = compare_nodes (loop->child[0]->child[i], block->child[i]->child[0]);
      if (trouble)
        return trouble;
    }
  return compare_nodes (loop->child[3], inner->child[3]);
}

static char *
compare_nodes (const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL)
    return is_zero (a) && is_zero (b) ? NULL : difference (a, b, "missing");
  if (a->kind == IHOP_FOR && b->kind == IHOP_BLOCK && a->child[0])
    return compare_split_for (a, b);
  char *trouble = compare_parts (a, b);
  g_autoptr (GPtrArray) left = g_ptr_array_new (), right = g_ptr_array_new ();
  flatten (a, left);
  flatten (b, right);
  if (trouble == NULL && left->len != right->len)
    trouble = difference (a, b, "number of children");
  for (guint i = 0; trouble == NULL && i < left->len; i++)
    trouble = compare_nodes (left->pdata[i], right->pdata[i]);
  return trouble;
}

char *
compare_trees (const IhopTree *a, const IhopTree *b)
{
  if (a->functions->len != b->functions->len)
    return g_strdup_printf ("%u and %u functions", a->functions->len, b->functions->len);
  for (guint i = 0; i < a->functions->len; i++)
    {
      const IhopFunction *left = a->functions->pdata[i], *right = b->functions->pdata[i];
      g_autofree char *trouble = compare_nodes (left->body, right->body);
      if (trouble)
        return g_strdup_printf ("%s: %s", left->symbol->name, trouble);
    }
  return NULL;
}

char *
print_bodies (const IhopTree *tree, const IhopPrinter *printer)
{
  GString *out = g_string_new (NULL);
  const IhopSource *source = tree->source;
  gsize at = 0;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      IhopRange range = function->body->range;
      if (!function->in_main_file || range.source != source)
        continue;
      g_autofree char *body = ihop_print_in_place (function->body, printer);
      g_string_append_len (out, source->text + at, range.begin - at);
      g_string_append (out, body);
      at = range.end;
    }
  g_string_append_len (out, source->text + at, source->length - at);
  return g_string_free (out, FALSE);
}

static const IhopNode *
rebuild (IhopPool *pool, const IhopNode *node, gboolean expressions)
{
  if (node == NULL || (!expressions && !ihop_kind_is_statement (node->kind))
      || node->kind == IHOP_DECLARATION || node->kind == IHOP_PRAGMA || node->kind >= IHOP_OPAQUE_EXPR
      || node->kind == IHOP_OPAQUE)
    return node;
  IhopNode *copy = ihop_node_copy (pool, node);
  for (guint i = 0; i < node->n_children; i++)
    copy->child[i] = rebuild (pool, node->child[i], expressions);
  return copy;
}

IhopTree *
rebuild_tree (IhopTree *tree, gboolean expressions)
{
  IhopTree *derived = ihop_tree_derive (tree);

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      ihop_tree_set_body (derived, function,
                          rebuild (derived->pool, function->body, expressions));
    }
  return derived;
}

static gboolean
is_renamed (const IhopSymbol *symbol)
{
  return symbol && symbol->kind == IHOP_SYMBOL_VARIABLE && !symbol->is_global
         && symbol->storage == IHOP_STORAGE_AUTO;
}

static char *
rename_node (const IhopNode *node, gpointer data)
{
  if (!is_renamed (node->symbol) || (node->kind != IHOP_REF && node->kind != IHOP_VARIABLE))
    return NULL;
  g_autofree char *name = g_strconcat (node->symbol->name, "_renamed", NULL);
  if (node->kind == IHOP_REF)
    return g_steal_pointer (&name);
  g_autofree char *plain = ihop_print_declare (node->symbol->declared_type, name, data);
  g_autofree char *declaration
    = g_strconcat (plain, node->symbol->attributes ? node->symbol->attributes : "", NULL);
  if (node->child[0] == NULL)
    return g_steal_pointer (&declaration);
  g_autofree char *value = ihop_print_node (node->child[0], data);
  return g_strdup_printf ("%s = %s", declaration, value);
}

char *
print_renamed (const IhopTree *tree)
{
  IhopPrinter printer = { .replace = rename_node };

  printer.data = &printer;
  return print_bodies (tree, &printer);
}
