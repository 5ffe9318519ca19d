/* Which part of a device variable its kernels touch, and how that part lies in the whole. */
#include "gpugen/memory/touched_box.h"
#include "analysis/memory/definitions.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/plan/box.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/expression.h"

/* An extent as a number, where the declaration knows it (a macro hides it in the text); -1: not
 * known. */
static gint64
extent_number (const IhopDeviceVariable *variable, guint dimension)
{
  const IhopSymbol *symbol = variable->symbol;
  const IhopType *type = ihop_type_strip (symbol->declared_type ? symbol->declared_type
                                                                : symbol->type);

  for (guint d = 0; type; d++)
    {
      gboolean is_array = type->kind == IHOP_TYPE_ARRAY;
      if (!is_array && (type->kind != IHOP_TYPE_POINTER || d > 0))
        return -1;
      if (d == dimension)
        return is_array && type->has_count ? (gint64) type->count : -1;
      type = ihop_type_strip (type->target);
    }
  return -1;
}

static gboolean
reaches_end (const IhopDeviceVariable *variable, const IhopBox *box, guint d)
{
  gint64 distance, number = extent_number (variable, d);

  if (ihop_expression_distance (variable->extents[d], box->count[d], &distance))
    return distance >= 0;
  return number >= 0 && ihop_expression_is_number (box->count[d], &distance) && distance >= number;
}

gboolean
ihop_touched_box_fits (const IhopDeviceVariable *variable, const IhopNode *end, guint d)
{
  gint64 distance, number = extent_number (variable, d);

  if (ihop_expression_distance (end, variable->extents[d], &distance))
    return distance >= 0;
  return number >= 0 && ihop_expression_is_number (end, &distance) && distance <= number;
}

gboolean
ihop_touched_box_is_whole (const IhopDeviceVariable *variable, const IhopBox *box)
{
  if (box == NULL || box->rank != variable->rank)
    return FALSE;
  for (guint d = 0; d < box->rank; d++)
    {
      gint64 first;
      if (!ihop_expression_is_number (box->lower[d], &first) || first > 0 || !reaches_end (variable, box, d))
        return FALSE;
    }
  return TRUE;
}

/* "999" of 1000 elements is "N - 1" in the owner's words. */
const IhopBox *
ihop_touched_box_reword (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box)
{
  IhopBox *reworded = box ? ihop_box_new (pool, box->rank) : NULL;

  for (guint d = 0; box && d < box->rank; d++)
    {
      gint64 count, number = extent_number (variable, d);
      reworded->lower[d] = box->lower[d];
      reworded->count[d] = box->count[d];
      if (number < 0 || !ihop_expression_is_number (box->count[d], &count) || number - count > 8 || count <= 8
          || ihop_expression_is_number (variable->extents[d], NULL))
        continue;
      reworded->count[d]
        = ihop_expression_subtract (pool, variable->extents[d], ihop_expression_number (pool, number - count));
    }
  return reworded;
}

static gboolean
is_box_stable (IhopWork *work, const IhopDeviceVariable *variable, const IhopBox *box)
{
  for (guint d = 0; d < box->rank; d++)
    if (!ihop_lifetime_is_stable (work, variable, box->lower[d])
        || !ihop_lifetime_is_stable (work, variable, box->count[d]))
      return FALSE;
  return TRUE;
}

/* Bounds that need a case distinction save little and read badly: then all of the array is moved. */
static gboolean
is_plain_box (const IhopBox *box)
{
  for (guint d = 0; d < box->rank; d++)
    if (ihop_expression_has_condition (box->lower[d]) || ihop_expression_has_condition (box->count[d]))
      return FALSE;
  return TRUE;
}

/* The box of one kernel, or of the outermost host loop around it, whose bounds hold for all of
 * the kernel's launches. NULL: none that stays what it is. */
static const IhopBox *
kernel_box (IhopWork *work, const IhopDeviceVariable *variable, const IhopFootprint *f,
            gboolean written_only)
{
  const IhopBox *box;

  if (written_only || !f->is_read)
    box = f->written;
  else if (!f->is_written)
    box = f->read;
  else
    box = ihop_box_hull (ihop_work_pool (work), f->read, f->written);
  return box && box->rank == variable->rank && is_plain_box (box) && is_box_stable (work, variable, box) ? box : NULL;
}

static const IhopNode *
outermost_loop (IhopWork *work, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, node);

  for (guint i = 0; path && i + 1 < path->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
      return path->pdata[i];
  return NULL;
}

/* What a stretch of the function as a whole touches. */
static const IhopBox *
code_box (IhopWork *work, const IhopDeviceVariable *variable, const IhopNode *code,
          gboolean written_only)
{
  const IhopFootprint *f = code ? ihop_footprint_at (work, code, variable->symbol) : NULL;

  return f == NULL || f->is_conditional || !f->is_plain ? NULL
                                                        : kernel_box (work, variable, f, written_only);
}

/* The hull of what the kernels touch one by one; FALSE: one of them has no box of its own. */
static gboolean
kernels_box (IhopWork *work, const IhopDeviceVariable *variable, gboolean written_only,
             const IhopBox **hull)
{
  *hull = NULL;
  for (guint i = 0; variable->rank && i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      const IhopFootprint *f = ihop_kernel_footprint (kernel, variable->symbol);
      if (f == NULL || (written_only && !f->is_written))
        continue;
      const IhopBox *box = f->is_plain ? kernel_box (work, variable, f, written_only) : NULL;
      if (box == NULL)
        box = code_box (work, variable, outermost_loop (work, kernel->statements->pdata[0]),
                        written_only);
      *hull = *hull ? ihop_box_hull (ihop_work_pool (work), *hull, box) : box;
      if (*hull == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_any_conditional (const IhopWork *work, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < work->kernels->len; i++)
    if (ihop_kernel_footprint (work->kernels->pdata[i], variable->symbol)
        && ((const IhopKernel *) work->kernels->pdata[i])->conditions->len)
      return TRUE;
  return FALSE;
}

/* The kernels' boxes together; where these cannot be told or make no plain box ("rows 0 to m" and "row
 * m - 1", for any m), that of the whole function, which knows more of the sizes. */
const IhopBox *
ihop_touched_box_find (IhopWork *work, const IhopDeviceVariable *variable, gboolean written_only)
{
  const IhopBox *hull = NULL, *whole;

  if (variable->is_mixed || is_any_conditional (work, variable))
    return NULL;
  if (kernels_box (work, variable, written_only, &hull) && (hull == NULL || is_plain_box (hull)))
    return hull;
  whole = code_box (work, variable, work->function->body, written_only);
  return whole ? whole : hull;
}
