/* The device variables behind the kernels' parameters, and whether they can be told apart. */
#include "gpugen/memory/variable.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effective_types.h"
#include "analysis/memory/function_entry.h"
#include "ir/expression.h"
#include "gpugen/memory/allocated_blocks.h"
#include "gpugen/memory/entry_tests.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/disjointness.h"
#include "gpugen/memory/extents.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/transfer/device_version.h"
#include <string.h>

static IhopDeviceVariable *
variable_new (IhopWork *work, const IhopKernelParam *param)
{
  IhopDeviceVariable *variable = g_new0 (IhopDeviceVariable, 1);

  variable->function = work->function;
  variable->symbol = param->symbol;
  variable->passing = param->passing;
  variable->frees = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (work->variables, variable);
  return variable;
}

static IhopMessage *
reason_text (const IhopDeviceVariable *v, gboolean is_heap)
{
  const char *name = v->symbol->name;

  if (v->is_local)
    return ihop_message ("%s: its copy lives from before the kernel to after it, as its size or "
                         "its memory is not known to stay the same",
                         name);
  if (is_heap)
    return ihop_message ("%s is allocated here: its copy lives as long as the memory", name);
  if (v->symbol->kind == IHOP_SYMBOL_PARAMETER)
    return ihop_message ("%s is a parameter: its copy lives from entry to exit of the function", name);
  if (v->symbol->is_global || v->symbol->storage != IHOP_STORAGE_AUTO)
    return ihop_message (v->symbol->storage == IHOP_STORAGE_STATIC
                           ? N_ ("%s is static: its copy lives from entry to exit of the function")
                           : N_ ("%s is global: its copy lives from entry to exit of the function"),
                         name);
  return ihop_message ("%s is a local variable: its copy lives as long as its block", name);
}

static gboolean
has_name (const IhopWork *work, const char *name)
{
  for (guint i = 0; i < work->variables->len; i++)
    if (g_strcmp0 (((const IhopDeviceVariable *) work->variables->pdata[i])->name, name) == 0)
      return TRUE;
  return g_hash_table_contains (work->planner->names, name);
}

/* "d_a", "d_a_2": it is seen in its function alone. */
static char *
free_name (const IhopWork *work, const char *symbol)
{
  char *name = g_strdup_printf ("d_%s", symbol);

  for (guint n = 2; has_name (work, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("d_%s_%u", symbol, n);
    }
  return name;
}

static void
finish (IhopWork *work, IhopDeviceVariable *v)
{
  const IhopNode *call = NULL;
  gboolean is_heap = ihop_variable_is_pointer (v->symbol)
                     && v->symbol->kind != IHOP_SYMBOL_PARAMETER
                     && ihop_alias_allocation (work->planner->facts, work->function, v->symbol,
                                               &call) && call;

  v->name = free_name (work, v->symbol->name);
  v->reason = reason_text (v, is_heap);
}

/* A variable of one kernel only, born before it and gone after it. */
static IhopDeviceVariable *
local_variable (IhopWork *work, const IhopDeviceVariable *like, const IhopKernel *kernel,
                const IhopKernelParam *param)
{
  IhopDeviceVariable *v = variable_new (work, param);
  IhopPoint *end = g_new0 (IhopPoint, 1);

  v->is_local = TRUE;
  v->rank = like->rank;
  v->element = like->element;
  v->count = like->count;
  v->extents = ihop_pool_alloc (ihop_work_pool (work), (v->rank + 1) * sizeof *v->extents);
  for (guint i = 0; i < v->rank; i++)
    v->extents[i] = like->extents[i];
  if (like->is_measured && ihop_extent_guard_measure (work, v, kernel) && v->rank)
    v->count = ihop_extents_product (ihop_work_pool (work), v->extents, v->rank);
  v->allocate = (IhopPoint){ IHOP_POINT_BEFORE, kernel->statements->pdata[0] };
  *end = (IhopPoint){ IHOP_POINT_AFTER, kernel->statements->pdata[kernel->statements->len - 1] };
  g_ptr_array_add (v->frees, end);
  v->is_changed = !param->is_const;
  finish (work, v);
  return v;
}

static gboolean
has_parameter (const IhopKernel *kernel, const IhopSymbol *symbol, IhopKernelParam **found)
{
  const IhopKernelParam *param = ihop_kernel_param (kernel, symbol);

  if (param == NULL || param->passing == IHOP_PASS_VALUE)
    return FALSE;
  *found = (IhopKernelParam *) param;
  return TRUE;
}

/* Replaces a variable by one for each kernel. */
static void
split (IhopWork *work, IhopDeviceVariable *whole)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      IhopKernelParam *param;
      if (has_parameter (kernel, whole->symbol, &param))
        param->variable = local_variable (work, whole, kernel, param);
    }
  g_ptr_array_remove (work->variables, whole);
  ihop_variable_free (whole);
}

