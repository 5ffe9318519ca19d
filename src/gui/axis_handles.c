#include "gui/axis_handles.h"
#include "gui/text.h"
#include <math.h>

typedef struct
{
  IhopGraphCanvas *canvas;
  IhopAxisTarget target;
  IhopSpaceChange change;  /* what it stands for now; by: 0 (TILE: none) as long as nothing is changed */
  guint axis;              /* INTERCHANGE: the one that is held */
  double x, y;             /* along the screen for one more: of the diagram's points */
  gint64 none, least, most; /* values of "by" */
  GtkEventController *drag;
  gboolean is_called_off;  /* the drag that is under way: it ends, but nobody has let go */
} Handle;

static void
handle_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
set (Handle *handle, gint64 by)
{
  by = CLAMP (by, handle->least, handle->most);
  if (by == handle->change.by)
    return;
  handle->change.by = by;
  handle->target.changed (by == handle->none ? NULL : &handle->change, handle->target.data);
}

/* ---- the mouse ---- */

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, Handle *handle)
{
  handle->is_called_off = FALSE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
}

/* The axis that is held is nearer to where its neighbour's name stands than to its own place. */
static gboolean
is_over_neighbour (const Handle *handle, double dx, double dy)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (handle->canvas);
  guint other = handle->axis == handle->change.outer ? handle->axis + 1 : handle->change.outer;
  double x, y, ox, oy;

  ihop_diagram_axis_title (diagram, handle->axis, &x, &y);
  ihop_diagram_axis_title (diagram, other, &ox, &oy);
  return hypot (x + dx - ox, y + dy - oy) < hypot (dx, dy);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, Handle *handle)
{
  if (handle->change.kind == IHOP_CHANGE_INTERCHANGE)
    set (handle, is_over_neighbour (handle, dx, dy));
  else
    set (handle, handle->none + (gint64) round ((dx * handle->x + dy * handle->y) / (handle->x * handle->x + handle->y * handle->y)));
}

static void
finish (Handle *handle, gboolean is_meant)
{
  gboolean is_changed = handle->change.by != handle->none;

  handle->change.by = handle->none;
  if (is_changed)
    handle->target.released (is_meant, handle->target.data);
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, Handle *handle)
{
  finish (handle, !handle->is_called_off);
}

/* By Escape, or because the picture goes away under the hand. */
static void
drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, Handle *handle)
{
  handle->is_called_off = TRUE;
}

/* ---- the keyboard ---- */

static void
pressed (GtkButton *button, Handle *handle)
{
  finish (handle, TRUE);
}

static gboolean
key (GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state, Handle *handle)
{
  switch (value)
    {
    case GDK_KEY_Right: case GDK_KEY_Up: case GDK_KEY_Left: case GDK_KEY_Down:
      if (handle->change.kind == IHOP_CHANGE_INTERCHANGE)
        set (handle, !handle->change.by);
      else
        set (handle, handle->change.by + (value == GDK_KEY_Right || value == GDK_KEY_Up ? 1 : -1));
      return TRUE;
    case GDK_KEY_Escape:
      if (handle->change.by == handle->none)
        return FALSE;
      handle->is_called_off = TRUE;
      finish (handle, FALSE);
      gtk_event_controller_reset (handle->drag);
      return TRUE;
    default:
      return FALSE;
    }
}

/* ---- making them ---- */

static void
connect (GtkWidget *button, Handle *handle)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), handle);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), handle);
  handle->drag = GTK_EVENT_CONTROLLER (drag);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancelled), handle);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), handle);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key), handle);
  g_signal_connect_data (button, "clicked", G_CALLBACK (pressed), handle, handle_free, 0);
  gtk_widget_add_controller (button, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (button, keys);
}

static void
put (Handle *handle, const char *label, const char *spoken, const char *tooltip, double x, double y)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, *label ? "graph-handle" : "graph-part");
  ihop_text_name (button, spoken, tooltip);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_cursor_from_name (button, "grab");
  connect (button, handle);
  if (*label == '\0')
    gtk_widget_set_size_request (button, handle->axis + 1 < ihop_graph_canvas_diagram (handle->canvas)->n_axes ? 20 : 96, 20);
  ihop_graph_canvas_put (handle->canvas, button, x, y);
}

