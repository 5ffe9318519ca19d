/* The minimum cut that places copies. See motion.h for what it means.
 *
 * Each node n of the program has four unknowns: is the host's copy guaranteed (h) before and after
 * n, and is the device's copy stale (g) before and after n. In the cut, an unknown that is true
 * stands on the source's side; an edge u → v of capacity c costs c when u is true and v is not.
 *
 *   a guarantee cannot arise along an edge of the program:  h(v) → h(u),  g(u) → g(v)   (infinite)
 *   nor inside a node that is no place for copies:          the same                    (infinite)
 *   at a place it costs the place's weight:                 the same                    (weight)
 *   one of the copies holds the value, where it is wanted:  g → h                       (infinite)
 *   a host read:  h before.   a device read:  not g before.
 *   a write on one side makes the other one stale after it. */
#include "gpugen/transfer/motion.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/plan.h"
#include "gpugen/transfer/min_cut.h"
#include <string.h>

enum { H_IN, H_OUT, G_IN, G_OUT, N_UNKNOWNS };
enum { LIVE_IN = 1, LIVE_OUT = 2 };

#define HOST_CHANGES (IHOP_EVENT_HOST_WRITE | IHOP_EVENT_HOST_FILL)
#define DEVICE_CHANGES (IHOP_EVENT_DEVICE_WRITE | IHOP_EVENT_DEVICE_FILL)
#define STARTS_ANEW (IHOP_EVENT_HOST_FILL | IHOP_EVENT_DEVICE_FILL | IHOP_EVENT_FORGET)
#define DEVICE_EVENTS (IHOP_EVENT_DEVICE_READ | DEVICE_CHANGES)
#define READS (IHOP_EVENT_HOST_READ | IHOP_EVENT_DEVICE_READ)
#define PLACE_SCALE 1024 /* of a weight, for breaking ties by place */

typedef struct
{
  const IhopGraph *graph;
  const guint16 *events;
  const guint8 *live;
  IhopCut *flow;
  guint source, sink;
} Problem;

static guint8
live_before (guint16 event, guint8 after)
{
  return (event & READS) || (after && !(event & STARTS_ANEW)) ? LIVE_IN : 0;
}

guint8 *
ihop_motion_live (const IhopGraph *graph, const guint16 *events)
{
  guint8 *live = g_new0 (guint8, graph->nodes->len);
  gboolean changed = TRUE;

  while (changed)
    {
      changed = FALSE;
      for (guint i = graph->nodes->len; i-- > 0;)
        {
          const IhopGraphNode *node = ihop_graph_at (graph, i);
          guint8 now = 0;
          for (guint k = 0; k < node->next->len; k++)
            if (live[g_array_index (node->next, guint, k)] & LIVE_IN)
              now = LIVE_OUT;
          now |= live_before (events[i], now);
          changed |= now != live[i];
          live[i] = now;
        }
    }
  return live;
}

static guint
unknown (guint node, guint which)
{
  return node * N_UNKNOWNS + which;
}

/* A little cheaper the later it stands in the text: of equally cheap cuts, the latest. */
static guint64
place_cost (const Problem *p, guint i)
{
  guint n = p->graph->nodes->len;

  return ihop_graph_at (p->graph, i)->weight * PLACE_SCALE
         + (guint64) (n - i) * (PLACE_SCALE - 1) / n;
}

static void
force (Problem *p, guint node, guint which, gboolean value)
{
  if (value)
    ihop_cut_edge (p->flow, p->source, unknown (node, which), IHOP_CUT_INFINITE);
  else
    ihop_cut_edge (p->flow, unknown (node, which), p->sink, IHOP_CUT_INFINITE);
}

/* How what holds before a node bears on what holds after it. */
static void
add_passage (Problem *p, guint i)
{
  gboolean is_place = ihop_graph_at (p->graph, i)->kind == IHOP_GRAPH_POINT;
  guint64 cost = is_place ? place_cost (p, i) : IHOP_CUT_INFINITE;
  guint16 event = p->events[i];

  if (!(event & (IHOP_EVENT_HOST_FILL | IHOP_EVENT_FORGET)) && i != p->graph->entry)
    ihop_cut_edge (p->flow, unknown (i, H_OUT), unknown (i, H_IN), cost);
  if (!(event & (IHOP_EVENT_DEVICE_FILL | IHOP_EVENT_FORGET)) && i != p->graph->entry)
    ihop_cut_edge (p->flow, unknown (i, G_IN), unknown (i, G_OUT), cost);
}

