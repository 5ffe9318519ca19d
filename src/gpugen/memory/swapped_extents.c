/* Buffers that change places in a time loop, of which nobody says how large they are: all of them are as large as the
 * greatest needs to be, if each has been touched that far, under one name or another, before the loop ends.
 *
 * "for (t = 0; t < steps; t++) { kernel; o = old; old = now; now = next; next = o; }" touches each of the three buffers
 * under each of the three names if there are three steps or more. With one or two steps some buffer is touched under
 * one name alone, and may end where that does: whoever copied as much as the others need would read behind its end.
 * So that is tested at the function's entry, as overlaps are, and the original runs if it fails. */
#include "gpugen/memory/swapped_extents.h"
#include "analysis/memory/pointer_swap.h"
#include "ir/condition.h"
#include "ir/expression.h"
#include "ir/expression_order.h"
#include "gpugen/kernel/mapped_nest.h"
#include "gpugen/memory/call_substitution.h"
#include "gpugen/memory/early_names.h"
#include "gpugen/memory/farthest_extents.h"
#include "gpugen/memory/once.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

enum { MOST_MEMBERS = 6, MOST_ROUNDS = 16, MOST_USES = 24 };

/* A name under which a kernel in one statement of the loop's body touches memory. */
typedef struct
{
  guint child, member;
  guint seen;              /* bits: which buffers have been under this name there */
  IhopGuardedExtent *item;     /* how far it goes; owned */
} Use;

typedef struct
{
  IhopExtentGuard *reach;
  const IhopSwappedPointers *group;
  const IhopNode *loop;
  GPtrArray *body;         /* of const IhopNode *: its statements, those of plain blocks among them */
  Use uses[MOST_USES];
  guint n_uses;
  const IhopNode *runs, *enough; /* the loop runs at all, and often enough; NULL: it is sure to */
} Rounds;

/* ---- the loop ---- */

static void
add_statements (const IhopNode *block, GPtrArray *body)
{
  for (guint i = 0; i < block->n_children; i++)
    if (block->child[i]->kind == IHOP_BLOCK)
      add_statements (block->child[i], body);
    else
      g_ptr_array_add (body, (gpointer) block->child[i]);
}

/* The outermost loop around the exchanges, if the function runs it once. */
static gboolean
find_loop (Rounds *rounds)
{
  IhopWork *work = rounds->reach->work;
  const IhopSwapStatements *first = rounds->group->exchanges->pdata[0];
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, first->block);

  for (guint i = 0; path && i < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      if (node->kind == IHOP_BLOCK)
        continue;
      rounds->loop = node;
      return node->kind == IHOP_FOR && ihop_loop_body (node)->kind == IHOP_BLOCK;
    }
  return FALSE;
}

/* Of a block its first statement's. */
static guint
child_of (const Rounds *rounds, const IhopNode *statement)
{
  guint child = 0;

  while (statement->kind == IHOP_BLOCK && statement->n_children)
    statement = statement->child[0];
  while (child < rounds->body->len && !ihop_node_holds (rounds->body->pdata[child], statement))
    child++;
  return child;
}

static const IhopNode *
first_of (const IhopSwapStatements *exchange)
{
  return exchange->block->child[exchange->first];
}

/* All exchanges are among the statements of the loop's body, and all of those are run one after the other. */
static gboolean
look_at_body (Rounds *rounds)
{
  add_statements (ihop_loop_body (rounds->loop), rounds->body);
  for (guint i = 0; i < rounds->group->exchanges->len; i++)
    if (!g_ptr_array_find (rounds->body, first_of (rounds->group->exchanges->pdata[i]), NULL))
      return FALSE;
  return !ihop_once_may_leave (rounds->reach->work->planner->facts, ihop_loop_body (rounds->loop));
}

static gboolean
is_signed (const IhopType *type)
{
  type = type ? ihop_type_strip (type) : NULL;
  return type && type->kind == IHOP_TYPE_INTEGER && type->is_signed && type->size >= 4;
}

static gboolean
is_plain_count (const IhopWork *work, const IhopNode *body, const IhopCounting *c)
{
  return c->iterator && c->is_plain && c->lower && c->ahead == 0 && !c->steps_first && c->also_bound == NULL
         && is_signed (c->iterator->type) && is_signed (ihop_node_strip (c->lower, TRUE)->type)
         && is_signed (ihop_node_strip (c->bound, TRUE)->type) && ABS (c->step) < 1000
         && !(ihop_touch_of (work->planner->facts, work->function, body, c->iterator) & IHOP_TOUCH_WRITE);
}

