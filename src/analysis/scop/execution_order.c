#include "analysis/scop/execution_order.h"

const IhopScopLoop *
ihop_scop_common_loop (const IhopScopLoop *a, const IhopScopLoop *b)
{
  while (a != b)
    {
      if (b == NULL || (a && a->depth > b->depth))
        a = a->parent;
      else
        b = b->parent;
    }
  return a;
}

static const IhopScopLoop *
loop_at (const IhopScopLoop *loop, guint depth)
{
  while (loop->depth > depth)
    loop = loop->parent;
  return loop;
}

/* Both in the same iteration of "equal" loops, a before b in the next. */
static isl_map *
before_at (isl_space *space, const IhopScopLoop *common, guint level)
{
  isl_map *map = isl_map_universe (space);

  for (guint i = 0; i < level; i++)
    map = isl_map_equate (map, isl_dim_in, i, isl_dim_out, i);
  if (loop_at (common, level)->backwards)
    return isl_map_order_gt (map, isl_dim_in, level, isl_dim_out, level);
  return isl_map_order_lt (map, isl_dim_in, level, isl_dim_out, level);
}

isl_map *
ihop_scop_before (const IhopScop *scop, const IhopScopLoop *a, guint a_depth,
                  const IhopScopLoop *b, guint b_depth, gboolean a_first, guint equal)
{
  const IhopScopLoop *common = ihop_scop_common_loop (a, b);
  guint n = common ? common->depth + 1 : 0;
  isl_space *space = isl_space_alloc (scop->ctx, 0, a_depth, b_depth);
  isl_map *before = isl_map_empty (isl_space_copy (space));

  for (guint level = equal; level < n; level++)
    before = isl_map_union (before, before_at (isl_space_copy (space), common, level));
  if (a_first)
    {
      isl_map *same = isl_map_universe (isl_space_copy (space));
      for (guint i = 0; i < n; i++)
        same = isl_map_equate (same, isl_dim_in, i, isl_dim_out, i);
      before = isl_map_union (before, same);
    }
  isl_space_free (space);
  return before;
}
