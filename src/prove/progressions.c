/* Loops whose variable moves by a step that parameters say, above all "i += gridDim.x * blockDim.x". How often they have run times the
 * step is no affine number, so that the variable itself is the iteration's. What is lost by that, that it is some whole number of
 * steps from where it began, is asked for where two instances meet (prove_in_steps): then neither that the first numbers of all
 * threads lie within one step, nor that the step is the number of threads, need be known here; isl finds that out, or does not. */
#include "prove/loops.h"

/* The variable is its loop's trip, or the negative of it, if it shrinks: later iterations have larger ones. */
typedef struct
{
  const Update *update;
  guint dim;
  gboolean shrinks;
  const Progression *progression;
} Counter;

/* What the variable moves by, and whether downwards; NULL: it is not known, stays a number, or is none of the parameters'. */
static isl_pw_aff *
read_step (Walk *walk, const Update *update, gboolean *shrinks)
{
  isl_pw_aff *step = update->by ? prove_value_affine (prove_evaluate (walk, update->by)) : NULL;

  if (step == NULL || isl_pw_aff_is_cst (step) == isl_bool_true || isl_pw_aff_involves_dims (step, isl_dim_in, 0, N_DIMS) != isl_bool_false)
    return isl_pw_aff_free (step);
  *shrinks = update->op == IHOP_OP_SUB;
  if (!prove_may (walk, isl_pw_aff_le_set (isl_pw_aff_copy (step), prove_number (walk->model, 0))))
    return step;
  *shrinks = !*shrinks;
  if (!prove_may (walk, isl_pw_aff_ge_set (isl_pw_aff_copy (step), prove_number (walk->model, 0))))
    return isl_pw_aff_neg (step);
  return isl_pw_aff_free (step);
}

static gboolean
read_counter (Walk *walk, const Update *update, Counter *counter)
{
  isl_pw_aff *first = prove_value_affine (prove_value_copy (update->first->value));
  isl_pw_aff *step = first ? read_step (walk, update, &counter->shrinks) : NULL;

  if (step == NULL)
    {
      isl_pw_aff_free (first);
      return FALSE;
    }
  Progression *progression = g_new (Progression, 1);
  *progression = (Progression){ counter->shrinks ? isl_pw_aff_neg (first) : first, step };
  g_ptr_array_add (walk->model->progressions, progression);
  counter->progression = progression;
  counter->update = update;
  counter->dim = DIM_TRIP + walk->where.depth;
  return TRUE;
}

static Value *
variable_of (const Model *model, const Counter *counter)
{
  Value *dim = prove_value_dim (model, counter->dim);

  return counter->shrinks ? prove_value_add (prove_value_number (model, 0), dim, -1) : dim;
}

/* Whether the sum is worked out as a signed number or an address, which must not overflow, as the language says. */
static gboolean
must_fit (const Update *update)
{
  const IhopType *type = ihop_type_strip (update->symbol->type), *by = ihop_type_strip (update->by->type);

  return type->kind == IHOP_TYPE_POINTER || (type->is_signed && by->is_signed && by->size <= type->size);
}

/* Leaves of these instances those that go on; FALSE: which these are is not known. Takes both. */
static gboolean
go_on (Walk *walk, const Head *head, isl_set *these, const IhopSymbol *symbol, Value *value)
{
  gboolean is_exact;

  isl_set_free (walk->domain);
  walk->domain = these;
  prove_bind (walk, symbol, value);
  isl_set *holds = prove_condition (walk, head->condition, &is_exact);
  walk->domain = isl_set_intersect (walk->domain, holds);
  return is_exact;
}

/* Instances for which a number is beyond what the type holds, on the side to which the variable moves. Keeps number. */
static isl_set *
beyond (const Model *model, const IhopType *type, gboolean below, isl_pw_aff *number)
{
  isl_pw_aff *end = prove_power (model, (guint) type->size * 8 - (type->is_signed ? 1 : 0));

  if (!below)
    return isl_pw_aff_ge_set (isl_pw_aff_copy (number), end);
  isl_pw_aff *least = type->is_signed ? isl_pw_aff_neg (isl_pw_aff_copy (end)) : prove_number (model, 0);
  isl_pw_aff_free (end);
  return isl_pw_aff_lt_set (isl_pw_aff_copy (number), least);
}

