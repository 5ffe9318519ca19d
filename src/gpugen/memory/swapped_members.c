#include "gpugen/memory/swapped_members.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/function_entry.h"
#include "analysis/memory/pointer_swap.h"
#include "gpugen/memory/call_substitution.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/member_sizes.h"
#include "gpugen/memory/member_touch.h"
#include "gpugen/memory/once.h"
#include "gpugen/memory/resident_call.h"
#include "gpugen/memory/swapped_extents.h"
#include "gpugen/plan/lookup.h"
#include "ir/condition.h"
#include "ir/expression.h"
#include "ir/query.h"

typedef struct
{
  IhopWork *work;
  const IhopSwappedPointers *group;
  IhopExtentGuard guard;
  const IhopNode *loop;      /* the outermost one around a swap, which the function runs once */
  const IhopNode *runs;      /* when it runs; NULL: always */
  IhopMemberReading reading; /* of the variable's member */
  IhopMemberSize known;
  gboolean is_touched;       /* some kernel is certain to touch a buffer … */
  const IhopNode *when;      /* … under this condition; NULL: always */
  const IhopSymbol *itself;  /* the variable */
  gboolean touches_itself;   /* the touch that is looked at is of its memory */
  gboolean is_doubtful;      /* some are of other memory alone: the variable's own may be a null pointer */
} Swapped;

/* ---- how large ---- */

static const IhopNode *
size_of_member (const Swapped *self, const IhopDeviceVariable *v, const IhopNode *member)
{
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (IhopMemberSite));
  IhopMemberSize known = { NULL, sites };
  IhopMemberReading reading = self->reading;

  reading.member = member;
  return ihop_member_sizes_beside (self->work, &reading, v->element, &known);
}

/* Of the variable's own member. */
static const IhopNode *
own_size (Swapped *self, const IhopDeviceVariable *v)
{
  IhopFacts *facts = self->work->planner->facts;
  const IhopNode *member = ihop_member_swapped_from (facts, self->work->function, v->symbol);
  const IhopSymbol *base = member ? ihop_member_base (facts, self->work->function, member) : NULL;

  self->reading = (IhopMemberReading){ self->work, member, base, ihop_loop_body (self->loop) };
  return base ? ihop_member_sizes_beside (self->work, &self->reading, v->element, &self->known) : NULL;
}

/* All of them were read from members of one struct, which have memory of one size. */
static const IhopNode *
common_size (Swapped *self, const IhopDeviceVariable *v)
{
  IhopFacts *facts = self->work->planner->facts;
  const IhopFunction *function = self->work->function;
  const IhopNode *size = own_size (self, v);

  for (guint i = 0; size && i < self->group->variables->len; i++)
    {
      const IhopNode *member = ihop_member_swapped_from (facts, function, self->group->variables->pdata[i]);
      if (member == NULL || ihop_member_base (facts, function, member) != self->reading.base
          || !ihop_member_of_same (ihop_member_record (member), ihop_member_record (self->reading.member)))
        return NULL;
      const IhopNode *one = size_of_member (self, v, member);
      if (one == NULL || !ihop_expression_equal (size, one))
        return NULL;
    }
  return size;
}

/* ---- when it is there ---- */

/* The child of the function's body that holds a node. */
static guint
place_in_body (const Swapped *self, const IhopNode *node)
{
  const IhopNode *body = self->work->function->body;
  guint at = 0;

  while (at < body->n_children && !ihop_node_holds (body->child[at], node))
    at++;
  return at;
}

/* No name of the condition is set between two children of the function's body. */
static gboolean
stays_between (const Swapped *self, const IhopNode *condition, guint from, guint to)
{
  const IhopFunction *function = self->work->function;
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (condition);

  for (guint i = 0; i < symbols->len; i++)
    if (!ihop_defs_is_tame (self->work->planner->facts, function, symbols->pdata[i])
        || ihop_defs_last_write (self->work->planner->facts, function->body, to, symbols->pdata[i]) >= (int) from)
      return FALSE;
  return TRUE;
}

