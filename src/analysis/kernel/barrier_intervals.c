/* Which iterations of the loops that a block's threads go through together have a fence between them. */
#include "analysis/kernel/races.h"
#include "analysis/scop/execution_order.h"

/* Number of uniform loops around, the innermost block loop among them. */
static guint
uniform_depth (const IhopRaces *races, const IhopNode *around)
{
  return ihop_scop_loop_of (races->scop, around)->depth + 1;
}

/* { iteration around a → iteration around b }: a's place comes before b's, in one block. */
static isl_map *
in_order (const IhopRaces *races, const IhopNode *a, const IhopNode *b, gboolean a_first)
{
  return ihop_scop_before (races->scop, ihop_scop_loop_of (races->scop, a), uniform_depth (races, a),
                           ihop_scop_loop_of (races->scop, b), uniform_depth (races, b), a_first, 1);
}

/* { iteration around a → iteration around b }: with this fence between them. */
static isl_map *
fenced (const IhopRaces *races, const IhopThreadNest *a, const IhopThreadNest *b, const IhopFence *fence)
{
  const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, fence->around);
  isl_set *domain = isl_set_reset_tuple_id (isl_set_copy (loop->domain));
  isl_map *from = in_order (races, a->around, fence->around, a->position < fence->position);
  isl_map *to = in_order (races, fence->around, b->around, fence->position < b->position);

  return isl_map_coalesce (isl_map_apply_range (isl_map_intersect_range (from, domain), to));
}

static isl_map *
within_domains (const IhopRaces *races, isl_map *pairs, const IhopNode *a, const IhopNode *b)
{
  isl_set *from = isl_set_copy (ihop_scop_loop_of (races->scop, a)->domain);
  isl_set *to = isl_set_copy (ihop_scop_loop_of (races->scop, b)->domain);

  pairs = isl_map_intersect_domain (pairs, isl_set_reset_tuple_id (from));
  pairs = isl_map_intersect_range (pairs, isl_set_reset_tuple_id (to));
  return isl_map_intersect_params (pairs, isl_set_copy (races->scop->context));
}

/* Threads of one nest run it in any order: within an iteration it comes before itself. */
static isl_map *
unfenced (const IhopRaces *races, const IhopThreadNest *a, const IhopThreadNest *b)
{
  isl_map *left = in_order (races, a->around, b->around, a->position <= b->position);

  left = within_domains (races, left, a->around, b->around);
  for (guint i = 0; i < races->fences->len; i++)
    {
      isl_map *between = fenced (races, a, b, &g_array_index (races->fences, IhopFence, i));
      if (between && ihop_map_is_simple (between))
        left = isl_map_subtract (left, between);
      else
        isl_map_free (between); /* as if it were not there */
    }
  return left;
}

/* Positions are different for all nests. */
static gpointer
key_of (const IhopThreadNest *a, const IhopThreadNest *b)
{
  return GSIZE_TO_POINTER ((gsize) a->position << 32 | b->position);
}

const isl_map *
ihop_races_unfenced (IhopRaces *races, const IhopThreadNest *a, const IhopThreadNest *b)
{
  gpointer key = key_of (a, b), known;

  if (!g_hash_table_lookup_extended (races->unfenced, key, NULL, &known))
    {
      known = unfenced (races, a, b);
      g_hash_table_insert (races->unfenced, key, known);
    }
  return known;
}

/* Iterations around the nest, of any block, that have no fence behind (or else before) the nest in their block's iteration. */
static isl_set *
without_fence (const IhopRaces *races, const IhopThreadNest *nest, gboolean behind)
{
  isl_set *left = isl_set_reset_tuple_id (isl_set_copy (ihop_scop_loop_of (races->scop, nest->around)->domain));

  left = isl_set_intersect_params (left, isl_set_copy (races->scop->context));
  for (guint i = 0; i < races->fences->len; i++)
    {
      const IhopFence *fence = &g_array_index (races->fences, IhopFence, i);
      isl_set *domain = isl_set_reset_tuple_id (isl_set_copy (ihop_scop_loop_of (races->scop, fence->around)->domain));
      isl_map *order = behind ? in_order (races, nest->around, fence->around, nest->position < fence->position)
                              : in_order (races, fence->around, nest->around, fence->position < nest->position);
      left = isl_set_subtract (left, isl_set_coalesce (isl_set_apply (domain, behind ? isl_map_reverse (order) : order)));
    }
  return left;
}

gboolean
ihop_races_are_fenced (const IhopRaces *races, const IhopThreadNest *nest, gboolean behind)
{
  isl_set *left = without_fence (races, nest, behind);
  gboolean none = left && isl_set_is_empty (left) == isl_bool_true;

  isl_set_free (left);
  return none;
}

void
ihop_races_set_fences (IhopRaces *races, const GArray *fences)
{
  g_hash_table_remove_all (races->unfenced);
  g_array_set_size (races->fences, 0);
  if (fences->len)
    g_array_append_vals (races->fences, fences->data, fences->len);
}
