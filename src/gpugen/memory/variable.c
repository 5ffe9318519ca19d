/* The device variables behind the kernels' parameters, and whether they can be told apart. */
#include "gpugen/memory/variable.h"
#include "analysis/memory/alias.h"
#include "gpugen/memory/rebound_pointer.h"
#include "gpugen/memory/variable_overlap.h"
#include "ir/expression.h"
#include "gpugen/memory/allocated_blocks.h"
#include "gpugen/memory/entry_tests.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/extents.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/memory/readable_size.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/transfer/device_version.h"

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

/* Its copies stand right beside the kernel, which may not touch anything: the size is asked all the same. */
static IhopMessage *
refuse_unreadable (const IhopWork *work, const IhopDeviceVariable *v, const IhopKernel *kernel)
{
  IhopFacts *facts = work->planner->facts;
  const IhopNode *statement = kernel->statements->pdata[0];

  if (ihop_size_is_readable_before (facts, work->function, statement, v->count)
      && ihop_size_is_readable_before (facts, work->function, statement, v->when))
    return NULL;
  g_autofree char *size = ihop_expression_text (v->count);
  return ihop_message ("the size of %s, %s, is in memory that need not be there where the loop does not run", v->symbol->name, size);
}

/* Replaces a variable by one for each kernel. */
static IhopMessage *
split (IhopWork *work, IhopDeviceVariable *whole, guint *bad)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      IhopKernelParam *param;
      if (!has_parameter (kernel, whole->symbol, &param))
        continue;
      param->variable = local_variable (work, whole, kernel, param);
      IhopMessage *why = refuse_unreadable (work, param->variable, kernel);
      *bad = i;
      if (why)
        return why;
    }
  g_ptr_array_remove (work->variables, whole);
  ihop_variable_free (whole);
  return NULL;
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
    why = ihop_variables_part_pairs (work, bad);
  if (why == NULL)
    ihop_rebound_pointers_part (work);
  if (why == NULL)
    ihop_variables_part_values (work);
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
        why = split (work, v, bad);
      if (why)
        return why;
    }
  return NULL;
}
