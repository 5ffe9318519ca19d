/* Loops whose variable grows or shrinks by a factor: as many copies of the body where it begins with a number, else iterations that
 * bear the variable's numbers. */
#include "ir/query.h"
#include "prove/loops.h"

enum { MOST_UNROLLED = 40, MOST_OF_SOME = 12 };

/* ---- Copies ------------------------------------------------------------------------------------------------------------ */

static gboolean
next_number (const Update *update, gint64 by, gint64 *number)
{
  switch (update->op)
    {
    case IHOP_OP_ADD: *number += by; break;
    case IHOP_OP_SUB: *number -= by; break;
    case IHOP_OP_MUL: return !__builtin_mul_overflow (*number, by, number) && ABS (*number) < G_MAXINT32;
    case IHOP_OP_DIV: if (by == 0) return FALSE; *number /= by; break;
    case IHOP_OP_SHL: if (by < 0 || by > 30 || *number < 0) return FALSE; *number <<= by; break;
    case IHOP_OP_SHR: if (by < 0 || by > 30 || *number < 0) return FALSE; *number >>= by; break;
    default: return FALSE;
    }
  return ABS (*number) < G_MAXINT32;
}

/* What the variable is multiplied with, divided or shifted by; FALSE: that is not known. */
static gboolean
factor_of (Walk *walk, const Update *update, gint64 *by)
{
  Value *value = update->by ? prove_evaluate (walk, update->by) : prove_value_number (walk->model, 1);
  gboolean known = prove_value_constant (value, by);

  prove_value_free (value);
  return known;
}

/* Leaves those that hold the condition; FALSE: it is not known which these are. */
static gboolean
keep_those_that (Walk *walk, const IhopNode *condition)
{
  gboolean is_exact;
  isl_set *holds = prove_condition (walk, condition, &is_exact);

  if (is_exact)
    walk->domain = isl_set_intersect (walk->domain, holds);
  else
    isl_set_free (holds);
  return is_exact;
}

static gboolean
nobody_is_left (const Walk *walk)
{
  return !prove_may (walk, isl_set_universe (isl_space_copy (walk->model->space)));
}

/* The numbers that the variable has, one an iteration, until nobody goes on; FALSE: that is not known. */
static gboolean
list_numbers (Walk *walk, const Update *update, const IhopNode *condition, gint64 by, GArray *numbers)
{
  isl_set *all = isl_set_copy (walk->domain);
  gint64 number;
  gboolean known = prove_value_constant (update->first->value, &number), ends = FALSE;
  guint most = MOST_UNROLLED;

  while (known && !ends && numbers->len <= most)
    {
      prove_bind (walk, update->symbol, prove_value_number (walk->model, number));
      known = keep_those_that (walk, condition);
      ends = nobody_is_left (walk);
      if (isl_set_is_subset (all, walk->domain) != isl_bool_true && !ends)
        most = MOST_OF_SOME;
      g_array_append_val (numbers, number);
      known = known && (ends || next_number (update, by, &number));
    }
  if (known && ends)
    g_array_set_size (numbers, numbers->len - 1);
  isl_set_free (walk->domain);
  walk->domain = all;
  return known && ends;
}

/* Whoever runs an iteration has run all those in front of it, so that variables hold what these have made of them. FALSE: somebody ran fewer. */
static gboolean
walk_copies (Walk *walk, const Head *head, const GArray *numbers)
{
  isl_set *all = isl_set_copy (walk->domain);
  gboolean is_straight = !head->leaves && ihop_body_continue (head->body) == NULL;

  if (ihop_body_continue (head->body) == NULL)
    {
      g_hash_table_unref (walk->bindings);
      walk->bindings = prove_bindings_copy (head->before);
    }

  if (head->leaves)
    prove_walk_maybe (walk, ihop_message ("how often the loop runs depends on data"));
  for (guint i = 0; i < numbers->len; i++)
    {
      prove_bind (walk, head->update[0].symbol, prove_value_number (walk->model, g_array_index (numbers, gint64, i)));
      keep_those_that (walk, head->condition);
      isl_set *here = isl_set_copy (walk->domain);
      is_straight = is_straight && isl_set_is_subset (all, here) == isl_bool_true;
      prove_walk_statement (walk, head->body);
      if (head->step)
        prove_walk_expression (walk, head->step);
      isl_set_free (walk->domain);
      walk->domain = here;
    }
  isl_set_free (walk->domain);
  walk->domain = all;
  return is_straight;
}

/* ---- Iterations that bear numbers -------------------------------------------------------------------------------------- */

typedef struct
{
  guint dim;
  gboolean shrinks;
  gint64 factor;
  isl_pw_aff *first;
} Powers;

static gboolean
read_powers (Walk *walk, const Update *update, gint64 by, Powers *powers)
{
  gboolean shifts = update->op == IHOP_OP_SHL || update->op == IHOP_OP_SHR;

  powers->dim = DIM_TRIP + walk->where.depth;
  powers->shrinks = update->op == IHOP_OP_DIV || update->op == IHOP_OP_SHR;
  if (by < (shifts ? 1 : 2) || by > 30 || (!shifts && !powers->shrinks && update->op != IHOP_OP_MUL))
    return FALSE;
  powers->factor = shifts ? (gint64) 1 << by : by;
  powers->first = prove_value_affine (prove_value_copy (update->first->value));
  /* All threads of a block count alike: what one of them finds, all do. */
  return powers->first && isl_pw_aff_involves_dims (powers->first, isl_dim_in, DIM_THREAD, 3) == isl_bool_false;
}