/* "int runs = t < n;": a variable that is set once, where the function begins, and holds there what the loop's head asks of t first:
 * t itself is another one as soon as the loop has begun. */
static const IhopNode *
name_of_condition (const Swapped *self, const IhopNode *condition)
{
  IhopFacts *facts = self->work->planner->facts;
  const IhopNode *body = self->work->function->body;
  guint loop = place_in_body (self, self->loop), end = MIN (loop, ihop_entry_length (facts, self->work->function));

  for (guint i = 0; i < end; i++)
    for (guint k = 0; body->child[i]->kind == IHOP_DECLARATION && k < body->child[i]->n_children; k++)
      {
        const IhopNode *variable = body->child[i]->child[k], *value = variable->n_children ? variable->child[0] : NULL;
        if (value && ihop_type_is_integer (variable->symbol->type) && ihop_expression_equal (value, condition)
            && ihop_defs_keeps_value (facts, self->work->function, variable->symbol) && stays_between (self, condition, i, loop))
          return ihop_expression_name (ihop_work_pool (self->work), (IhopSymbol *) variable->symbol);
      }
  return NULL;
}

/* When a loop runs at all, by its head. */
static gboolean
say_head (Swapped *self, const IhopNode *head)
{
  self->runs = head;
  if (head == NULL || ihop_extent_guard_can_say (&self->guard, head))
    return TRUE;
  self->runs = name_of_condition (self, head);
  return self->runs && ihop_extent_guard_can_say (&self->guard, self->runs);
}

static gboolean
find_loop (Swapped *self)
{
  const IhopSwapStatements *first = self->group->exchanges->pdata[0];
  g_autoptr (GPtrArray) path = ihop_defs_path (self->work->planner->facts, self->work->function, first->block);

  for (guint i = 0; path && i < path->len && self->loop == NULL; i++)
    if (((const IhopNode *) path->pdata[i])->kind != IHOP_BLOCK)
      self->loop = path->pdata[i];
  if (self->loop == NULL || !ihop_kind_is_loop (self->loop->kind))
    return FALSE;
  if (self->loop->kind == IHOP_DO)
    return TRUE;
  if (self->loop->kind == IHOP_WHILE)
    return say_head (self, self->loop->child[0]);
  return ihop_swapped_extents_loop_runs (&self->guard, self->loop, &self->runs)
         || (self->loop->child[0] == NULL && say_head (self, self->loop->child[1]));
}

typedef struct
{
  IhopFacts *facts;
  const IhopNode *wanted;  /* a statement of a kernel */
  gboolean is_reached, is_over;
} FirstRound;

/* Statements of the loop's body in their order, as long as nothing can leave it. */
static void
go_through (FirstRound *self, const IhopNode *code)
{
  if (code == self->wanted)
    self->is_reached = TRUE;
  else if (code->kind == IHOP_BLOCK)
    for (guint i = 0; i < code->n_children && !self->is_reached && !self->is_over; i++)
      go_through (self, code->child[i]);
  else
    self->is_over = ihop_once_may_leave (self->facts, code);
}

/* Whether a kernel is run whenever the loop is: in its first iteration, if not in others. */
static gboolean
is_certain (Swapped *self, const IhopKernel *kernel)
{
  FirstRound round = { self->work->planner->facts, kernel->statements->pdata[0], FALSE, FALSE };

  go_through (&round, ihop_loop_body (self->loop));
  return round.is_reached;
}

static gboolean
is_meant (const IhopSymbol *pointer, gpointer data)
{
  Swapped *self = data;

  self->touches_itself |= pointer == self->itself;
  return g_ptr_array_find (self->group->variables, pointer, NULL) || ihop_member_sizes_is_beside (&self->reading, pointer, &self->known);
}

