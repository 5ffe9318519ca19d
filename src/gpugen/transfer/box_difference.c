/* A box without a box inside it.
 *
 * Dimension by dimension a slab before and one behind the inner box; later dimensions are within it
 * in the earlier ones, so no element is in two slabs. With n = 1 "1 .. n - 2" is empty and "n - 1"
 * is "0" again: therefore only where all callers pass sizes for which inner is not empty. */
#include "gpugen/memory/variable.h"

static IhopBox *
slab_new (const IhopBox *all, const IhopBox *inner, guint d, const char *lower, gint64 count)
{
  IhopBox *slab = ihop_box_copy (all);

  for (guint k = 0; k <= d; k++)
    {
      g_free (slab->lower[k]);
      g_free (slab->count[k]);
      slab->lower[k] = g_strdup (k < d ? inner->lower[k] : lower);
      slab->count[k] = k < d ? g_strdup (inner->count[k])
                             : g_strdup_printf ("%" G_GINT64_FORMAT, count);
    }
  return slab;
}

/* FALSE: it is not known how the two lie to each other in this dimension. */
static gboolean
add_slabs (IhopWork *work, GPtrArray *rim, const IhopBox *all, const IhopBox *inner, guint d)
{
  g_autofree char *all_end = ihop_linear_sum (all->lower[d], all->count[d], 1);
  g_autofree char *inner_end = ihop_linear_sum (inner->lower[d], inner->count[d], 1);
  gint64 before, behind, least;

  if (!ihop_linear_distance (all->lower[d], inner->lower[d], &before)
      || !ihop_linear_distance (inner_end, all_end, &behind) || before < 0 || behind < 0)
    return FALSE;
  if (before == 0 && behind == 0)
    return TRUE;
  if (!ihop_least_text (work, inner->count[d], &least) || least < 1)
    return FALSE;
  if (before > 0)
    g_ptr_array_add (rim, slab_new (all, inner, d, all->lower[d], before));
  if (behind > 0)
    g_ptr_array_add (rim, slab_new (all, inner, d, inner_end, behind));
  return TRUE;
}

GPtrArray *
ihop_box_rim (IhopWork *work, const IhopBox *all, const IhopBox *inner)
{
  g_autoptr (GPtrArray) rim = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_box_free);

  if (all->rank != inner->rank)
    return NULL;
  for (guint d = 0; d < all->rank; d++)
    if (!add_slabs (work, rim, all, inner, d))
      return NULL;
  return g_steal_pointer (&rim);
}
