/* What an emulated program will tell about each part of a variable that travels on its own: the
 * events of the function's graph, each at a place where text may stand. See ihop_emu_report.h. */
#include "gpugen/transfer/transfer_trace.h"
#include "gpugen/memory/touched_box.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/transfer/motion.h"

static gboolean
single_before (const IhopGraph *graph, guint node, guint *before)
{
  const GArray *all = ihop_graph_at (graph, node)->before;

  if (all->len != 1)
    return FALSE;
  *before = g_array_index (all, guint, 0);
  return TRUE;
}

/* The last place that control surely passes right before this node and never without it. */
static gboolean
find_place (const IhopWork *work, guint node, IhopPoint *place)
{
  while (ihop_graph_at (work->graph, node)->kind != IHOP_GRAPH_POINT)
    {
      guint before;
      if (!single_before (work->graph, node, &before)
          || ihop_graph_at (work->graph, before)->kernel
          || ihop_graph_at (work->graph, before)->next->len != 1)
        return FALSE;
      node = before;
    }
  *place = ihop_graph_at (work->graph, node)->point;
  return place->anchor->range.source == work->planner->tree->source;
}

static void
tell (IhopTransferTrace *trace, guint16 event, IhopPoint at, const IhopKernel *kernel)
{
  IhopTraceEvent e = { event & ~(IHOP_EVENT_DEVICE_BORN | IHOP_EVENT_DEVICE_LOST), at, kernel };

  if (e.event)
    g_array_append_val (trace->events, e);
}

static void
tell_exit (const IhopWork *work, IhopTransferTrace *trace, guint16 event)
{
  const IhopGraph *graph = work->graph;

  const GArray *last = ihop_graph_at (graph, graph->exit)->before;
  IhopPoint at;

  for (guint i = 0; i < last->len; i++)
    if (find_place (work, g_array_index (last, guint, i), &at))
      tell (trace, event, at, NULL);
}

/* FALSE: it cannot be told, and what is told without it would demand too much. */
static gboolean
tell_node (const IhopWork *work, IhopTransferTrace *trace, guint i, guint16 event)
{
  const IhopGraphNode *node = ihop_graph_at (work->graph, i);
  IhopPoint at;

  const IhopKernel *kernel = ihop_graph_device (node, trace->variable->symbol);

  if (kernel)
    tell (trace, event, (IhopPoint){ 0 }, kernel);
  else if (find_place (work, i, &at))
    tell (trace, event, at, NULL);
  else
    return (event & (IHOP_EVENT_HOST_FILL | IHOP_EVENT_FORGET)) == 0;
  return TRUE;
}

static const IhopBox *
moved_box (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box)
{
  return box == NULL || ihop_touched_box_is_whole (variable, box) ? NULL : ihop_touched_box_reword (pool, variable, box);
}

void
ihop_transfer_trace_add (IhopWork *work, const IhopDeviceVariable *variable, guint piece,
               const guint16 *events, const IhopBox *in, const IhopBox *out,
               const IhopBox *without)
{
  IhopPlan *plan = work->planner->plan;
  IhopPool *pool = ihop_work_pool (work);
  IhopTransferTrace *trace = g_new0 (IhopTransferTrace, 1);
  IhopPoint start = { IHOP_POINT_BLOCK_START, work->function->body };

  if (plan->traces == NULL)
    plan->traces = g_ptr_array_new_with_free_func (ihop_transfer_trace_free);
  trace->variable = variable;
  trace->piece = piece;
  trace->in = moved_box (pool, variable, in);
  trace->out = moved_box (pool, variable, out);
  trace->without = ihop_touched_box_reword (pool, variable, without);
  trace->events = g_array_new (FALSE, FALSE, sizeof (IhopTraceEvent));
  tell (trace, events[work->graph->entry], start, NULL);
  gboolean good = TRUE;
  for (guint i = 0; i < work->graph->nodes->len && good; i++)
    if (events[i] && i != work->graph->entry && i != work->graph->exit)
      good = tell_node (work, trace, i, events[i]);
  if (good)
    tell_exit (work, trace, events[work->graph->exit]);
  else
    g_array_set_size (trace->events, 0);
  g_ptr_array_add (plan->traces, trace);
}
