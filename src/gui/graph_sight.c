/* Where a graph is looked at: fitted, zoomed, dragged, brought to a part. */
#include "gui/graph_sight.h"
#include <math.h>

static const double ZOOM_LEAST = 0.05, ZOOM_MOST = 4, STEP = 1.25, SCROLL = 50;

void
ihop_graph_sight_moved (IhopGraphSight *self)
{
  gtk_widget_queue_allocate (self->widget);
  gtk_widget_queue_draw (self->area);
}

/* ---- where it is looked at ---- */

static void
put_middle (IhopGraphSight *self, double x, double y, double width, double height)
{
  self->x = width / 2 - x * self->zoom;
  self->y = height / 2 - y * self->zoom;
}

/* Nothing is left blank beside a picture that is larger than its room; a smaller one stands in the middle. */
static double
without_gap (double at, double picture, double room)
{
  static const double EDGE = 12;

  return picture + 2 * EDGE <= room ? (room - picture) / 2 : CLAMP (at, room - picture - EDGE, EDGE);
}

/* All of it; of what could not be read then, the part that is marked, or the beginning. (Points need not be read.) */
void
ihop_graph_sight_fit_into (IhopGraphSight *self, double width, double height)
{
  static const double READABLE = 0.45, LARGE = 0.8, MOST = 1.2;
  double zoom = MIN (width / (self->diagram->width + 24), height / (self->diagram->height + 24));

  self->zoom = CLAMP (zoom, ZOOM_LEAST, MOST);
  if (zoom >= READABLE || self->is_asked_for || self->diagram->n_axes)
    {
      put_middle (self, self->diagram->width / 2, self->diagram->height / 2, width, height);
      return;
    }
  const IhopDrawn *first = self->lit ? self->lit : self->diagram->nodes->len ? self->diagram->nodes->pdata[0] : NULL;
  self->zoom = LARGE;
  put_middle (self, first ? first->x : 0, first ? first->y : 0, width, height);
  self->x = without_gap (self->x, self->diagram->width * self->zoom, width);
  self->y = without_gap (self->y, self->diagram->height * self->zoom, height);
}

void
ihop_graph_sight_fit (IhopGraphSight *self, gboolean is_asked_for)
{
  self->is_fitted = TRUE;
  self->is_asked_for = is_asked_for;
  ihop_graph_sight_moved (self);
}

static void
zoom_at (IhopGraphSight *self, double factor, double x, double y)
{
  double zoom = CLAMP (self->zoom * factor, ZOOM_LEAST, ZOOM_MOST);

  self->x = x - (x - self->x) * zoom / self->zoom;
  self->y = y - (y - self->y) * zoom / self->zoom;
  self->zoom = zoom;
  self->is_fitted = FALSE;
  ihop_graph_sight_moved (self);
}

void
ihop_graph_sight_zoom (IhopGraphSight *self, double factor)
{
  zoom_at (self, factor, gtk_widget_get_width (self->widget) / 2.0, gtk_widget_get_height (self->widget) / 2.0);
}

static void
move_by (IhopGraphSight *self, double x, double y)
{
  self->x += x;
  self->y += y;
  self->is_fitted = FALSE;
  ihop_graph_sight_moved (self);
}

/* How far a view must be moved for this part of it to be inside. */
static double
off_by (double at, double half, double size)
{
  double h = MIN (half, (size - 20) / 2) + 8;

  return at < h ? h - at : at > size - h ? size - h - at : 0;
}

/* Brings a part into sight if it is not. */
void
ihop_graph_sight_bring (IhopGraphSight *self, const IhopDrawn *node)
{
  double width = gtk_widget_get_width (self->widget), height = gtk_widget_get_height (self->widget);
  double dx = off_by (self->x + node->x * self->zoom, node->width * self->zoom / 2, width);
  double dy = off_by (self->y + node->y * self->zoom, node->height * self->zoom / 2, height);

  if (width > 0 && (dx != 0 || dy != 0))
    move_by (self, dx, dy);
}

/* Larger if it could not be read. */
void
ihop_graph_sight_bring_close (IhopGraphSight *self, const IhopDrawn *node)
{
  if (self->zoom < 0.8)
    ihop_graph_sight_zoom (self, 1 / self->zoom);
  ihop_graph_sight_bring (self, node);
}

/* ---- pointer and keys ---- */

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  IhopGraphSight *self = data;
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (state & GDK_SHIFT_MASK)
    move_by (self, -(dx + dy) * SCROLL, 0);
  else if (dy != 0)
    zoom_at (self, pow (STEP, -dy), self->pointer_x, self->pointer_y);
  else
    move_by (self, -dx * SCROLL, 0);
  return TRUE;
}

static void
pointed (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  ((IhopGraphSight *) data)->pointer_x = x;
  ((IhopGraphSight *) data)->pointer_y = y;
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  ((IhopGraphSight *) data)->drag_x = ((IhopGraphSight *) data)->drag_y = 0;
}

static void
drag_update (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  IhopGraphSight *self = data;

  if (hypot (x, y) > 4)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  move_by (self, x - self->drag_x, y - self->drag_y);
  self->drag_x = x;
  self->drag_y = y;
}

void
ihop_graph_sight_key (IhopGraphSight *self, int what)
{
  switch (what)
    {
    case '+': ihop_graph_sight_zoom (self, STEP); break;
    case '-': ihop_graph_sight_zoom (self, 1 / STEP); break;
    case '0': ihop_graph_sight_fit (self, TRUE); break;
    case 'l': move_by (self, SCROLL, 0); break;
    case 'r': move_by (self, -SCROLL, 0); break;
    case 'u': move_by (self, 0, SCROLL); break;
    default: move_by (self, 0, -SCROLL); break;
    }
}

void
ihop_graph_sight_add_controllers (IhopGraphSight *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect (motion, "motion", G_CALLBACK (pointed), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  gtk_widget_add_controller (self->widget, scroll);
  gtk_widget_add_controller (self->widget, motion);
  gtk_widget_add_controller (self->widget, GTK_EVENT_CONTROLLER (drag));
}
