#include "gui/graph_canvas.h"
#include "gui/graph_paint.h"
#include "gui/graph_parts.h"
#include "gui/text.h"
#include <math.h>
#include <string.h>

static const double ZOOM_LEAST = 0.05, ZOOM_MOST = 4, STEP = 1.25, SCROLL = 50;

struct _IhopGraphCanvas
{
  GtkWidget parent_instance;
  GtkWidget *area, *fixed, *label; /* the picture, what lies over it, what there is to say */
  IhopDiagram *diagram;
  IhopGraphPaint *paint;
  IhopGraphParts *parts;
  gboolean (*shows) (const IhopEdge *edge, gpointer data);
  gpointer data;
  IhopColorBy color_by;
  int step, chosen_edge;
  guint found;             /* number of the part that was found last, from 0 */
  double zoom, x, y;       /* where the diagram's corner is drawn */
  double drag_x, drag_y, pointer_x, pointer_y;
  gboolean is_fitted;      /* keep everything in sight when the size changes … */
  gboolean is_asked_for;   /* … even if nothing can be read then */
  const IhopDrawn *lit;    /* of the diagram: the first part that is marked; or NULL */
};

G_DEFINE_FINAL_TYPE (IhopGraphCanvas, ihop_graph_canvas, GTK_TYPE_WIDGET)

enum { NODE_CHOSEN, EDGE_CHOSEN, GROUP_CHOSEN, MOVED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  IhopGraphCanvas *self = data;

  ihop_graph_paint_draw (self->paint, cr, self->x, self->y, self->zoom);
}

static void
moved (IhopGraphCanvas *self)
{
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (self->area);
  g_signal_emit (self, signals[MOVED], 0);
}

/* ---- where it is looked at ---- */

static void
put_middle (IhopGraphCanvas *self, double x, double y, double width, double height)
{
  self->x = width / 2 - x * self->zoom;
  self->y = height / 2 - y * self->zoom;
}

/* All of it; of what could not be read then, the part that is marked, or the beginning. */
static void
fit_into (IhopGraphCanvas *self, double width, double height)
{
  static const double READABLE = 0.45, LARGE = 0.8, MOST = 1.2;
  double zoom = MIN (width / (self->diagram->width + 24), height / (self->diagram->height + 24));

  self->zoom = CLAMP (zoom, ZOOM_LEAST, MOST);
  if (zoom >= READABLE || self->is_asked_for)
    {
      put_middle (self, self->diagram->width / 2, self->diagram->height / 2, width, height);
      return;
    }
  const IhopDrawn *first = self->lit ? self->lit : self->diagram->nodes->len ? self->diagram->nodes->pdata[0] : NULL;
  self->zoom = LARGE;
  put_middle (self, first ? first->x : 0, first ? first->y : 0, width, height);
}

static void
fit (IhopGraphCanvas *self, gboolean is_asked_for)
{
  self->is_fitted = TRUE;
  self->is_asked_for = is_asked_for;
  moved (self);
}

void
ihop_graph_canvas_fit (IhopGraphCanvas *self)
{
  fit (self, TRUE);
}

static void
zoom_at (IhopGraphCanvas *self, double factor, double x, double y)
{
  double zoom = CLAMP (self->zoom * factor, ZOOM_LEAST, ZOOM_MOST);

  self->x = x - (x - self->x) * zoom / self->zoom;
  self->y = y - (y - self->y) * zoom / self->zoom;
  self->zoom = zoom;
  self->is_fitted = FALSE;
  moved (self);
}

