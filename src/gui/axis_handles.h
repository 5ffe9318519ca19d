/* What an iteration space is changed by: its axes are dragged onto each other to interchange their loops, the second row is
 * dragged along to skew, a bar is dragged in from the end of the rows to tile. With the keyboard: the arrow keys on a handle,
 * Enter, Escape. */
#pragma once
#include "gui/graph_canvas.h"

typedef struct
{
  void (*changed) (const IhopSpaceChange *change, gpointer data); /* while it is being dragged; NULL: to nothing */
  void (*released) (gboolean is_meant, gpointer data); /* FALSE: called off */
  gpointer data;
} IhopAxisTarget;

/* Puts handles for what the canvas shows onto it; they go with the diagram. */
void ihop_axis_handles_add (IhopGraphCanvas *canvas, const IhopAxisTarget *target);
