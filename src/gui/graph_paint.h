/* A diagram as it is on the screen: the one SVG that files get, too, drawn by librsvg. What was drawn is kept and only
 * moved and stretched while the view moves; it is drawn sharp again when there is time. */
#pragma once
#include "project/graph.h"
#include <gtk/gtk.h>

typedef struct _IhopGraphPaint IhopGraphPaint;

/* area: what is drawn into, which lives longer. */
IhopGraphPaint *ihop_graph_paint_new (GtkWidget *area);
void ihop_graph_paint_free (IhopGraphPaint *paint);
/* NULL: nothing. Another diagram, or another look of the same one. */
void ihop_graph_paint_set (IhopGraphPaint *paint, const IhopDiagram *diagram, gboolean by_round);
/* CSS over it. */
void ihop_graph_paint_style (IhopGraphPaint *paint, const char *css);
/* The diagram's corner is at (x, y). */
void ihop_graph_paint_draw (IhopGraphPaint *paint, cairo_t *cr, double x, double y, double zoom);

/* graph_hit.c: the edge that runs within "reach" of a spot of the diagram, or -1; only among those that shows gives TRUE
 * for (NULL: all). */
int ihop_graph_edge_at (const IhopDiagram *diagram, gboolean (*shows) (const IhopEdge *edge, gpointer data),
                        gpointer data, double x, double y, double reach);
