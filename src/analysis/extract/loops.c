/* Loops in the order of the text: what values their iterators take, and how much of it is exact. */
#include "analysis/extract/loops.h"
#include "analysis/extract/induction.h"
#include "analysis/extract/record.h"
#include "analysis/extract/statement_walk.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "analysis/scop/condition.h"
#include "analysis/scop/conditional.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/initial_value.h"
#include "analysis/scop/product.h"
#include "analysis/scop/runtime_condition.h"
#include "ir/jumps.h"
#include <string.h>

typedef struct
{
  IhopScopLoop *loop;
  guint depth;
  isl_set *domain;
  gboolean is_exact;
  const IhopNode *update;
  const IhopScopRegion *region, *switch_region;
} Saved;

static Saved
enter (IhopWalk *walk, IhopScopLoop *loop, isl_set *domain)
{
  Saved saved = { walk->loop, walk->depth, walk->domain, walk->is_exact, walk->update,
                  walk->region, walk->switch_region };

  walk->loop = loop;
  walk->depth++;
  walk->domain = domain;
  walk->statement = NULL;
  walk->update = NULL;
  return saved;
}

static void
leave (IhopWalk *walk, Saved saved)
{
  isl_set_free (walk->domain);
  walk->loop = saved.loop;
  walk->depth = saved.depth;
  walk->domain = saved.domain;
  walk->is_exact = saved.is_exact;
  walk->update = saved.update;
  walk->region = saved.region;
  walk->switch_region = saved.switch_region;
  walk->statement = NULL;
}

static IhopScopLoop *
loop_new (IhopWalk *walk, const IhopNode *node)
{
  IhopScopLoop *loop = g_new0 (IhopScopLoop, 1);

  loop->node = node;
  loop->depth = walk->depth;
  loop->parent = walk->loop;
  loop->position = walk->position++;
  loop->outer = isl_set_copy (walk->domain);
  loop->is_exact = walk->is_exact;
  g_ptr_array_add (walk->scop->loops, loop);
  return loop;
}

/* A loop that does not count: 0, 1, 2 … for its iterations, nobody knows how many. */
static void
visit_general_loop (IhopWalk *walk, const IhopNode *node, IhopCounting counting)
{
  IhopScopLoop *loop = loop_new (walk, node);
  isl_set *domain
    = isl_set_lower_bound_si (isl_set_add_dims (isl_set_copy (walk->domain), isl_dim_set, 1),
                              isl_dim_set, walk->depth, 0);

  loop->counting = counting;
  loop->is_exact = FALSE;
  loop->domain = isl_set_copy (domain);
  if (node->kind == IHOP_FOR && node->child[0])
    ihop_walk_node (walk, node->child[0]);
  ihop_walk_forget (walk, node);

  Saved saved = enter (walk, loop, domain);

  ihop_walk_maybe (walk);
  if (node->kind == IHOP_FOR)
    {
      if (node->child[1])
        ihop_walk_expression (walk, node->child[1]);
      ihop_walk_node (walk, node->child[3]);
      if (node->child[2])
        ihop_walk_expression (walk, node->child[2]);
    }
  else
    {
      ihop_walk_expression (walk, node->child[node->kind == IHOP_WHILE ? 0 : 1]);
      ihop_walk_node (walk, ihop_loop_body (node));
    }
  leave (walk, saved);
  ihop_walk_forget (walk, node);
}

static isl_pw_aff *
deepened_affine (IhopWalk *walk, IhopValue *value)
{
  value = ihop_value_deepen (value, walk->depth);
  return ihop_value_flatten (walk->scop, value);
}

static isl_set *
nonempty_range (isl_pw_aff *iterator, isl_pw_aff *bound, IhopOperator relation, gint64 step)
{
  switch (relation)
    {
    case IHOP_OP_LT: return isl_pw_aff_lt_set (iterator, bound);
    case IHOP_OP_LE: return isl_pw_aff_le_set (iterator, bound);
    case IHOP_OP_GT: return isl_pw_aff_gt_set (iterator, bound);
    case IHOP_OP_GE: return isl_pw_aff_ge_set (iterator, bound);
    default:
      return step > 0 ? isl_pw_aff_lt_set (iterator, bound) : isl_pw_aff_gt_set (iterator, bound);
    }
}

