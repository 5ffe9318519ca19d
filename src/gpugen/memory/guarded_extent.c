/* How far a pointer's memory is touched, and when. */
#include "gpugen/memory/guarded_extent.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/memory/readable_size.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/expression.h"

IhopGuardedExtent *
ihop_guarded_extent_new (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box)
{
  gint64 first;

  if (box == NULL || box->rank != variable->rank)
    return NULL;
  IhopGuardedExtent *item = g_new0 (IhopGuardedExtent, 1);
  if (variable->rank == 0)
    item->end = ihop_expression_number (pool, 1);
  else
    item->end = ihop_expression_add (pool, box->lower[0], box->bare ? box->bare : box->count[0]);
  item->when = box->when;
  item->is_flat = box->bare != NULL;
  item->is_guarded = box->is_guarded && variable->rank && ihop_expression_is_number (box->lower[0], &first) && first == 0;
  return item;
}

gboolean
ihop_extent_guard_can_say (const IhopExtentGuard *reach, const IhopNode *node)
{
  IhopWork *work = reach->work;

  if (node == NULL)
    return TRUE;
  return reach->only ? ihop_size_is_readable_before (work->planner->facts, work->function, reach->only->statements->pdata[0], node)
                     : ihop_lifetime_can_say (work, reach->variable, node);
}

/* Conditions that boxes hold under are tested for nests alone. */
gboolean
ihop_extent_guard_is_bounded (IhopWork *work, const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; i < kernel->statements->len; i++)
    {
      const IhopFootprint *f = ihop_footprint_at (work, kernel->statements->pdata[i], symbol);
      if (f && ((f->is_read && !f->read) || (f->is_written && !f->written)
                || (f->is_conditional && kernel->kind != IHOP_KERNEL_MAPPED)))
        return FALSE;
    }
  return TRUE;
}
