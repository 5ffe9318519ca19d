/* How much memory malloc, calloc and aligned_alloc are asked for, in elements and rows. */
#include "ir/expression.h"
#include "gpugen/memory/allocated_size.h"
#include "gpugen/plan/lookup.h"

static gboolean
is_sizeof_type (const IhopNode *node, const IhopType *element)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind != IHOP_SIZEOF)
    return FALSE;
  const IhopType *type = node->argument_type;
  if (type == NULL && node->n_children && node->child[0])
    type = node->child[0]->type;
  return type && ihop_type_strip (type)->size == ihop_type_strip (element)->size
         && ihop_type_strip (element)->size;
}

/* What is multiplied in "n * m * sizeof (double)", in its order. */
static void
collect_factors (const IhopNode *node, GPtrArray *factors)
{
  const IhopNode *bare = ihop_node_strip (node, TRUE);

  if (bare->kind == IHOP_BINARY && bare->op == IHOP_OP_MUL)
    {
      collect_factors (bare->child[0], factors);
      collect_factors (bare->child[1], factors);
      return;
    }
  while (node->kind == IHOP_CAST && node->flags & IHOP_NODE_IMPLICIT)
    node = node->child[0];
  g_ptr_array_add (factors, (gpointer) node);
}

/* "sizeof (double[n][m])": adds n and m. */
static gboolean
divide_array (const IhopNode *node, const IhopType *element, GPtrArray *factors)
{
  const IhopType *type = node->kind == IHOP_SIZEOF ? node->argument_type : NULL;
  guint n = factors->len;

  type = type ? ihop_type_strip (type) : NULL;
  if (type == NULL || type->kind != IHOP_TYPE_ARRAY)
    return FALSE;
  for (; type->kind == IHOP_TYPE_ARRAY && type->count_expr && !ihop_node_effect (type->count_expr);
       type = ihop_type_strip (type->target))
    g_ptr_array_add (factors, (gpointer) type->count_expr);
  if (type->kind != IHOP_TYPE_ARRAY && type->size == ihop_type_strip (element)->size && type->size)
    return TRUE;
  g_ptr_array_set_size (factors, (gint) n);
  return FALSE;
}

/* NULL: there are none from "first" up to "end". */
static const IhopNode *
product_of (IhopPool *pool, const GPtrArray *factors, guint first, guint end)
{
  const IhopNode *product = NULL;

  for (guint i = first; i < end; i++)
    product = product ? ihop_expression_binary (pool, IHOP_OP_MUL, product, factors->pdata[i]) : factors->pdata[i];
  return product;
}

/* A product of bytes in elements: without its one "sizeof (double)", or divided by that. */
static const IhopNode *
count_of_bytes (IhopPool *pool, const IhopNode *const *arguments, guint n, const IhopType *element)
{
  g_autoptr (GPtrArray) bytes = g_ptr_array_new (), factors = g_ptr_array_new ();
  gboolean divided = FALSE;

  for (guint i = 0; i < n; i++)
    collect_factors (arguments[i], bytes);
  for (guint i = 0; i < bytes->len; i++)
    {
      const IhopNode *bare = ihop_node_strip (bytes->pdata[i], TRUE);
      if (!divided && (is_sizeof_type (bare, element) || divide_array (bare, element, factors)))
        divided = TRUE;
      else
        g_ptr_array_add (factors, bytes->pdata[i]);
    }
  const IhopNode *count = product_of (pool, factors, 0, factors->len);
  if (count == NULL)
    count = ihop_expression_number (pool, 1);
  return divided ? count : ihop_expression_binary (pool, IHOP_OP_DIV, count, ihop_expression_sizeof (pool, element));
}

/* The arguments of malloc, calloc or aligned_alloc whose product is the size; 0: it is another call. */
static guint
size_factors (const IhopNode *call, const IhopNode *const **factors)
{
  static const struct { const char *name; guint n_arguments, first; } allocators[]
    = { { "malloc", 1, 1 }, { "calloc", 2, 1 }, { "aligned_alloc", 2, 2 } };
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);
  const char *name = callee->kind == IHOP_REF && callee->symbol ? callee->symbol->name : "";

  for (guint i = 0; i < G_N_ELEMENTS (allocators); i++)
    if (g_str_equal (name, allocators[i].name) && call->n_children == allocators[i].n_arguments + 1)
      {
        *factors = (const IhopNode *const *) &call->child[allocators[i].first];
        return call->n_children - allocators[i].first;
      }
  return 0;
}

guint64
ihop_allocated_bytes (const IhopNode *call)
{
  const IhopNode *const *factors;
  guint n = size_factors (call, &factors);
  guint64 bytes = n > 0;

  for (guint i = 0; i < n; i++)
    {
      const IhopNode *factor = ihop_node_strip (factors[i], TRUE);
      gboolean is_known = (factor->flags & IHOP_NODE_CONSTANT) && factor->integer <= G_MAXINT32;
      bytes *= is_known ? (guint64) MAX (factor->integer, 0) : 0;
    }
  return bytes;
}

const IhopNode *
ihop_allocated_count (IhopPool *pool, const IhopNode *call, const IhopType *element)
{
  const IhopNode *const *factors;
  guint n = size_factors (call, &factors);

  for (guint i = 0; i < n; i++)
    if (ihop_node_effect (factors[i]))
      return NULL;
  return n ? count_of_bytes (pool, factors, n, element) : NULL;
}

const IhopNode *
ihop_allocated_rows (IhopPool *pool, const IhopNode *count, const IhopNode *const *extents, guint rank)
{
  g_autoptr (GPtrArray) factors = g_ptr_array_new ();
  gboolean fits;

  collect_factors (count, factors);
  fits = factors->len >= rank;
  for (guint d = 1; fits && d < rank; d++)
    fits = ihop_expression_equal (factors->pdata[factors->len - rank + d], extents[d]);
  if (!fits)
    return ihop_expression_binary (pool, IHOP_OP_DIV, count, ihop_extents_product (pool, &extents[1], rank - 1));
  return ihop_node_strip (product_of (pool, factors, 0, factors->len - rank + 1), FALSE);
}