/* Whether nothing of domain lies in "bad", under the ranges of the parameters, or a condition
 * excludes it. Takes bad and purpose. */
static gboolean
excluded (IhopWalk *walk, isl_set *domain, isl_set *bad, IhopMessage *purpose)
{
  g_autoptr (IhopMessage) own = purpose;
  IhopScop *scop = walk->scop;

  bad = isl_set_intersect (bad, isl_set_copy (domain));
  bad = isl_set_intersect_params (bad, isl_set_copy (scop->ranges));
  if (isl_set_is_empty (bad) == isl_bool_true)
    {
      isl_set_free (bad);
      return TRUE;
    }
  return ihop_context_exclude (scop, isl_set_params (bad), isl_set_copy (domain), own);
}

static isl_pw_aff *
number_like (isl_pw_aff *like, isl_val *val)
{
  isl_local_space *space = isl_local_space_from_space (isl_pw_aff_get_domain_space (like));

  return isl_pw_aff_from_aff (isl_aff_val_on_domain (space, val));
}

/* Counting in a type that wraps around at its ends (unsigned, or narrower than int) is counting
 * only where the ends are not reached. */
static gboolean
stays_in_type (IhopWalk *walk, IhopScopLoop *loop, isl_pw_aff *iterator, isl_set *domain)
{
  const IhopType *type = ihop_type_strip (loop->counting.iterator->type);

  if (!type->is_signed && loop->counting.step < -1)
    {
      /* 1, then -1: which is the largest number, and the loop goes on. */
      isl_pw_aff *next = isl_pw_aff_add_constant_val (
        isl_pw_aff_copy (iterator),
        isl_val_int_from_si (walk->scop->ctx, loop->counting.step));
      isl_set *below = isl_pw_aff_lt_set (
        next, number_like (iterator, isl_val_zero (walk->scop->ctx)));
      return excluded (walk, domain, below, ihop_message ("the iterator does not wrap around below 0"));
    }
  if (type->size == 0 || type->size >= 8 || (type->is_signed && type->size >= 4))
    return TRUE;

  isl_ctx *ctx = walk->scop->ctx;
  isl_val *end
    = isl_val_2exp (isl_val_int_from_ui (ctx, type->size * 8 - (type->is_signed ? 1 : 0)));
  isl_set *bad = isl_pw_aff_ge_set (isl_pw_aff_copy (iterator), number_like (iterator, end));

  return excluded (walk, domain, bad, ihop_message ("%s does not wrap around", loop->counting.iterator->name));
}

static void
note_range (IhopScopLoop *loop)
{
  const IhopCounting *counting = &loop->counting;
  gint64 first, last;

  if (!counting->is_plain || counting->lower == NULL
      || !(counting->lower->flags & IHOP_NODE_CONSTANT)
      || !(counting->bound->flags & IHOP_NODE_CONSTANT))
    return;
  first = counting->lower->integer;
  last = counting->bound->integer;
  if (counting->relation == IHOP_OP_LT || counting->relation == IHOP_OP_GT
      || counting->relation == IHOP_OP_NE)
    last += counting->step > 0 ? -1 : 1;
  loop->has_range = TRUE;
  loop->min = MIN (first, last);
  loop->max = MAX (first, last);
}

/* The comparison is made in an unsigned type, what is compared counts in a signed one: it must not
 * be negative. */
static gboolean
compares_unsigned (const IhopCounting *counting, const IhopNode *with)
{
  const IhopType *bound = ihop_type_strip (with->type);
  const IhopType *own = ihop_type_strip (counting->iterator->type);

  return own->is_signed && bound->kind == IHOP_TYPE_INTEGER && !bound->is_signed
         && bound->size >= own->size && bound->size >= 4;
}

/* Keeps affine. */
static isl_pw_aff *
plus (isl_pw_aff *affine, gint64 number)
{
  isl_ctx *ctx = isl_pw_aff_get_ctx (affine);

  return isl_pw_aff_add_constant_val (isl_pw_aff_copy (affine), isl_val_int_from_si (ctx, number));
}

