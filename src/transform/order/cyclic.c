/* cyclic: the iterations of a band of loops are dealt out in turn to a constant number of loops' iterations, which
 * become threads: iteration number t + N * r goes to thread t as its r-th. (Cyclic distribution, as in High Performance
 * Fortran 1993; with several iterations a thread it is thread coarsening.) Of "16x2" a thread takes two neighbours in each turn: iteration
 * number c + 2 * (t + 16 * r) is the c-th of them. What they read lies beside each other, and one load brings it.
 *
 * The loops over the threads come outermost and have constant bounds. Of a loop cut from a larger one ("i = it;
 * i < min (it + 64, n)") it is known how often it runs at most: then the loops over r have constant bounds as well, and
 * can be unrolled; what does not come out even is cut off by a condition inside. Where that is not known of all loops of the
 * band, or not wanted ("open"), they stay as they are but for where they begin, which is the thread's number further on, and for how far they go
 * at once, which is the number of threads. */
#include "analysis/extract/extract.h"
#include "analysis/nest/iteration_space_sizes.h"
#include "analysis/scop/scop.h"
#include "ir/roles.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/build/sum.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/order/perfect_nest.h"

enum { MOST_TURNS = 64, MOST_THREADS = 1024 * IHOP_ROLE_MOST_GRID };

typedef struct
{
  const IhopHeader *header;
  gint64 threads, turns;   /* of the loop's iterations, at most threads * turns * beside; turns 0: not known, or too many */
  gint64 beside;           /* iterations that a thread takes in a turn */
  const IhopNode *base;    /* the value of iteration 0 */
  GPtrArray *above, *below; /* of const IhopNode *: conditions of an iteration: value >= above, value < below */
  IhopSymbol *thread, *turn, *neighbour;
} Dealt;

typedef struct
{
  IhopNest nest;
  Dealt loop[IHOP_NEST_DEPTH];
} Dealing;

static void
dealing_clear (Dealing *dealing)
{
  for (guint d = 0; d < dealing->nest.n; d++)
    {
      g_clear_pointer (&dealing->loop[d].above, g_ptr_array_unref);
      g_clear_pointer (&dealing->loop[d].below, g_ptr_array_unref);
    }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dealing, dealing_clear)

/* The pair of a first value and an end that are a number apart, the smallest: how often the loop runs at most. */
static gint64
count_most (Dealt *loop, const GPtrArray *firsts, const GPtrArray *ends)
{
  gint64 most = -1, distance;

  for (guint i = 0; i < firsts->len; i++)
    for (guint k = 0; k < ends->len; k++)
      {
        if (!ihop_sum_distance (ends->pdata[k], firsts->pdata[i], &distance) || (most >= 0 && distance >= most))
          continue;
        most = MAX (distance, 0);
        loop->base = firsts->pdata[i];
      }
  return most;
}

/* The same by what is known where the loop stands: "i < k", where k is the counter of a strip around it. */
static gint64
count_in_context (IhopTransformStep *step, const IhopHeader *header)
{
  IhopBudget budget = ihop_facts_budget (step->facts);
  g_autoptr (IhopScop) scop = ihop_scop_new (step->facts, header->name->function, header->loop, &budget);
  const IhopScopLoop *loop = ihop_scop_loop_of (scop, header->loop);
  gint64 most = -1;

  if (loop == NULL || scop->assumptions->len)
    return most;
  isl_set *values = isl_set_reset_tuple_id (isl_set_intersect_params (isl_set_copy (loop->domain), isl_set_copy (scop->context)));
  isl_set *apart = isl_map_deltas (isl_map_from_domain_and_range (isl_set_copy (values), values));
  isl_val *length = ihop_instances_bound (isl_set_project_out_all_params (apart), 0, TRUE);
  if (length && isl_val_is_int (length) == isl_bool_true)
    most = isl_val_get_num_si (length) + 1;
  isl_val_free (length);
  return most;
}

/* Conditions that the numbers of threads and turns do not keep by themselves. */
static void
keep_conditions (Dealt *loop, const GPtrArray *firsts, const GPtrArray *ends)
{
  gint64 distance;

  loop->above = g_ptr_array_new ();
  loop->below = g_ptr_array_new ();
  for (guint i = 0; i < firsts->len; i++)
    if (!ihop_sum_distance (loop->base, firsts->pdata[i], &distance) || distance < 0)
      g_ptr_array_add (loop->above, firsts->pdata[i]);
  for (guint k = 0; k < ends->len; k++)
    if (!ihop_sum_distance (ends->pdata[k], loop->base, &distance) || distance < loop->threads * loop->turns * loop->beside)
      g_ptr_array_add (loop->below, ends->pdata[k]);
}

