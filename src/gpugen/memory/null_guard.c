/* Copies that may stand where control need not come to a kernel. */
#include "gpugen/memory/null_guard.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/condition.h"
#include "ir/expression.h"

/* Whether some copy stands in a block, or before a loop, from where control need not come to the kernel. */
static gboolean
may_be_left_out (const IhopWork *work, const IhopDeviceVariable *variable, const IhopNode *statement)
{
  const GPtrArray *transfers = work->planner->plan->transfers;
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, statement);

  for (guint i = 0; path && i < transfers->len; i++)
    {
      const IhopTransfer *transfer = transfers->pdata[i];
      if (transfer->variable != variable)
        continue;
      g_autoptr (GPtrArray) other = ihop_defs_path (work->planner->facts, work->function, transfer->at.anchor);
      gboolean is_inside = transfer->at.kind == IHOP_POINT_BLOCK_START
                           || transfer->at.kind == IHOP_POINT_BLOCK_END;
      guint depth = other ? other->len - (is_inside ? 0 : 1) : 0, same = 0;
      while (same < depth && same + 1 < path->len && other->pdata[same] == path->pdata[same])
        same++;
      for (; same + 1 < path->len; same++)
        if (((const IhopNode *) path->pdata[same])->kind != IHOP_BLOCK)
          return TRUE;
    }
  return FALSE;
}

static gboolean
needs_test_for_null (const IhopWork *work, const IhopDeviceVariable *variable)
{
  if (variable->is_doubtful || !variable->is_doubtful_around)
    return variable->is_doubtful;
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      const IhopKernelParam *param = ihop_kernel_param (kernel, variable->symbol);
      if (param && param->variable == variable
          && may_be_left_out (work, variable, kernel->statements->pdata[0]))
        return TRUE;
    }
  return FALSE;
}

void
ihop_null_guard_add (IhopWork *work, IhopDeviceVariable *variable)
{
  IhopPool *pool = ihop_work_pool (work);

  if (!variable->is_measured || !needs_test_for_null (work, variable))
    return;
  const IhopNode *is_there
    = ihop_expression_binary (pool, IHOP_OP_NE, ihop_expression_name (pool, variable->symbol),
                              ihop_expression_word (pool, "NULL"));
  variable->when = ihop_expression_and (pool, variable->when, is_there);
}
