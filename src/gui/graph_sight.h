/* Where a graph is looked at: fitted, zoomed, dragged, brought to a part. */
#pragma once
#include "project/graph.h"
#include <gtk/gtk.h>

typedef struct
{
  GtkWidget *widget;       /* what it is looked at through; its allocation places what is seen … */
  GtkWidget *area;         /* … and this is drawn anew */
  const IhopDiagram *diagram; /* or NULL */
  const IhopDrawn *lit;    /* its first part that is marked; or NULL */
  double zoom, x, y;       /* where the diagram's corner is drawn */
  double drag_x, drag_y, pointer_x, pointer_y;
  gboolean is_fitted;      /* keep everything in sight when the size changes … */
  gboolean is_asked_for;   /* … even if nothing can be read then */
} IhopGraphSight;

/* Wheel, pointer and drags of its widget. */
void ihop_graph_sight_add_controllers (IhopGraphSight *sight);
/* Something has to be drawn at another place. */
void ihop_graph_sight_moved (IhopGraphSight *sight);
/* Fits as soon as there is a size; if it was asked for, also if nothing could be read then. */
void ihop_graph_sight_fit (IhopGraphSight *sight, gboolean is_asked_for);
void ihop_graph_sight_fit_into (IhopGraphSight *sight, double width, double height);
void ihop_graph_sight_zoom (IhopGraphSight *sight, double factor);
/* Brings a part into sight if it is not; close: larger if it could not be read. */
void ihop_graph_sight_bring (IhopGraphSight *sight, const IhopDrawn *node);
void ihop_graph_sight_bring_close (IhopGraphSight *sight, const IhopDrawn *node);
/* '+', '-', '0' (all), 'l', 'r', 'u', 'd'. */
void ihop_graph_sight_key (IhopGraphSight *sight, int what);