/* ---- may two arrays be the same memory? ---- */

static void
trust_pair (IhopWork *work, IhopSymbol *a, IhopSymbol *b)
{
  IhopPlan *plan = work->planner->plan;
  IhopAssumption *assumption
    = ihop_assumption_new (IHOP_ASSUME_NO_OVERLAP, a, b, ihop_message ("%s and %s do not overlap", a->name, b->name));

  assumption->by_owner = TRUE;
  g_ptr_array_add (plan->made, assumption);
  g_ptr_array_add (plan->assumptions, assumption);
  ihop_overlap_note (plan->assumption_tests, work->function, a, b, assumption->message);
}

static gboolean
share_kernel (const IhopWork *work, const IhopSymbol *a, const IhopSymbol *b, guint *which)
{
  for (*which = 0; *which < work->kernels->len; (*which)++)
    {
      const IhopKernelParam *p = ihop_kernel_param (work->kernels->pdata[*which], a);
      const IhopKernelParam *q = ihop_kernel_param (work->kernels->pdata[*which], b);
      if (p && q && (!p->is_const || !q->is_const))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_for_test (IhopAlias alias)
{
  return alias == IHOP_ALIAS_TESTABLE || alias == IHOP_ALIAS_APART_TESTABLE;
}

/* Two copies on the device of what may be one object: harmless if nothing is written there, else
 * told apart by proof, by test, or kept from ever being alive together. */
static IhopMessage *
judge_pair (IhopWork *work, IhopDeviceVariable *a, IhopDeviceVariable *b, guint *bad)
{
  IhopFacts *facts = work->planner->facts;
  gboolean arrays = a->passing == IHOP_PASS_ARRAY && b->passing == IHOP_PASS_ARRAY;
  IhopMessage *why = NULL;

  /* Two variables that are no pointers are two; "double *q = &s;" makes one of s and *q. */
  if ((!a->is_changed && !b->is_changed) || (a->passing != IHOP_PASS_ARRAY && b->passing != IHOP_PASS_ARRAY)
      || ihop_overlap_is_noted (work->planner->plan->overlaps, work->function,
                                                     a->symbol, b->symbol))
    return NULL;
  const IhopAliasAnswer *answer = ihop_variables_judge (work, a, b);
  IhopAliasMode mode = ihop_facts_options (facts) ? ihop_facts_options (facts)->alias
                                                  : IHOP_ALIAS_CHECK;
  /* Pointers that change places are brought up to date at the exchange, as at every rebinding. */
  if (answer->alias == IHOP_ALIAS_NEVER || answer->alias == IHOP_ALIAS_APART)
    ;
  else if (answer->alias != IHOP_ALIAS_SAME && mode == IHOP_ALIAS_TRUST)
    trust_pair (work, a->symbol, b->symbol);
  else if (is_for_test (answer->alias) && mode == IHOP_ALIAS_CHECK && arrays)
    ihop_overlap_note_tests (work, a->symbol, b->symbol, answer->reason);
  else if (share_kernel (work, a->symbol, b->symbol, bad))
    why = ihop_message ("%s and %s may be the same memory (%s)", a->symbol->name, b->symbol->name, answer->reason);
  else
    a->is_local = b->is_local = TRUE;
  return why;
}

static IhopMessage *
judge_pairs (IhopWork *work, guint *bad)
{
  for (guint i = 0; i < work->variables->len; i++)
    for (guint k = i + 1; k < work->variables->len; k++)
      {
        IhopMessage *why = judge_pair (work, work->variables->pdata[i], work->variables->pdata[k], bad);
        if (why)
          return why;
      }
  return NULL;
}

/* ---- Pointers that are given other values ---- */

static gboolean
is_used_at (const IhopGraphNode *node, const IhopSymbol *symbol)
{
  for (guint i = 0; node->kernel && i < node->kernel->params->len; i++)
    if (((const IhopKernelParam *) node->kernel->params->pdata[i])->symbol == symbol)
      return TRUE;
  return FALSE;
}

static gboolean
is_rebound_at (IhopWork *work, const IhopGraphNode *node, const IhopSymbol *symbol)
{
  return node->kind == IHOP_GRAPH_HOST
         && (ihop_touch_of (work->planner->facts, work->function, node->code, symbol) & IHOP_TOUCH_REBIND);
}

/* A walk along control flow, from the kernels that use a variable. */
typedef struct
{
  IhopWork *work;
  const IhopSymbol *symbol;
  guint8 *state;           /* one a node: how control may have come there */
  GArray *pending;         /* of guint */
} Between;

enum { FROM_KERNEL = 1, AND_REBOUND = 2 };

static void
come_to (Between *between, guint at, guint8 how)
{
  if ((between->state[at] & how) == how)
    return;
  between->state[at] |= how;
  g_array_append_val (between->pending, at);
}

static void
go_on_from (Between *between, const IhopGraphNode *node, guint8 how)
{
  for (guint i = 0; i < node->next->len; i++)
    come_to (between, g_array_index (node->next, guint, i), how);
}

/* Whether control may come from one kernel that uses the variable to another, or to the same one again, and the pointer
 * has been given another value on the way. */
static gboolean
is_rebound_between_kernels (IhopWork *work, const IhopSymbol *symbol)
{
  const IhopGraph *graph = work->graph;
  g_autofree guint8 *state = g_new0 (guint8, graph->nodes->len);
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (guint));
  Between between = { work, symbol, state, pending };
  gboolean found = graph->comes_back;

  for (guint i = 0; i < graph->nodes->len; i++)
    if (is_used_at (ihop_graph_at (graph, i), symbol))
      go_on_from (&between, ihop_graph_at (graph, i), FROM_KERNEL);
  while (pending->len && !found)
    {
      guint at = g_array_index (pending, guint, pending->len - 1);
      const IhopGraphNode *node = ihop_graph_at (graph, at);
      guint8 how = state[at] | (is_rebound_at (work, node, symbol) ? AND_REBOUND : 0);
      g_array_set_size (pending, pending->len - 1);
      found = (how & AND_REBOUND) && is_used_at (node, symbol);
      go_on_from (&between, node, how);
    }
  return found;
}

/* A pointer that is given other values means another buffer for one kernel than for the next: no buffer need be as
 * large as all of them together reach, nor as any of them does, as it may get another value before a kernel comes. What
 * changes places in a way that is followed is measured as a group. */
static void
keep_apart_in_time (IhopWork *work)
{
  for (guint i = 0; i < work->variables->len; i++)
    {
      IhopDeviceVariable *v = work->variables->pdata[i];
      if (v->is_measured && !v->is_shared
          && (ihop_touch_of (work->planner->facts, work->function, work->function->body, v->symbol) & IHOP_TOUCH_REBIND)
          && ihop_entry_of (work->planner->facts, work->function, v->symbol) < 0
          && is_rebound_between_kernels (work, v->symbol))
        v->is_local = TRUE;
    }
}

/* What the host reads when it launches a kernel: numbers and structs that are passed by value, and what sizes and
 * conditions are worked out from. If they may lie in memory that a kernel has written, a test at entry tells, or the
 * copy there lives no longer than its kernel. */
static void
judge_value (IhopWork *work, IhopDeviceVariable *written, IhopSymbol *passed)
{
  IhopFacts *facts = work->planner->facts;
  const IhopAliasAnswer *answer;

  if (!written->is_changed || written->symbol == passed || ihop_defs_is_tame (facts, work->function, passed)
      || ihop_overlap_is_noted (work->planner->plan->overlaps, work->function, written->symbol, passed)
      || ihop_effective_types_differ (facts, written->element, ihop_type_element (passed->type, NULL)))
    return;
  answer = ihop_alias_judge (facts, work->function, written->symbol, passed);
  if (answer->alias == IHOP_ALIAS_NEVER || answer->alias == IHOP_ALIAS_APART)
    return;
  if (ihop_facts_options (facts)->alias == IHOP_ALIAS_TRUST)
    trust_pair (work, written->symbol, passed);
  else if (is_for_test (answer->alias) && written->passing == IHOP_PASS_ARRAY
           && ihop_facts_options (facts)->alias == IHOP_ALIAS_CHECK)
    ihop_overlap_note_tests (work, written->symbol, passed, answer->reason);
  else
    written->is_local = TRUE;
}

static void
judge_symbol (IhopWork *work, IhopSymbol *read)
{
  for (guint i = 0; i < work->variables->len; i++)
    judge_value (work, work->variables->pdata[i], read);
}

static void
judge_expression (IhopWork *work, const IhopNode *node)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (node);

  for (guint i = 0; i < symbols->len; i++)
    {
      IhopSymbol *symbol = symbols->pdata[i];
      if (symbol->kind == IHOP_SYMBOL_VARIABLE && ihop_work_variable (work, symbol) == NULL)
        judge_symbol (work, symbol);
    }
}

