/* Boxes of elements, compared and put together. */
#include "ir/expression.h"
#include "gpugen/plan/box.h"

gboolean
ihop_box_equal (const IhopBox *a, const IhopBox *b)
{
  gint64 distance;

  if (a == NULL || b == NULL || a->rank != b->rank)
    return a == b;
  for (guint d = 0; d < a->rank; d++)
    if (!ihop_expression_distance (a->lower[d], b->lower[d], &distance) || distance != 0
        || !ihop_expression_distance (a->count[d], b->count[d], &distance) || distance != 0)
      return FALSE;
  return TRUE;
}

static gboolean
hull_dimension (IhopPool *pool, const IhopBox *a, const IhopBox *b, guint d, IhopBox *hull)
{
  const IhopNode *end_a = ihop_expression_add (pool, a->lower[d], a->count[d]);
  const IhopNode *end_b = ihop_expression_add (pool, b->lower[d], b->count[d]);
  gint64 lower, end;

  if (!ihop_expression_distance (a->lower[d], b->lower[d], &lower) || !ihop_expression_distance (end_a, end_b, &end))
    return FALSE;
  hull->lower[d] = lower < 0 ? b->lower[d] : a->lower[d];
  hull->count[d] = ihop_expression_subtract (pool, end > 0 ? end_b : end_a, hull->lower[d]);
  return TRUE;
}

const IhopBox *
ihop_box_hull (IhopPool *pool, const IhopBox *a, const IhopBox *b)
{
  if (a == NULL || b == NULL || a->rank != b->rank)
    return NULL;
  IhopBox *hull = ihop_box_new (pool, a->rank);
  for (guint d = 0; d < a->rank; d++)
    if (!hull_dimension (pool, a, b, d, hull))
      return NULL;
  return hull;
}