/* Upward, a negative number ends the loop too early. Downward it would be a large one, and the loop
 * would go on: the first one compared must not be negative, and the bound must not be passed. Takes
 * compared. */
static void
settle_unsigned (IhopWalk *walk, IhopScopLoop *loop, isl_pw_aff *lower, isl_pw_aff *compared,
                 isl_set *domain)
{
  const IhopCounting *counting = &loop->counting;
  isl_pw_aff *zero = number_like (compared, isl_val_zero (walk->scop->ctx));
  gboolean fine;

  if (counting->step > 0)
    {
      if (!excluded (walk, domain, isl_pw_aff_lt_set (compared, zero), ihop_message ("the iterator is not negative")))
        loop->is_exact = FALSE;
      return;
    }
  isl_pw_aff_free (compared);
  fine = lower && counting->step == -1 && counting->relation == IHOP_OP_GT
         && counting->also_bound == NULL && counting->ahead == 0;
  if (fine)
    {
      isl_set *all = isl_set_add_dims (isl_set_copy (walk->domain), isl_dim_set, 1);
      isl_set *negative = isl_pw_aff_lt_set (isl_pw_aff_copy (lower), isl_pw_aff_copy (zero));
      fine = excluded (walk, all, negative, ihop_message ("the iterator does not start below 0"));
      isl_set_free (all);
    }
  isl_pw_aff_free (zero);
  if (!fine)
    ihop_obstacle (walk->scop, "IHOP-D017", loop->node, ihop_message ("compare with a signed bound"),
                   "%s may become negative, which is a large number in this comparison",
                   counting->iterator->name);
}

/* Keeps i and lower. */
static isl_set *
from_first (IhopWalk *walk, const IhopCounting *counting, isl_pw_aff *i, isl_pw_aff *lower)
{
  IhopOperator relation = counting->step > 0 ? IHOP_OP_GE : IHOP_OP_LE;

  if (counting->lower && !counting->steps_first && ihop_conditional_splits (relation, counting->lower))
    return ihop_condition_compare (walk, i, relation, counting->lower);
  return relation == IHOP_OP_GE ? isl_pw_aff_ge_set (isl_pw_aff_copy (i), isl_pw_aff_copy (lower))
                                : isl_pw_aff_le_set (isl_pw_aff_copy (i), isl_pw_aff_copy (lower));
}

/* A bound that splits comes without a value. Keeps i; NULL: not known. */
static isl_set *
before_bound (IhopWalk *walk, const IhopCounting *counting, isl_pw_aff *i, IhopValue *value)
{
  isl_pw_aff *compared = plus (i, counting->ahead), *bound = deepened_affine (walk, value);
  isl_set *set = NULL;

  if (bound)
    return nonempty_range (compared, isl_pw_aff_add_dims (bound, isl_dim_in, 1), counting->relation, counting->step);
  if (ihop_conditional_splits (counting->relation, counting->bound))
    set = ihop_condition_compare (walk, compared, counting->relation, counting->bound);
  isl_pw_aff_free (compared);
  return set;
}

