/* Pointers that are given other values between kernels. */
#include "gpugen/memory/rebound_pointer.h"
#include "analysis/memory/function_entry.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

static gboolean
is_used_at (const IhopGraphNode *node, const IhopSymbol *symbol)
{
  for (guint i = 0; node->kernel && i < node->kernel->params->len; i++)
    if (((const IhopKernelParam *) node->kernel->params->pdata[i])->symbol == symbol)
      return TRUE;
  return FALSE;
}

static gboolean
is_rebound_at (IhopWork *work, const IhopGraphNode *node, const IhopSymbol *symbol)
{
  return node->kind == IHOP_GRAPH_HOST
         && (ihop_touch_of (work->planner->facts, work->function, node->code, symbol) & IHOP_TOUCH_REBIND);
}

/* A walk along control flow, from the kernels that use a variable. */
typedef struct
{
  IhopWork *work;
  const IhopSymbol *symbol;
  guint8 *state;           /* one a node: how control may have come there */
  GArray *pending;         /* of guint */
} Between;

enum { FROM_KERNEL = 1, AND_REBOUND = 2 };

static void
come_to (Between *between, guint at, guint8 how)
{
  if ((between->state[at] & how) == how)
    return;
  between->state[at] |= how;
  g_array_append_val (between->pending, at);
}

static void
go_on_from (Between *between, const IhopGraphNode *node, guint8 how)
{
  for (guint i = 0; i < node->next->len; i++)
    come_to (between, g_array_index (node->next, guint, i), how);
}

/* Whether control may come from one kernel that uses the variable to another, or to the same one again, and the pointer
 * has been given another value on the way. */
static gboolean
is_rebound_between_kernels (IhopWork *work, const IhopSymbol *symbol)
{
  const IhopGraph *graph = work->graph;
  g_autofree guint8 *state = g_new0 (guint8, graph->nodes->len);
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (guint));
  Between between = { work, symbol, state, pending };
  gboolean found = graph->comes_back;

  for (guint i = 0; i < graph->nodes->len; i++)
    if (is_used_at (ihop_graph_at (graph, i), symbol))
      go_on_from (&between, ihop_graph_at (graph, i), FROM_KERNEL);
  while (pending->len && !found)
    {
      guint at = g_array_index (pending, guint, pending->len - 1);
      const IhopGraphNode *node = ihop_graph_at (graph, at);
      guint8 how = state[at] | (is_rebound_at (work, node, symbol) ? AND_REBOUND : 0);
      g_array_set_size (pending, pending->len - 1);
      found = (how & AND_REBOUND) && is_used_at (node, symbol);
      go_on_from (&between, node, how);
    }
  return found;
}

void
ihop_rebound_pointers_part (IhopWork *work)
{
  for (guint i = 0; i < work->variables->len; i++)
    {
      IhopDeviceVariable *v = work->variables->pdata[i];
      if (v->is_measured && !v->is_shared
          && (ihop_touch_of (work->planner->facts, work->function, work->function->body, v->symbol) & IHOP_TOUCH_REBIND)
          && ihop_entry_of (work->planner->facts, work->function, v->symbol) < 0
          && is_rebound_between_kernels (work, v->symbol))
        v->is_local = TRUE;
    }
}