void
ihop_graph_canvas_zoom (IhopGraphCanvas *self, double factor)
{
  zoom_at (self, factor, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
           gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

static void
move_by (IhopGraphCanvas *self, double x, double y)
{
  self->x += x;
  self->y += y;
  self->is_fitted = FALSE;
  moved (self);
}

/* How far a view must be moved for this part of it to be inside. */
static double
off_by (double at, double half, double size)
{
  double h = MIN (half, (size - 20) / 2) + 8;

  return at < h ? h - at : at > size - h ? size - h - at : 0;
}

/* Brings a part into sight if it is not. */
static void
bring (IhopGraphCanvas *self, const IhopDrawn *node)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  double dx = off_by (self->x + node->x * self->zoom, node->width * self->zoom / 2, width);
  double dy = off_by (self->y + node->y * self->zoom, node->height * self->zoom / 2, height);

  if (width > 0 && (dx != 0 || dy != 0))
    move_by (self, dx, dy);
}

/* Larger if it could not be read. */
static void
bring_close (IhopGraphCanvas *self, const IhopDrawn *node)
{
  if (self->zoom < 0.8)
    ihop_graph_canvas_zoom (self, 1 / self->zoom);
  bring (self, node);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  *minimum = 60;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 360 : 240;
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  IhopGraphCanvas *self = IHOP_GRAPH_CANVAS (widget);
  graphene_point_t corner;
  int w, h;

  gtk_widget_allocate (self->area, width, height, -1, NULL);
  gtk_widget_measure (self->label, GTK_ORIENTATION_VERTICAL, width, NULL, &h, NULL, NULL);
  gtk_widget_allocate (self->label, width, height, -1, NULL);
  if (self->diagram && self->is_fitted && width > 0)
    fit_into (self, width, height);
  gtk_widget_measure (self->fixed, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &w, NULL, NULL);
  gtk_widget_measure (self->fixed, GTK_ORIENTATION_VERTICAL, w, NULL, &h, NULL, NULL);
  corner = GRAPHENE_POINT_INIT ((float) self->x, (float) self->y);
  gtk_widget_allocate (self->fixed, MAX (w, 1), MAX (h, 1), -1,
                       gsk_transform_scale (gsk_transform_translate (NULL, &corner), (float) self->zoom,
                                            (float) self->zoom));
}

double
ihop_graph_canvas_place (IhopGraphCanvas *self, double x, double y, graphene_point_t *place)
{
  *place = GRAPHENE_POINT_INIT ((float) (self->x + x * self->zoom), (float) (self->y + y * self->zoom));
  return self->zoom;
}

void
ihop_graph_canvas_put (IhopGraphCanvas *self, GtkWidget *widget, double x, double y)
{
  gtk_fixed_put (GTK_FIXED (self->fixed), widget, x, y);
}

/* ---- what is shown of it ---- */

static gboolean
is_bright (const IhopGraphCanvas *self, const IhopDrawn *node)
{
  guint own = self->color_by == IHOP_COLOR_BY_ROUND ? node->round : node->front;

  return self->step < 0 || node->depth == 0 || own == (guint) self->step;
}

/* Edges that are left out, points that are not bright, the edge that was chosen. */
static char *
style_of (const IhopGraphCanvas *self)
{
  GString *css = g_string_new (NULL);
  const GPtrArray *nodes = self->diagram->nodes;

  for (guint i = 0; i < self->diagram->edges->len; i++)
    {
      const IhopEdge *edge = self->diagram->edges->pdata[i];
      if (self->shows && !self->shows (edge, self->data))
        g_string_append_printf (css, "#e%u { display: none }\n", i);
      else if (!is_bright (self, nodes->pdata[edge->from]) && !is_bright (self, nodes->pdata[edge->to]))
        g_string_append_printf (css, "#e%u { opacity: 0.15 }\n", i);
    }
  for (guint i = 0; i < nodes->len; i++)
    if (!is_bright (self, nodes->pdata[i]))
      g_string_append_printf (css, "#n%u { opacity: 0.22 }\n", i);
  if (self->chosen_edge >= 0)
    g_string_append_printf (css, "#e%d path { stroke-width: 3px !important }\n", self->chosen_edge);
  return g_string_free (css, FALSE);
}

static void
restyle (IhopGraphCanvas *self)
{
  if (self->diagram == NULL)
    return;
  g_autofree char *css = style_of (self);
  ihop_graph_paint_style (self->paint, css);
}

static void
repaint (IhopGraphCanvas *self)
{
  ihop_graph_paint_set (self->paint, self->diagram, self->color_by == IHOP_COLOR_BY_ROUND);
  restyle (self);
}

void
ihop_graph_canvas_preview (IhopGraphCanvas *self, const IhopDiagram *moved_one, const char *css)
{
  if (moved_one == NULL)
    {
      repaint (self);
      return;
    }
  g_autofree char *own = style_of (self);
  g_autofree char *both = g_strconcat (own, css, NULL);
  ihop_graph_paint_set (self->paint, moved_one, self->color_by == IHOP_COLOR_BY_ROUND);
  ihop_graph_paint_style (self->paint, both);
}

void
ihop_graph_canvas_show (IhopGraphCanvas *self, IhopDiagram *diagram, const char *text)
{
  gboolean is_alike = diagram && self->diagram && diagram->width == self->diagram->width
                      && diagram->height == self->diagram->height;
  gboolean can_fold = g_signal_has_handler_pending (self, signals[GROUP_CHOSEN], 0, FALSE);

  ihop_graph_parts_set (self->parts, NULL, FALSE);
  ihop_diagram_free (self->diagram);
  self->diagram = diagram;
  self->lit = NULL;
  self->step = self->chosen_edge = -1;
  gtk_label_set_text (GTK_LABEL (self->label), text ? text : "");
  gtk_widget_set_visible (self->label, diagram == NULL);
  ihop_graph_parts_set (self->parts, diagram, can_fold);
  repaint (self);
  if (is_alike)
    moved (self);
  else
    fit (self, FALSE);
}

const IhopDiagram *
ihop_graph_canvas_diagram (IhopGraphCanvas *self)
{
  return self->diagram;
}

void
ihop_graph_canvas_filter (IhopGraphCanvas *self, gboolean (*shows) (const IhopEdge *edge, gpointer data),
                          gpointer data)
{
  self->shows = shows;
  self->data = data;
  ihop_graph_parts_filter (self->parts, shows, data);
  restyle (self);
}

void
ihop_graph_canvas_color (IhopGraphCanvas *self, IhopColorBy by, int step)
{
  gboolean is_other = by != self->color_by;

  self->color_by = by;
  self->step = step;
  if (is_other)
    repaint (self);
  else
    restyle (self);
}

void
ihop_graph_canvas_light (IhopGraphCanvas *self, const char *file, guint first, guint last)
{
  self->lit = ihop_graph_parts_light (self->parts, file, first, last);
  if (self->lit && !self->is_fitted)
    bring (self, self->lit);
  else
    moved (self);
}

guint
ihop_graph_canvas_search (IhopGraphCanvas *self, const char *text, gboolean next, guint *at)
{
  g_autoptr (GArray) found = ihop_graph_parts_search (self->parts, text);

  *at = 0;
  if (found->len == 0)
    return 0;
  self->found = next ? (self->found + 1) % found->len : 0;
  *at = self->found + 1;
  guint index = g_array_index (found, guint, self->found);
  ihop_graph_parts_choose (self->parts, (int) index);
  bring_close (self, self->diagram->nodes->pdata[index]);
  return found->len;
}

/* What was pressed is marked, until something else is. */
static void
choose (IhopGraphCanvas *self, int node, int edge)
{
  ihop_graph_parts_choose (self->parts, node);
  self->chosen_edge = edge;
  restyle (self);
}

static void
node_chosen (IhopGraphCanvas *self, guint index)
{
  choose (self, (int) index, -1);
}

static void
edge_chosen (IhopGraphCanvas *self, guint index)
{
  choose (self, -1, (int) index);
}

/* ---- pointer and keys ---- */

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  IhopGraphCanvas *self = data;
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
  IHOP_GRAPH_CANVAS (data)->pointer_x = x;
  IHOP_GRAPH_CANVAS (data)->pointer_y = y;
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  IHOP_GRAPH_CANVAS (data)->drag_x = IHOP_GRAPH_CANVAS (data)->drag_y = 0;
}

