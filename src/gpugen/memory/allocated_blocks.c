#include "gpugen/memory/allocated_blocks.h"
#include "gpugen/kernel/kernel.h"
#include "gpugen/memory/early_names.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/resident_call.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/names.h"
#include "ir/block_count.h"
#include "ir/condition.h"
#include "ir/expression.h"

/* "count OP number" */
static const IhopNode *
compared (IhopPool *pool, const IhopNode *count, IhopOperator op, gint64 number)
{
  return ihop_expression_binary (pool, op, count, ihop_expression_number (pool, number));
}

/* A last row that the block holds in part is no row. */
static const IhopNode *
fills_rows (IhopPool *pool, const IhopNode *count, const IhopNode *row)
{
  return compared (pool, ihop_expression_binary (pool, IHOP_OP_MOD, count, row), IHOP_OP_EQ, 0);
}

static gboolean
can_be_asked (const IhopKernel *kernel)
{
  return kernel->kind == IHOP_KERNEL_MAPPED || (kernel->kind == IHOP_KERNEL_CALL && ihop_resident_can_be_asked (kernel));
}

static gboolean
ask_kernels (IhopWork *work, const IhopDeviceVariable *v, const IhopNode *is_known)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      if (ihop_kernel_footprint (kernel, v->symbol) == NULL)
        continue;
      if (!can_be_asked (kernel))
        return FALSE;
      ihop_kernel_ask (work, kernel, is_known,
                       ihop_message ("how much memory %s points to is asked of the program's allocations", v->symbol->name));
    }
  return TRUE;
}

gboolean
ihop_allocated_blocks_measure (IhopWork *work, IhopDeviceVariable *v)
{
  IhopPool *pool = ihop_work_pool (work);

  if (!ihop_variable_is_pointer (v->symbol) || v->rank == 0 || ihop_type_is_volatile (v->symbol->type)
      || ihop_type_strip (v->element)->size == 0 || !ihop_name_is_unique (work, v->symbol))
    return FALSE;
  const IhopNode *count = ihop_block_count_new (pool, v->symbol, v->element);
  const IhopNode *row = v->rank > 1 ? ihop_extents_product (pool, &v->extents[1], v->rank - 1) : NULL;
  const IhopNode *is_known = compared (pool, count, IHOP_OP_GE, 0);
  if (row)
    is_known = ihop_expression_and (pool, is_known, fills_rows (pool, count, row));
  v->is_known_where = ihop_early_can_say (work, is_known) ? is_known : NULL;
  if (v->is_known_where == NULL && !ask_kernels (work, v, is_known))
    return FALSE;
  ihop_extent_guard_forget (v);
  v->begins_before = FALSE;
  v->begins_inside = NULL;
  v->extents[0] = row ? ihop_expression_binary (pool, IHOP_OP_DIV, count, row) : count;
  return TRUE;
}

gboolean
ihop_allocated_blocks_are_asked (const IhopWork *work)
{
  for (guint i = 0; i < work->variables->len; i++)
    if (((const IhopDeviceVariable *) work->variables->pdata[i])->is_known_where)
      return TRUE;
  return FALSE;
}