static Handle *
handle_new (IhopGraphCanvas *canvas, const IhopAxisTarget *target, IhopChangeKind kind, guint outer)
{
  Handle *handle = g_new0 (Handle, 1);

  handle->canvas = canvas;
  handle->target = *target;
  handle->change = (IhopSpaceChange) { .kind = kind, .outer = outer };
  return handle;
}

/* Over the name of the axis. */
static void
add_interchange (IhopGraphCanvas *canvas, const IhopAxisTarget *target, guint outer, guint axis)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (canvas);
  Handle *handle = handle_new (canvas, target, IHOP_CHANGE_INTERCHANGE, outer);
  guint other = axis == outer ? outer + 1 : outer;
  g_autofree char *spoken = g_strdup_printf (_ ("Axis %s"), diagram->axes[axis].iterator);
  g_autofree char *tooltip = g_strdup_printf (_ ("Drag onto the axis of %s to interchange the loops; or an arrow key, then Enter"),
                                              diagram->axes[other].iterator);
  double x, y;

  handle->axis = axis;
  handle->most = 1;
  ihop_diagram_axis_title (diagram, axis, &x, &y);
  put (handle, "", spoken, tooltip, x - 4, axis + 1 < diagram->n_axes ? y - 4 : y - 14);
}

/* Where iterations so many steps from the first ones stand. */
static void
spot (const IhopDiagram *diagram, guint outer, double out, double in, double *x, double *y)
{
  double at[IHOP_INSTANCE_DIMS] = { 0 };

  at[outer] = out;
  at[outer + 1] = in;
  ihop_diagram_spot (diagram, at, x, y);
}

/* The outer two of three axes run upwards and to the back, where points and names are: what changes them stands beside. */
static double
aside (const IhopDiagram *diagram, guint outer)
{
  return outer + 2 < diagram->n_axes ? -44 : 0;
}

static void
set_direction (Handle *handle, const IhopDiagram *diagram, guint outer)
{
  double x, y;

  spot (diagram, outer, 0, 0, &x, &y);
  spot (diagram, outer, 0, 1, &handle->x, &handle->y);
  handle->x -= x;
  handle->y -= y;
}

/* Before the second row: what it is moved by is the factor. */
static void
add_skew (IhopGraphCanvas *canvas, const IhopAxisTarget *target, guint outer)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (canvas);
  Handle *handle = handle_new (canvas, target, IHOP_CHANGE_SKEW, outer);
  g_autofree char *spoken = g_strdup_printf (_ ("Skew %s by %s"), diagram->axes[outer + 1].iterator, diagram->axes[outer].iterator);
  double x, y;

  handle->least = -8;
  handle->most = 8;
  set_direction (handle, diagram, outer);
  spot (diagram, outer, 1, aside (diagram, outer) < 0 ? 0 : -0.62, &x, &y);
  put (handle, "⇥", spoken, _ ("Drag along the rows to skew; or arrow keys, then Enter"), x - 9 + aside (diagram, outer), y - 9);
}

/* Behind the first row: what is dragged in is the size of a tile. */
static void
add_tile (IhopGraphCanvas *canvas, const IhopAxisTarget *target, guint outer)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (canvas);
  const IhopDrawnAxis *inner = &diagram->axes[outer + 1];
  Handle *handle = handle_new (canvas, target, IHOP_CHANGE_TILE, outer);
  g_autofree char *spoken = g_strdup_printf (_ ("Tile %s and %s"), diagram->axes[outer].iterator, inner->iterator);
  double x, y;

  handle->none = handle->most = (inner->high - inner->low) / ABS (inner->step) + 1;
  handle->least = 2;
  handle->change.by = handle->none;
  set_direction (handle, diagram, outer);
  spot (diagram, outer, 0, (double) handle->none - 0.4, &x, &y);
  if (handle->none > 2)
    put (handle, "▦", spoken, _ ("Drag back over the rows to tile both loops; or arrow keys, then Enter"), x - 9 + aside (diagram, outer), y - 9);
  else
    g_free (handle);
}

void
ihop_axis_handles_add (IhopGraphCanvas *canvas, const IhopAxisTarget *target)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (canvas);

  for (guint k = 0; diagram && k + 1 < diagram->n_axes; k++)
    {
      if (diagram->axes[k].address == NULL || diagram->axes[k + 1].address == NULL)
        continue;
      add_interchange (canvas, target, k, k);
      if (k + 2 == diagram->n_axes)
        add_interchange (canvas, target, k, k + 1);
      add_skew (canvas, target, k);
      add_tile (canvas, target, k);
    }
}