gboolean
ihop_swapped_extents_loop_runs (const IhopExtentGuard *reach, const IhopNode *node, const IhopNode **when)
{
  const IhopWork *work = reach->work;
  const IhopCounting *counting
    = node->kind == IHOP_FOR ? ihop_loops_counting (work->planner->facts, work->planner->tree, node) : NULL;

  *when = NULL;
  if (counting == NULL || !is_plain_count (work, ihop_loop_body (node), counting))
    return FALSE;
  if (ihop_nest_trips (counting) > 0)
    return TRUE;
  *when = ihop_nest_compare_bound (ihop_work_pool (work), counting, counting->lower, TRUE);
  return *when && ihop_extent_guard_can_say (reach, *when);
}

/* Sets rounds->enough; to *asked what has to hold at entry: often enough, or not at all. FALSE: it cannot be said. */
static gboolean
say_enough (Rounds *rounds, guint least, const IhopNode **asked)
{
  const IhopWork *work = rounds->reach->work;
  IhopPool *pool = ihop_work_pool (work);
  const IhopCounting *counting = ihop_loops_counting (work->planner->facts, work->planner->tree, rounds->loop);

  if (counting == NULL || !is_plain_count (work, ihop_loop_body (rounds->loop), counting))
    return FALSE;
  gint64 trips = ihop_nest_trips (counting);
  if (trips >= 0)
    return trips >= (gint64) least;
  const IhopNode *first = counting->lower;
  const IhopNode *further = ihop_expression_number (pool, (gint64) (least - 1) * counting->step);
  const IhopNode *last = ihop_expression_add (pool, first, further);
  const IhopNode *none = ihop_nest_compare_bound (pool, counting, first, FALSE);
  rounds->runs = ihop_nest_compare_bound (pool, counting, first, TRUE);
  rounds->enough = ihop_nest_compare_bound (pool, counting, last, TRUE);
  if (rounds->enough == NULL || !ihop_early_can_say (rounds->reach->work, rounds->enough)
      || !ihop_early_can_say (rounds->reach->work, none) || !ihop_extent_guard_can_say (rounds->reach, rounds->enough))
    return FALSE;
  *asked = least > 1 ? ihop_expression_or (pool, rounds->enough, none) : NULL;
  return TRUE;
}

/* ---- who is where ---- */

static guint
member_of (const Rounds *rounds, const IhopSymbol *symbol)
{
  guint member = 0;

  g_ptr_array_find (rounds->group->variables, symbol, &member);
  return member;
}

/* The loop's statements in their order, for one iteration: where[b] is the name of buffer b. */
static void
go_round (Rounds *rounds, guint *where)
{
  guint n = rounds->group->variables->len;

  for (guint child = 0; child < rounds->body->len; child++)
    {
      for (guint i = 0; i < rounds->n_uses; i++)
        for (guint b = 0; b < n && rounds->uses[i].child == child; b++)
          rounds->uses[i].seen |= where[b] == rounds->uses[i].member ? 1u << b : 0;
      for (guint i = 0; i < rounds->group->exchanges->len; i++)
        {
          const IhopSwapStatements *exchange = rounds->group->exchanges->pdata[i];
          const GPtrArray *round = exchange->variables;
          for (guint b = 0; b < n && first_of (exchange) == rounds->body->pdata[child]; b++)
            {
              guint at;
              if (g_ptr_array_find ((GPtrArray *) round, rounds->group->variables->pdata[where[b]], &at))
                where[b] = member_of (rounds, round->pdata[at ? at - 1 : round->len - 1]);
            }
        }
    }
}

/* ---- what is touched there ---- */

static const IhopFootprint *
footprint_of (const Rounds *rounds, const IhopKernel *kernel, guint member)
{
  return ihop_kernel_footprint (kernel, rounds->group->variables->pdata[member]);
}

/* "step (n, now, next);" as a statement: it is sure to be called. */
static gboolean
is_bare_call (const IhopKernel *call)
{
  const IhopNode *statement = call->statements->pdata[0];

  return statement->kind == IHOP_EXPRESSION && ihop_node_strip (statement->child[0], TRUE) == call->call;
}

/* Boxes are known of what it touches, but of a call's, which are the called function's. */
static gboolean
is_bounded (const Rounds *rounds, const IhopKernel *kernel, const IhopFootprint *f)
{
  IhopWork *work = rounds->reach->work;

  return kernel->kind == IHOP_KERNEL_CALL
         || ((!f->begins_before || (f->begins_inside && ihop_early_can_say (work, f->begins_inside)))
             && ihop_extent_guard_is_bounded (work, kernel, f->symbol));
}

