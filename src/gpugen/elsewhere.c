/* After the tests at the function's entry two pointers are known to be distinct: what the alias
 * analysis could not exclude before, it need not be asked about any more. */
#include "analysis/entry.h"
#include "analysis/exchange.h"
#include "analysis/touch.h"
#include "gpugen/variable.h"

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

static gboolean
is_tested (const IhopWork *work, const IhopSymbol *a, const IhopSymbol *b)
{
  const GPtrArray *overlaps = work->planner->plan->overlaps;

  for (guint i = 0; i < overlaps->len; i++)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      if (test->function == work->function && will_be_tested (work, test)
          && ((test->a == a && test->b == b) || (test->a == b && test->b == a)))
        return TRUE;
    }
  return FALSE;
}

/* A test at the entry says nothing about a pointer that is given another value later. */
static gboolean
is_rebound (IhopWork *work, const IhopSymbol *symbol)
{
  return ihop_entry_of (work->planner->facts, work->function, symbol) < 0
         && (ihop_touch_of (work->planner->facts, work->function, work->function->body, symbol)
          & IHOP_TOUCH_REBIND) != 0;
}

/* Buffers that change places, too: each name holds memory of its own whenever anything is done with it. */
static gboolean
is_apart (const IhopSymbol *a, const IhopSymbol *b, gpointer data)
{
  IhopWork *work = data;

  if (ihop_exchange_keeps_apart (work->planner->facts, work->function, a, b))
    return TRUE;
  return is_tested (work, a, b) && !is_rebound (work, a) && !is_rebound (work, b);
}

IhopTouch
ihop_variable_touch (IhopWork *work, const IhopNode *code, const IhopSymbol *symbol)
{
  return ihop_touch_of_apart (work->planner->facts, work->function, code, symbol, is_apart, work);
}