static void
judge_launch (IhopWork *work, const IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->params->len; i++)
    if (((const IhopKernelParam *) kernel->params->pdata[i])->passing == IHOP_PASS_VALUE)
      judge_symbol (work, ((const IhopKernelParam *) kernel->params->pdata[i])->symbol);
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      judge_expression (work, kernel->axes[i].first);
      judge_expression (work, kernel->axes[i].trips);
    }
  for (guint i = 0; i < kernel->conditions->len; i++)
    judge_expression (work, ((const IhopAssumption *) kernel->conditions->pdata[i])->holds);
}

static void
judge_values (IhopWork *work)
{
  for (guint i = 0; i < work->kernels->len; i++)
    judge_launch (work, work->kernels->pdata[i]);
  for (guint i = 0; i < work->variables->len; i++)
    {
      const IhopDeviceVariable *variable = work->variables->pdata[i];
      if (variable->count)
        judge_expression (work, variable->count);
    }
}

/* Nothing but the first extent is missing, and who hands the copy in knows that one. */
static gboolean
is_sized_by_callers (const IhopWork *work, const IhopDeviceVariable *v)
{
  for (guint d = 1; d < v->rank; d++)
    if (v->extents == NULL || v->extents[d] == NULL || !ihop_expression_is_number (v->extents[d], NULL))
      return FALSE;
  return v->extents && ihop_resident_may_be_handed (work, v);
}