/* Whether what the variable holds behind an iteration that runs is the sum: it fits, or what it wraps to ends the loop. */
static gboolean
ends_before_it_wraps (Walk *walk, const Head *head, const Counter *counter)
{
  const Model *model = walk->model;
  const IhopSymbol *symbol = counter->update->symbol;
  const IhopType *type = ihop_type_strip (symbol->type);
  isl_pw_aff *next = prove_value_affine (variable_of (model, counter)), *step = isl_pw_aff_copy (counter->progression->step);
  isl_pw_aff *range = prove_power (model, (guint) type->size * 8);
  isl_set *all = isl_set_copy (walk->domain);

  next = counter->shrinks ? isl_pw_aff_sub (next, step) : isl_pw_aff_add (next, step);
  isl_set *wraps = beyond (model, type, counter->shrinks, next);
  isl_pw_aff *wrapped = counter->shrinks ? isl_pw_aff_add (next, range) : isl_pw_aff_sub (next, range);
  gboolean ends = !prove_may (walk, beyond (model, type, counter->shrinks, wrapped));
  if (head->condition)
    ends = go_on (walk, head, isl_set_intersect (isl_set_copy (all), wraps), symbol, prove_value_new (wrapped)) && ends;
  else
    {
      ends = FALSE;
      isl_set_free (wraps);
      isl_pw_aff_free (wrapped);
    }
  ends = ends && !prove_may (walk, isl_set_universe (isl_space_copy (model->space)));
  isl_set_free (walk->domain);
  walk->domain = all;
  prove_bind (walk, symbol, variable_of (model, counter));
  return ends;
}

/* Leaves the iterations that there may be: where the condition holds for the first number, numbers from there on for which it holds.
 * *is_exact: of those that the variable takes, these are all that run. */
static void
enter (Walk *walk, const Head *head, const Counter *counter, gboolean *is_exact)
{
  const Model *model = walk->model;
  isl_pw_aff *trip = prove_value_affine (prove_value_dim (model, counter->dim));
  isl_set *all = isl_set_eliminate (isl_set_copy (walk->domain), isl_dim_set, counter->dim, 1);

  if (head->condition)
    {
      go_on (walk, head, all, counter->update->symbol, prove_value_copy (counter->update->first->value));
      all = isl_set_copy (walk->domain);
    }
  all = isl_set_intersect (all, isl_pw_aff_ge_set (trip, isl_pw_aff_copy (counter->progression->first)));
  *is_exact = head->condition && go_on (walk, head, isl_set_copy (all), counter->update->symbol, variable_of (model, counter));
  if (*is_exact)
    {
      isl_set *run = prove_up_to_first (model, isl_set_copy (all), isl_set_copy (walk->domain), counter->dim);
      *is_exact = isl_set_is_equal (run, walk->domain) == isl_bool_true;
      isl_set_free (run);
    }
  isl_set_free (all);
}

/* What else moves by the same step is as far from where it began. */
static void
bind_others (Walk *walk, const Head *head, const Counter *counter)
{
  for (guint i = 0; i < head->n_updates; i++)
    {
      const Update *other = &head->update[i];
      isl_pw_aff *step = other != counter->update && other->by ? prove_value_affine (prove_evaluate (walk, other->by)) : NULL;
      if (step && must_fit (other) && isl_pw_aff_is_equal (step, counter->progression->step) == isl_bool_true)
        {
          Value *way = prove_value_new (isl_pw_aff_copy (counter->progression->first));
          way = prove_value_add (prove_value_dim (walk->model, counter->dim), way, -1);
          prove_bind_moved (walk, other, way, other->op == IHOP_OP_ADD ? 1 : -1);
        }
      isl_pw_aff_free (step);
    }
}

static void
walk_iterations (Walk *walk, const Head *head, const Counter *counter, gboolean is_exact)
{
  gboolean is_of_threads = isl_pw_aff_involves_dims (counter->progression->first, isl_dim_in, DIM_THREAD, 3) != isl_bool_false;
  gboolean is_of_blocks = isl_pw_aff_involves_dims (counter->progression->first, isl_dim_in, DIM_BLOCK, 6) != isl_bool_false;

  walk->where.loop[walk->where.depth++] = (Loop){ head->node, walk->model->serial++, TRUE, is_of_threads, is_of_blocks, counter->progression };
  if (head->condition)
    prove_walk_condition (walk, head->condition);
  if (!is_exact || head->leaves)
    prove_walk_maybe (walk, ihop_message ("how often the loop runs depends on data"));
  isl_set *run = isl_set_copy (walk->domain);
  prove_walk_statement (walk, head->body);
  isl_set_free (walk->domain);
  walk->domain = run;
  if (head->step)
    prove_walk_expression (walk, head->step);
  walk->where.depth--;
}

gboolean
prove_walk_progression (Walk *walk, const Head *head, gboolean *wraps)
{
  Counter counter = { 0 };
  gboolean is_exact = FALSE;
  isl_set *all = isl_set_copy (walk->domain);
  guint i = 0;

  while (i < head->n_updates && !read_counter (walk, &head->update[i], &counter))
    i++;
  gboolean known = i < head->n_updates;
  if (known)
    {
      bind_others (walk, head, &counter);
      enter (walk, head, &counter, &is_exact);
      *wraps = !must_fit (counter.update) && !ends_before_it_wraps (walk, head, &counter);
      known = !*wraps;
    }
  if (known)
    walk_iterations (walk, head, &counter, is_exact);
  isl_set_free (walk->domain);
  walk->domain = all;
  return known;
}
