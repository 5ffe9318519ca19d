/* A diagram on the screen: a picture (graph_paint.h), and over each part of it a button with a name, which people and tests
 * press. Drag to move, the wheel or + and - to zoom, 0 to fit. It knows nothing of the document.
 *
 * Signals: "node-chosen", "edge-chosen", "group-chosen" (guint index): pressed, or clicked. A group is pressed by its
 * label. */
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
/* Marks the parts in whose text this is ("" or NULL: none), and brings one into sight, large enough to be read: the first,
 * or with "next" the one behind the one before. *at: its number, from 1. Gives how many there are. */
guint ihop_graph_canvas_search (IhopGraphCanvas *canvas, const char *text, gboolean next, guint *at);
/* Something over the diagram, at a spot of it, which is its own to remove. */
void ihop_graph_canvas_put (IhopGraphCanvas *canvas, GtkWidget *widget, double x, double y);
/* Draws the same parts at other places instead, for as long as something is being dragged; NULL: as they are. Does not
 * take the diagram. */
void ihop_graph_canvas_preview (IhopGraphCanvas *canvas, const IhopDiagram *moved);
