/* Which instances come one after the other, and which may be of two threads. */
#include "prove/model.h"

/* ---- Order ----------------------------------------------------------------------------------------------------------- */

isl_map *
prove_all_pairs (const Model *model)
{
  return isl_map_universe (isl_space_map_from_set (isl_space_copy (model->space)));
}

isl_map *
prove_equal_dims (isl_map *pairs, guint first, guint n)
{
  for (guint i = first; i < first + n; i++)
    pairs = isl_map_equate (pairs, isl_dim_in, (int) i, isl_dim_out, (int) i);
  return pairs;
}

/* { one → other }: of one block (or, across, of any two), the one's place comes before the other's, each as often as the loops around
 * have run. */
static isl_map *
before (const Model *model, const Where *one, const Where *other, gboolean across)
{
  guint common = 0;
  isl_map *same = across ? prove_all_pairs (model) : prove_equal_dims (prove_all_pairs (model), DIM_BLOCK, 6), *result = isl_map_empty (isl_map_get_space (same));

  while (common < one->depth && common < other->depth && one->loop[common].serial == other->loop[common].serial)
    common++;
  for (guint i = 0; i < common; i++)
    {
      result = isl_map_union (result, isl_map_order_lt (isl_map_copy (same), isl_dim_in, (int) (DIM_TRIP + i), isl_dim_out, (int) (DIM_TRIP + i)));
      same = prove_equal_dims (same, DIM_TRIP + i, 1);
    }
  if (one->position < other->position)
    return isl_map_union (result, same);
  isl_map_free (same);
  return result;
}

/* How many loops around come first, up to the innermost of those whose iterations are not all of their numbers. */
guint
prove_depth_of_values (const Where *where)
{
  guint depth = 0;

  for (guint i = 0; i < where->depth; i++)
    if (where->loop[i].is_of_values)
      depth = i + 1;
  return depth;
}

gboolean
prove_is_in_loop_of_threads (const Where *where)
{
  gboolean is_in = FALSE;

  for (guint i = 0; i < where->depth; i++)
    is_in = is_in || where->loop[i].is_of_threads;
  return is_in;
}

/* The same for threads of all blocks, where these meet. */
gboolean
prove_is_met_apart (const Barrier *barrier)
{
  gboolean is_in = prove_is_in_loop_of_threads (&barrier->where);

  for (guint i = 0; i < barrier->where.depth && barrier->is_grid; i++)
    is_in = is_in || barrier->where.loop[i].is_of_blocks;
  return is_in;
}

/* What of pairs lies in one iteration of the loops around both, so many of them; nothing, if these are not around both. */
static isl_map *
in_one_iteration (isl_map *pairs, const Where *one, const Where *other, guint n)
{
  gboolean is_common = one->depth >= n && other->depth >= n;

  for (guint i = 0; i < n && is_common; i++)
    is_common = one->loop[i].serial == other->loop[i].serial;
  if (is_common)
    return prove_equal_dims (pairs, DIM_TRIP, n);
  isl_map *none = isl_map_empty (isl_map_get_space (pairs));
  isl_map_free (pairs);
  return none;
}

/* { one → barrier }, of whoever comes to it as well as one's own thread; of a warp only those that it meets there. */
static isl_map *
up_to_barrier (const Model *model, const Where *one, const Barrier *barrier, gboolean across)
{
  isl_map *to = before (model, one, &barrier->where, across);

  if (barrier->group)
    return isl_map_apply_range (prove_equal_dims (to, DIM_THREAD, 3), isl_map_copy (barrier->meets));
  return isl_map_intersect_range (to, isl_set_eliminate (isl_set_copy (barrier->domain), isl_dim_set, DIM_THREAD, 3));
}

static isl_map *
from_barrier (const Model *model, const Barrier *barrier, const Where *other, gboolean across)
{
  isl_map *from = before (model, &barrier->where, other, across);

  return barrier->group ? prove_equal_dims (from, DIM_THREAD, 3) : from;
}

/* { one → other }: with a barrier in between, which all threads of the block reach, or all of the warp that both are of. Of numbers that a variable takes in powers it
 * or in steps it is only known that an iteration is there for one of them if something else happens in it. */