/* In the loop, and of the kind of memory that is measured. */
static gboolean
is_regular (const Rounds *rounds, const IhopKernel *kernel, guint member)
{
  const IhopDeviceVariable *variable = rounds->reach->variable;
  const IhopSymbol *symbol = rounds->group->variables->pdata[member];
  const IhopFootprint *f = footprint_of (rounds, kernel, member);

  return child_of (rounds, kernel->statements->pdata[0]) < rounds->body->len
         && f->rank == variable->rank && f->rank > 0 && f->extents && f->extents[0] == NULL
         && ihop_type_equal (f->element, variable->element) && is_bounded (rounds, kernel, f)
         && !ihop_kernel_combines_into (kernel, symbol);
}

/* Takes item; FALSE: it is not known how far the name goes there. Where the kernel's conditions do not hold, the host does its work,
 * and nothing is kept on the device. */
static gboolean
add_use (Rounds *rounds, const IhopKernel *kernel, guint child, guint member, IhopGuardedExtent *item)
{
  IhopPool *pool = ihop_work_pool (rounds->reach->work);

  for (guint i = 0; item && i < kernel->conditions->len; i++)
    item->when = ihop_expression_and (pool, item->when, ((const IhopAssumption *) kernel->conditions->pdata[i])->holds);
  if (item && item->end && ihop_extent_guard_can_say (rounds->reach, item->end) && ihop_extent_guard_can_say (rounds->reach, item->when)
      && rounds->n_uses < MOST_USES)
    {
      rounds->uses[rounds->n_uses++] = (Use){ child, member, 0, item };
      return TRUE;
    }
  g_free (item);
  return FALSE;
}

/* As the called function counts, if it is sure to touch that, and to be called. */
static gboolean
add_call (Rounds *rounds, const IhopKernel *call, guint member)
{
  const IhopDeviceVariable *theirs = ihop_resident_handed (call, rounds->group->variables->pdata[member])->variable;
  guint child = child_of (rounds, call->statements->pdata[0]);

  if (!is_bare_call (call) || !theirs->is_measured || theirs->is_unmeasured || theirs->is_mixed || theirs->is_doubtful
      || theirs->is_doubtful_around || rounds->body->pdata[child] != call->statements->pdata[0])
    return FALSE;
  IhopGuardedExtent *item = g_new0 (IhopGuardedExtent, 1);
  item->end = ihop_call_substitute (rounds->reach->work, call, theirs->bare ? theirs->bare : theirs->extents[0]);
  item->when = ihop_call_substitute (rounds->reach->work, call, theirs->when);
  item->is_flat = theirs->bare != NULL;
  if (theirs->when && item->when == NULL)
    item->end = NULL;
  return add_use (rounds, call, child, member, item);
}

static gboolean
add_statement (Rounds *rounds, const IhopKernel *kernel, const IhopNode *statement, guint member)
{
  IhopWork *work = rounds->reach->work;
  guint child = child_of (rounds, statement);
  gboolean is_tested = kernel->conditions->len > 0 && rounds->body->pdata[child] == statement; /* add_use says so */
  const IhopNode *part = rounds->body->pdata[child], *around = ihop_node_holds (part, statement) ? part : statement;
  const IhopBox *box = ihop_footprint_reach (work->planner->facts, work->function, around, statement,
                                       rounds->group->variables->pdata[member], is_tested);
  gboolean is_sure = box && box->is_certain && box->is_in_each; /* "if (t == 0)" would be of one buffer alone */
  IhopGuardedExtent *item = is_sure ? ihop_guarded_extent_new (ihop_work_pool (work), rounds->reach->variable, box) : NULL;

  return add_use (rounds, kernel, child, member, item);
}

static gboolean
add_kernel (Rounds *rounds, const IhopKernel *kernel, guint member)
{
  const IhopSymbol *symbol = rounds->group->variables->pdata[member];

  if (!is_regular (rounds, kernel, member))
    return FALSE;
  if (kernel->kind == IHOP_KERNEL_CALL)
    return add_call (rounds, kernel, member);
  for (guint i = 0; i < kernel->statements->len; i++)
    if (ihop_footprint_at (rounds->reach->work, kernel->statements->pdata[i], symbol)
        && !add_statement (rounds, kernel, kernel->statements->pdata[i], member))
      return FALSE;
  return TRUE;
}

static gboolean
find_uses (Rounds *rounds)
{
  const GPtrArray *kernels = rounds->reach->work->kernels;

  for (guint member = 0; member < rounds->group->variables->len; member++)
    {
      guint before = rounds->n_uses;
      for (guint i = 0; i < kernels->len; i++)
        if (footprint_of (rounds, kernels->pdata[i], member) && !add_kernel (rounds, kernels->pdata[i], member))
          return FALSE;
      if (rounds->n_uses == before)
        return FALSE;
    }
  return rounds->n_uses > 0;
}

