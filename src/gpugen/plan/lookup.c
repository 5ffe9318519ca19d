/* What belongs to what in a plan: footprints and parameters of kernels, variables behind symbols, versions of functions. */
#include "gpugen/plan/lookup.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "ir/expression.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

gboolean
ihop_variable_is_pointer (const IhopSymbol *symbol)
{
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;
}

gboolean
ihop_variable_is_array (const IhopSymbol *symbol)
{
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY || ihop_variable_is_pointer (symbol);
}

const IhopFootprint *
ihop_kernel_footprint (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; kernel->footprints && i < kernel->footprints->len; i++)
    {
      const IhopFootprint *f = kernel->footprints->pdata[i];
      if (f->symbol == symbol)
        return f;
    }
  return NULL;
}

const IhopKernelParam *
ihop_kernel_param (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      if (param->symbol == symbol)
        return param;
    }
  return NULL;
}

gboolean
ihop_kernel_has_axis (const IhopKernel *kernel, const IhopSymbol *iterator)
{
  for (guint i = 0; i < kernel->n_axes; i++)
    if (kernel->axes[i].iterator == iterator)
      return TRUE;
  return FALSE;
}

gboolean
ihop_plan_is_callee (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const GPtrArray *callees = ((const IhopKernel *) plan->kernels->pdata[i])->callees;
      if (callees && g_ptr_array_find ((GPtrArray *) callees, function, NULL))
        return TRUE;
    }
  return FALSE;
}

const IhopNode *
ihop_work_outermost (const IhopWork *work, const IhopNode *code)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, code);

  for (guint i = 0; path && i < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind != IHOP_BLOCK)
      return path->pdata[i];
  return code;
}

gboolean
ihop_kernel_combines_into (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; kernel->reductions && i < kernel->reductions->len; i++)
    {
      const IhopReduction *reduction = kernel->reductions->pdata[i];
      if (reduction->is_element && reduction->symbol == symbol)
        return TRUE;
    }
  return FALSE;
}

IhopDeviceVariable *
ihop_work_variable (const IhopWork *work, const IhopSymbol *symbol)
{
  for (guint i = 0; i < work->variables->len; i++)
    {
      IhopDeviceVariable *variable = work->variables->pdata[i];
      if (variable->symbol == symbol)
        return variable;
    }
  return NULL;
}

gboolean
ihop_overlap_is_noted (const GPtrArray *list, const IhopFunction *function, const IhopSymbol *a,
            const IhopSymbol *b)
{
  for (guint i = 0; i < list->len; i++)
    {
      const IhopOverlapTest *test = list->pdata[i];
      if (test->function == function && ((test->a == a && test->b == b)
                                         || (test->a == b && test->b == a)))
        return TRUE;
    }
  return FALSE;
}

void
ihop_overlap_note (GPtrArray *list, const IhopFunction *function, IhopSymbol *a, IhopSymbol *b, const IhopMessage *reason)
{
  if (ihop_overlap_is_noted (list, function, a, b))
    return;
  IhopOverlapTest *test = g_new0 (IhopOverlapTest, 1);

  test->function = function;
  test->a = a;
  test->b = b;
  test->reason = ihop_message_ref (reason);
  g_ptr_array_add (list, test);
}

gboolean
ihop_function_is_left (const IhopPlanner *planner, const IhopFunction *function)
{
  return planner->denied && ihop_function_head_acts (function) && g_hash_table_contains (planner->denied, function);
}

void
ihop_overlap_note_tests (IhopWork *work, IhopSymbol *a, IhopSymbol *b, const IhopMessage *reason)
{
  g_autoptr (GPtrArray) tests = ihop_alias_tests (work->planner->facts, work->function, a, b);

  for (guint i = 0; i + 1 < tests->len; i += 2)
    {
      IhopSymbol *one = tests->pdata[i], *other = tests->pdata[i + 1];
      gboolean is_itself = (one == a && other == b) || (one == b && other == a);
      g_autoptr (IhopMessage) own
        = ihop_message ("%s and %s may overlap, and change places with others", one->name, other->name);
      ihop_overlap_note (work->planner->plan->overlaps, work->function, one, other, is_itself ? reason : own);
    }
}

const IhopDeviceVersion *
ihop_plan_version (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->versions->len; i++)
    if (((const IhopDeviceVersion *) plan->versions->pdata[i])->function == function)
      return plan->versions->pdata[i];
  return NULL;
}

gboolean
ihop_version_hands (const IhopDeviceVersion *version, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < version->handed->len; i++)
    if (g_array_index (version->handed, IhopHanded, i).variable == variable)
      return TRUE;
  return FALSE;
}

const IhopKernel *
ihop_plan_call (const IhopPlan *plan, const IhopNode *call)
{
  for (guint i = 0; i < plan->calls->len; i++)
    if (((const IhopKernel *) plan->calls->pdata[i])->call == call)
      return plan->calls->pdata[i];
  return NULL;
}

const IhopHanded *
ihop_resident_handed (const IhopKernel *call, const IhopSymbol *symbol)
{
  for (guint i = 0; i < call->params->len; i++)
    if (((const IhopKernelParam *) call->params->pdata[i])->symbol == symbol)
      return &g_array_index (call->version->handed, IhopHanded, i);
  return NULL;
}

void
ihop_params_footprint_free (IhopFootprint *f)
{
  g_ptr_array_unref (f->nodes);
  g_free (f);
}

const IhopNode *
ihop_extents_product (IhopPool *pool, const IhopNode *const *extents, guint rank)
{
  const IhopNode *product = NULL;

  for (guint i = 0; i < rank; i++)
    product = product ? ihop_expression_binary (pool, IHOP_OP_MUL, product, extents[i]) : extents[i];
  return product ? product : ihop_expression_number (pool, 1);
}
