/* What is near the selection: a large graph is read from where one stands. */
#include "graph/build.h"

void
ihop_diagram_renumber (IhopDiagram *diagram, const guint *to)
{
  for (guint i = diagram->edges->len; i-- > 0;)
    {
      IhopEdge *edge = diagram->edges->pdata[i];
      guint from = to[edge->from], sink = to[edge->to];
      gboolean was_loop = edge->from == edge->to;
      edge->from = from;
      edge->to = sink;
      if (from == G_MAXUINT || sink == G_MAXUINT || (from == sink && !was_loop))
        g_ptr_array_remove_index (diagram->edges, i);
    }
}

static gboolean
stands_in (const IhopDrawn *node, const char *file, guint first, guint last)
{
  return node->first_line && node->first_line <= last && node->last_line >= first && g_strcmp0 (node->file, file) == 0;
}

/* Whoever has an edge with one of them becomes one of them. TRUE: somebody did. */
static gboolean
take_neighbours (const IhopDiagram *diagram, gboolean *is_near)
{
  g_autofree gboolean *before = g_memdup2 (is_near, sizeof (gboolean) * (diagram->nodes->len + 1));
  gboolean more = FALSE;

  for (guint i = 0; i < diagram->edges->len; i++)
    {
      const IhopEdge *edge = diagram->edges->pdata[i];
      if (before[edge->from] == before[edge->to])
        continue;
      is_near[edge->from] = is_near[edge->to] = TRUE;
      more = TRUE;
    }
  return more;
}

static void
keep (IhopDiagram *diagram, const gboolean *is_near)
{
  guint n = diagram->nodes->len;
  g_autofree guint *to = g_new (guint, n + 1);
  GPtrArray *nodes = g_ptr_array_new_with_free_func (ihop_drawn_free);

  for (guint i = 0; i < n; i++)
    {
      to[i] = is_near[i] ? nodes->len : G_MAXUINT;
      if (is_near[i])
        g_ptr_array_add (nodes, diagram->nodes->pdata[i]);
      else
        ihop_drawn_free (diagram->nodes->pdata[i]);
    }
  g_ptr_array_set_free_func (diagram->nodes, NULL);
  g_ptr_array_unref (diagram->nodes);
  diagram->nodes = nodes;
  ihop_diagram_renumber (diagram, to);
}

void
ihop_diagram_keep_near (IhopDiagram *diagram, const char *file, guint first, guint last, guint steps)
{
  guint n = diagram->nodes->len, n_first = 0;
  g_autofree gboolean *is_near = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    {
      is_near[i] = stands_in (diagram->nodes->pdata[i], file, first, last);
      n_first += is_near[i];
    }
  if (n_first == 0)
    return;
  for (guint i = 0; i < steps && take_neighbours (diagram, is_near); i++)
    ;
  keep (diagram, is_near);
  if (diagram->nodes->len < n)
    ihop_diagram_note (diagram, "%u of %u parts are shown: those near the selection.", diagram->nodes->len, n);
}
