#include "gpugen/memory/member_sizes.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/member_allocation.h"
#include "gpugen/memory/once.h"
#include "gpugen/memory/swapped_extents.h"
#include "gpugen/plan/lookup.h"

typedef struct
{
  IhopWork *work;
  const IhopNode *member; /* that the pointer was read from */
  const IhopSymbol *base;
} Reading;

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
  const IhopNode *value = node->kind == IHOP_VARIABLE && node->n_children && node->child[0] ? ihop_node_strip (node->child[0], TRUE) : NULL;

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
      if (local.found)
        return ihop_expression_name (pool, local.found);
      IhopNode *member = ihop_node_new (pool, IHOP_MEMBER, 1);
      member->flags = self->member->flags & IHOP_NODE_ARROW;
      member->child[0] = self->member->child[0];
      member->symbol = (IhopSymbol *) size->symbol;
      member->type = size->symbol->type;
      return member;
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

/* Whether the pointer is one that is set beside the other, in the same struct. */
static gboolean
is_set_beside (const Reading *self, const IhopSymbol *pointer, const IhopMemberSize *known)
{
  const IhopNode *member = ihop_member_read (self->work->planner->facts, self->work->function, pointer);
  IhopFacts *facts = self->work->planner->facts;
  const GArray *writes = member ? ihop_member_writes (facts, ihop_member_record (member), member->symbol) : NULL;

  if (writes == NULL || ihop_member_base (facts, self->work->function, member) != self->base
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
  gboolean is_found, is_itself;
} Touch;

/* What a statement touches whenever it runs: no condition is looked into. */
static void
find_touch (Touch *self, const IhopNode *node)
{
  const IhopNode *base = node->kind == IHOP_INDEX ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (base && base->kind == IHOP_REF && base->symbol == self->pointer)
    self->is_found = self->is_itself = TRUE;
  else if (base && base->kind == IHOP_REF && is_set_beside (self->reading, base->symbol, self->known))
    self->is_found = TRUE;
  if (node->kind == IHOP_IF || node->kind == IHOP_SWITCH || node->kind == IHOP_WHILE || node->kind == IHOP_CONDITIONAL
      || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR)))
    {
      find_touch (self, node->child[0]);
      return;
    }
  if (node->kind == IHOP_SIZEOF || (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS))
    return;
  for (guint i = 0; i < (node->kind == IHOP_FOR ? 2u : node->n_children); i++)
    if (node->child[i])
      find_touch (self, node->child[i]);
}

/* The condition under which the kernel touches the memory, in *when (NULL: always); FALSE: none is known. */
static gboolean
touches (Touch *touch, IhopExtentGuard *reach, const IhopKernel *kernel, const IhopNode **when)
{
  IhopPool *pool = ihop_work_pool (reach->work);
  const IhopNode *node = kernel->statements->len == 1 ? kernel->statements->pdata[0] : NULL;

  if (node == NULL || kernel->kind != IHOP_KERNEL_MAPPED)
    return FALSE;
  if (ihop_once_leaves (node))
    return FALSE;
  *when = NULL;
  while (node->kind == IHOP_FOR)
    {
      const IhopNode *runs = ihop_swapped_extents_loop_runs (reach, node);
      if (runs == NULL)
        return FALSE;
      *when = ihop_expression_and (pool, *when, runs);
      touch->is_found = touch->is_itself = FALSE;
      node = node->child[3];
      find_touch (touch, node);
      if (touch->is_found)
        return TRUE;
      while (node->kind == IHOP_BLOCK && node->n_children == 1)
        node = node->child[0];
    }
  return FALSE;
}

static gboolean
measure (const Reading *reading, const IhopMemberSize *known, IhopDeviceVariable *v)
{
  IhopWork *work = reading->work;
  IhopExtentGuard reach = { work, v, NULL, NULL };
  Touch touch = { reading, known, v->symbol, FALSE, FALSE };

  v->when = NULL;
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      const IhopNode *when;
      if (ihop_kernel_footprint (kernel, v->symbol) == NULL)
        continue;
      if (!touches (&touch, &reach, kernel, &when))
        return FALSE;
      v->is_doubtful |= !touch.is_itself;
      if (i == 0 || v->when == NULL)
        v->when = when;
      else if (!ihop_expression_implies (when, v->when))
        v->when = ihop_expression_implies (v->when, when) ? when : ihop_expression_or (ihop_work_pool (work), v->when, when);
    }
  v->is_measured = v->when != NULL;
  return v->is_measured;
}

const IhopNode *
ihop_member_sizes_find (IhopWork *work, IhopDeviceVariable *v)
{
  IhopFacts *facts = work->planner->facts;
  const IhopNode *member = v->rank == 1 && v->symbol->kind == IHOP_SYMBOL_VARIABLE ? ihop_member_read (facts, work->function, v->symbol) : NULL;
  const Reading reading = { work, member, member ? ihop_member_base (facts, work->function, member) : NULL };
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (IhopMemberSite));
  IhopMemberSize known = { NULL, sites };
  const IhopNode *size = NULL;

  if (reading.base == NULL)
    return NULL;
  ihop_member_size_find (facts, ihop_member_record (member), member->symbol, v->element, &known);
  if (known.size && keeps_members (work, ihop_member_record (member), &known))
    size = in_words (&reading, known.size);
  if (size && measure (&reading, &known, v))
    {
      /* Where nothing is touched there need not be a struct to ask. */
      v->bare = size;
      return ihop_expression_choice (ihop_work_pool (work), v->when, size, ihop_expression_number (ihop_work_pool (work), 0));
    }
  ihop_extent_guard_forget (v);
  return NULL;
}
