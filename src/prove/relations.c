/* Races, barriers and bounds as relations between instances. */
#include "prove/terms.h"

enum { FEW = 16 }; /* sizes below that are taken for special ones */

/* ---- Races ------------------------------------------------------------------------------------------------------------- */

static isl_map *
meetings (const Access *a, const Access *b)
{
  return isl_map_apply_range (isl_map_copy (a->map), isl_map_reverse (isl_map_copy (b->map)));
}

/* The factor of a parameter in an expression of one piece. */
static isl_val *
factor_in (isl_pw_aff *affine, guint param)
{
  isl_aff *aff = prove_only_piece (affine);
  isl_val *factor = aff ? isl_aff_get_coefficient_val (aff, isl_dim_param, (int) param) : NULL;

  isl_aff_free (aff);
  return factor;
}

static gboolean
have_same_factor (isl_pw_aff *a, isl_pw_aff *b, guint param)
{
  if (a && b && isl_pw_aff_involves_dims (a, isl_dim_param, param, 1) == isl_bool_false
      && isl_pw_aff_involves_dims (b, isl_dim_param, param, 1) == isl_bool_false)
    return TRUE;
  isl_val *one = factor_in (a, param), *other = factor_in (b, param);
  gboolean same = one && other && isl_val_eq (one, other) == isl_bool_true;

  isl_val_free (one);
  isl_val_free (other);
  return same;
}

/* The same products of parameters, though of other rows, perhaps. */
static gboolean
have_same_terms (const Value *a, const Value *b)
{
  gboolean same = a->n_terms == b->n_terms;

  for (guint i = 0; i < a->n_terms && same; i++)
    {
      const Term *one = &a->term[i], *other = NULL;
      for (guint k = 0; k < b->n_terms; k++)
        other = prove_have_same_factors (one, &b->term[k]) ? &b->term[k] : other;
      gint64 number, as_much;
      same = other && (!prove_is_constant (one->coefficient, &number)
                       || (prove_is_constant (other->coefficient, &as_much) && number == as_much));
    }
  return same;
}

/* Whether two subscripts meet for whatever the parameters are: "a[i]" and "a[i + n]" meet for some only, which whoever
 * launches the kernel may know not to pass. */
static gboolean
are_free_of_sizes (const Model *model, const Access *a, const Access *b)
{
  for (guint param = N_PARAMS; param < N_PARAMS + model->params->len; param++)
    {
      if (!have_same_factor (a->offset->affine, b->offset->affine, param))
        return FALSE;
    }
  return have_same_terms (a->offset, b->offset);
}

gboolean
prove_is_certain (const Model *model, const Access *a, const Access *b)
{
  for (guint axis = 0; axis < 3; axis++)
    if (model->shape.block[axis] == 0)
      return FALSE;
  return a->is_exact && b->is_exact && are_free_of_sizes (model, a, b) && !a->is_partial && !b->is_partial && !a->is_volatile && !b->is_volatile
         && !model->is_ordered_otherwise && !model->has_wrapped;
}

/* What of instances the kernel's own parameters say; takes pairs. */
static isl_set *
parameters_of (isl_map *pairs)
{
  return isl_set_project_out (isl_map_params (pairs), isl_dim_param, 0, N_PARAMS);
}

isl_map *
prove_in_other_iterations (const Model *model, const Access *a, const Access *b)
{
  isl_map *all = prove_all_pairs (model), *other = isl_map_empty (isl_map_get_space (all));

  for (guint i = 0; i < a->where.depth && i < b->where.depth && a->where.loop[i].serial == b->where.loop[i].serial; i++)
    {
      int dim = (int) (DIM_TRIP + i);
      other = isl_map_union (other, isl_map_order_lt (isl_map_copy (all), isl_dim_in, dim, isl_dim_out, dim));
      other = isl_map_union (other, isl_map_order_gt (isl_map_copy (all), isl_dim_in, dim, isl_dim_out, dim));
    }
  isl_map_free (all);
  return other;
}

/* Two threads that come there; where they only meet in different iterations of a loop, it runs twice at least: else it were none. */
static isl_map *
who_comes (const Model *model, const Access *a, const Access *b, isl_map *pairs, isl_map *threads)
{
  isl_map *there = isl_map_intersect_range (isl_map_intersect_domain (isl_map_copy (threads), isl_set_copy (a->domain)),
                                            isl_set_copy (b->domain));
  isl_map *other = prove_in_other_iterations (model, a, b);

  if (isl_map_is_subset (pairs, other) == isl_bool_true)
    return isl_map_intersect (there, other);
  isl_map_free (other);
  return there;
}

