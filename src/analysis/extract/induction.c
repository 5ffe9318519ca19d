/* Scalars that count along with a loop, and what they hold in which iteration.
 *
 * Every write of the variable in the loop adds what the loop does not change, and each iteration makes the same ones:
 * then it holds first + step * (iterations before) when an iteration starts. From there on the walk
 * follows it as any other variable (forward substitution). */
#include "analysis/extract/induction.h"
#include "analysis/extract/increments.h"
#include "analysis/extract/reduction_update.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/induction_variable.h"
#include "analysis/scop/initial_value.h"
#include "analysis/scop/isl_text.h"
#include "analysis/scop/product.h"
#include "analysis/scop/root_invariance.h"
#include "analysis/scop/runtime_condition.h"
#include "ir/expression.h"
#include "ir/jumps.h"
#include "ir/query.h"

typedef struct
{
  IhopWalk *walk;
  const IhopSymbol *symbol;
  gboolean may_assume;     /* conditions may be made for it */
  gint64 sum;              /* what all that was looked at so far adds: this … */
  IhopValue *more;         /* … and this */
} Adding;

static gboolean adds (Adding *adding, const IhopNode *node);

static IhopValue *
kept_value (IhopWalk *walk, const IhopNode *node)
{
  return node && ihop_scop_keeps_value (walk->scop, node) ? ihop_value_of (walk, node) : NULL;
}

/* Takes more. FALSE: it is no affine expression of what the root does not change. */
static gboolean
add_more (Adding *adding, IhopValue *more)
{
  more = ihop_value_deepen (more, adding->walk->depth);
  isl_pw_aff *affine = ihop_value_affine (more);
  gboolean fine = affine && ihop_value_is_invariant (more);

  isl_pw_aff_free (affine);
  if (fine)
    adding->more = adding->more ? ihop_value_add (adding->more, more, 1) : more;
  else
    ihop_value_unref (more);
  return fine && adding->more;
}

/* What is added to the variable is what the amount says: no conversion makes another number of it. */
static gboolean
is_added_as_it_is (const IhopSymbol *symbol, const IhopNode *amount)
{
  const IhopType *type = ihop_type_strip (symbol->type), *own = ihop_type_strip (amount->type);

  return own->kind == IHOP_TYPE_INTEGER && own->is_signed && (type->kind == IHOP_TYPE_POINTER || own->size <= type->size);
}

static gboolean
add_amount (Adding *adding, const IhopNode *amount, int sign)
{
  amount = ihop_node_strip (amount, TRUE);
  if (!(amount->flags & IHOP_NODE_CONSTANT))
    {
      IhopValue *value = is_added_as_it_is (adding->symbol, amount) ? kept_value (adding->walk, amount) : NULL;
      return value && add_more (adding, ihop_value_scale (value, sign));
    }
  if (ABS (amount->integer) > G_MAXINT32)
    return FALSE;
  adding->sum += sign * amount->integer;
  return ABS (adding->sum) <= G_MAXINT32;
}

/* Both sides of an if add the same constant. */
static gboolean
adds_in_branches (Adding *adding, const IhopNode *node)
{
  Adding side[] = { { adding->walk, adding->symbol, FALSE, 0, NULL },
                    { adding->walk, adding->symbol, FALSE, 0, NULL } };
  gboolean fine = !ihop_increments_writes (node->child[0], adding->symbol) && node->child[2]
                  && adds (&side[0], node->child[1]) && adds (&side[1], node->child[2])
                  && side[0].sum == side[1].sum && !side[0].more && !side[1].more;

  ihop_value_unref (side[0].more);
  ihop_value_unref (side[1].more);
  adding->sum += fine ? side[0].sum : 0;
  return fine;
}

/* How often a loop with constant bounds runs; -1: not known. */
static gint64
trips (const IhopCounting *counting)
{
  gint64 way, step = ABS (counting->step);

  if (counting->iterator == NULL || !counting->is_plain || counting->lower == NULL
      || !(counting->lower->flags & counting->bound->flags & IHOP_NODE_CONSTANT))
    return -1;
  way = counting->bound->integer - counting->lower->integer;
  way = counting->step > 0 ? way : -way;
  if (counting->relation == IHOP_OP_LE || counting->relation == IHOP_OP_GE)
    way++;
  return way <= 0 ? 0 : (way + step - 1) / step;
}

/* What one iteration adds to the variable, if every iteration is sure to add that. */
static gboolean sum_of_iteration (Adding *adding, const IhopNode *loop);

/* How often a loop runs whose bounds the root does not change: bound - lower, where that is not
 * negative, which may be made a condition. */
