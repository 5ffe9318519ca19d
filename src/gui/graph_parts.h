/* The buttons over a diagram's picture: what people press, what tests and screen readers find. They show nothing but what is
 * marked or has the keyboard. Hundreds of them are made some at a time. */
#pragma once
#include "project/graph.h"
#include <gtk/gtk.h>

typedef struct _IhopGraphParts IhopGraphParts;

/* canvas: who gets the signals (graph_canvas.h); fixed: what they are put into, in the diagram's coordinates. */
IhopGraphParts *ihop_graph_parts_new (GtkWidget *canvas, GtkWidget *fixed);
void ihop_graph_parts_free (IhopGraphParts *parts);
/* Removes those of the diagram before. The diagram lives until the next one is set; NULL: none. can_fold: groups have buttons. */
void ihop_graph_parts_set (IhopGraphParts *parts, const IhopDiagram *diagram, gboolean can_fold);
void ihop_graph_parts_filter (IhopGraphParts *parts, gboolean (*shows) (const IhopEdge *edge, gpointer data), gpointer data);
/* Marks what stands in these lines (0: nothing). Gives the first such node, or NULL. */
const IhopDrawn *ihop_graph_parts_light (IhopGraphParts *parts, const char *file, guint first, guint last);
/* Marks one node (-1: none) besides. */
void ihop_graph_parts_choose (IhopGraphParts *parts, int node);
/* Marks nodes in whose text this is. Caller unrefs the array of guint. */
GArray *ihop_graph_parts_search (IhopGraphParts *parts, const char *text);
/* The node whose button this is, or -1. */
int ihop_graph_parts_index (IhopGraphParts *parts, GtkWidget *widget);