/* Whether two threads meet whenever two of them come there at all, but for few sizes: "i / 2" under "i < n" does, "i * 32 + j"
 * under "j < n" does not, as whoever launches it may know that n is 32. Keeps pairs. */
static gboolean
meet_for_most (const Model *model, const Access *a, const Access *b, isl_map *pairs, isl_map *threads)
{
  isl_map *there = who_comes (model, a, b, pairs, threads);
  isl_set *some = parameters_of (isl_map_copy (pairs)), *others = isl_set_subtract (parameters_of (there), isl_set_copy (some));
  gboolean always = isl_set_is_empty (others) == isl_bool_true;

  for (guint i = 0; i < model->params->len; i++)
    {
      some = isl_set_lower_bound_si (some, isl_dim_param, i, FEW);
      others = isl_set_lower_bound_si (others, isl_dim_param, i, FEW);
    }
  gboolean mostly = isl_set_is_empty (some) == isl_bool_false && isl_set_is_empty (others) == isl_bool_true;
  isl_set_free (some);
  isl_set_free (others);
  return always || mostly;
}

/* A constant as text; both the same: whoever comes last, memory holds the same. */
static gboolean
store_the_same (const Access *a, const Access *b)
{
  return a->constant && b->constant && a->is_write && b->is_write && a->constant->kind == b->constant->kind
         && (a->constant->kind == IHOP_INTEGER ? a->constant->integer == b->constant->integer
                                               : a->constant->number == b->constant->number);
}

/* What is left where no subscript leaves the row that a type says. Takes pairs. */
static isl_map *
inside_rows (const Access *a, const Access *b, isl_map *pairs)
{
  if (a->inside)
    pairs = isl_map_intersect_domain (pairs, isl_set_copy (a->inside));
  if (b->inside)
    pairs = isl_map_intersect_range (pairs, isl_set_copy (b->inside));
  if (a->column == NULL || b->column == NULL || a->width != b->width)
    return pairs;
  /* One element is in one column. That follows from all the rest, but isl would have to search for it. */
  isl_map *column = isl_map_from_pw_aff (isl_pw_aff_copy (a->column)), *other = isl_map_from_pw_aff (isl_pw_aff_copy (b->column));
  return isl_map_intersect (pairs, isl_map_apply_range (column, isl_map_reverse (other)));
}

/* The same; NULL: nothing. Takes pairs. */
static isl_map *
in_their_rows (const Access *a, const Access *b, isl_map *pairs)
{
  pairs = inside_rows (a, b, pairs);
  return isl_map_is_empty (pairs) == isl_bool_true ? isl_map_free (pairs) : pairs;
}

static gboolean
are_rows_supposed (const Model *model, const IhopMessage *message)
{
  for (guint i = 0; i < model->assumptions->len; i++)
    if (ihop_message_equal (model->assumptions->pdata[i], message))
      return TRUE;
  return FALSE;
}

static IhopMessage *
supposed_rows (const IhopSymbol *array)
{
  return ihop_message ("subscripts of %s stay inside of its rows", array->name);
}

/* The language asks that they do not. */
void
prove_suppose_rows (Model *model, const IhopSymbol *array)
{
  g_autoptr (IhopMessage) message = supposed_rows (array);

  if (!are_rows_supposed (model, message))
    g_ptr_array_add (model->assumptions, g_steal_pointer (&message));
}