static IhopValue *
symbolic_trips (const Adding *adding, const IhopCounting *counting)
{
  IhopWalk *walk = adding->walk;
  gboolean closed = counting->relation == IHOP_OP_LE;
  IhopValue *value;
  isl_pw_aff *affine;
  isl_set *bad;

  if (counting->iterator == NULL || !counting->is_plain || counting->step != 1)
    return NULL;
  value
    = ihop_value_add (kept_value (walk, counting->bound), kept_value (walk, counting->lower), -1);
  if (closed)
    value = ihop_value_add (value, ihop_value_integer (walk, 1), 1);
  value = ihop_value_deepen (value, walk->depth);
  affine = ihop_value_affine (value);
  if (affine == NULL || !ihop_value_is_invariant (value))
    {
      isl_pw_aff_free (affine);
      ihop_value_unref (value);
      return NULL;
    }
  bad = isl_set_complement (isl_pw_aff_nonneg_set (affine));
  bad = isl_set_intersect (bad, isl_set_copy (walk->domain));
  g_autoptr (IhopMessage) purpose = ihop_message ("an inner loop's bound is not below its start");
  if (!ihop_walk_never (walk, isl_set_copy (bad))
      && !(adding->may_assume && !walk->quiet
           && ihop_context_exclude (walk->scop, isl_set_params (isl_set_copy (bad)), isl_set_copy (walk->domain), purpose)))
    g_clear_pointer (&value, ihop_value_unref);
  isl_set_free (bad);
  return value;
}

/* An inner loop: what an iteration of it adds, as often as it runs. */
static gboolean
adds_in_loop (Adding *adding, const IhopNode *loop)
{
  IhopScop *scop = adding->walk->scop;
  IhopCounting counting = ihop_counting_of (scop->facts, scop->function, loop);
  Adding inner = { adding->walk, adding->symbol, adding->may_assume, 0, NULL };
  gint64 n = trips (&counting);
  gboolean fine = counting.iterator && counting.iterator != adding->symbol
                  && !(loop->child[0] && ihop_increments_writes (loop->child[0], adding->symbol))
                  && !ihop_body_exit (ihop_loop_body (loop)) && sum_of_iteration (&inner, loop);

  ihop_message_unref (counting.why);
  if (fine && n >= 0 && n <= G_MAXINT16)
    {
      adding->sum += n * inner.sum;
      return (inner.more == NULL || add_more (adding, ihop_value_scale (inner.more, n))) && ABS (adding->sum) <= G_MAXINT32;
    }
  IhopValue *times = fine && inner.more == NULL ? ihop_value_scale (symbolic_trips (adding, &counting), inner.sum) : NULL;
  ihop_value_unref (inner.more);
  return times && add_more (adding, times);
}

static gboolean
take_amount (const IhopNode *amount, int sign, gpointer data)
{
  Adding *adding = data;

  if (amount)
    return add_amount (adding, amount, sign);
  adding->sum += sign;
  return TRUE;
}

static gboolean
take_loop (const IhopNode *loop, gpointer data)
{
  return adds_in_loop (data, loop);
}

static gboolean
take_branches (const IhopNode *branches, gpointer data)
{
  return adds_in_branches (data, branches);
}

/* Whether "node" adds the same amount to the variable whenever it runs; adds it to the sum. */
static gboolean
adds (Adding *adding, const IhopNode *node)
{
  const IhopIncrements increments = { adding->symbol, take_amount, take_loop, take_branches, adding };

  return ihop_increments_walk (&increments, node);
}

static gboolean
find_continue (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_CONTINUE;
  return !ihop_kind_is_loop (node->kind);
}

static gboolean
has_continue (const IhopNode *body)
{
  gboolean found = FALSE;

  ihop_node_walk (body, find_continue, &found);
  return found;
}

