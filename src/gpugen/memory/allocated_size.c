/* How much memory calls that allocate ask for, in elements and rows. */
#include "ir/expression.h"
#include "gpugen/memory/allocated_size.h"
#include "gpugen/memory/allocator_call.h"
#include "gpugen/plan/lookup.h"

static gboolean
is_sizeof_type (const IhopNode *node, const IhopType *element)
{
  gint64 number;

  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_CAST)
    node = ihop_node_strip (node->child[0], TRUE);
  if (ihop_expression_is_number (node, &number))
    return number > 0 && (guint64) number == ihop_type_strip (element)->size;
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

static gboolean
is_one (const IhopNode *factor)
{
  gint64 number;

  while (factor->kind == IHOP_CAST)
    factor = ihop_node_strip (factor->child[0], TRUE);
  return ihop_expression_is_number (factor, &number) && number == 1;
}

/* "(size_t) n" elements are n. */
static const IhopNode *
without_widening (const IhopNode *count)
{
  const IhopNode *inner = count->kind == IHOP_CAST ? count->child[0] : NULL;

  return inner && ihop_type_is_integer (count->type) && ihop_type_is_integer (inner->type)
             && ihop_type_strip (count->type)->size > ihop_type_strip (inner->type)->size
           ? inner : count;
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
      if (is_one (bare))
        continue;
      if (!divided && (is_sizeof_type (bare, element) || divide_array (bare, element, factors)))
        divided = TRUE;
      else
        g_ptr_array_add (factors, bytes->pdata[i]);
    }
  const IhopNode *count = product_of (pool, factors, 0, factors->len);
  if (count && factors->len == 1)
    count = without_widening (count);
  if (count == NULL)
    count = ihop_expression_number (pool, 1);
  return divided ? count : ihop_expression_binary (pool, IHOP_OP_DIV, count, ihop_expression_sizeof (pool, element));
}

/* A number, other than by digits alone; FALSE: it is none, or too large for a product of two. */
static gboolean
read_constant (const IhopNode *node, guint64 *number)
{
  guint64 left, right;

  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_CAST)
    node = ihop_node_strip (node->child[0], TRUE);
  *number = (guint64) MAX (node->integer, 0);
  if ((node->flags & IHOP_NODE_CONSTANT) || ihop_expression_is_number (node, NULL))
    return node->integer >= 0 && node->integer <= G_MAXINT32;
  if (node->kind == IHOP_SIZEOF && node->argument_type)
    *number = ihop_type_strip (node->argument_type)->size;
  else if (node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL && read_constant (node->child[0], &left)
           && read_constant (node->child[1], &right))
    *number = left * right;
  else
    return FALSE;
  return *number > 0 && *number <= G_MAXINT32;
}

guint64
ihop_allocated_bytes (IhopFacts *facts, const IhopNode *call)
{
  g_autoptr (GPtrArray) factors = g_ptr_array_new ();
  guint64 bytes = ihop_allocator_call_factors (facts, call, factors), factor;

  for (guint i = 0; i < factors->len; i++)
    bytes *= read_constant (factors->pdata[i], &factor) ? factor : 0;
  return bytes;
}

const IhopNode *
ihop_allocated_count (IhopFacts *facts, const IhopNode *call, const IhopType *element)
{
  g_autoptr (GPtrArray) factors = g_ptr_array_new ();

  if (!ihop_allocator_call_factors (facts, call, factors))
    return NULL;
  for (guint i = 0; i < factors->len; i++)
    if (ihop_node_effect (factors->pdata[i]))
      return NULL;
  return count_of_bytes (ihop_facts_pool (facts), (const IhopNode *const *) factors->pdata, factors->len, element);
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
