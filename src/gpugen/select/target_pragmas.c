/* What "#pragma target" marks. */
#include "gpugen/select/target_pragmas.h"
#include "gpugen/plan/clauses.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/select/fragment.h"
#include <string.h>

static void visit (IhopWork *work, const IhopNode *node);

static void
refuse_loop (IhopWork *work, const IhopNode *loop, const IhopMessage *why)
{
  IhopPlanner *planner = work->planner;
  const IhopLoop *facts = ihop_loops_find (planner->facts, planner->tree, loop);
  IhopDiag *diag = ihop_planner_refuse (planner, "IHOP-G002", loop,
                                "The marked loop is not put on the device: %s.", why);

  for (guint i = 0; facts && i < facts->reasons->len; i++)
    {
      const IhopReason *reason = facts->reasons->pdata[i];
      for (guint k = 0; k < reason->remedies->len; k++)
        ihop_diag_add_remedy (diag, ihop_message_ref (reason->remedies->pdata[k]));
    }
  ihop_leave_out_message (planner, loop, ihop_message_ref (why));
}

static void
mark_pins_check (IhopWork *work, const IhopMark *mark, const IhopNode *loop)
{
  for (guint i = 0; i < mark->clauses->map->len; i++)
    {
      const IhopPin *pin = &g_array_index (mark->clauses->map, IhopPin, i);
      const IhopKernel *kernel = work->kernels->pdata[work->kernels->len - 1];
      gboolean found = FALSE;
      for (guint k = 0; k < kernel->n_axes; k++)
        found |= strcmp (kernel->axes[k].iterator->name, pin->iterator) == 0;
      if (!found)
        ihop_diag_remedy (ihop_planner_refuse (work->planner, "IHOP-G005", loop,
                                       "map(%s:%c) names no loop that is spread over threads here.",
                                       pin->iterator, "xyz"[pin->axis]),
                          "name one of the nest's parallel loops");
    }
}

static void
apply_mark (IhopWork *work, const IhopNode *node, const IhopMark *mark)
{
  if (!ihop_kind_is_loop (node->kind) || mark->clauses->is_serial)
    {
      gboolean inside = node->kind == IHOP_BLOCK && !mark->clauses->is_serial;
      if (inside)
        ihop_fragment_add_run (work, node->child, node->n_children, mark);
      else
        ihop_fragment_add_run (work, &node, 1, mark);
      return;
    }
  g_autoptr (IhopMessage) why = ihop_fragment_add_nest (work, node, mark);
  if (why)
    {
      refuse_loop (work, node, why);
      visit (work, ihop_loop_body (node)); /* marks inside still count */
    }
  else
    mark_pins_check (work, mark, node);
}

static IhopMark *
mark_new (IhopWork *work, const IhopNode *pragma)
{
  IhopMark *mark = g_new0 (IhopMark, 1);

  mark->clauses = ihop_clauses_parse (pragma->text, pragma->place, work->planner->diags);
  mark->pragmas = g_ptr_array_new ();
  g_ptr_array_add (mark->pragmas, (gpointer) pragma);
  g_ptr_array_add (work->planner->clauses, mark->clauses);
  return mark;
}

static void
mark_free (IhopMark *mark)
{
  g_ptr_array_unref (mark->pragmas);
  g_free (mark);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopMark, mark_free)

static gboolean
is_end (const IhopNode *node)
{
  if (node->kind != IHOP_PRAGMA || !ihop_clauses_is_target (node->text))
    return FALSE;
  g_autoptr (IhopClauses) clauses = ihop_clauses_parse (node->text, node->place, NULL);
  return clauses->is_end;
}

/* From "begin" at child i to its end; returns the child behind. */
static guint
visit_region (IhopWork *work, const IhopNode *block, guint i, IhopMark *mark)
{
  guint end = i + 1;

  while (end < block->n_children && !is_end (block->child[end]))
    end++;
  if (end == block->n_children)
    {
      ihop_diag_remedy (ihop_planner_refuse (work->planner, "IHOP-G006", block->child[i],
                                     "\"#pragma target begin\" has no end in the same block."),
                        "write \"#pragma target end\" behind the last statement");
      return i + 1;
    }
  g_ptr_array_add (mark->pragmas, (gpointer) block->child[end]);
  ihop_fragment_add_run (work, block->child + i + 1, end - i - 1, mark);
  return end + 1;
}

static guint
visit_mark (IhopWork *work, const IhopNode *block, guint i)
{
  g_autoptr (IhopMark) mark = mark_new (work, block->child[i]);
  guint next = i + 1;

  if (mark->clauses->is_begin)
    return visit_region (work, block, i, mark);
  if (mark->clauses->is_end)
    {
      ihop_planner_refuse (work->planner, "IHOP-G006", block->child[i],
                   "\"#pragma target end\" has no begin in the same block.");
      return next;
    }
  while (next < block->n_children && ihop_fragment_is_skipped (block->child[next]))
    next++;
  if (next == block->n_children || block->child[next]->kind == IHOP_DECLARATION)
    {
      ihop_diag_remedy (ihop_planner_refuse (work->planner, "IHOP-G007", block->child[i],
                                     "\"#pragma target\" stands before no statement."),
                        "put it right before a loop or a block");
      return next;
    }
  apply_mark (work, block->child[next], mark);
  return next + 1;
}

static void
visit (IhopWork *work, const IhopNode *node)
{
  if (node->kind != IHOP_BLOCK)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
          visit (work, node->child[i]);
      return;
    }
  for (guint i = 0; i < node->n_children;)
    {
      const IhopNode *child = node->child[i];
      if (child->kind == IHOP_PRAGMA && ihop_clauses_is_target (child->text))
        i = visit_mark (work, node, i);
      else
        {
          visit (work, child);
          i++;
        }
    }
}

void
ihop_fragment_choose_marked (IhopWork *work)
{
  visit (work, work->function->body);
}
