#include "gpugen/memory/certain_extent.h"
#include "analysis/memory/definitions.h"
#include "gpugen/memory/once.h"
#include "gpugen/memory/resolved_size.h"
#include "gpugen/plan/plan.h"
#include "ir/condition.h"
#include "ir/expression_order.h"

/* ---- which goes farther ---- */

static const IhopNode *
resolved (const IhopExtentGuard *reach, const IhopNode *node)
{
  return ihop_size_resolve (reach->work->planner->facts, reach->work->function, node);
}

/* Whether "count" elements are none where "when" holds and "condition" does not. */
static gboolean
is_none_otherwise (const IhopNode *when, const IhopNode *condition, const IhopNode *count)
{
  const IhopNode *what;
  gint64 least;

  if (condition->kind == IHOP_BINARY && condition->op == IHOP_OP_LAND)
    return is_none_otherwise (when, condition->child[0], count) && is_none_otherwise (when, condition->child[1], count);
  return ihop_expression_implies (when, condition)
         || (ihop_condition_least (condition, &what, &least) && ihop_expression_is_none_below (when, what, least, count));
}

gboolean
ihop_extent_covers (const IhopExtentGuard *reach, const IhopGuardedExtent *large, const IhopGuardedExtent *small)
{
  const IhopNode *when = resolved (reach, small->when), *end = resolved (reach, small->end);
  const IhopNode *needed = resolved (reach, large->when);

  return ihop_expression_stays_within (when, end, resolved (reach, large->end))
         && (large->is_guarded || needed == NULL || is_none_otherwise (when, needed, end));
}

gboolean
ihop_extent_is_as_far (const IhopExtentGuard *reach, const IhopGuardedExtent *a, const IhopGuardedExtent *b)
{
  gint64 more;

  return ihop_expression_distance (resolved (reach, a->end), resolved (reach, b->end), &more) && more == 0;
}

/* ---- touches that come together ---- */

static gboolean
are_blocks (const GPtrArray *path, guint from)
{
  for (guint i = from; i + 1 < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind != IHOP_BLOCK)
      return FALSE;
  return TRUE;
}

static guint
child_index (const IhopNode *block, const IhopNode *child)
{
  guint i = 0;

  while (i < block->n_children && block->child[i] != child)
    i++;
  return i;
}

/* Whether control that has come through one child of a block comes through a later one. */
static gboolean
goes_on (const IhopNode *block, guint from, guint to)
{
  for (guint i = from; i <= to; i++)
    if (ihop_once_leaves (block->child[i]))
      return FALSE;
  return TRUE;
}

/* Whether the code around the first one is run whenever that around the second one is. */
static gboolean
come_together (const IhopExtentGuard *reach, const IhopNode *first, const IhopNode *second)
{
  const IhopWork *work = reach->work;
  g_autoptr (GPtrArray) to_first = ihop_defs_path (work->planner->facts, work->function, first);
  g_autoptr (GPtrArray) to_second = ihop_defs_path (work->planner->facts, work->function, second);
  guint same = 0;

  if (first == second)
    return TRUE;
  while (to_first && to_second && same < to_first->len && same < to_second->len && to_first->pdata[same] == to_second->pdata[same])
    same++;
  if (same == 0 || same == to_first->len || same == to_second->len || work->graph->has_goto)
    return FALSE;
  const IhopNode *block = to_first->pdata[same - 1], *around = same > 1 ? to_first->pdata[same - 2] : NULL;
  if (block->kind != IHOP_BLOCK || (around && around->kind == IHOP_SWITCH) || !are_blocks (to_first, same))
    return FALSE;
  guint one = child_index (block, to_first->pdata[same]), other = child_index (block, to_second->pdata[same]);
  return one < other || goes_on (block, other, one);
}

/* Whether it is run whenever the function is. */
static gboolean
is_always_run (const IhopExtentGuard *reach, const IhopNode *node)
{
  const IhopWork *work = reach->work;
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, node);

  if (path == NULL || work->graph->has_goto || !are_blocks (path, 0))
    return FALSE;
  for (guint i = 0; i + 1 < path->len; i++)
    {
      guint at = child_index (path->pdata[i], path->pdata[i + 1]);
      if (at > 0 && !goes_on (path->pdata[i], 0, at - 1))
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_extent_is_reached (const IhopExtentGuard *reach)
{
  for (guint i = 0; i < reach->items->len; i++)
    {
      gboolean found = FALSE;
      for (guint k = 0; k < reach->touches->len && !found; k++)
        {
          const IhopGuardedExtent *touch = reach->touches->pdata[k];
          found = touch->is_certain && ihop_extent_covers (reach, touch, reach->items->pdata[i]) && is_always_run (reach, touch->around);
        }
      if (!found)
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_extent_is_certain (const IhopExtentGuard *reach)
{
  for (guint i = 0; i < reach->touches->len; i++)
    {
      const IhopGuardedExtent *item = reach->touches->pdata[i];
      gboolean found = !item->is_doubtful;
      for (guint k = 0; k < reach->touches->len && !found; k++)
        {
          const IhopGuardedExtent *other = reach->touches->pdata[k];
          found = other->is_certain && ihop_extent_covers (reach, other, item) && come_together (reach, other->around, item->around);
        }
      if (!found)
        return FALSE;
    }
  return TRUE;
}