/* { i : lower <= i < bound, i = lower mod step } inside the current domain; narrows is_exact. */
static isl_set *
counted_domain (IhopWalk *walk, IhopScopLoop *loop, IhopValue *lower_value, IhopValue *bound_value,
                IhopValue *also_value)
{
  const IhopCounting *counting = &loop->counting;
  isl_set *domain = isl_set_add_dims (isl_set_copy (walk->domain), isl_dim_set, 1);
  isl_space *space = isl_set_get_space (domain);
  isl_pw_aff *i = isl_pw_aff_from_aff (isl_aff_var_on_domain (
    isl_local_space_from_space (space), isl_dim_set, walk->depth));
  isl_pw_aff *lower = deepened_affine (walk, lower_value);
  isl_pw_aff *also = deepened_affine (walk, also_value);
  isl_set *below = before_bound (walk, counting, i, bound_value);

  loop->is_exact = walk->is_exact && lower && below && (also || counting->also_bound == NULL);
  if (lower)
    {
      lower = isl_pw_aff_add_dims (lower, isl_dim_in, 1);
      domain = isl_set_intersect (domain, from_first (walk, counting, i, lower));
      if (ABS (counting->step) > 1)
        {
          isl_val *step = isl_val_int_from_si (walk->scop->ctx, ABS (counting->step));
          isl_pw_aff *distance = isl_pw_aff_sub (isl_pw_aff_copy (i), isl_pw_aff_copy (lower));
          domain = isl_set_intersect (
            domain, isl_pw_aff_zero_set (isl_pw_aff_mod_val (distance, step)));
        }
    }
  if (below)
    domain = isl_set_intersect (domain, below);
  if (also)
    domain = isl_set_intersect (
      domain, nonempty_range (isl_pw_aff_copy (i), isl_pw_aff_add_dims (also, isl_dim_in, 1),
                              counting->also_relation, counting->step));
  if (domain && !stays_in_type (walk, loop, i, domain))
    ihop_obstacle (walk->scop, "IHOP-D017", loop->node, ihop_message ("count in an int"),
                   "%s may wrap around before it reaches its bound", counting->iterator->name);
  for (guint k = 0; domain && k < 2; k++)
    {
      const IhopNode *with = k ? counting->also_bound : counting->bound;
      if (with && compares_unsigned (counting, with))
        settle_unsigned (walk, loop, lower, plus (i, counting->ahead), domain);
    }
  isl_pw_aff_free (lower);
  isl_pw_aff_free (i);
  return domain;
}

/* "i != n" runs forever, or around the type's end, where i starts beyond n. In a signed type that
 * is undefined; in others it must be excluded. */
static gboolean
reaches_bound (IhopWalk *walk, const IhopCounting *counting, const IhopValue *lower,
               const IhopValue *bound)
{
  const IhopType *type = ihop_type_strip (counting->iterator->type);

  if (counting->relation != IHOP_OP_NE || (type->is_signed && type->size >= 4))
    return TRUE;

  isl_pw_aff *first = deepened_affine (walk, ihop_value_ref (lower));
  isl_pw_aff *last = first ? deepened_affine (walk, ihop_value_ref (bound)) : NULL;

  if (last == NULL)
    {
      isl_pw_aff_free (first);
      return FALSE;
    }

  isl_set *bad = counting->step > 0 ? isl_pw_aff_gt_set (first, last)
                                    : isl_pw_aff_lt_set (first, last);

  return excluded (walk, walk->domain, bad, ihop_message ("the iterator starts before its bound"));
}

/* What the iterator holds when the loop is reached. */
static IhopValue *
value_at_start (IhopWalk *walk, const IhopCounting *counting)
{
  const IhopSymbol *iterator = counting->iterator;
  IhopBinding *binding = g_hash_table_lookup (walk->bindings, iterator);
  IhopValue *value = NULL;
  IhopRef *pointer = NULL;
  const IhopNode *set;

  if (counting->lower)
    return ihop_value_of (walk, counting->lower);
  if (binding)
    return ihop_value_ref (binding->value);
  /* Not yet set in the root: the value it has before. */
  if (walk->depth == 0)
    ihop_initial_value (walk, iterator, &value, &pointer, &set);
  return value;
}

/* What it holds in the first iteration's body. */
static IhopValue *
first_value (IhopWalk *walk, const IhopCounting *counting)
{
  IhopValue *value = value_at_start (walk, counting);

  return counting->steps_first
           ? ihop_value_add (value, ihop_value_integer (walk, counting->step), 1) : value;
}

/* Parts of the head that do not count: "j = n" of "i = 0, j = n", "j--" of "i++, j--". */
static void
walk_other_parts (IhopWalk *walk, const IhopNode *node, const IhopCounting *counting)
{
  if (node == NULL || node == counting->update)
    return;
  if (node->kind == IHOP_DECLARATION)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i] && node->child[i]->symbol != counting->iterator)
          ihop_walk_node (walk, node->child[i]);
      return;
    }
  if (node->kind == IHOP_EXPRESSION || node->kind == IHOP_PAREN
      || (node->kind == IHOP_BINARY && node->op == IHOP_OP_COMMA))
    {
      for (guint i = 0; i < node->n_children; i++)
        walk_other_parts (walk, node->child[i], counting);
      return;
    }
  if (ihop_defs_target (node) != counting->iterator)
    ihop_walk_expression (walk, node);
}