static void
add_events (Problem *p, guint i)
{
  guint16 event = p->events[i];
  gboolean rest_counts = p->live[i] & LIVE_OUT;

  if ((event & IHOP_EVENT_HOST_READ) || ((event & IHOP_EVENT_HOST_WRITE) && rest_counts))
    force (p, i, H_IN, TRUE);
  if ((event & IHOP_EVENT_DEVICE_READ) || ((event & IHOP_EVENT_DEVICE_WRITE) && rest_counts))
    force (p, i, G_IN, FALSE);
  if (event & IHOP_EVENT_DEVICE_BORN)
    force (p, i, G_IN, TRUE);
  if (event & (HOST_CHANGES | IHOP_EVENT_DEVICE_LOST))
    force (p, i, G_OUT, TRUE);
  if (event & DEVICE_CHANGES)
    force (p, i, H_OUT, FALSE);
}

static void
add_node (Problem *p, guint i)
{
  const IhopGraphNode *node = ihop_graph_at (p->graph, i);

  add_passage (p, i);
  add_events (p, i);
  if (p->live[i] & LIVE_IN)
    ihop_cut_edge (p->flow, unknown (i, G_IN), unknown (i, H_IN), IHOP_CUT_INFINITE);
  if (p->live[i] & LIVE_OUT)
    ihop_cut_edge (p->flow, unknown (i, G_OUT), unknown (i, H_OUT), IHOP_CUT_INFINITE);
  for (guint k = 0; k < node->next->len; k++)
    {
      guint to = g_array_index (node->next, guint, k);
      ihop_cut_edge (p->flow, unknown (to, H_IN), unknown (i, H_OUT), IHOP_CUT_INFINITE);
      ihop_cut_edge (p->flow, unknown (i, G_OUT), unknown (to, G_IN), IHOP_CUT_INFINITE);
    }
}

static void
read_moves (const Problem *p, const guint8 *side, GArray *moves)
{
  for (guint i = 0; i < p->graph->nodes->len; i++)
    {
      if (ihop_graph_at (p->graph, i)->kind != IHOP_GRAPH_POINT
          || (p->events[i] & IHOP_EVENT_FORGET)) /* both hold by themselves */
        continue;
      IhopMove out = { i, FALSE }, in = { i, TRUE };
      if (side[unknown (i, H_OUT)] && !side[unknown (i, H_IN)])
        g_array_append_val (moves, out);
      if (side[unknown (i, G_IN)] && !side[unknown (i, G_OUT)])
        g_array_append_val (moves, in);
    }
}

gboolean
ihop_motion_solve (const IhopGraph *graph, const guint16 *events, GArray *moves)
{
  guint n = graph->nodes->len;
  g_autofree guint8 *live = ihop_motion_live (graph, events);
  g_autofree guint8 *reached = ihop_graph_reached (graph); /* dead code asks for no copies */
  g_autofree guint8 *side = g_new0 (guint8, n * N_UNKNOWNS + 2);
  g_autoptr (IhopCut) flow = ihop_cut_new (n * N_UNKNOWNS + 2);
  Problem p = { graph, events, live, flow, n * N_UNKNOWNS, n * N_UNKNOWNS + 1 };

  for (guint i = 0; i < n; i++)
    if (reached[i])
      add_node (&p, i);
  if (!ihop_cut_find (flow, p.source, p.sink, side))
    return FALSE;
  read_moves (&p, side, moves);
  return TRUE;
}

static guint
point_beside (const IhopGraph *graph, const IhopKernel *kernel, gboolean before)
{
  const GPtrArray *all = kernel->statements;
  IhopPoint point = { before ? IHOP_POINT_BEFORE : IHOP_POINT_AFTER,
                      all->pdata[before ? 0 : all->len - 1] };

  return ihop_graph_find_point (graph, point);
}

void
ihop_motion_naive (const IhopGraph *graph, const guint16 *events, GArray *moves)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      gboolean is_launch = node->kernel && (events[i] & DEVICE_EVENTS);
      if (!is_launch)
        continue;
      IhopMove in = { point_beside (graph, node->kernel, TRUE), TRUE };
      IhopMove out = { point_beside (graph, node->kernel, FALSE), FALSE };
      if (in.node == G_MAXUINT || out.node == G_MAXUINT)
        continue; /* such a plan is not used (ihop_resident_deny_placeless) */
      /* What is written only in part, or perhaps not at all, must be there to be copied back. */
      if (!(events[i] & IHOP_EVENT_DEVICE_FILL) || (events[i] & IHOP_EVENT_DEVICE_READ))
        g_array_append_val (moves, in);
      if (events[i] & DEVICE_CHANGES)
        g_array_append_val (moves, out);
    }
}

guint64
ihop_motion_weigh (const IhopGraph *graph, const GArray *moves)
{
  guint64 sum = 0;

  for (guint i = 0; i < moves->len; i++)
    sum += ihop_graph_at (graph, g_array_index (moves, IhopMove, i).node)->weight;
  return sum;
}
