#include "gpugen/transfer/box_within.h"
#include "analysis/footprint/footprint.h"
#include "gpugen/memory/touched_box.h"
#include "gpugen/plan/lookup.h"
#include "ir/block_count.h"
#include "ir/expression.h"

/* ---- what the kernels show ---- */

/* A loop that makes no turn is taken to be given the memory that its turns would touch, where a declaration or an allocation says how
 * much that is: a stencil's box is the grid, which has borders for all that. The program's own blocks may be missing then. */
static gboolean
is_told (const IhopDeviceVariable *variable)
{
  return variable->rank == 0 || !ihop_block_count_in (variable->extents[0]);
}

/* No condition around it: who comes into the function comes there. */
static gboolean
always_runs (const IhopWork *work, const IhopDeviceVariable *variable, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, statement);

  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      const IhopNode *around = path->pdata[i];
      if (around->kind != IHOP_BLOCK && !(is_told (variable) && ihop_kind_is_loop (around->kind)))
        return FALSE;
    }
  return path != NULL;
}

static gboolean
look_for_choice (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_IF || node->kind == IHOP_SWITCH || node->kind == IHOP_CONDITIONAL || node->kind == IHOP_CONTINUE
            || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR));
  return !*found;
}

/* Whether nothing in it but the turns of loops decides what is touched. */
static gboolean
is_straight (const IhopNode *statement)
{
  gboolean found = FALSE;

  ihop_node_walk (statement, look_for_choice, &found);
  return !found;
}

static gboolean
touches_its_end (const IhopWork *work, const IhopKernel *kernel, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < kernel->statements->len; i++)
    {
      const IhopNode *statement = kernel->statements->pdata[i];
      if (ihop_footprint_at ((IhopWork *) work, statement, variable->symbol) == NULL)
        continue;
      const IhopBox *box = ihop_footprint_reach (work->planner->facts, work->function, statement, statement, variable->symbol, TRUE);
      gboolean is_sure = box && box->is_certain && (box->when == NULL || box->is_guarded);
      if (!(is_sure || (is_told (variable) && is_straight (statement))) || !always_runs (work, variable, statement))
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_box_is_reached (const IhopWork *work, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      if (ihop_kernel_footprint (kernel, variable->symbol) && !touches_its_end (work, kernel, variable))
        return FALSE;
    }
  return TRUE;
}

/* ---- the part in common ---- */

static const IhopNode *
smaller (IhopPool *pool, const IhopNode *a, const IhopNode *b)
{
  gint64 more;

  if (ihop_expression_distance (a, b, &more))
    return more < 0 ? b : a;
  return ihop_expression_choice (pool, ihop_expression_binary (pool, IHOP_OP_LT, a, b), a, b);
}

static void
clip (IhopPool *pool, const IhopDeviceVariable *variable, IhopBox *box, guint d)
{
  const IhopNode *extent = variable->extents[d], *lower = box->lower[d], *end = ihop_expression_add (pool, lower, box->count[d]);
  gint64 number;
  gboolean starts_inside = ihop_expression_is_number (lower, &number) && number >= 0;

  if (starts_inside && ihop_touched_box_fits (variable, end, d))
    return;
  if (!starts_inside)
    lower = ihop_expression_larger (pool, lower, ihop_expression_number (pool, 0));
  if (!starts_inside || (number > 0 && !ihop_touched_box_fits (variable, lower, d)))
    lower = smaller (pool, lower, extent);
  box->lower[d] = lower;
  box->count[d] = ihop_expression_subtract (pool, smaller (pool, end, extent), lower);
}

const IhopBox *
ihop_box_within (IhopWork *work, const IhopDeviceVariable *variable, const IhopBox *box)
{
  IhopPool *pool = ihop_work_pool (work);

  if (box == NULL || variable->is_measured || box->rank != variable->rank || ihop_box_is_reached (work, variable))
    return box;
  IhopBox *within = ihop_box_new (pool, box->rank);
  for (guint d = 0; d < box->rank; d++)
    {
      within->lower[d] = box->lower[d];
      within->count[d] = box->count[d];
      if (variable->extents[d])
        clip (pool, variable, within, d);
    }
  return within;
}