/* ---- how often ---- */

/* Whether one goes as far as another, whenever that goes anywhere. */
static gboolean
goes_as_far (const IhopGuardedExtent *item, const IhopGuardedExtent *other)
{
  return ihop_expression_implies (other->when, item->when) && ihop_expression_stays_within (other->when, other->end, item->end);
}

/* Each buffer has been touched as far as this. */
static gboolean
is_complete (const Rounds *rounds, const IhopGuardedExtent *item)
{
  guint seen = 0;

  for (guint i = 0; i < rounds->n_uses; i++)
    if (goes_as_far (rounds->uses[i].item, item))
      seen |= rounds->uses[i].seen;
  return seen == (1u << rounds->group->variables->len) - 1;
}

/* After how many iterations each buffer has been touched as far as any is; 0: never. */
static guint
count_rounds (Rounds *rounds)
{
  guint where[MOST_MEMBERS];

  for (guint b = 0; b < rounds->group->variables->len; b++)
    where[b] = b;
  for (guint round = 1; round <= MOST_ROUNDS; round++)
    {
      gboolean are_complete = TRUE;
      go_round (rounds, where);
      for (guint i = 0; i < rounds->n_uses; i++)
        are_complete &= is_complete (rounds, rounds->uses[i].item);
      if (are_complete)
        return round;
    }
  return 0;
}

/* "enough" and those parts of a condition that do not only say that the loop runs. */
static const IhopNode *
and_others (const Rounds *rounds, const IhopNode *enough, const IhopNode *condition)
{
  IhopPool *pool = ihop_work_pool (rounds->reach->work);

  if (condition->kind == IHOP_BINARY && condition->op == IHOP_OP_LAND)
    return and_others (rounds, and_others (rounds, enough, condition->child[0]), condition->child[1]);
  return ihop_expression_equal (condition, rounds->runs) ? enough : ihop_expression_and (pool, enough, condition);
}

/* "steps > 2 && n >= 3" for "steps > 0 && n >= 3". */
static void
add_enough (const Rounds *rounds, IhopGuardedExtent *item)
{
  item->is_guarded = FALSE;
  item->when = item->when ? and_others (rounds, rounds->enough, item->when) : rounds->enough;
}

/* Another one goes as far; of two alike, the first one stays. */
static gboolean
is_needless (const Rounds *rounds, guint use)
{
  const IhopGuardedExtent *item = rounds->uses[use].item;

  for (guint i = 0; i < rounds->n_uses; i++)
    if (i != use && goes_as_far (rounds->uses[i].item, item) && (i < use || !goes_as_far (item, rounds->uses[i].item)))
      return TRUE;
  return FALSE;
}

static void
add_items (Rounds *rounds)
{
  gboolean needless[MOST_USES];

  for (guint i = 0; i < rounds->n_uses; i++)
    needless[i] = is_needless (rounds, i);
  for (guint i = 0; i < rounds->n_uses; i++)
    {
      IhopGuardedExtent *item = needless[i] ? NULL : g_steal_pointer (&rounds->uses[i].item);
      if (item && rounds->enough)
        add_enough (rounds, item);
      if (item)
        ihop_farthest_extents_add (rounds->reach, item);
    }
}

static gboolean
may_rotate (const IhopExtentGuard *reach, const IhopSwappedPointers *group)
{
  const IhopPlanOptions *options = reach->work->planner->options;

  return group && group->variables->len <= MOST_MEMBERS && !options->no_motion
         && options->transfers != IHOP_TRANSFERS_MANAGED && !reach->work->graph->has_goto;
}

gboolean
ihop_swapped_extents_add (IhopExtentGuard *reach, const IhopNode **asked)
{
  IhopFacts *facts = reach->work->planner->facts;
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  Rounds rounds = { .reach = reach,
                    .group = ihop_swapped_pointers_of (facts, reach->work->function, reach->variable->symbol),
                    .body = body };
  gboolean good = may_rotate (reach, rounds.group) && find_loop (&rounds) && look_at_body (&rounds) && find_uses (&rounds);
  guint least = good ? count_rounds (&rounds) : 0;

  good = least > 0 && say_enough (&rounds, least, asked);
  if (good)
    add_items (&rounds);
  for (guint i = 0; i < rounds.n_uses; i++)
    g_clear_pointer (&rounds.uses[i].item, g_free);
  return good;
}