/* Takes pairs, which are of these threads. FALSE: isl gave up. */
static gboolean
report (Model *model, const Access *a, const Access *b, isl_map *pairs, isl_map *threads, gboolean is_between_blocks)
{
  gboolean certain = prove_is_certain (model, a, b) && !(is_between_blocks ? model->has_lost_grid : model->has_lost_barriers);
  const char *name = a->array->name;

  if (pairs == NULL)
    return FALSE;
  if (isl_map_is_empty (pairs) == isl_bool_true)
    {
      isl_map_free (pairs);
      return TRUE;
    }
  isl_map *inside = in_their_rows (a, b, isl_map_copy (pairs));
  if (inside == NULL && a->array->space != IHOP_SPACE_SHARED)
    {
      isl_map_free (pairs);
      prove_suppose_rows (model, a->array);
      return TRUE;
    }
  if (certain && inside && model->has_lost_warps && !is_between_blocks)
    inside = isl_map_intersect (inside, prove_of_first_warp_and_others (model));
  certain = certain && inside && meet_for_most (model, a, b, inside, threads);
  isl_map_free (certain ? pairs : inside);
  pairs = certain ? inside : pairs;
  if (store_the_same (a, b))
    {
      if (!certain)
        pairs = isl_map_free (pairs);
      prove_finding_add (model, IHOP_FINDING_SAME_VALUE, certain, a, b, pairs,
                         ihop_message ("two threads may store the same value in one element of %s", name));
    }
  else if (certain && is_between_blocks)
    prove_finding_add (model, IHOP_FINDING_BLOCK_RACE, TRUE, a, b, pairs,
                       ihop_message ("threads of two blocks race for an element of %s: nothing orders them", name));
  else if (certain)
    prove_finding_add (model, IHOP_FINDING_RACE, TRUE, a, b, pairs,
                       ihop_message ("two threads of a block race for an element of %s: no barrier stands between them", name));
  else
    {
      const IhopMessage *why = !a->is_exact ? a->why : b->why;
      isl_map_free (pairs);
      prove_finding_add (model, is_between_blocks ? IHOP_FINDING_BLOCK_RACE : IHOP_FINDING_RACE, FALSE, a, b, NULL,
                         why ? ihop_message ("it is not known whether two threads meet in an element of %s: %s", name, why)
                             : ihop_message ("it is not known whether two threads meet in an element of %s", name));
    }
  return TRUE;
}

typedef struct
{
  isl_map *same_block, *two_threads, *two_of_block, *two_blocks;
  GArray *common;        /* of guint: positions of barriers that all threads reach, in no loop */
} Threads;

/* Whether all of one access comes before such a barrier and all of the other behind it: these need no relations. No loop is around both,
 * as it would be around the barrier. */
static gboolean
are_apart (const Threads *threads, const Where *one, const Where *other)
{
  guint first = MIN (one->position, other->position), last = MAX (one->position, other->position);

  for (guint i = 0; i < threads->common->len; i++)
    if (g_array_index (threads->common, guint, i) > first && g_array_index (threads->common, guint, i) < last)
      return TRUE;
  return FALSE;
}

static GArray *
common_barriers (const Model *model)
{
  GArray *common = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < model->barriers->len; i++)
    {
      const Barrier *barrier = model->barriers->pdata[i];
      if (barrier->where.depth == 0 && barrier->group == 0 && barrier->is_exact && isl_set_is_subset (model->threads, barrier->domain) == isl_bool_true)
        g_array_append_val (common, barrier->where.position);
    }
  return common;
}

/* { a → b }: of one block and of two threads. Most accesses part by their blocks already. Takes meet. */
static isl_map *
inside_block (const Threads *threads, isl_map *meet)
{
  meet = isl_map_intersect (meet, isl_map_copy (threads->same_block));
  if (isl_map_is_empty (meet) == isl_bool_false)
    meet = isl_map_intersect (meet, isl_map_copy (threads->two_threads));
  return meet;
}

/* Nothing that is found from here on makes a difference. */
static gboolean
is_enough (const Model *model)
{
  for (guint i = 0; model->is_hasty && i < model->findings->len; i++)
    if (((const IhopFinding *) model->findings->pdata[i])->kind != IHOP_FINDING_SAME_VALUE)
      return TRUE;
  return FALSE;
}

gboolean
prove_has_grid_barriers (const Model *model)
{
  for (guint i = 0; i < model->barriers->len; i++)
    if (((const Barrier *) model->barriers->pdata[i])->is_grid)
      return TRUE;
  return FALSE;
}

/* What no barrier parts; across: of two blocks. Takes meet. */
static isl_map *
without_separated (const Model *model, const Access *a, const Access *b, isl_map *meet, gboolean across)
{
  meet = isl_map_subtract (meet, prove_separated (model, &a->where, &b->where, across));
  return isl_map_subtract (meet, isl_map_reverse (prove_separated (model, &b->where, &a->where, across)));
}

/* The same for threads of a grid whose blocks wait for each other, and which is dealt out by quotients mostly: what no barrier parts is found before anybody asks for elements, as a
 * simple set, of which hardly anything meets. Takes meet, which "threads" are part of. */
static isl_map *
within_intervals (const Model *model, const Access *a, const Access *b, isl_map *meet, isl_map *threads, gboolean across)
{
  isl_set *one = isl_set_remove_divs (isl_set_copy (a->domain)), *other = isl_set_remove_divs (isl_set_copy (b->domain));
  isl_map *pairs = isl_map_intersect_range (isl_map_intersect_domain (isl_map_copy (threads), one), other);

  return isl_map_intersect (meet, isl_map_coalesce (without_separated (model, a, b, pairs, across)));
}