isl_map *
prove_separated (const Model *model, const Where *one, const Where *other, gboolean across)
{
  isl_map *result = isl_map_empty (isl_space_map_from_set (isl_space_copy (model->space)));

  for (guint i = 0; i < model->barriers->len; i++)
    {
      const Barrier *barrier = model->barriers->pdata[i];
      guint n = prove_depth_of_values (&barrier->where);
      if (prove_is_met_apart (barrier) || (barrier->group && barrier->meets == NULL) || (across && !barrier->is_grid))
        continue;
      isl_map *to = up_to_barrier (model, one, barrier, across), *from = from_barrier (model, barrier, other, across);
      if (n)
        {
          isl_map *late = in_one_iteration (isl_map_copy (from), &barrier->where, other, n);
          result = isl_map_union (result, isl_map_apply_range (isl_map_copy (to), late));
          to = in_one_iteration (to, one, &barrier->where, n);
        }
      result = isl_map_union (result, isl_map_apply_range (to, from));
    }
  return isl_map_coalesce (result);
}

isl_map *
prove_separated_by_left_out (const Model *model, const Where *one, const Where *other)
{
  isl_map *result = isl_map_empty (isl_space_map_from_set (isl_space_copy (model->space)));

  for (guint i = 0; i < model->left_out->len; i++)
    {
      const Where *barrier = &((const Barrier *) model->left_out->pdata[i])->where;
      result = isl_map_union (result, isl_map_apply_range (before (model, one, barrier, FALSE), before (model, barrier, other, FALSE)));
    }
  return isl_map_coalesce (result);
}

/* ---- Two threads ------------------------------------------------------------------------------------------------------ */

isl_map *
prove_of_one_block (const Model *model)
{
  isl_map *same = prove_all_pairs (model), *result = isl_map_empty (isl_map_get_space (same));

  for (guint axis = 0; axis < 3; axis++)
    if (model->shape.block[axis] != 1)
      {
        int dim = (int) (DIM_THREAD + axis);
        result = isl_map_union (result, isl_map_order_lt (isl_map_copy (same), isl_dim_in, dim, isl_dim_out, dim));
        result = isl_map_union (result, isl_map_order_gt (isl_map_copy (same), isl_dim_in, dim, isl_dim_out, dim));
      }
  isl_map_free (same);
  return result;
}

/* The blocks of the one stand in front of those of the other along an axis: so do their first threads. */
static isl_map *
in_front (isl_map *pairs, guint axis, enum isl_dim_type one, enum isl_dim_type other)
{
  isl_constraint *row;

  pairs = isl_map_order_lt (pairs, isl_dim_in, (int) axis, isl_dim_out, (int) axis);
  row = isl_constraint_alloc_inequality (isl_local_space_from_space (isl_map_get_space (pairs)));
  row = isl_constraint_set_coefficient_si (row, one, (int) (DIM_BASE + axis), -1);
  row = isl_constraint_set_coefficient_si (row, other, (int) (DIM_BASE + axis), 1);
  row = isl_constraint_set_coefficient_si (row, isl_dim_param, (int) (PARAM_BLOCK + axis), -1);
  return isl_map_add_constraint (pairs, row);
}

isl_map *
prove_of_two_blocks (const Model *model)
{
  isl_map *same = prove_all_pairs (model), *result = isl_map_empty (isl_map_get_space (same));

  for (guint axis = 0; axis < 3; axis++)
    {
      isl_map *next = isl_map_copy (same);
      same = isl_map_equate (same, isl_dim_in, (int) axis, isl_dim_out, (int) axis);
      same = prove_equal_dims (same, DIM_BASE + axis, 1);
      isl_map *less = in_front (isl_map_copy (next), axis, isl_dim_in, isl_dim_out);
      isl_map *more = isl_map_reverse (in_front (isl_map_reverse (next), axis, isl_dim_in, isl_dim_out));
      isl_map *apart = isl_map_union (less, more);
      if (model->shape.grid[axis] == 1)
        isl_map_free (apart);
      else
        result = isl_map_union (result, apart);
    }
  isl_map_free (same);
  return result;
}

/* Threads of the first warp of a block, or all others. */
static isl_set *
in_first_warp (const Model *model, gboolean is_in)
{
  Value *number = prove_value_number (model, is_in ? THREADS_OF_WARP - 1 : -THREADS_OF_WARP);
  gint64 unit = is_in ? -1 : 1;

  for (guint axis = 0; axis < 3; axis++)
    {
      Value *part = prove_value_multiply (model, prove_value_dim (model, DIM_THREAD + axis), prove_value_number (model, unit));
      number = prove_value_add (number, part, 1);
      unit *= (gint64) model->shape.block[axis];
    }
  return isl_pw_aff_nonneg_set (prove_value_affine (number));
}