static void
record_iterator_access (IhopWalk *walk, const IhopScopLoop *loop, gboolean is_write)
{
  ihop_record (walk, ihop_ref_new (loop->counting.iterator), loop->node, is_write, IHOP_MAY_NOT);
}

/* "for (; j < n; j++)" goes on where j stands: an iteration around it may have left it there. */
static void
record_iterator (IhopWalk *walk, IhopScopLoop *loop)
{
  const IhopSymbol *iterator = loop->counting.iterator;
  IhopScop *scop = walk->scop;
  gboolean is_root = loop->node == scop->root;

  if (loop->counting.declared_here)
    return;
  if (is_root && ihop_defs_is_tame (scop->facts, scop->function, iterator))
    return;
  if (!is_root && loop->counting.lower == NULL)
    record_iterator_access (walk, loop, FALSE);
  record_iterator_access (walk, loop, TRUE);
}

static void
visit_counting_loop (IhopWalk *walk, const IhopNode *node, IhopCounting counting)
{
  IhopScopLoop *loop = loop_new (walk, node);
  gboolean is_root = node == walk->scop->root;
  IhopValue *lower, *bound, *also = NULL;

  loop->counting = counting;
  loop->backwards = counting.step < 0;
  note_range (loop);
  if (counting.lower && node->kind == IHOP_FOR)
    ihop_walk_expression (walk, counting.lower);
  if (!counting.is_plain && node->kind == IHOP_FOR)
    walk_other_parts (walk, node->child[0], &counting);
  ihop_walk_expression (walk, counting.bound);
  if (counting.also_bound)
    ihop_walk_expression (walk, counting.also_bound);
  if (!is_root)
    record_iterator (walk, loop);
  lower = first_value (walk, &counting);
  bound = ihop_conditional_splits (counting.relation, counting.bound) ? NULL : ihop_value_of (walk, counting.bound);
  if (counting.also_bound)
    also = ihop_value_of (walk, counting.also_bound);
  loop->is_product = bound && !ihop_value_is_affine (bound);

  gboolean reaches = reaches_bound (walk, &counting, lower, bound);
  g_autoptr (IhopValue) first = ihop_value_ref (lower);
  isl_set *domain = counted_domain (walk, loop, lower, bound, also);
  g_autoptr (GPtrArray) counters = ihop_induction_find (walk, node, counting.iterator);

  ihop_walk_forget (walk, node);
  g_hash_table_remove (walk->bindings, counting.iterator);
  if (!reaches)
    ihop_obstacle (walk->scop, "IHOP-D017", node, ihop_message ("compare with < instead of !="),
                   "%s may start beyond its bound and wrap around", counting.iterator->name);
  if (!reaches || ihop_body_exit (ihop_loop_body (node)))
    loop->is_exact = FALSE;
  loop->domain = isl_set_copy (domain);

  Saved saved = enter (walk, loop, domain);

  ihop_induction_start (walk, counters, loop, first);
  if (!loop->is_exact)
    ihop_walk_maybe (walk);
  /* The root's own iterator matters only where pointers or calls may see it. */
  if (is_root)
    record_iterator (walk, loop);
  ihop_walk_node (walk, ihop_loop_body (node));
  if (!counting.is_plain && node->kind == IHOP_FOR)
    walk_other_parts (walk, node->child[2], &counting);
  leave (walk, saved);
  ihop_walk_forget (walk, node);
  ihop_bind (walk, counting.iterator, NULL, NULL);
}

void
ihop_walk_loop (IhopWalk *walk, const IhopNode *node)
{
  IhopCounting counting = ihop_counting_of (walk->scop->facts, walk->scop->function, node);

  if (counting.iterator)
    visit_counting_loop (walk, node, counting);
  else
    visit_general_loop (walk, node, counting);
}
