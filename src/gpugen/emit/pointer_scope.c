#include "gpugen/emit/pointer_scope.h"
#include "gpugen/plan/lookup.h"

/* Whether all uses of a device pointer lie where a declaration at its allocation is seen. */
typedef struct
{
  IhopRange scope;
  gsize from;
} Scope;

static gboolean
sees (const Scope *scope, const IhopNode *anchor)
{
  return ihop_range_contains (scope->scope, anchor->range)
         && (anchor->range.begin >= scope->from
             || (anchor->range.begin == scope->scope.begin && anchor->kind == IHOP_BLOCK));
}

static Scope
scope_of (const IhopDeviceVariable *variable)
{
  const IhopNode *anchor = variable->allocate.anchor;
  g_autoptr (GPtrArray) path = ihop_node_path (variable->function->body, anchor);
  gboolean inside = variable->allocate.kind == IHOP_POINT_BLOCK_START;

  for (guint i = path ? path->len : 0; i > 0; i--)
    {
      const IhopNode *node = path->pdata[i - 1];
      if (node->kind == IHOP_BLOCK && node->range.source && (inside || node != anchor))
        return (Scope){ node->range, inside ? node->range.begin
                                     : variable->allocate.kind == IHOP_POINT_AFTER
                                       ? anchor->range.end : anchor->range.begin };
    }
  return (Scope){ variable->function->body->range, anchor->range.begin };
}

static gboolean
kernel_uses (const IhopKernel *kernel, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < kernel->params->len; i++)
    if (((const IhopKernelParam *) kernel->params->pdata[i])->variable == variable)
      return TRUE;
  return FALSE;
}

gboolean
ihop_pointer_is_declared_there (const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  Scope scope = scope_of (variable);

  for (guint i = 0; i < variable->frees->len; i++)
    if (!sees (&scope, ((const IhopPoint *) variable->frees->pdata[i])->anchor))
      return FALSE;
  for (guint i = 0; i < plan->transfers->len; i++)
    {
      const IhopTransfer *transfer = plan->transfers->pdata[i];
      if (transfer->variable == variable && !sees (&scope, transfer->at.anchor))
        return FALSE;
    }
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      if (kernel_uses (kernel, variable) && !sees (&scope, kernel->statements->pdata[0]))
        return FALSE;
    }
  return TRUE;
}
