#include "gpugen/memory/passed_extent.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/member_values.h"
#include "analysis/program/callgraph.h"
#include "gpugen/memory/allocated_size.h"
#include "gpugen/memory/caller_sizes.h"
#include "gpugen/memory/pointer_start.h"
#include "gpugen/memory/resolved_size.h"
#include "gpugen/plan/lookup.h"
#include "ir/expression_order.h"

enum { MOST_CALLERS = 8 };

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *callee;
  const IhopNode *call;
} There;

typedef struct
{
  IhopFacts *facts;
  const IhopType *element;
} Question;

static gboolean all_pass (const Question *self, const IhopFunction *function, const IhopSymbol *parameter, const IhopNode *count,
                          guint depth);

/* The argument for a parameter that keeps its value. */
static const IhopNode *
argument_for (const IhopNode *name, gpointer data)
{
  const There *there = data;

  if (name->symbol->kind == IHOP_SYMBOL_ENUMERATOR)
    return name;
  for (guint i = 0; i < there->callee->n_params && i + 1 < there->call->n_children; i++)
    if (there->callee->params[i] == name->symbol && ihop_type_is_integer (name->type)
        && !ihop_defs_may_change (there->facts, there->callee, there->callee->body, name->symbol))
      return there->call->child[i + 1];
  return NULL;
}

/* How many elements there are; NULL: not known. */
static const IhopNode *
count_of (const Question *self, const IhopFunction *function, const IhopSymbol *object)
{
  const IhopType *type = ihop_type_strip (object->type);
  guint64 size = ihop_type_strip (self->element)->size;
  const IhopNode *count = NULL;

  if (type->kind == IHOP_TYPE_ARRAY)
    return type->size && size ? ihop_expression_number (ihop_facts_pool (self->facts), (gint64) (type->size / size)) : NULL;
  g_autoptr (GPtrArray) calls = ihop_alias_allocations (self->facts, function, object);
  if (calls == NULL || !ihop_pointer_is_start (self->facts, function, object))
    return NULL;
  for (guint i = 0; i < calls->len; i++)
    {
      const IhopNode *one = ihop_allocated_count (self->facts, function, calls->pdata[i], self->element);
      if (one == NULL || (count && !ihop_expression_equal (count, one)))
        return NULL;
      count = one;
    }
  return count && ihop_defs_keep_values (self->facts, function, count) ? count : NULL;
}

static gboolean
passes (const Question *self, const IhopCallSite *site, guint index, const IhopFunction *function, const IhopNode *count, guint depth)
{
  There there = { self->facts, function, site->call };
  const IhopSymbol *object = index + 1 < site->call->n_children ? ihop_caller_sizes_whole (site->call->child[index + 1]) : NULL;
  const IhopNode *needed = object ? ihop_expression_exchange (ihop_facts_pool (self->facts), count, argument_for, &there) : NULL;

  if (needed == NULL)
    return FALSE;
  if (object->kind == IHOP_SYMBOL_PARAMETER)
    return !ihop_defs_may_change (self->facts, site->caller, site->caller->body, object)
           && all_pass (self, site->caller, object, needed, depth - 1);
  const IhopNode *there_is = count_of (self, site->caller, object);
  return there_is && ihop_expression_stays_within (NULL, ihop_size_resolve (self->facts, site->caller, needed),
                                                   ihop_size_resolve (self->facts, site->caller, there_is));
}

static gboolean
all_pass (const Question *self, const IhopFunction *function, const IhopSymbol *parameter, const IhopNode *count, guint depth)
{
  const IhopCallNode *node = ihop_callgraph_node (self->facts, function);
  guint index = 0;

  while (index < function->n_params && function->params[index] != parameter)
    index++;
  if (depth == 0 || index == function->n_params || node->is_recursive || ihop_callgraph_is_entry (self->facts, function))
    return FALSE;
  for (guint i = 0; i < node->callers->len; i++)
    if (!passes (self, node->callers->pdata[i], index, function, ihop_size_resolve (self->facts, function, count), depth))
      return FALSE;
  return TRUE;
}

/* "n" of "n > 0 ? n : 0": what is asked of memory that is touched. */
static const IhopNode *
without_condition (const IhopNode *end)
{
  gint64 none;
  gboolean is_choice = end->kind == IHOP_CONDITIONAL && end->child[1] && ihop_expression_is_number (end->child[2], &none) && none == 0;

  return is_choice ? end->child[1] : end;
}

static gboolean
is_end_passed (IhopWork *work, const IhopDeviceVariable *v, const IhopNode *end)
{
  Question self = { work->planner->facts, v->element };
  const IhopNode *rows = without_condition (end);

  for (guint d = 1; d < v->rank; d++)
    rows = ihop_expression_binary (ihop_work_pool (work), IHOP_OP_MUL, rows, v->extents[d]);
  return all_pass (&self, work->function, v->symbol, rows, MOST_CALLERS);
}

gboolean
ihop_extent_is_passed (IhopWork *work, const IhopDeviceVariable *v)
{
  if (v->symbol->kind != IHOP_SYMBOL_PARAMETER || v->rank == 0
      || ihop_defs_may_change (work->planner->facts, work->function, work->function->body, v->symbol))
    return FALSE;
  if (v->ends == NULL)
    return is_end_passed (work, v, v->extents[0]);
  for (guint i = 0; i < v->ends->len; i++)
    if (!is_end_passed (work, v, v->ends->pdata[i]))
      return FALSE;
  return TRUE;
}