static IhopMessage *
bind_parameters (IhopWork *work, guint *bad)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      for (guint k = 0; k < kernel->params->len; k++)
        {
          IhopKernelParam *param = kernel->params->pdata[k];
          if (param->passing == IHOP_PASS_VALUE)
            continue;
          IhopDeviceVariable *v = ihop_work_variable (work, param->symbol);
          if (v == NULL)
            {
              v = variable_new (work, param);
              IhopMessage *why = ihop_extents_find (work, v);
              *bad = i;
              gboolean is_handed = why && v->guesses == NULL && is_sized_by_callers (work, v);
              if (why && !is_handed && !ihop_extents_ask_allocations (work, v))
                return why;
              if (is_handed)
                ihop_resident_hand (ihop_work_pool (work), v);
              ihop_message_unref (why);
            }
          v->is_changed |= !param->is_const;
          param->variable = v;
        }
    }
  return NULL;
}

/* A version that is the only one (is_unmeasured) cannot rest on a test, as there is nothing else to do where it fails. Where
 * one size is asked of the allocations, all are that are not known, and there are two versions. */
static void
ask_for_all (IhopWork *work)
{
  for (guint i = 0; ihop_allocated_blocks_are_asked (work) && i < work->variables->len; i++)
    {
      IhopDeviceVariable *v = work->variables->pdata[i];
      if (!v->is_unmeasured)
        continue;
      v->is_handed = v->is_unmeasured = FALSE;
      if (!ihop_extents_ask_allocations (work, v))
        ihop_resident_hand (ihop_work_pool (work), v);
    }
}

