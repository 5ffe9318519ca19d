/* Barriers of a warp, or of a tile of it: who meets there, and whom a mask names. (CUDA C++ Programming Guide, "Warp Synchronization": all
 * threads that the mask names come, but for those that have ended, and then accesses before and behind are ordered.) */
#include "prove/model.h"

void
prove_add_barrier_of (Walk *walk, const IhopNode *node, guint group, isl_set *named)
{
  Barrier *barrier = prove_add_barrier (walk, node);

  barrier->group = group;
  barrier->named = named;
  barrier->gone = isl_set_eliminate (isl_set_copy (walk->model->gone), isl_dim_set, DIM_TRIP, MOST_LOOPS);
}

/* { one → other }: of one group, in one iteration of all loops; NULL: which threads are of one is not affine. */
static isl_map *
of_one_group (const Model *model, guint group)
{
  isl_pw_aff *number = prove_value_affine (prove_rank (model));

  if (number == NULL)
    return NULL;
  number = isl_pw_aff_floor (isl_pw_aff_scale_down_val (number, isl_val_int_from_ui (model->ctx, group)));
  isl_map *to = isl_map_from_pw_aff (number), *from = isl_map_reverse (isl_map_copy (to));
  isl_map *pairs = isl_map_apply_range (to, from);
  return prove_equal_dims (prove_equal_dims (pairs, DIM_BLOCK, 6), DIM_TRIP, MOST_LOOPS);
}

/* { who comes → whom it waits for in vain }; takes pairs of one group. */
static isl_map *
in_vain (const Model *model, const Barrier *barrier, isl_map *pairs)
{
  isl_set *awaited = isl_set_eliminate (isl_set_copy (model->threads), isl_dim_set, DIM_TRIP, MOST_LOOPS);

  awaited = isl_set_subtract (isl_set_subtract (awaited, isl_set_copy (barrier->gone)), isl_set_copy (barrier->domain));
  if (barrier->named)
    awaited = isl_set_intersect (awaited, isl_set_copy (barrier->named));
  return isl_map_intersect_range (isl_map_intersect_domain (pairs, isl_set_copy (barrier->domain)), awaited);
}

/* ---- Masks ------------------------------------------------------------------------------------------------------------- */

/* Threads whose bit is set in a number. */
static isl_set *
with_bits (const Model *model, guint32 bits)
{
  isl_set *set = isl_set_empty (isl_space_copy (model->space));

  for (guint lane = 0; lane < THREADS_OF_WARP; lane++)
    {
      isl_pw_aff *rank = bits >> lane & 1 ? prove_value_affine (prove_rank (model)) : NULL;
      if (rank == NULL)
        continue;
      rank = isl_pw_aff_mod_val (rank, isl_val_int_from_ui (model->ctx, THREADS_OF_WARP));
      set = isl_set_union (set, isl_pw_aff_eq_set (rank, prove_number (model, lane)));
    }
  return isl_set_coalesce (set);
}

/* Whether the threads that come here are all of their warps, but for those that have ended. */
static gboolean
come_in_warps (Walk *walk)
{
  isl_map *pairs = walk->is_exact ? of_one_group (walk->model, THREADS_OF_WARP) : NULL;
  Barrier here = { .domain = walk->domain, .gone = walk->model->gone };

  if (pairs == NULL)
    return FALSE;
  isl_map *missing = in_vain (walk->model, &here, pairs);
  gboolean all = isl_map_is_empty (missing) == isl_bool_true;
  isl_map_free (missing);
  return all;
}

/* "__ballot_sync (0xffffffff, c)" that whole warps come to: whoever c holds for. */
static isl_set *
balloted (Walk *walk, const IhopNode *call)
{
  const IhopSymbol *symbol = call->kind == IHOP_CALL ? prove_callee (call) : NULL;
  gboolean is_all, is_exact;

  if (symbol == NULL || !g_str_equal (symbol->name, "__ballot_sync") || call->n_children != 3)
    return NULL;
  isl_set_free (prove_lanes (walk, call->child[1], &is_all));
  if (!is_all || !come_in_warps (walk))
    return NULL;
  isl_set *lanes = prove_condition (walk, call->child[2], &is_exact);
  guint depth = walk->where.depth;
  isl_set *came = isl_set_eliminate (isl_set_copy (walk->domain), isl_dim_set, DIM_TRIP + depth, MOST_LOOPS - depth);
  lanes = isl_set_intersect (lanes, came);
  return is_exact ? lanes : isl_set_free (lanes);
}

