/* Questions about the graph of the host program. */
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/plan.h"
#include <string.h>

const IhopGraphNode *
ihop_graph_at (const IhopGraph *graph, guint node)
{
  return graph->nodes->pdata[node];
}

const IhopKernel *
ihop_graph_device (const IhopGraphNode *node, const IhopSymbol *variable)
{
  if (node->kernel == NULL || node->kernel->kind != IHOP_KERNEL_CALL)
    return node->kernel;
  for (guint i = 0; i < node->kernel->params->len; i++)
    if (((const IhopKernelParam *) node->kernel->params->pdata[i])->symbol == variable)
      return node->kernel;
  return NULL;
}

void
ihop_graph_free (IhopGraph *graph)
{
  if (graph == NULL)
    return;
  g_ptr_array_unref (graph->nodes);
  g_free (graph);
}

guint
ihop_graph_find_point (const IhopGraph *graph, IhopPoint point)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      if (node->kind == IHOP_GRAPH_POINT && node->point.kind == point.kind
          && node->point.anchor == point.anchor)
        return i;
    }
  return G_MAXUINT;
}

guint8 *
ihop_graph_reached (const IhopGraph *graph)
{
  guint8 *reached = g_new0 (guint8, graph->nodes->len);
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (guint));

  reached[graph->entry] = 1;
  g_array_append_val (work, graph->entry);
  for (guint done = 0; done < work->len; done++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, g_array_index (work, guint, done));
      for (guint k = 0; k < node->next->len; k++)
        {
          guint to = g_array_index (node->next, guint, k);
          if (reached[to])
            continue;
          reached[to] = 1;
          g_array_append_val (work, to);
        }
    }
  return reached;
}

/* The greatest solution: starts from "yes" and only takes away (Kildall, POPL 1973). */
guint8 *
ihop_graph_on_all_paths (const IhopGraph *graph, const guint8 *begins, const guint8 *ends)
{
  guint n = graph->nodes->len;
  guint8 *in = g_new (guint8, n);
  gboolean changed = TRUE;

  memset (in, 1, n);
  in[graph->entry] = 0;
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < n; i++)
        {
          const GArray *next = ihop_graph_at (graph, i)->next;
          guint8 out = (in[i] || begins[i]) && !(ends && ends[i]);
          for (guint k = 0; k < next->len; k++)
            {
              guint to = g_array_index (next, guint, k);
              changed |= in[to] > out;
              in[to] = MIN (in[to], out);
            }
        }
    }
  return in;
}