static gboolean
read_loop (IhopBuild *build, Dealt *loop, const IhopHeader *header, const char *word)
{
  g_autoptr (GPtrArray) firsts = g_ptr_array_new (), ends = g_ptr_array_new ();

  loop->header = header;
  if (!ihop_require_signed_counter (build->step, header) || !ihop_require_unit_step (build->step, header, FALSE)
      || !ihop_args_threads (build->step, word, MOST_THREADS, &loop->threads, &loop->beside))
    return FALSE;
  ihop_sum_arms (header->lower, TRUE, firsts);
  ihop_sum_arms (header->bound, FALSE, ends);
  for (guint i = 0; header->relation == IHOP_OP_LE && i < ends->len; i++)
    ends->pdata[i] = (gpointer) ihop_make_plus (build, ends->pdata[i], 1);
  gint64 most = count_most (loop, firsts, ends);
  if (most < 0 && firsts->len == 1 && (most = count_in_context (build->step, header)) >= 0)
    loop->base = firsts->pdata[0];
  loop->turns = (most + loop->threads * loop->beside - 1) / (loop->threads * loop->beside);
  if (most < 0 || loop->turns > MOST_TURNS)
    {
      loop->turns = 0;
      return TRUE;
    }
  loop->turns = MAX (loop->turns, 1);
  keep_conditions (loop, firsts, ends);
  return TRUE;
}

static IhopSymbol *
counter (IhopBuild *build, const Dealing *dealing, const IhopHeader *header, const char *kind)
{
  g_autofree char *name = g_strconcat (kind, header->iterator->name, NULL);

  return ihop_make_iterator (build, header->iterator, header->iterator->type, name, dealing->nest.header[0].loop);
}

/* value + number * counter, which may be NULL. */
static const IhopNode *
plus (IhopBuild *build, const IhopNode *value, gint64 number, IhopSymbol *counter)
{
  if (counter == NULL)
    return value;
  const IhopNode *ahead = ihop_make_ref (build, counter);
  if (number > 1)
    ahead = ihop_make_binary (build, IHOP_OP_MUL, ihop_make_integer (build, number), ahead);
  g_autoptr (IhopSum) plain = ihop_sum_of (value), more = ihop_sum_of (ahead);
  if (plain == NULL || more == NULL)
    return ihop_make_binary (build, IHOP_OP_ADD, value, ahead);
  ihop_sum_add (plain, more, 1);
  return ihop_sum_expression (build, plain);
}

/* base + c + B * t + B * N * r */
static const IhopNode *
value_of (IhopBuild *build, const Dealt *loop, const IhopValues *outer)
{
  const IhopNode *value = outer->n ? ihop_copy (build, loop->base, outer) : loop->base;

  value = plus (build, value, loop->beside, loop->thread);
  value = plus (build, value, 1, loop->neighbour);
  return plus (build, value, loop->threads * loop->beside, loop->turn);
}

static void
add_conditions (IhopBuild *build, const GPtrArray *bounds, IhopOperator relation, const IhopNode *value,
                const IhopValues *outer, const IhopNode **all)
{
  for (guint i = 0; i < bounds->len; i++)
    {
      const IhopNode *bound = outer->n ? ihop_copy (build, bounds->pdata[i], outer) : bounds->pdata[i];
      const IhopNode *one = ihop_make_relation (build, relation, value, bound);
      *all = *all ? ihop_make_binary (build, IHOP_OP_LAND, *all, one) : one;
    }
}

/* The body for what thread and turn say, under the condition that there is such an iteration. */
static const IhopNode *
dealt_body (IhopBuild *build, Dealing *dealing)
{
  IhopValues *values = ihop_values_alloc (build, dealing->nest.n);
  const IhopNode *condition = NULL;

  values->n = 0;
  for (guint d = 0; d < dealing->nest.n; d++)
    {
      const Dealt *loop = &dealing->loop[d];
      const IhopNode *value = value_of (build, loop, values);
      add_conditions (build, loop->above, IHOP_OP_GE, value, values, &condition);
      add_conditions (build, loop->below, IHOP_OP_LT, value, values, &condition);
      values->symbol[d] = loop->header->iterator;
      values->value[d] = value;
      values->n = d + 1;
    }
  const IhopNode *body = ihop_copy (build, dealing->nest.body, values);
  return condition ? ihop_make_if (build, condition, body, NULL) : body;
}

static const IhopNode *
counted (IhopBuild *build, const Dealt *loop, IhopSymbol *symbol, gint64 times, const IhopNode *body)
{
  return symbol == NULL ? body
                        : ihop_make_for (build, loop->header->loop, symbol, TRUE, ihop_make_integer (build, 0), IHOP_OP_LT,
                                         ihop_make_integer (build, times), 1, body);
}

