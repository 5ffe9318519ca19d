/* How much memory calls that allocate ask for, in elements and rows. */
#include "ir/expression.h"
#include "gpugen/memory/allocated_size.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/member_values.h"
#include "gpugen/memory/allocator_call.h"
#include "gpugen/memory/resolved_size.h"
#include "gpugen/plan/lookup.h"

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopType *element;
} Measure;

/* ---- what a sizeof measures ---- */

static gboolean
keeps_extent (const Measure *self, const IhopNode *extent)
{
  return !ihop_size_reads_memory (extent) && ihop_defs_keep_values (self->facts, self->function, extent);
}

/* The variable that is measured by "*p"; NULL: it is something else. */
static const IhopSymbol *
pointer_of (const IhopNode *size)
{
  const IhopNode *value = size->n_children && size->child[0] ? ihop_node_strip (size->child[0], TRUE) : NULL;
  gboolean is_target = value && value->kind == IHOP_UNARY && value->op == IHOP_OP_DEREF;
  const IhopNode *name = is_target ? ihop_node_strip (value->child[0], TRUE) : NULL;

  return name && name->kind == IHOP_REF && ihop_type_strip (name->symbol->type)->kind == IHOP_TYPE_POINTER ? name->symbol : NULL;
}

/* A type is as long as its extents were when it was made. That is here, where they are written in the sizeof, and where it
 * stands in the declaration of the very pointer; else they have to be so still. */
static gboolean
keeps_extents (const Measure *self, const IhopNode *size, const IhopType *type)
{
  const IhopSymbol *pointer = pointer_of (size);
  const IhopNode *declared = pointer ? ihop_defs_of (self->facts, self->function, pointer)->declaration : NULL;
  gboolean keeps = TRUE;

  if (declared && ihop_range_contains (declared->range, size->range))
    return TRUE;
  for (type = ihop_type_strip (type); type->kind == IHOP_TYPE_ARRAY && keeps; type = ihop_type_strip (type->target))
    keeps = type->count_expr == NULL || ihop_range_contains (size->range, type->count_expr->range)
            || keeps_extent (self, type->count_expr);
  return keeps;
}

/* What a sizeof is of, as it was declared; NULL: how large that is cannot be said by its extents. */
static const IhopType *
measured_type (const Measure *self, const IhopNode *size)
{
  const IhopSymbol *pointer = pointer_of (size);
  const IhopType *type = size->argument_type                       ? size->argument_type
                         : pointer                                 ? ihop_type_strip (pointer->type)->target
                         : size->n_children && size->child[0] ? ihop_node_strip (size->child[0], TRUE)->type
                                                                   : NULL;

  return type && keeps_extents (self, size, type) ? type : NULL;
}

static gboolean
is_sizeof_element (const Measure *self, const IhopNode *node)
{
  gint64 number;

  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_CAST)
    node = ihop_node_strip (node->child[0], TRUE);
  if (ihop_expression_is_number (node, &number))
    return number > 0 && (guint64) number == ihop_type_strip (self->element)->size;
  if (node->kind != IHOP_SIZEOF)
    return FALSE;
  const IhopType *type = measured_type (self, node);
  return type && ihop_type_strip (type)->size == ihop_type_strip (self->element)->size
         && ihop_type_strip (self->element)->size;
}

/* ---- in elements ---- */

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

/* "sizeof (double[n][m])", or "sizeof *p" of a pointer to such rows: adds n and m. */
static gboolean
divide_array (const Measure *self, const IhopNode *node, GPtrArray *factors)
{
  const IhopType *type = node->kind == IHOP_SIZEOF ? measured_type (self, node) : NULL;
  guint n = factors->len;

  type = type ? ihop_type_strip (type) : NULL;
  if (type == NULL || type->kind != IHOP_TYPE_ARRAY)
    return FALSE;
  for (; type->kind == IHOP_TYPE_ARRAY && type->count_expr && !ihop_node_effect (type->count_expr);
       type = ihop_type_strip (type->target))
    g_ptr_array_add (factors, (gpointer) type->count_expr);
  if (type->kind != IHOP_TYPE_ARRAY && type->size == ihop_type_strip (self->element)->size && type->size)
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
count_of_bytes (const Measure *self, const IhopNode *const *arguments, guint n)
{
  IhopPool *pool = ihop_facts_pool (self->facts);
  g_autoptr (GPtrArray) bytes = g_ptr_array_new (), factors = g_ptr_array_new ();
  gboolean is_byte = ihop_type_strip (self->element)->size == 1, divided = is_byte;

  for (guint i = 0; i < n; i++)
    collect_factors (arguments[i], bytes);
  for (guint i = 0; i < bytes->len; i++)
    {
      const IhopNode *bare = ihop_node_strip (bytes->pdata[i], TRUE);
      if (is_one (bare) || (is_byte && is_sizeof_element (self, bare)))
        continue;
      if (!divided && (is_sizeof_element (self, bare) || divide_array (self, bare, factors)))
        divided = TRUE;
      else
        g_ptr_array_add (factors, (gpointer) without_widening (bytes->pdata[i]));
    }
  const IhopNode *count = product_of (pool, factors, 0, factors->len);
  if (count == NULL)
    count = ihop_expression_number (pool, 1);
  return divided ? count : ihop_expression_binary (pool, IHOP_OP_DIV, count, ihop_expression_sizeof (pool, self->element));
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
ihop_allocated_count (IhopFacts *facts, const IhopFunction *function, const IhopNode *call, const IhopType *element)
{
  g_autoptr (GPtrArray) factors = g_ptr_array_new ();
  const Measure measure = { facts, function, element };

  if (!ihop_allocator_call_factors (facts, call, factors))
    return NULL;
  for (guint i = 0; i < factors->len; i++)
    if (ihop_node_effect (factors->pdata[i]))
      return NULL;
  return count_of_bytes (&measure, (const IhopNode *const *) factors->pdata, factors->len);
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
