/* Dinic's maximum flow. The graphs are those of control flow: long and thin, so the depth-first
 * part keeps its own stack. */
#include "gpugen/transfer/min_cut.h"
#include <string.h>

typedef struct
{
  guint to, next;          /* next edge of the same vertex; G_MAXUINT: none */
  guint64 capacity;
} Edge;

struct _IhopCut
{
  guint n;
  guint *first, *at, *level;
  GArray *edges;           /* of Edge; the reverse of edge e is e ^ 1 */
};

IhopCut *
ihop_cut_new (guint n_vertices)
{
  IhopCut *flow = g_new0 (IhopCut, 1);

  flow->n = n_vertices;
  flow->first = g_new (guint, n_vertices);
  flow->at = g_new (guint, n_vertices);
  flow->level = g_new (guint, n_vertices);
  memset (flow->first, 0xff, n_vertices * sizeof *flow->first);
  flow->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  return flow;
}

void
ihop_cut_free (IhopCut *flow)
{
  if (flow == NULL)
    return;
  g_array_unref (flow->edges);
  g_free (flow->first);
  g_free (flow->at);
  g_free (flow->level);
  g_free (flow);
}

static void
half_edge (IhopCut *flow, guint from, guint to, guint64 capacity)
{
  Edge edge = { to, flow->first[from], capacity };

  flow->first[from] = flow->edges->len;
  g_array_append_val (flow->edges, edge);
}

void
ihop_cut_edge (IhopCut *flow, guint from, guint to, guint64 capacity)
{
  half_edge (flow, from, to, capacity);
  half_edge (flow, to, from, 0);
}

static Edge *
edge_at (IhopCut *flow, guint edge)
{
  return &g_array_index (flow->edges, Edge, edge);
}

/* Distances from the source along edges with room; G_MAXUINT: not reached. */
static void
find_levels (IhopCut *flow, guint source)
{
  g_autofree guint *queue = g_new (guint, flow->n);
  guint head = 0, tail = 0;

  memset (flow->level, 0xff, flow->n * sizeof *flow->level);
  flow->level[source] = 0;
  queue[tail++] = source;
  while (head < tail)
    {
      guint v = queue[head++];
      for (guint e = flow->first[v]; e != G_MAXUINT; e = edge_at (flow, e)->next)
        {
          Edge *edge = edge_at (flow, e);
          if (edge->capacity == 0 || flow->level[edge->to] != G_MAXUINT)
            continue;
          flow->level[edge->to] = flow->level[v] + 1;
          queue[tail++] = edge->to;
        }
    }
}

/* Sends what fits along the path in "path" and returns how long its still usable start is. */
static guint
augment (IhopCut *flow, const guint *path, guint length, guint64 *sent)
{
  guint64 room = IHOP_CUT_INFINITE;
  guint keep = 0;

  for (guint i = 0; i < length; i++)
    room = MIN (room, edge_at (flow, path[i])->capacity);
  for (guint i = length; i-- > 0;)
    {
      Edge *edge = edge_at (flow, path[i]);
      if (edge->capacity < IHOP_CUT_INFINITE)
        edge->capacity -= room;
      if (edge_at (flow, path[i] ^ 1)->capacity < IHOP_CUT_INFINITE)
        edge_at (flow, path[i] ^ 1)->capacity += room;
      if (edge->capacity == 0)
        keep = i;
    }
  *sent = room;
  return keep;
}

/* All paths of one phase. FALSE: one of them has no limit. */
static gboolean
block_flow (IhopCut *flow, guint source, guint sink)
{
  g_autofree guint *path = g_new (guint, flow->n + 1);
  guint length = 0, v = source;
  guint64 sent = 0;

  memcpy (flow->at, flow->first, flow->n * sizeof *flow->at);
  for (;;)
    {
      if (v == sink)
        {
          length = augment (flow, path, length, &sent);
          if (sent >= IHOP_CUT_INFINITE)
            return FALSE;
          v = edge_at (flow, path[length] ^ 1)->to;
          continue;
        }
      guint e = flow->at[v];
      if (e == G_MAXUINT)
        {
          if (length == 0)
            return TRUE;
          e = path[--length];
          v = edge_at (flow, e ^ 1)->to;
          flow->at[v] = edge_at (flow, e)->next;
          continue;
        }
      Edge *edge = edge_at (flow, e);
      if (edge->capacity && flow->level[edge->to] == flow->level[v] + 1)
        {
          path[length++] = e;
          v = edge->to;
        }
      else
        flow->at[v] = edge->next;
    }
}

gboolean
ihop_cut_find (IhopCut *flow, guint source, guint sink, guint8 *side)
{
  for (;;)
    {
      find_levels (flow, source);
      if (flow->level[sink] == G_MAXUINT)
        break;
      if (!block_flow (flow, source, sink))
        return FALSE;
    }
  for (guint v = 0; v < flow->n; v++)
    side[v] = flow->level[v] != G_MAXUINT;
  return TRUE;
}