/* The trip is the variable, or its negative: later iterations have larger ones. */
static Value *
variable_of (const Model *model, const Powers *powers)
{
  Value *dim = prove_value_dim (model, powers->dim);

  return powers->shrinks ? prove_value_add (prove_value_number (model, 0), dim, -1) : dim;
}

/* Instances whose variable is between the first and the end of all. */
static isl_set *
range_of (const Model *model, const Powers *powers)
{
  isl_pw_aff *variable = prove_value_affine (variable_of (model, powers));
  isl_set *positive = isl_pw_aff_ge_set (isl_pw_aff_copy (variable), prove_number (model, 1));
  isl_pw_aff *first = isl_pw_aff_copy (powers->first);

  return isl_set_intersect (positive, powers->shrinks ? isl_pw_aff_le_set (variable, first) : isl_pw_aff_ge_set (variable, first));
}

/* Instances whose variable has got to zero, or never was above: these are none of the range, and must not go on. */
static isl_set *
stuck (const Model *model, const Powers *powers)
{
  isl_pw_aff *variable = prove_value_affine (variable_of (model, powers));
  isl_set *low = isl_pw_aff_le_set (isl_pw_aff_copy (variable), prove_number (model, 0));
  isl_set *late = isl_pw_aff_ge_set (isl_pw_aff_copy (variable), isl_pw_aff_copy (powers->first));

  if (powers->shrinks)
    late = isl_set_union (late, isl_pw_aff_eq_set (isl_pw_aff_copy (variable), prove_number (model, 0)));
  isl_pw_aff_free (variable);
  return isl_set_intersect (low, late);
}

/* The next number of some iteration does not fit. */
static isl_set *
overflowing (const Model *model, const Powers *powers)
{
  Value *next = prove_value_multiply (model, variable_of (model, powers), prove_value_number (model, powers->factor));

  return isl_pw_aff_ge_set (prove_value_affine (next), prove_number (model, G_MAXINT32));
}

/* Leaves of these instances those that go on; FALSE: which these are is not known. Takes both. */
static gboolean
go_on (Walk *walk, const Head *head, const Powers *powers, isl_set *all, isl_set *these)
{
  isl_set_free (walk->domain);
  walk->domain = isl_set_intersect (all, these);
  prove_bind (walk, head->update[0].symbol, variable_of (walk->model, powers));
  return nobody_is_left (walk) || keep_those_that (walk, head->condition);
}

/* Whether the condition does not fail for any number between those for which it holds, as the loop would end there. Keeps range. */
static gboolean
ends_once (const Walk *walk, const Powers *powers, isl_set *range)
{
  isl_set *run = prove_up_to_first (walk->model, isl_set_copy (range), isl_set_copy (walk->domain), powers->dim);
  gboolean ends = isl_set_is_equal (run, walk->domain) == isl_bool_true;

  isl_set_free (run);
  return ends;
}

/* Leaves the iterations that there may be; FALSE: which these are is not known. */
static gboolean
enter_powers (Walk *walk, const Head *head, const Powers *powers)
{
  const Model *model = walk->model;
  isl_set *all = isl_set_eliminate (isl_set_copy (walk->domain), isl_dim_set, powers->dim, 1);

  if (!go_on (walk, head, powers, isl_set_copy (all), stuck (model, powers)) || !nobody_is_left (walk))
    {
      isl_set_free (all);
      return FALSE;
    }
  all = isl_set_intersect (all, range_of (model, powers));
  gboolean known = go_on (walk, head, powers, isl_set_copy (all), isl_set_copy (all)) && ends_once (walk, powers, all);
  isl_set_free (all);
  return known && (powers->shrinks || !prove_may (walk, overflowing (model, powers)));
}

static gboolean
walk_iterations (Walk *walk, const Head *head, gint64 by)
{
  Powers powers = { 0 };
  isl_set *all = isl_set_copy (walk->domain);
  gboolean known = read_powers (walk, &head->update[0], by, &powers) && enter_powers (walk, head, &powers);

  if (known)
    {
      walk->where.loop[walk->where.depth++] = (Loop){ head->node, walk->model->serial++, TRUE };
      if (head->leaves)
        prove_walk_maybe (walk, ihop_message ("how often the loop runs depends on data"));
      isl_set *run = isl_set_copy (walk->domain);
      prove_walk_statement (walk, head->body);
      isl_set_free (walk->domain);
      walk->domain = run;
      if (head->step)
        prove_walk_expression (walk, head->step);
      walk->where.depth--;
    }
  isl_pw_aff_free (powers.first);
  isl_set_free (walk->domain);
  walk->domain = all;
  return known;
}

gboolean
prove_walk_powers (Walk *walk, const Head *head, gboolean *is_straight)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 by;

  if (head->n_updates != 1 || head->condition == NULL || head->update[0].first->value == NULL
      || !factor_of (walk, &head->update[0], &by))
    return FALSE;
  if (!list_numbers (walk, &head->update[0], head->condition, by, numbers))
    return walk_iterations (walk, head, by);
  *is_straight = walk_copies (walk, head, numbers);
  return TRUE;
}