static void
drag_update (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  IhopGraphCanvas *self = data;

  if (hypot (x, y) > 4)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  move_by (self, x - self->drag_x, y - self->drag_y);
  self->drag_x = x;
  self->drag_y = y;
}

static void
clicked (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  IhopGraphCanvas *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->diagram == NULL)
    return;
  int edge = ihop_graph_edge_at (self->diagram, self->shows, self->data, (x - self->x) / self->zoom,
                                 (y - self->y) / self->zoom, 6 / self->zoom);
  choose (self, -1, edge);
  if (edge >= 0)
    g_signal_emit (self, signals[EDGE_CHOSEN], 0, (guint) edge);
}

static gboolean
key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  IhopGraphCanvas *self = IHOP_GRAPH_CANVAS (widget);

  switch (g_variant_get_int32 (arguments))
    {
    case '+': ihop_graph_canvas_zoom (self, STEP); break;
    case '-': ihop_graph_canvas_zoom (self, 1 / STEP); break;
    case '0': ihop_graph_canvas_fit (self); break;
    case 'l': move_by (self, SCROLL, 0); break;
    case 'r': move_by (self, -SCROLL, 0); break;
    case 'u': move_by (self, 0, SCROLL); break;
    default: move_by (self, 0, -SCROLL); break;
    }
  return TRUE;
}