/* Copies of it would have to stand around each kernel, and beside this one they cannot. */
static gboolean
has_placeless (const IhopWork *work, const IhopSymbol *symbol, guint *bad)
{
  for (*bad = 0; *bad < work->kernels->len; (*bad)++)
    {
      const IhopKernel *kernel = work->kernels->pdata[*bad];
      if (kernel->kind == IHOP_KERNEL_CALL && ihop_kernel_param (kernel, symbol)
          && !ihop_resident_has_places (work, kernel))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_node (const IhopWork *work, const IhopKernel *call)
{
  for (guint i = 0; i < work->graph->nodes->len; i++)
    if (ihop_graph_at (work->graph, i)->kernel == call)
      return TRUE;
  return FALSE;
}

/* What the graph does not show is not followed. */
static IhopMessage *
refuse_unseen_calls (IhopWork *work, guint *bad)
{
  for (*bad = 0; *bad < work->kernels->len; (*bad)++)
    {
      const IhopKernel *kernel = work->kernels->pdata[*bad];
      if (kernel->kind == IHOP_KERNEL_CALL && !has_node (work, kernel))
        return ihop_message ("it stands in code that is not followed");
    }
  return NULL;
}

IhopMessage *
ihop_variables_bind (IhopWork *work, guint *bad)
{
  IhopMessage *why = refuse_unseen_calls (work, bad);

  if (why == NULL)
    why = bind_parameters (work, bad);
  if (why == NULL)
    ask_for_all (work);
  if (why == NULL)
    why = judge_pairs (work, bad);
  if (why == NULL)
    keep_apart_in_time (work);
  if (why == NULL)
    judge_values (work);
  if (why == NULL)
    why = ihop_entry_tests_measure (work, bad);
  if (why)
    return why;
  for (guint i = work->variables->len; i-- > 0;)
    {
      IhopDeviceVariable *v = work->variables->pdata[i];
      gboolean is_placed = !v->is_unmeasured && !v->is_local && ihop_lifetime_find (work, v);
      gboolean is_handed
        = v->is_unmeasured || (!is_placed && !v->is_local && is_sized_by_callers (work, v));
      if (is_handed)
        {
          ihop_resident_hand (ihop_work_pool (work), v);
          v->allocate = (IhopPoint){ IHOP_POINT_BLOCK_START, work->function->body };
          g_ptr_array_set_size (v->frees, 0);
        }
      if (is_handed || is_placed)
        finish (work, v);
      else if (has_placeless (work, v->symbol, bad))
        return ihop_message ("no copies can stand beside it");
      else
        split (work, v);
    }
  return NULL;
}
