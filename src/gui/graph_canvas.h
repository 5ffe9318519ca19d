/* A diagram on the screen: parts are buttons with names (people and tests press them), edges, frames
 * and axes are drawn behind them. Drag or scroll to move, Ctrl and scroll or + and - to zoom, 0 to
 * fit. What is out of sight costs nothing. It knows nothing of the document.
 *
 * Signals: "node-chosen" (guint index), "edge-chosen" (guint index): pressed, or clicked. */
#pragma once
#include "project/graph.h"
#include <gtk/gtk.h>

#define IHOP_TYPE_GRAPH_CANVAS (ihop_graph_canvas_get_type ())
G_DECLARE_FINAL_TYPE (IhopGraphCanvas, ihop_graph_canvas, IHOP, GRAPH_CANVAS, GtkWidget)

/* How the points of an iteration space are coloured. */
typedef enum
{
  IHOP_COLOR_BY_FRONT,     /* what could run at once, by the dependences */
  IHOP_COLOR_BY_ROUND      /* what does run at once, as the code stands */
} IhopColorBy;

GtkWidget *ihop_graph_canvas_new (const char *name);
/* Takes the diagram, which must be laid out; NULL: shows the text (translated) instead. The view is kept
 * if the diagram is the same size as the one before, else it is fitted. */
void ihop_graph_canvas_show (IhopGraphCanvas *canvas, IhopDiagram *diagram, const char *text);
/* NULL: none. Owned by the canvas. */
const IhopDiagram *ihop_graph_canvas_diagram (IhopGraphCanvas *canvas);
/* The part at a place of the canvas, or -1. */
int ihop_graph_canvas_node_at (IhopGraphCanvas *canvas, double x, double y);
/* Edges for which shows gives FALSE are left out. NULL: all are shown. */
void ihop_graph_canvas_filter (IhopGraphCanvas *canvas, gboolean (*shows) (const IhopEdge *edge, gpointer data),
                               gpointer data);
/* Parts that stand in these lines of this file are marked, the first one is brought into sight. 0: none. */
void ihop_graph_canvas_light (IhopGraphCanvas *canvas, const char *file, guint first, guint last);
/* Only points of this round (or front, as they are coloured) are bright; -1: all are. */
void ihop_graph_canvas_color (IhopGraphCanvas *canvas, IhopColorBy by, int step);
void ihop_graph_canvas_zoom (IhopGraphCanvas *canvas, double factor);
void ihop_graph_canvas_fit (IhopGraphCanvas *canvas);

/* graph_draw.c: frames, axes, edges, points' circles, in the diagram's coordinates; only what touches
 * the box. */
typedef struct
{
  const IhopDiagram *diagram;
  gboolean (*shows) (const IhopEdge *edge, gpointer data);
  gpointer data;
  IhopColorBy color_by;
  int step, chosen_edge;   /* -1: none */
  gboolean is_dark;
  GdkRGBA text;
  double left, top, right, bottom;
} IhopGraphDrawing;
void ihop_graph_draw (const IhopGraphDrawing *drawing, cairo_t *cr);
/* The edge that runs within "reach" of a spot, or -1. */
int ihop_graph_edge_at (const IhopGraphDrawing *drawing, double x, double y, double reach);
/* Whether a point is bright. */
gboolean ihop_graph_is_bright (const IhopGraphDrawing *drawing, const IhopDrawn *node);
