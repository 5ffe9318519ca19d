#include "gpugen/memory/way_out.h"
#include "analysis/memory/definitions.h"
#include "gpugen/memory/resolved_size.h"
#include "ir/condition.h"
#include "ir/expression.h"

/* A condition on names that hold one value each says the same wherever it is asked. */
static gboolean
is_asked_anywhere (IhopFacts *facts, const IhopFunction *function, const IhopNode *condition)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (condition);

  for (guint i = 0; i < symbols->len; i++)
    if (!ihop_defs_keeps_value (facts, function, symbols->pdata[i]))
      return FALSE;
  return !ihop_size_reads_memory (condition);
}

gboolean
ihop_way_out_has_no_copy (IhopFacts *facts, const IhopKernel *kernel, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < kernel->conditions->len; i++)
    {
      const IhopNode *holds = ((const IhopAssumption *) kernel->conditions->pdata[i])->holds;
      if (!ihop_expression_implies (variable->when, holds) || !is_asked_anywhere (facts, kernel->function, holds))
        return FALSE;
    }
  return kernel->conditions->len > 0;
}