static const IhopNode *
over_threads (IhopBuild *build, const Dealing *dealing, const IhopNode *body)
{
  for (guint d = dealing->nest.n; d-- > 0;)
    body = counted (build, &dealing->loop[d], dealing->loop[d].thread, dealing->loop[d].threads, body);
  return body;
}

/* ---- As many turns as it takes ------------------------------------------------------------------------------------ */

static gboolean
has_open_turns (const Dealing *dealing)
{
  for (guint d = 0; d < dealing->nest.n; d++)
    if (dealing->loop[d].turns == 0)
      return TRUE;
  return FALSE;
}

static gboolean
require_no_neighbours (IhopTransformStep *step, const Dealing *dealing)
{
  for (guint d = 0; d < dealing->nest.n; d++)
    if (dealing->loop[d].beside > 1)
      {
        ihop_refuse (step, IHOP_T_ARGUMENTS, dealing->loop[d].header->loop,
                     "neighbours are dealt out only where it is known how often a loop runs at most");
        return FALSE;
      }
  return TRUE;
}

/* Heads are evaluated once more for each thread, and counters end with other values. */
static gboolean
can_be_strided (IhopTransformStep *step, const Dealing *dealing)
{
  for (guint d = 0; d < dealing->nest.n; d++)
    {
      const IhopHeader *header = &dealing->nest.header[d];
      if (!ihop_require_repeatable_header (step, header) || !ihop_require_dead_counter (step, header))
        return FALSE;
    }
  return TRUE;
}

/* for (i = base + t; i < end; i += N) */
static const IhopNode *
strided (IhopBuild *build, Dealing *dealing)
{
  const IhopNode *body = dealing->nest.body;

  for (guint d = dealing->nest.n; d-- > 0;)
    {
      Dealt *loop = &dealing->loop[d];
      const IhopHeader *header = loop->header;
      const IhopNode *first = header->lower;
      if (loop->threads > 1)
        {
          loop->thread = counter (build, dealing, header, "t");
          first = ihop_make_binary (build, IHOP_OP_ADD, first, ihop_make_ref (build, loop->thread));
        }
      body = ihop_make_for (build, header->loop, header->iterator, header->declared_here, first, header->relation, header->bound,
                            loop->threads, body);
    }
  return over_threads (build, dealing, body);
}

/* ---- A number of turns -------------------------------------------------------------------------------------------- */

static const IhopNode *
dealt (IhopBuild *build, Dealing *dealing)
{
  for (guint d = 0; d < dealing->nest.n; d++)
    {
      Dealt *loop = &dealing->loop[d];
      loop->thread = loop->threads > 1 ? counter (build, dealing, loop->header, "t") : NULL;
      loop->turn = loop->turns > 1 ? counter (build, dealing, loop->header, "r") : NULL;
      loop->neighbour = loop->beside > 1 ? counter (build, dealing, loop->header, "c") : NULL;
    }
  const IhopNode *body = dealt_body (build, dealing);
  for (guint d = dealing->nest.n; d-- > 0;)
    body = counted (build, &dealing->loop[d], dealing->loop[d].neighbour, dealing->loop[d].beside, body);
  for (guint d = dealing->nest.n; d-- > 0;)
    body = counted (build, &dealing->loop[d], dealing->loop[d].turn, dealing->loop[d].turns, body);
  return over_threads (build, dealing, body);
}

static IhopRewrite *
cyclic_build (IhopTransformStep *step, char **words, guint n)
{
  g_auto (Dealing) dealing = { 0 };
  const IhopLoopName *name;
  const gboolean wants_open = n > 2 && g_str_equal (words[n - 1], "open");

  n -= wants_open;
  if (!ihop_args_count (step, n, 2, IHOP_NEST_DEPTH + 1) || !(name = ihop_args_loop (step, words[0]))
      || !ihop_nest_read (step, name, n - 1, &dealing.nest) || !ihop_require_copyable (step, dealing.nest.body)
      || !ihop_require_no_jumps (step, dealing.nest.body))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  for (guint d = 0; d < dealing.nest.n; d++)
    if (!read_loop (build, &dealing.loop[d], &dealing.nest.header[d], words[d + 1]))
      return NULL;
  const gboolean is_open = wants_open || has_open_turns (&dealing);
  if (is_open && (!require_no_neighbours (step, &dealing) || !can_be_strided (step, &dealing)))
    return NULL;
  return ihop_build_finish_one (build, dealing.nest.header[0].loop, is_open ? strided (build, &dealing) : dealt (build, &dealing));
}

const IhopTransform ihop_transform_cyclic = {
  .name = "cyclic",
  .usage = "INNERMOST THREADS... [open]",
  .summary = N_ ("Iterations are dealt out to a constant number of threads in turn"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = cyclic_build,
};