/* "step (n, now, next);": as the called function measures what it touches. */
static gboolean
is_touched_by_call (Swapped *self, const IhopKernel *call, const IhopNode **when)
{
  for (guint i = 0; i < self->group->variables->len; i++)
    {
      const IhopSymbol *symbol = self->group->variables->pdata[i];
      const IhopDeviceVariable *theirs = ihop_kernel_footprint (call, symbol) ? ihop_resident_handed (call, symbol)->variable : NULL;
      if (theirs == NULL || !ihop_resident_can_be_asked (call) || !theirs->is_measured || theirs->is_unmeasured || theirs->is_mixed
          || theirs->is_doubtful || theirs->is_doubtful_around)
        continue;
      self->touches_itself = symbol == self->itself;
      *when = ihop_call_substitute (self->work, call, theirs->when);
      return (theirs->when == NULL || *when) && ihop_extent_guard_can_say (&self->guard, *when);
    }
  return FALSE;
}

static gboolean
touches (Swapped *self, const IhopKernel *kernel, const IhopNode **when)
{
  *when = NULL;
  return kernel->kind == IHOP_KERNEL_CALL ? is_touched_by_call (self, kernel, when)
                                          : ihop_member_touch_when (&self->guard, kernel, is_meant, self, when);
}

static gboolean
works_on_group (const Swapped *self, const IhopKernel *kernel)
{
  for (guint i = 0; i < self->group->variables->len; i++)
    if (ihop_kernel_footprint (kernel, self->group->variables->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Where it is sure that the memory is there. */
static void
find_certain (Swapped *self)
{
  IhopPool *pool = ihop_work_pool (self->work);

  for (guint i = 0; i < self->work->kernels->len; i++)
    {
      const IhopKernel *kernel = self->work->kernels->pdata[i];
      const IhopNode *when;
      self->touches_itself = FALSE;
      if (!works_on_group (self, kernel) || !is_certain (self, kernel) || !touches (self, kernel, &when))
        continue;
      self->is_doubtful |= !self->touches_itself;
      when = ihop_expression_and (pool, self->runs, when);
      self->when = self->is_touched ? ihop_expression_either (pool, self->when, when) : when;
      self->is_touched = TRUE;
    }
}

/* No kernel touches them where it is not: all stand in the loop, and their own conditions are no weaker. */
static gboolean
covers_all (Swapped *self)
{
  for (guint i = 0; i < self->work->kernels->len; i++)
    {
      const IhopKernel *kernel = self->work->kernels->pdata[i];
      const IhopNode *when;
      if (!works_on_group (self, kernel))
        continue;
      if (!ihop_node_holds (self->loop, kernel->statements->pdata[0]) || !touches (self, kernel, &when)
          || !ihop_expression_implies (ihop_expression_and (ihop_work_pool (self->work), self->runs, when), self->when))
        return FALSE;
    }
  return TRUE;
}

const IhopNode *
ihop_swapped_members_size (IhopWork *work, IhopDeviceVariable *v)
{
  IhopPool *pool = ihop_work_pool (work);
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (IhopMemberSite));
  Swapped self = { .work = work, .itself = v->symbol, .known = { NULL, sites }, .group = ihop_swapped_pointers_of (work->planner->facts, work->function, v->symbol), .guard = { work, v, NULL, NULL, NULL } };
  const IhopNode *size = self.group && v->rank == 1 && find_loop (&self) ? common_size (&self, v) : NULL;

  if (size == NULL)
    return NULL;
  find_certain (&self);
  if (!self.is_touched || (self.when && !covers_all (&self)))
    return NULL;
  ihop_extent_guard_forget (v);
  v->begins_before = FALSE;
  v->begins_inside = NULL;
  v->when = self.when;
  v->is_measured = v->is_shared = TRUE;
  v->is_doubtful = self.is_doubtful;
  v->bare = size;
  return self.when ? ihop_expression_choice (pool, self.when, size, ihop_expression_number (pool, 0)) : size;
}
