/* After the tests at the function's entry two pointers are known to be distinct: what the alias
 * analysis could not exclude before, it need not be asked about any more. */
#include "gpugen/memory/disjointness.h"
#include "analysis/memory/function_entry.h"
#include "analysis/memory/mod_ref.h"
#include "analysis/memory/pointer_swap.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* A pair of which one is not on the device, any more, will not be measured, nor tested. */
static gboolean
will_be_tested (const IhopWork *work, const IhopOverlapTest *test)
{
  const IhopDeviceVariable *a = test->a ? ihop_work_variable (work, test->a) : NULL;
  const IhopDeviceVariable *b = test->b ? ihop_work_variable (work, test->b) : NULL;

  if (a && b && (a->is_unmeasured || b->is_unmeasured)) /* by all callers */
    return TRUE;
  return test->name_a || test->condition || (test->bytes_a && test->bytes_b);
}

/* Nothing that is done through it leaves what was tested. What has no size here is in kernels alone. */
static gboolean
holds_all (const IhopWork *work, const IhopOverlapTest *test, const IhopSymbol *symbol)
{
  const IhopDeviceVariable *variable = ihop_work_variable (work, symbol);

  return (variable && variable->is_unmeasured) || (test->a == symbol ? test->holds_host_a : test->holds_host_b);
}

static const IhopOverlapTest *
test_of (const IhopWork *work, const IhopSymbol *a, const IhopSymbol *b)
{
  const GPtrArray *overlaps = work->planner->plan->overlaps;

  for (guint i = 0; i < overlaps->len; i++)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      if (test->function == work->function && will_be_tested (work, test)
          && ((test->a == a && test->b == b) || (test->a == b && test->b == a)))
        return test;
    }
  return NULL;
}

/* A test at the entry says nothing about a pointer that is given another value later, unless all of these values
 * were tested. */
static gboolean
is_rebound (IhopWork *work, const IhopSymbol *symbol)
{
  return ihop_swapped_pointers_of (work->planner->facts, work->function, symbol) == NULL
         && ihop_entry_of (work->planner->facts, work->function, symbol) < 0
         && (ihop_touch_of (work->planner->facts, work->function, work->function->body, symbol) & IHOP_TOUCH_REBIND) != 0;
}

typedef struct
{
  IhopWork *work;
  const IhopSymbol *symbol; /* whose memory is asked about */
} Asked;

/* Buffers that change places, too: each name holds memory of its own whenever anything is done with it. */
static gboolean
is_apart (const IhopSymbol *a, const IhopSymbol *b, gpointer data)
{
  const Asked *asked = data;
  IhopWork *work = asked->work;

  if (ihop_swap_keeps_apart (work->planner->facts, work->function, a, b))
    return TRUE;
  const IhopOverlapTest *test = test_of (work, a, b);
  return test && (a == asked->symbol || holds_all (work, test, a)) && (b == asked->symbol || holds_all (work, test, b))
         && !is_rebound (work, a) && !is_rebound (work, b);
}

gboolean
ihop_variables_are_apart (IhopWork *work, const IhopSymbol *a, const IhopSymbol *b)
{
  g_autoptr (GPtrArray) tests = ihop_swap_tests (work->planner->facts, work->function, a, b);

  for (guint i = 0; tests && i + 1 < tests->len; i += 2)
    if (test_of (work, tests->pdata[i], tests->pdata[i + 1]) == NULL)
      return FALSE;
  return tests != NULL;
}

gboolean
ihop_variable_has_gaps (const IhopWork *work, const IhopSymbol *symbol)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernelParam *param = ihop_kernel_param (work->kernels->pdata[i], symbol);
      if (param && !param->is_const && !(param->footprint && param->footprint->writes_all_of_box))
        return TRUE;
    }
  return FALSE;
}

const IhopAliasAnswer *
ihop_variables_judge (const IhopWork *work, const IhopDeviceVariable *a, const IhopDeviceVariable *b)
{
  IhopFacts *facts = work->planner->facts;
  gboolean gaps = a->is_changed && b->is_changed
                  && (ihop_variable_has_gaps (work, a->symbol) || ihop_variable_has_gaps (work, b->symbol));

  return gaps ? ihop_alias_judge_blocks (facts, work->function, a->symbol, b->symbol)
              : ihop_alias_judge (facts, work->function, a->symbol, b->symbol);
}

IhopTouch
ihop_variable_touch (IhopWork *work, const IhopNode *code, const IhopSymbol *symbol)
{
  Asked asked = { work, symbol };
  IhopGranted granted = { TRUE, is_apart, &asked, ihop_variable_has_gaps (work, symbol) };

  return ihop_touch_of_apart (work->planner->facts, work->function, code, symbol, granted);
}