isl_set *
prove_lanes (Walk *walk, const IhopNode *mask, gboolean *is_all)
{
  const IhopNode *bare = ihop_node_strip (mask, TRUE);
  const IhopSymbol *own = prove_own_name (walk, bare);
  const Binding *binding = own && !prove_is_volatile (walk->model, own) ? g_hash_table_lookup (walk->bindings, own) : NULL;
  Value *value = prove_evaluate (walk, bare);
  gint64 number = 0;
  gboolean is_known = prove_value_constant (value, &number);

  prove_value_free (value);
  *is_all = is_known && (guint32) number == G_MAXUINT32;
  if (is_known && !*is_all)
    return with_bits (walk->model, (guint32) number);
  if (binding && binding->lanes)
    return isl_set_copy (binding->lanes);
  return is_known ? NULL : balloted (walk, bare);
}

void
prove_walk_warp_barrier (Walk *walk, const IhopNode *node, const IhopNode *mask)
{
  gboolean is_all = TRUE;
  isl_set *named = mask ? prove_lanes (walk, mask, &is_all) : NULL;

  if (named || is_all)
    prove_add_barrier_of (walk, node, THREADS_OF_WARP, named);
  else
    {
      walk->model->has_lost_warps = TRUE;
      prove_obstacle (walk->model, node, ihop_message ("which threads the mask of this barrier names is not known"));
    }
}

/* ---- Who meets ---------------------------------------------------------------------------------------------------------- */

/* Threads that come though the mask does not name them. */
static gboolean
has_strangers (const Barrier *barrier)
{
  return barrier->named && isl_set_is_subset (barrier->domain, barrier->named) != isl_bool_true;
}

/* A barrier of the block behind this one, at which somebody may wait meanwhile. */
static gboolean
may_be_waited_at (const Barrier *elsewhere, const Barrier *barrier)
{
  return elsewhere->group == 0 && elsewhere->is_exact && elsewhere->where.depth == 0
         && elsewhere->where.position >= barrier->where.position;
}

/* Pairs of which the other thread waits at a later barrier of the block, without having come to any of a warp: whoever ends is not
 * waited for, and lanes at two barriers of one mask may meet. Keeps pairs. */
static isl_map *
stuck_at (const Model *model, const Barrier *elsewhere, isl_map *pairs)
{
  isl_set *set = isl_set_copy (elsewhere->domain);

  for (guint i = 0; i < model->barriers->len; i++)
    {
      const Barrier *other = model->barriers->pdata[i];
      if (other->group)
        set = isl_set_subtract (set, isl_set_eliminate (isl_set_copy (other->domain), isl_dim_set, DIM_TRIP, MOST_LOOPS));
    }
  return isl_map_intersect_range (isl_map_copy (pairs), set);
}

static void
report_missing (Model *model, const Barrier *barrier, isl_map *pairs)
{
  gboolean is_known = barrier->is_exact && !barrier->is_behind_return && !model->has_wrapped && barrier->where.depth == 0;

  for (guint i = 0; i < model->barriers->len && is_known; i++)
    {
      const Barrier *elsewhere = model->barriers->pdata[i];
      isl_map *stuck = may_be_waited_at (elsewhere, barrier) ? stuck_at (model, elsewhere, pairs) : NULL;
      if (stuck && isl_map_is_empty (stuck) == isl_bool_false)
        {
          prove_finding_of_barrier (model, barrier, elsewhere->node, stuck);
          return;
        }
      isl_map_free (stuck);
    }
  prove_obstacle (model, barrier->node, ihop_message ("it is not known whether all threads of a warp that are waited for come here"));
}

/* What orders threads of a warp is known of whole groups alone: masks may lead from one thread to another by way of a third. */
gboolean
prove_judge_warp_barrier (Model *model, Barrier *barrier)
{
  isl_map *group = of_one_group (model, barrier->group);
  gboolean is_followed = group && barrier->is_exact && !prove_is_in_loop_of_threads (&barrier->where);

  model->has_lost_warps = model->has_lost_warps || !is_followed || barrier->named || prove_depth_of_values (&barrier->where);
  if (!is_followed)
    {
      isl_map_free (group);
      prove_obstacle (model, barrier->node, ihop_message ("it is not known whether all threads of a warp that are waited for come here"));
      return TRUE;
    }
  isl_map *missing = in_vain (model, barrier, isl_map_copy (group));
  isl_bool none = isl_map_is_empty (missing);
  if (none == isl_bool_true && has_strangers (barrier))
    prove_obstacle (model, barrier->node, ihop_message ("it is not known whether the mask of this barrier names all threads that come"));
  else if (none == isl_bool_true)
    barrier->meets = isl_map_intersect_range (isl_map_intersect_domain (isl_map_copy (group), isl_set_copy (barrier->domain)), isl_set_copy (barrier->domain));
  else if (none == isl_bool_false)
    report_missing (model, barrier, missing);
  model->has_lost_warps = model->has_lost_warps || barrier->meets == NULL;
  isl_map_free (missing);
  isl_map_free (group);
  return none != isl_bool_error;
}
