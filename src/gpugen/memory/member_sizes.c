#include "gpugen/memory/member_sizes.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/condition.h"
#include "ir/expression.h"
#include "gpugen/memory/caller_sizes.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/member_allocation.h"
#include "gpugen/memory/member_touch.h"
#include "gpugen/plan/lookup.h"

typedef IhopMemberReading Reading;

/* ---- members that were read in front of a loop ---- */

/* "a OP b" or "b OP' a", its mirror image. */
static gboolean
is_relation (const IhopNode *condition, IhopOperator op, const IhopNode *a, const IhopNode *b)
{
  const IhopNode *plain = ihop_node_strip (condition, TRUE);
  IhopOperator mirrored = op == IHOP_OP_LT   ? IHOP_OP_GT
                          : op == IHOP_OP_GT ? IHOP_OP_LT
                          : op == IHOP_OP_LE ? IHOP_OP_GE
                          : op == IHOP_OP_GE ? IHOP_OP_LE
                                             : op;

  if (plain->kind != IHOP_BINARY || plain->n_children != 2)
    return FALSE;
  return (plain->op == op && ihop_expression_equal (plain->child[0], a) && ihop_expression_equal (plain->child[1], b))
         || (plain->op == mirrored && ihop_expression_equal (plain->child[0], b) && ihop_expression_equal (plain->child[1], a));
}

/* Whether the loop's body only ever runs if this held in front of the loop: it is the loop's condition, as it is at first. */
static gboolean
is_first_condition (const IhopNode *loop, const IhopNode *condition)
{
  if (loop->kind == IHOP_WHILE)
    return ihop_expression_equal (loop->child[0], condition);
  const IhopNode *first = loop->kind == IHOP_FOR ? loop->child[0] : NULL, *test = first ? loop->child[1] : NULL;
  const IhopNode *variable = first && first->kind == IHOP_DECLARATION && first->n_children == 1 ? first->child[0] : NULL;
  const IhopNode *plain = test ? ihop_node_strip (test, TRUE) : NULL;
  const IhopNode *left = plain && plain->kind == IHOP_BINARY ? ihop_node_strip (plain->child[0], TRUE) : NULL;

  return variable && variable->n_children && left && left->kind == IHOP_REF && left->symbol == variable->symbol
         && is_relation (condition, plain->op, variable->child[0], plain->child[1]);
}

/* "int n = t < end ? m->n : 0; while (t < end) … place": inside of the loop n is m->n. */
static gboolean
is_read_before_loop (const IhopFunction *function, const IhopNode *place, const IhopNode *declared, const IhopNode *condition)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, place);

  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      const IhopNode *block = path->pdata[i], *loop = path->pdata[i + 1];
      guint at = 0;
      if (block->kind != IHOP_BLOCK || !is_first_condition (loop, condition))
        continue;
      while (block->child[at] != loop)
        at++;
      while (at > 0 && block->child[at - 1]->kind == IHOP_DECLARATION)
        if (ihop_node_holds (block->child[--at], declared))
          return TRUE;
    }
  return FALSE;
}

/* What a local number holds where the pointer is used. */
static const IhopNode *
value_of_local (const Reading *self, const IhopNode *declared)
{
  const IhopNode *value = ihop_node_strip (declared->child[0], TRUE);
  gboolean is_choice = value->kind == IHOP_CONDITIONAL && self->place
                       && is_read_before_loop (self->work->function, self->place, declared, value->child[0]);

  return is_choice ? ihop_node_strip (value->child[1], TRUE) : value;
}

typedef struct
{
  const Reading *reading;
  const IhopSymbol *field;
  IhopSymbol *found;
} Local;

/* "int n = m->n;" */
static gboolean
find_local (const IhopNode *node, gpointer data)
{
  Local *self = data;
  const IhopWork *work = self->reading->work;
  const IhopNode *value = node->kind == IHOP_VARIABLE && node->n_children && node->child[0] ? value_of_local (self->reading, node) : NULL;

  if (value && value->kind == IHOP_MEMBER && ihop_member_of_same (ihop_member_record (value), ihop_member_record (self->reading->member))
      && g_str_equal (value->symbol->name, self->field->name)
      && ihop_type_is_integer (node->symbol->type)
      && ihop_type_strip (node->symbol->type)->size == ihop_type_strip (value->type)->size
      && ihop_member_base (work->planner->facts, work->function, value) == self->reading->base
      && ihop_defs_keeps_value (work->planner->facts, work->function, node->symbol))
    self->found = node->symbol;
  return self->found == NULL;
}

static const IhopNode *
in_words (const Reading *self, const IhopNode *size)
{
  IhopPool *pool = ihop_work_pool (self->work);

  if (size->kind == IHOP_REF)
    {
      Local local = { self, size->symbol, NULL };
      ihop_node_walk (self->work->function->body, find_local, &local);
      return local.found ? ihop_expression_name (pool, local.found) : ihop_member_beside (pool, self->member, size->symbol);
    }
  if (size->kind == IHOP_BINARY)
    return ihop_expression_binary (pool, size->op, in_words (self, size->child[0]), in_words (self, size->child[1]));
  return size;
}

/* Nothing that the function runs sets members of such a struct. */
static gboolean
keeps_members (const IhopWork *work, const IhopType *record, const IhopMemberSize *known)
{
  for (guint i = 0; i < known->sites->len; i++)
    if (ihop_callgraph_reaches (work->planner->facts, work->function, g_array_index (known->sites, IhopMemberSite, i).function))
      return FALSE;
  return !ihop_member_copies (work->planner->facts, record, work->function);
}

/* ---- that the memory is there ---- */