/* Of threads of one block. Takes meet. */
static isl_map *
unordered_inside (const Model *model, const Threads *threads, const Access *a, const Access *b, isl_map *meet)
{
  if (prove_has_grid_barriers (model))
    return prove_in_steps (model, &a->where, &b->where, within_intervals (model, a, b, meet, threads->two_of_block, FALSE));
  meet = prove_in_steps (model, &a->where, &b->where, inside_block (threads, meet));
  return meet == NULL || isl_map_is_empty (meet) == isl_bool_true ? meet : without_separated (model, a, b, meet, FALSE);
}

/* Of threads of two blocks. Takes meet. */
static isl_map *
unordered_across (const Model *model, const Threads *threads, const Access *a, const Access *b, isl_map *meet)
{
  meet = prove_has_grid_barriers (model) ? within_intervals (model, a, b, meet, threads->two_blocks, TRUE)
                                   : isl_map_intersect (meet, isl_map_copy (threads->two_blocks));
  return prove_in_steps (model, &a->where, &b->where, meet);
}

/* Where it is supposed already that subscripts stay inside of rows, nothing else is asked: then threads that go to different elements are
 * told apart much sooner. Keeps meet. */
static gboolean
are_apart_in_rows (const Model *model, const Threads *threads, const Access *a, const Access *b, isl_map *meet)
{
  g_autoptr (IhopMessage) message = supposed_rows (a->array);

  if (a->array->space == IHOP_SPACE_SHARED || !are_rows_supposed (model, message))
    return FALSE;
  meet = inside_rows (a, b, isl_map_copy (meet));
  isl_map *inside = unordered_inside (model, threads, a, b, isl_map_copy (meet)), *across = unordered_across (model, threads, a, b, meet);
  gboolean none = isl_map_is_empty (inside) == isl_bool_true && isl_map_is_empty (across) == isl_bool_true;
  isl_map_free (inside);
  isl_map_free (across);
  return none;
}

static gboolean
judge_pair (Model *model, const Threads *threads, const Access *a, const Access *b)
{
  gboolean is_apart = are_apart (threads, &a->where, &b->where);

  if (is_apart && a->array->space == IHOP_SPACE_SHARED)
    return TRUE;
  isl_map *meet = meetings (a, b);
  if (are_apart_in_rows (model, threads, a, b, meet))
    {
      isl_map_free (meet);
      return TRUE;
    }
  isl_map *inside = is_apart ? isl_map_empty (isl_map_get_space (meet)) : unordered_inside (model, threads, a, b, isl_map_copy (meet));
  gboolean done = report (model, a, b, inside, threads->two_of_block, FALSE);
  if (a->array->space == IHOP_SPACE_SHARED)
    {
      isl_map_free (meet);
      return done;
    }
  return report (model, a, b, unordered_across (model, threads, a, b, meet), threads->two_blocks, TRUE) && done;
}

/* Atomic operations race with none, but in which order they come may depend on the barrier that is left out. */
static gboolean
judge_order_of_atomics (Model *model, const Threads *threads, const Access *a, const Access *b)
{
  isl_map *meet = prove_in_steps (model, &a->where, &b->where, inside_block (threads, meetings (a, b)));
  isl_map *order = prove_separated_by_left_out (model, &a->where, &b->where);

  order = isl_map_union (order, isl_map_reverse (prove_separated_by_left_out (model, &b->where, &a->where)));
  meet = isl_map_intersect (meet, order);
  meet = without_separated (model, a, b, meet, FALSE);
  isl_bool none = isl_map_is_empty (meet);
  isl_map_free (meet);
  if (none == isl_bool_false)
    prove_obstacle (model, model->without, ihop_message ("this barrier may decide in which order atomic operations on %s come", a->array->name));
  return none != isl_bool_error;
}

