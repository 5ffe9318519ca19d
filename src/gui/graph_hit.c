/* What lies under the pointer: edges, along their curves. (Nodes are widgets.) */
#include "gui/graph_paint.h"
#include <math.h>

static const IhopSpot *
spot_of (const IhopEdge *edge, guint i)
{
  return &g_array_index (edge->path, IhopSpot, i);
}

static double
bezier (double a, double b, double c, double d, double t)
{
  double u = 1 - t;

  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

/* Whether a line of the curve, cut into short ones, comes near. */
static gboolean
runs_near (const IhopEdge *edge, double x, double y, double reach)
{
  for (guint i = 0; i + 3 < edge->path->len; i += 3)
    {
      const IhopSpot *a = spot_of (edge, i), *b = a + 1, *c = a + 2, *d = a + 3;
      for (guint k = 0; k <= 12; k++)
        if (hypot (bezier (a->x, b->x, c->x, d->x, k / 12.0) - x, bezier (a->y, b->y, c->y, d->y, k / 12.0) - y) <= reach)
          return TRUE;
    }
  return FALSE;
}

int
ihop_graph_edge_at (const IhopDiagram *diagram, gboolean (*shows) (const IhopEdge *edge, gpointer data), gpointer data,
                    double x, double y, double reach)
{
  for (guint i = diagram->edges->len; i-- > 0;)
    {
      const IhopEdge *edge = diagram->edges->pdata[i];
      if ((shows == NULL || shows (edge, data)) && runs_near (edge, x, y, reach))
        return (int) i;
    }
  return -1;
}