isl_map *
prove_of_first_warp_and_others (const Model *model)
{
  isl_map *pairs = isl_map_from_domain_and_range (in_first_warp (model, TRUE), in_first_warp (model, FALSE));

  return isl_map_union (pairs, isl_map_reverse (isl_map_copy (pairs)));
}

/* ---- Steps ------------------------------------------------------------------------------------------------------------- */

/* { instance → [variable - first, step] }, of a loop around. */
static isl_map *
way_of (const Model *model, const Where *where, guint loop)
{
  const Progression *progression = where->loop[loop].progression;
  isl_pw_aff *variable = prove_value_affine (prove_value_dim (model, DIM_TRIP + loop));
  isl_pw_aff *way = isl_pw_aff_sub (variable, isl_pw_aff_copy (progression->first));

  return isl_map_flat_range_product (isl_map_from_pw_aff (way), isl_map_from_pw_aff (isl_pw_aff_copy (progression->step)));
}

/* one - other - step >= 0; takes pairs, which are of [way, step]. */
static isl_map *
further (isl_map *pairs, enum isl_dim_type one, enum isl_dim_type other)
{
  isl_constraint *row = isl_constraint_alloc_inequality (isl_local_space_from_space (isl_map_get_space (pairs)));

  row = isl_constraint_set_coefficient_si (row, one, 0, 1);
  row = isl_constraint_set_coefficient_si (row, other, 0, -1);
  row = isl_constraint_set_coefficient_si (row, one, 1, -1);
  return isl_map_add_constraint (pairs, row);
}

/* Two multiples of a step are equal, or at least a step apart. */
static isl_map *
multiples (const Model *model)
{
  isl_space *params = isl_space_params (isl_space_copy (model->space));
  isl_space *set = isl_space_add_dims (isl_space_set_from_params (params), isl_dim_set, 2);
  isl_map *all = isl_map_universe (isl_space_map_from_set (set));
  isl_map *same = isl_map_equate (isl_map_copy (all), isl_dim_in, 0, isl_dim_out, 0);
  isl_map *more = further (isl_map_copy (all), isl_dim_in, isl_dim_out), *less = further (all, isl_dim_out, isl_dim_in);

  return isl_map_union (same, isl_map_union (more, less));
}

/* Instances whose variable is where it began, or at least a step behind. */
static isl_set *
on_steps (const Model *model, const Where *where, guint loop)
{
  isl_space *params = isl_space_params (isl_space_copy (model->space));
  isl_set *all = isl_set_universe (isl_space_add_dims (isl_space_set_from_params (params), isl_dim_set, 2));
  isl_set *first = isl_set_fix_si (isl_set_copy (all), isl_dim_set, 0, 0);
  isl_constraint *row = isl_constraint_alloc_inequality (isl_local_space_from_space (isl_set_get_space (all)));

  row = isl_constraint_set_coefficient_si (row, isl_dim_set, 0, 1);
  row = isl_constraint_set_coefficient_si (row, isl_dim_set, 1, -1);
  isl_set *later = isl_set_add_constraint (all, row);
  return isl_map_domain (isl_map_intersect_range (way_of (model, where, loop), isl_set_union (first, later)));
}

/* As two progressions of one step differ, so do two of their variables. */
static isl_map *
in_pairs_of_steps (const Model *model, const Where *one, const Where *other, isl_map *pairs)
{
  for (guint i = 0; i < one->depth; i++)
    for (guint k = 0; k < other->depth; k++)
      {
        const Progression *a = one->loop[i].progression, *b = other->loop[k].progression;
        if (a == NULL || b == NULL || isl_pw_aff_is_equal (a->step, b->step) != isl_bool_true)
          continue;
        isl_map *ways = isl_map_apply_range (way_of (model, one, i), multiples (model));
        ways = isl_map_apply_range (ways, isl_map_reverse (way_of (model, other, k)));
        pairs = isl_map_intersect (pairs, ways);
      }
  return pairs;
}

isl_map *
prove_in_steps (const Model *model, const Where *one, const Where *other, isl_map *pairs)
{
  if (isl_map_is_empty (pairs) == isl_bool_false)
    pairs = in_pairs_of_steps (model, one, other, pairs);
  for (guint i = 0; i < one->depth; i++)
    if (one->loop[i].progression && isl_map_is_empty (pairs) == isl_bool_false)
      pairs = isl_map_intersect_domain (pairs, on_steps (model, one, i));
  for (guint i = 0; i < other->depth; i++)
    if (other->loop[i].progression && isl_map_is_empty (pairs) == isl_bool_false)
      pairs = isl_map_intersect_range (pairs, on_steps (model, other, i));
  return pairs;
}