static gboolean
judge_races (Model *model)
{
  isl_map *same_block = prove_equal_dims (prove_all_pairs (model), DIM_BLOCK, 6), *two_threads = prove_of_one_block (model);
  isl_map *two_of_block = isl_map_intersect (isl_map_copy (same_block), isl_map_copy (two_threads));
  Threads threads = { same_block, two_threads, two_of_block, prove_of_two_blocks (model), common_barriers (model) };
  gboolean done = TRUE;

  for (guint i = 0; i < model->accesses->len; i++)
    for (guint k = i; k < model->accesses->len && done && !is_enough (model); k++)
      {
        const Access *a = model->accesses->pdata[i], *b = model->accesses->pdata[k];
        gboolean are_atomic = a->is_atomic && b->is_atomic;
        if (a->array == b->array && (a->is_write || b->is_write) && !are_atomic)
          done = judge_pair (model, &threads, a, b);
        else if (a->array == b->array && are_atomic && model->without)
          done = judge_order_of_atomics (model, &threads, a, b);
      }
  isl_map_free (threads.same_block);
  isl_map_free (threads.two_threads);
  isl_map_free (threads.two_of_block);
  isl_map_free (threads.two_blocks);
  g_array_unref (threads.common);
  return done;
}

/* ---- Barriers ----------------------------------------------------------------------------------------------------------- */

static gboolean
judge_barrier (Model *model, const Barrier *barrier)
{
  isl_set *anybody = isl_set_eliminate (isl_set_copy (model->threads), isl_dim_set, DIM_TRIP, MOST_LOOPS);
  const guint first = barrier->is_grid ? DIM_BLOCK : DIM_THREAD;
  isl_set *all = isl_set_intersect (isl_set_eliminate (isl_set_copy (barrier->domain), isl_dim_set, first, DIM_TRIP - first), anybody);
  isl_set *missing = isl_set_subtract (all, isl_set_copy (barrier->domain));
  isl_map *same = prove_equal_dims (prove_equal_dims (prove_all_pairs (model), DIM_BLOCK, first), DIM_TRIP, MOST_LOOPS);
  isl_map *pairs = isl_map_intersect_range (isl_map_intersect_domain (same, isl_set_copy (barrier->domain)), missing);
  gboolean none = pairs && isl_map_is_empty (pairs) == isl_bool_true;

  if (pairs == NULL)
    return FALSE;
  model->has_lost_barriers = model->has_lost_barriers || !barrier->is_exact || !none || prove_depth_of_values (&barrier->where);
  model->has_lost_grid = model->has_lost_grid || (barrier->is_grid && model->has_lost_barriers);
  if (prove_is_met_apart (barrier))
    prove_obstacle (model, barrier->node, ihop_message ("it is not known whether the loop around this barrier runs as often for all threads of a block"));
  else if (!barrier->is_exact || (!none && model->has_wrapped))
    prove_obstacle (model, barrier->node, ihop_message ("it is not known whether all threads of a block reach this barrier"));
  else if (!none && prove_depth_of_values (&barrier->where))
    prove_obstacle (model, barrier->node, ihop_message ("it is not known in which iterations all threads of a block reach this barrier"));
  else if (!none && barrier->is_behind_return)
    prove_obstacle (model, barrier->node, ihop_message ("threads that have returned before do not reach this barrier"));
  else if (!none)
    prove_finding_of_barrier (model, barrier, barrier->node, isl_map_copy (pairs));
  isl_map_free (pairs);
  return TRUE;
}

/* ---- Everything --------------------------------------------------------------------------------------------------------- */

static void
drop_empty (Model *model)
{
  for (guint i = model->accesses->len; i-- > 0;)
    if (isl_set_is_empty (((Access *) model->accesses->pdata[i])->domain) == isl_bool_true)
      g_ptr_array_remove_index (model->accesses, i);
  for (guint i = model->barriers->len; i-- > 0;)
    if (isl_set_is_empty (((Barrier *) model->barriers->pdata[i])->domain) == isl_bool_true)
      g_ptr_array_remove_index (model->barriers, i);
}

void
prove_judge (Model *model)
{
  drop_empty (model);
  gboolean done = prove_relate_all (model);

  for (guint i = 0; i < model->barriers->len && done; i++)
    {
      Barrier *barrier = model->barriers->pdata[i];
      done = barrier->group ? prove_judge_warp_barrier (model, barrier) : judge_barrier (model, barrier);
    }
  done = done && judge_races (model);
  for (guint i = 0; i < model->accesses->len && done; i++)
    done = prove_judge_bounds (model, model->accesses->pdata[i]);
  prove_judge_overlaps (model);
  if (model->without && model->is_ordered_otherwise)
    prove_obstacle (model, model->without, ihop_message ("this barrier may order more than is followed: the kernel has fences, or uses what atomic operations give"));
  if (!done)
    prove_obstacle (model, model->kernel->body, ihop_message ("the relations of this kernel are too complicated"));
}