static gboolean
sum_of_iteration (Adding *adding, const IhopNode *loop)
{
  const IhopNode *body = ihop_loop_body (loop);
  gboolean in_body = ihop_increments_writes (body, adding->symbol);

  if (adding->walk->scop->has_goto || (in_body && has_continue (body)))
    return FALSE;
  for (guint i = 0; i < loop->n_children; i++)
    {
      const IhopNode *part = loop->child[i];
      gboolean each_time = part == body || (loop->kind == IHOP_FOR && i == 2);
      if (part && each_time && !adds (adding, part))
        return FALSE;
      if (part && !each_time && !(loop->kind == IHOP_FOR && i == 0) && ihop_increments_writes (part, adding->symbol))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;
} Look;

/* "k += 2;" alone does not look at k. */
static gboolean
find_look (const IhopNode *node, gpointer data)
{
  Look *self = data;

  if (node->kind == IHOP_EXPRESSION
      && ihop_defs_target (ihop_node_strip (node->child[0], FALSE)) == self->symbol
      && ihop_update_of (node, NULL))
    return FALSE;
  self->found |= node->kind == IHOP_REF && node->symbol == self->symbol;
  return !self->found;
}

/* Whether the variable's value matters on the way: else it is a sum. */
static gboolean
is_looked_at (const IhopNode *loop, const IhopSymbol *symbol)
{
  Look self = { symbol, FALSE };

  ihop_node_walk (loop, find_look, &self);
  return self.found;
}

static gboolean
may_count (IhopWalk *walk, const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  return ihop_defs_is_tame (walk->scop->facts, walk->scop->function, symbol)
         && (type->kind == IHOP_TYPE_POINTER
             || (type->kind == IHOP_TYPE_INTEGER && type->is_signed && type->size >= 4));
}

/* What the variable holds before the loop that the walk is about to enter. */
static gboolean
read_first (IhopWalk *walk, IhopCounter *counter)
{
  IhopBinding *binding = g_hash_table_lookup (walk->bindings, counter->symbol);

  if (binding)
    {
      counter->value = ihop_value_ref (binding->value);
      counter->pointer = binding->pointer ? ihop_ref_copy (binding->pointer) : NULL;
    }
  else if (walk->depth == 0)
    ihop_initial_value (walk, counter->symbol, &counter->value, &counter->pointer,
                            &counter->first);
  return counter->value || counter->pointer;
}

static void
counter_free (gpointer data)
{
  IhopCounter *counter = data;

  ihop_value_unref (counter->value);
  ihop_value_unref (counter->more);
  ihop_ref_free (counter->pointer);
  g_free (counter);
}

GPtrArray *
ihop_induction_find (IhopWalk *walk, const IhopNode *loop, const IhopSymbol *iterator)
{
  g_autoptr (GHashTable) written = ihop_defs_written (loop);
  g_autoptr (GPtrArray) symbols = ihop_symbols_in_order (written);
  GPtrArray *counters = g_ptr_array_new_with_free_func (counter_free);

  for (guint i = 0; i < symbols->len; i++)
    {
      const IhopSymbol *symbol = symbols->pdata[i];
      Adding adding = { walk, symbol, is_looked_at (loop, symbol), 0, NULL };
      IhopCounter counter = { .symbol = symbol };
      if (symbol == iterator || !may_count (walk, symbol) || !sum_of_iteration (&adding, loop)
          || !read_first (walk, &counter))
        {
          ihop_value_unref (adding.more);
          continue;
        }
      counter.step = adding.sum;
      counter.more = adding.more;
      g_ptr_array_add (counters, g_memdup2 (&counter, sizeof counter));
    }
  return counters;
}

/* step * (iterations before), over the loop's iterator; takes lower. NULL: not known. */
static IhopValue *
counted (IhopWalk *walk, const IhopCounting *counting, IhopValue *lower, const IhopCounter *counter)
{
  IhopValue *way = ihop_value_add (ihop_value_iterator (walk, walk->depth - 1), lower, -1);
  gint64 step = counter->step;
  isl_ctx *ctx = walk->scop->ctx;

  if (counter->more && ABS (counting->step) == 1)
    {
      IhopValue *by
        = ihop_value_add (ihop_value_integer (walk, step), ihop_value_ref (counter->more), 1);
      return ihop_value_multiply (walk, ihop_value_scale (way, counting->step),
                                  ihop_value_deepen (by, walk->depth), walk->loop->node);
    }
  if (counter->more == NULL && step % counting->step == 0)
    return ihop_value_scale (way, step / counting->step);

  isl_pw_aff *affine = counter->more ? NULL : ihop_value_affine (way);

  ihop_value_unref (way);
  if (affine == NULL)
    return NULL;
  affine = isl_pw_aff_scale_down_val (affine, isl_val_int_from_si (ctx, counting->step));
  affine = isl_pw_aff_floor (affine); /* the domain holds only whole numbers of steps */
  return ihop_value_new (isl_pw_aff_scale_val (affine, isl_val_int_from_si (ctx, step)));
}

/* What an iteration adds, as C. */
static char *
text_of_step (IhopPool *pool, const IhopCounter *counter)
{
  isl_pw_aff *affine = counter->more ? ihop_value_affine (counter->more) : NULL;

  if (affine == NULL)
    return g_strdup_printf ("%" G_GINT64_FORMAT, counter->step);
  affine = isl_pw_aff_add_constant_val (
    affine, isl_val_int_from_si (isl_pw_aff_get_ctx (affine), counter->step));
  const IhopNode *step = ihop_expression_of_pw_aff (pool, affine);
  isl_pw_aff_free (affine);
  return step ? ihop_expression_text (step) : NULL;
}

static void
note (IhopScop *scop, const IhopCounter *counter)
{
  IhopInduction *induction = g_new0 (IhopInduction, 1);

  induction->symbol = (IhopSymbol *) counter->symbol;
  induction->first = counter->first;
  induction->step = counter->more ? 0 : counter->step;
  induction->by = text_of_step (ihop_facts_pool (scop->facts), counter);
  g_ptr_array_add (scop->inductions, induction);
}

void
ihop_induction_start (IhopWalk *walk, const GPtrArray *counters, const IhopScopLoop *loop,
                      const IhopValue *lower)
{
  for (guint i = 0; i < counters->len; i++)
    {
      const IhopCounter *counter = counters->pdata[i];
      IhopValue *offset
        = counted (walk, &loop->counting, ihop_value_ref (lower), counter), *value = NULL;
      IhopRef *pointer = NULL;
      if (offset && counter->pointer)
        pointer = ihop_ref_move (ihop_ref_copy (counter->pointer), offset);
      else
        value = ihop_value_add (ihop_value_ref (counter->value), offset, 1);
      if ((value || pointer) && loop->node == walk->scop->root)
        note (walk->scop, counter);
      ihop_bind (walk, counter->symbol, ihop_value_deepen (value, walk->depth), pointer);
    }
}