gboolean
ihop_member_sizes_is_beside (const IhopMemberReading *self, const IhopSymbol *pointer, const IhopMemberSize *known)
{
  const IhopNode *member = ihop_member_read (self->work->planner->facts, self->work->function, pointer);
  IhopFacts *facts = self->work->planner->facts;
  const GArray *writes = member ? ihop_member_writes (facts, ihop_member_record (member), member->symbol) : NULL;

  if (self->base == NULL || writes == NULL || ihop_member_base (facts, self->work->function, member) != self->base
      || !ihop_member_of_same (ihop_member_record (member), ihop_member_record (self->member)))
    return FALSE;
  for (guint i = 0; i < writes->len; i++)
    {
      const IhopMemberWrite *write = &g_array_index (writes, IhopMemberWrite, i);
      if (!ihop_member_is_beside (ihop_member_site_in (known, write->function), write))
        return FALSE;
    }
  return writes->len > 0;
}

typedef struct
{
  const Reading *reading;
  const IhopMemberSize *known;
  const IhopSymbol *pointer;
  gboolean is_itself;
} Behind;

/* The pointer itself, or one that is set beside it. */
static gboolean
is_meant (const IhopSymbol *pointer, gpointer data)
{
  Behind *self = data;

  self->is_itself |= pointer == self->pointer;
  return pointer == self->pointer || ihop_member_sizes_is_beside (self->reading, pointer, self->known);
}

static gboolean
measure (const Reading *reading, const IhopMemberSize *known, IhopDeviceVariable *v)
{
  IhopWork *work = reading->work;
  IhopExtentGuard reach = { work, v, NULL, NULL };
  Behind behind = { reading, known, v->symbol, FALSE };

  v->when = NULL;
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      const IhopNode *when;
      if (ihop_kernel_footprint (kernel, v->symbol) == NULL)
        continue;
      behind.is_itself = FALSE;
      if (!ihop_member_touch_when (&reach, kernel, is_meant, &behind, &when) || when == NULL)
        return FALSE;
      v->is_doubtful |= !behind.is_itself;
      v->when = v->when ? ihop_expression_either (ihop_work_pool (work), v->when, when) : when;
    }
  v->is_measured = v->when != NULL;
  return v->is_measured;
}

/* ---- a member that was read here, or by the callers ---- */

const IhopNode *
ihop_member_sizes_beside (const IhopWork *work, const IhopMemberReading *reading, const IhopType *element, IhopMemberSize *known)
{
  const IhopType *record = ihop_member_record (reading->member);

  ihop_member_size_find (work->planner->facts, record, reading->member->symbol, ihop_member_measure_all, (gpointer) element, known);
  return known->size && keeps_members (work, record, known) ? in_words (reading, known->size) : NULL;
}

static const IhopNode *
size_at_call (IhopWork *work, const IhopDeviceVariable *v, const IhopCallSite *site, guint index)
{
  IhopFacts *facts = work->planner->facts;
  const IhopNode *member = index + 1 < site->call->n_children ? ihop_node_strip (site->call->child[index + 1], TRUE) : NULL;
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (IhopMemberSite));
  IhopMemberSize known = { NULL, sites };
  IhopWork there = *work;

  if (member == NULL || member->kind != IHOP_MEMBER || ihop_member_record (member) == NULL)
    return NULL;
  there.function = site->caller;
  const Reading reading = { &there, member, ihop_member_base (facts, site->caller, member), site->call };
  const IhopNode *size = reading.base ? ihop_member_sizes_beside (work, &reading, v->element, &known) : NULL;
  return size ? ihop_caller_sizes_translate (facts, site, work->function, size) : NULL;
}

/* What all calls pass for a parameter, in the function's parameters: "spread (p->now, p->width)". NULL: not known. */
static const IhopNode *
size_at_calls (IhopWork *work, const IhopDeviceVariable *v)
{
  IhopFacts *facts = work->planner->facts;
  const IhopCallNode *node = ihop_callgraph_node (facts, work->function);
  const IhopNode *size = NULL;
  guint index = 0;

  while (index < work->function->n_params && work->function->params[index] != v->symbol)
    index++;
  if (node->is_recursive || ihop_callgraph_is_entry (facts, work->function)
      || ihop_defs_may_change (facts, work->function, work->function->body, v->symbol))
    return NULL;
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopNode *one = size_at_call (work, v, node->callers->pdata[i], index);
      if (one == NULL || (size && !ihop_expression_equal (size, one)))
        return NULL;
      size = one;
    }
  return size;
}

const IhopNode *
ihop_member_sizes_find (IhopWork *work, IhopDeviceVariable *v)
{
  IhopFacts *facts = work->planner->facts;
  gboolean is_local = v->symbol->kind == IHOP_SYMBOL_VARIABLE, is_passed = v->symbol->kind == IHOP_SYMBOL_PARAMETER;
  const IhopNode *member = v->rank == 1 && is_local ? ihop_member_read (facts, work->function, v->symbol) : NULL;
  const Reading reading = { work, member, member ? ihop_member_base (facts, work->function, member) : NULL, NULL };
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (IhopMemberSite));
  IhopMemberSize known = { NULL, sites };
  const IhopNode *size = reading.base            ? ihop_member_sizes_beside (work, &reading, v->element, &known)
                         : v->rank == 1 && is_passed ? size_at_calls (work, v)
                                                     : NULL;

  if (size && measure (&reading, &known, v))
    {
      /* Where nothing is touched there need not be a struct to ask. */
      v->bare = size;
      return ihop_expression_choice (ihop_work_pool (work), v->when, size, ihop_expression_number (ihop_work_pool (work), 0));
    }
  if (reading.base || size)
    ihop_extent_guard_forget (v);
  return NULL;
}