/* The part that the keyboard has reached is brought into sight. */
static void
focus_moved (GtkWidget *fixed, GParamSpec *property, IhopGraphCanvas *self)
{
  GtkWidget *child = gtk_widget_get_focus_child (fixed);
  int index = child ? ihop_graph_parts_index (self->parts, child) : -1;

  if (index >= 0 && !self->is_fitted)
    bring (self, self->diagram->nodes->pdata[index]);
}

int
ihop_graph_canvas_node_at (IhopGraphCanvas *self, double x, double y)
{
  for (GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
       at && at != GTK_WIDGET (self); at = gtk_widget_get_parent (at))
    {
      int index = ihop_graph_parts_index (self->parts, at);
      if (index >= 0)
        return index;
    }
  return -1;
}

/* ---- the widget ---- */

static void
dispose (GObject *object)
{
  IhopGraphCanvas *self = IHOP_GRAPH_CANVAS (object);

  g_clear_pointer (&self->area, gtk_widget_unparent);
  g_clear_pointer (&self->fixed, gtk_widget_unparent);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  g_clear_pointer (&self->parts, ihop_graph_parts_free);
  g_clear_pointer (&self->paint, ihop_graph_paint_free);
  g_clear_pointer (&self->diagram, ihop_diagram_free);
  G_OBJECT_CLASS (ihop_graph_canvas_parent_class)->dispose (object);
}

static void
load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, "/org/ihop/gui/graph.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
bind_keys (GtkWidgetClass *class)
{
  static const struct { guint value; int what; } keys[] = {
    { GDK_KEY_plus, '+' }, { GDK_KEY_KP_Add, '+' }, { GDK_KEY_equal, '+' }, { GDK_KEY_minus, '-' },
    { GDK_KEY_KP_Subtract, '-' }, { GDK_KEY_0, '0' }, { GDK_KEY_Left, 'l' }, { GDK_KEY_Right, 'r' },
    { GDK_KEY_Up, 'u' }, { GDK_KEY_Down, 'd' }
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (class, keys[i].value, 0, key, "i", keys[i].what);
}

static void
ihop_graph_canvas_class_init (IhopGraphCanvasClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
  gtk_widget_class_set_css_name (widget, "graph");
  bind_keys (widget);
  signals[NODE_CHOSEN] = g_signal_new_class_handler ("node-chosen", IHOP_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_FIRST,
                                                     G_CALLBACK (node_chosen), NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[EDGE_CHOSEN] = g_signal_new_class_handler ("edge-chosen", IHOP_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_FIRST,
                                                     G_CALLBACK (edge_chosen), NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[GROUP_CHOSEN] = g_signal_new ("group-chosen", IHOP_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[MOVED] = g_signal_new ("moved", IHOP_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  load_style ();
}

static void
add_controllers (IhopGraphCanvas *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect (motion, "motion", G_CALLBACK (pointed), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

static void
ihop_graph_canvas_init (IhopGraphCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->zoom = 1;
  self->step = self->chosen_edge = -1;
  self->area = gtk_drawing_area_new ();
  self->fixed = gtk_fixed_new ();
  self->label = gtk_label_new (NULL);
  self->paint = ihop_graph_paint_new (self->area);
  self->parts = ihop_graph_parts_new (widget, self->fixed);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->label, "dim");
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw, self, NULL);
  gtk_widget_set_parent (self->area, widget);
  gtk_widget_set_parent (self->fixed, widget);
  gtk_widget_set_parent (self->label, widget);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_add_css_class (widget, "graph-canvas");
  g_signal_connect (self->fixed, "notify::focus-child", G_CALLBACK (focus_moved), self);
  add_controllers (self);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme", G_CALLBACK (repaint), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
ihop_graph_canvas_new (const char *name)
{
  GtkWidget *widget = g_object_new (IHOP_TYPE_GRAPH_CANVAS, NULL);

  ihop_text_name (widget, name, NULL);
  return widget;
}
