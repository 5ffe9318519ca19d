/* A box without a box inside it.
 *
 * Dimension by dimension a slab before and one behind the inner box; later dimensions are within it
 * in the earlier ones, so no element is in two slabs. With n = 1 "1 .. n - 2" is empty and "n - 1"
 * is "0" again: therefore only where all callers pass sizes for which inner is not empty. */
#include "ir/expression.h"
#include "gpugen/transfer/box_difference.h"
#include "gpugen/kernel/least_value.h"
#include "gpugen/plan/work.h"

static const IhopBox *
slab_new (IhopPool *pool, const IhopBox *all, const IhopBox *inner, guint d, const IhopNode *lower, gint64 count)
{
  IhopBox *slab = ihop_box_new (pool, all->rank);

  for (guint k = 0; k < all->rank; k++)
    {
      slab->lower[k] = k < d ? inner->lower[k] : k == d ? lower : all->lower[k];
      slab->count[k] = k < d ? inner->count[k] : k == d ? ihop_expression_number (pool, count) : all->count[k];
    }
  return slab;
}

/* FALSE: it is not known how the two lie to each other in this dimension. */
static gboolean
add_slabs (IhopWork *work, GPtrArray *slabs, const IhopBox *all, const IhopBox *inner, guint d)
{
  IhopPool *pool = ihop_work_pool (work);
  const IhopNode *all_end = ihop_expression_add (pool, all->lower[d], all->count[d]);
  const IhopNode *inner_end = ihop_expression_add (pool, inner->lower[d], inner->count[d]);
  gint64 before, behind, least;

  if (!ihop_expression_distance (all->lower[d], inner->lower[d], &before)
      || !ihop_expression_distance (inner_end, all_end, &behind) || before < 0 || behind < 0)
    return FALSE;
  if (before == 0 && behind == 0)
    return TRUE;
  if (!ihop_least_size (work, inner->count[d], &least) || least < 1)
    return FALSE;
  if (before > 0)
    g_ptr_array_add (slabs, (gpointer) slab_new (pool, all, inner, d, all->lower[d], before));
  if (behind > 0)
    g_ptr_array_add (slabs, (gpointer) slab_new (pool, all, inner, d, inner_end, behind));
  return TRUE;
}

GPtrArray *
ihop_box_difference (IhopWork *work, const IhopBox *all, const IhopBox *inner)
{
  g_autoptr (GPtrArray) slabs = g_ptr_array_new ();

  if (all->rank != inner->rank)
    return NULL;
  for (guint d = 0; d < all->rank; d++)
    if (!add_slabs (work, slabs, all, inner, d))
      return NULL;
  return g_steal_pointer (&slabs);
}
