/* Conditions that are tested at a function's start. */
#include "gpugen/memory/entry_conditions.h"
#include "gpugen/memory/early_names.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/expression.h"

gboolean
ihop_entry_test_is_ours (const IhopWork *work, const IhopOverlapTest *test)
{
  return test->function == work->function;
}

void
ihop_entry_condition_add (IhopWork *work, const IhopNode *condition)
{
  GPtrArray *overlaps = work->planner->plan->overlaps;

  for (guint i = 0; i < overlaps->len; i++)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      if (ihop_entry_test_is_ours (work, test) && ihop_expression_equal (test->condition, condition))
        return;
    }
  IhopOverlapTest *test = g_new0 (IhopOverlapTest, 1);
  test->function = work->function;
  test->condition = condition;
  test->reason = ihop_message ("sizes are known only if this holds");
  g_ptr_array_add (overlaps, test);
}

gboolean
ihop_entry_conditions_add_of_kernels (IhopWork *work, const IhopSymbol *pointer, gboolean reads_too)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      const IhopFootprint *f = ihop_kernel_footprint (kernel, pointer);
      for (guint k = 0; f && (f->is_written || reads_too) && k < kernel->conditions->len; k++)
        {
          const IhopAssumption *assumption = kernel->conditions->pdata[k];
          if (!ihop_early_can_say (work, assumption->holds))
            return FALSE;
          ihop_entry_condition_add (work, assumption->holds);
        }
    }
  return TRUE;
}

void
ihop_entry_conditions_forget (IhopWork *work)
{
  GPtrArray *overlaps = work->planner->plan->overlaps;

  for (guint i = overlaps->len; i-- > 0;)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      if (ihop_entry_test_is_ours (work, test) && test->condition)
        g_ptr_array_remove_index (overlaps, i);
    }
}

void
ihop_entry_conditions_add_of_sizes (IhopWork *work)
{
  for (guint i = 0; i < work->variables->len; i++)
    {
      const IhopDeviceVariable *v = work->variables->pdata[i];
      if (v->asked && !v->is_local && ihop_early_can_say (work, v->asked))
        ihop_entry_condition_add (work, v->asked);
      if (v->is_known_where && !v->is_unmeasured && ihop_early_can_say (work, v->is_known_where))
        ihop_entry_condition_add (work, v->is_known_where);
      if (v->begins_inside && !v->is_unmeasured && ihop_early_can_say (work, v->begins_inside))
        ihop_entry_condition_add (work, v->begins_inside);
    }
}
