#include "gui/graph_canvas.h"
#include "gui/text.h"
#include "project/localize.h"
#include <math.h>
#include <string.h>

/* Labels beyond so many are drawn nowhere but told when their edge is chosen. */
enum { MOST_LABELS = 400 };
/* Buttons that are made in one go: more would be felt. */
enum { AT_ONCE = 48 };
static const double ZOOM_LEAST = 0.05, ZOOM_MOST = 4, STEP = 1.25, SCROLL = 50;

struct _IhopGraphCanvas
{
  GtkWidget parent_instance;
  GtkWidget *area, *fixed, *label; /* the drawing, the buttons over it, what there is to say */
  IhopDiagram *diagram;
  GPtrArray *buttons;      /* of GtkWidget *: one a node */
  GPtrArray *labels;       /* of GtkWidget *: one an edge, or NULL */
  gboolean (*shows) (const IhopEdge *edge, gpointer data);
  gpointer data;
  IhopColorBy color_by;
  int step, chosen_edge, chosen_node;
  double zoom, x, y;       /* where the diagram's corner is drawn */
  double drag_x, drag_y, pointer_x, pointer_y;
  gboolean is_fitted;      /* keep everything in sight when the size changes */
  guint making, next_label, n_labels; /* the source that makes the buttons, some at a time */
  char *lit_file;          /* what is marked, for buttons to come */
  guint lit_first, lit_last;
};

G_DEFINE_FINAL_TYPE (IhopGraphCanvas, ihop_graph_canvas, GTK_TYPE_WIDGET)

enum { NODE_CHOSEN, EDGE_CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- drawing ---- */

static IhopGraphDrawing
drawing_of (IhopGraphCanvas *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  IhopGraphDrawing drawing = { .diagram = self->diagram, .shows = self->shows, .data = self->data,
                               .color_by = self->color_by, .step = self->step,
                               .chosen_edge = self->chosen_edge, .is_dark = ihop_text_is_dark (),
                               .left = -self->x / self->zoom, .top = -self->y / self->zoom };

  drawing.right = (width - self->x) / self->zoom;
  drawing.bottom = (height - self->y) / self->zoom;
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &drawing.text);
  return drawing;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  IhopGraphCanvas *self = data;

  if (self->diagram == NULL)
    return;
  IhopGraphDrawing drawing = drawing_of (self);
  cairo_translate (cr, self->x, self->y);
  cairo_scale (cr, self->zoom, self->zoom);
  ihop_graph_draw (&drawing, cr);
}

static void
redraw (IhopGraphCanvas *self)
{
  gtk_widget_queue_draw (self->area);
}

static void
moved (IhopGraphCanvas *self)
{
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  redraw (self);
}

/* ---- where it is looked at ---- */

static void
fit_into (IhopGraphCanvas *self, double width, double height)
{
  double zoom = MIN (width / (self->diagram->width + 24), height / (self->diagram->height + 24));

  self->zoom = CLAMP (zoom, ZOOM_LEAST, 1.2);
  self->x = (width - self->diagram->width * self->zoom) / 2;
  self->y = (height - self->diagram->height * self->zoom) / 2;
}

void
ihop_graph_canvas_fit (IhopGraphCanvas *self)
{
  self->is_fitted = TRUE;
  moved (self);
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

/* Brings a part into sight if it is not. */
static void
bring (IhopGraphCanvas *self, const IhopDrawn *node)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = self->x + node->x * self->zoom, y = self->y + node->y * self->zoom;
  double w = MIN (node->width * self->zoom, width - 20) / 2 + 8;
  double h = MIN (node->height * self->zoom, height - 20) / 2 + 8;
  double dx = x < w ? w - x : x > width - w ? width - w - x : 0;
  double dy = y < h ? h - y : y > height - h ? height - h - y : 0;

  if (width > 0 && (dx != 0 || dy != 0))
    move_by (self, dx, dy);
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

/* ---- parts ---- */

static const char *
class_of (const IhopDrawn *node)
{
  static const char *const classes[] = {
    "graph-statement", "graph-condition", "graph-end", "graph-end", "graph-kernel", "graph-copy-in",
    "graph-copy-out", "graph-function", "graph-stranger", "graph-point", "graph-point", "graph-folded"
  };

  return classes[node->kind];
}

static void
mark_chosen (IhopGraphCanvas *self, int node, int edge)
{
  if (self->chosen_node >= 0)
    gtk_widget_remove_css_class (self->buttons->pdata[self->chosen_node], "graph-lit");
  self->chosen_node = node;
  self->chosen_edge = edge;
  if (node >= 0)
    gtk_widget_add_css_class (self->buttons->pdata[node], "graph-lit");
  redraw (self);
}

static void
node_clicked (GtkButton *button, IhopGraphCanvas *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "index"));

  mark_chosen (self, (int) index, -1);
  g_signal_emit (self, signals[NODE_CHOSEN], 0, index);
}

static void
edge_clicked (GtkButton *button, IhopGraphCanvas *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "index"));

  mark_chosen (self, -1, (int) index);
  g_signal_emit (self, signals[EDGE_CHOSEN], 0, index);
}

static GtkWidget *
button_new (IhopGraphCanvas *self, guint index, const char *text, const char *spoken, const IhopMessage *detail)
{
  GtkWidget *button = gtk_button_new (), *label = gtk_label_new (text);
  g_autofree char *tooltip = ihop_message_localize (detail);

  gtk_button_set_child (GTK_BUTTON (button), label);
  g_object_set_data (G_OBJECT (button), "index", GUINT_TO_POINTER (index));
  ihop_text_name (button, spoken, tooltip);
  gtk_widget_set_tooltip_text (button, tooltip);
  return button;
}

static void
add_node (IhopGraphCanvas *self, guint index)
{
  const IhopDrawn *node = self->diagram->nodes->pdata[index];
  g_autofree char *line = g_strdelimit (g_strdup (node->label ? node->label : node->name), "\n", ' ');
  gboolean is_point = node->depth > 0, is_one = strchr (node->label ? node->label : "", '\n') == NULL;
  GtkWidget *button = button_new (self, index, node->label, is_point ? node->name : line, node->detail);

  gtk_widget_add_css_class (button, "graph-node");
  gtk_widget_add_css_class (button, class_of (node));
  if (node->kind == IHOP_DRAWN_BETWEEN)
    gtk_widget_add_css_class (button, "graph-between");
  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), is_one ? 0.5f : 0);
  gtk_widget_set_size_request (button, (int) node->width, (int) node->height);
  g_signal_connect (button, "clicked", G_CALLBACK (node_clicked), self);
  gtk_fixed_put (GTK_FIXED (self->fixed), button, node->x - node->width / 2, node->y - node->height / 2);
  g_ptr_array_add (self->buttons, button);
}

/* The text in its edge's colour. */
static void
add_label (IhopGraphCanvas *self, guint index)
{
  const IhopEdge *edge = self->diagram->edges->pdata[index];
  g_autofree char *spoken = g_strdup_printf ("%s %s", _ (ihop_edge_kind_name (edge->kind)), edge->label);
  GtkWidget *button = button_new (self, index, edge->label, spoken, edge->detail);
  PangoAttrList *attributes = pango_attr_list_new ();
  const IhopGraphDrawing drawing = drawing_of (self);
  GdkRGBA color;
  int width, height;

  gtk_widget_add_css_class (button, "graph-label");
  if (drawing.is_dark || !gdk_rgba_parse (&color, ihop_edge_color (edge)))
    color = drawing.text;
  pango_attr_list_insert (attributes, pango_attr_foreground_new ((guint16) (color.red * 65535),
                                                                 (guint16) (color.green * 65535),
                                                                 (guint16) (color.blue * 65535)));
  gtk_label_set_attributes (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), attributes);
  pango_attr_list_unref (attributes);
  g_signal_connect (button, "clicked", G_CALLBACK (edge_clicked), self);
  gtk_fixed_put (GTK_FIXED (self->fixed), button, 0, 0);
  gtk_widget_measure (button, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (button, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_fixed_move (GTK_FIXED (self->fixed), button, edge->label_x - width / 2.0, edge->label_y - height / 2.0);
  self->labels->pdata[index] = button;
}

/* Takes the next label's edge. FALSE: that was the last. */
static gboolean
add_next_label (IhopGraphCanvas *self)
{
  const IhopEdge *edge;

  if (self->next_label >= self->diagram->edges->len || self->n_labels >= MOST_LABELS)
    return FALSE;
  edge = self->diagram->edges->pdata[self->next_label];
  if (edge->label && edge->path->len)
    {
      add_label (self, self->next_label);
      self->n_labels++;
    }
  self->next_label++;
  return TRUE;
}

static void
remove_parts (IhopGraphCanvas *self)
{
  GtkWidget *child;

  g_clear_handle_id (&self->making, g_source_remove);
  self->next_label = self->n_labels = 0;
  g_ptr_array_set_size (self->buttons, 0);
  g_ptr_array_set_size (self->labels, 0);
  while ((child = gtk_widget_get_first_child (self->fixed)))
    gtk_fixed_remove (GTK_FIXED (self->fixed), child);
  self->chosen_edge = self->chosen_node = -1;
}

static void
update_shown (IhopGraphCanvas *self)
{
  const IhopGraphDrawing drawing = drawing_of (self);

  for (guint i = 0; i < self->labels->len; i++)
    if (self->labels->pdata[i])
      gtk_widget_set_visible (self->labels->pdata[i],
                              self->shows == NULL
                                || self->shows (self->diagram->edges->pdata[i], self->data));
  for (guint i = 0; i < self->buttons->len; i++)
    if (ihop_graph_is_bright (&drawing, self->diagram->nodes->pdata[i]))
      gtk_widget_remove_css_class (self->buttons->pdata[i], "graph-dim");
    else
      gtk_widget_add_css_class (self->buttons->pdata[i], "graph-dim");
  redraw (self);
}

/* Some more of the buttons; then there is time for everything else. */
static gboolean
make_some (gpointer data)
{
  IhopGraphCanvas *self = data;
  gboolean more = TRUE;

  for (guint i = 0; i < AT_ONCE && more; i++)
    if (self->buttons->len < self->diagram->nodes->len)
      add_node (self, self->buttons->len);
    else
      more = add_next_label (self);
  if (more)
    return G_SOURCE_CONTINUE;
  self->making = 0;
  update_shown (self);
  ihop_graph_canvas_light (self, self->lit_file, self->lit_first, self->lit_last);
  return G_SOURCE_REMOVE;
}

static void
make_parts (IhopGraphCanvas *self)
{
  g_ptr_array_set_size (self->labels, (int) self->diagram->edges->len);
  for (guint i = 0; i < self->labels->len; i++)
    self->labels->pdata[i] = NULL;
  if (make_some (self))
    self->making = g_timeout_add (8, make_some, self);
}

void
ihop_graph_canvas_show (IhopGraphCanvas *self, IhopDiagram *diagram, const char *text)
{
  gboolean is_alike = diagram && self->diagram && diagram->width == self->diagram->width
                      && diagram->height == self->diagram->height;

  remove_parts (self);
  ihop_diagram_free (self->diagram);
  self->diagram = diagram;
  self->step = -1;
  gtk_label_set_text (GTK_LABEL (self->label), text ? text : "");
  gtk_widget_set_visible (self->label, diagram == NULL);
  if (diagram)
    make_parts (self);
  update_shown (self);
  if (!is_alike)
    self->is_fitted = TRUE;
  moved (self);
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
  update_shown (self);
}

void
ihop_graph_canvas_color (IhopGraphCanvas *self, IhopColorBy by, int step)
{
  self->color_by = by;
  self->step = step;
  update_shown (self);
}

void
ihop_graph_canvas_light (IhopGraphCanvas *self, const char *file, guint first, guint last)
{
  const IhopDrawn *lit = NULL;

  if (file != self->lit_file)
    {
      g_free (self->lit_file);
      self->lit_file = g_strdup (file);
    }
  self->lit_first = first;
  self->lit_last = last;
  for (guint i = 0; i < self->buttons->len; i++)
    {
      const IhopDrawn *node = self->diagram->nodes->pdata[i];
      gboolean is_lit = first && node->first_line && node->first_line <= last && node->last_line >= first
                        && g_strcmp0 (node->file, file) == 0 && node->depth == 0;
      if (is_lit && lit == NULL)
        lit = node;
      if (is_lit)
        gtk_widget_add_css_class (self->buttons->pdata[i], "graph-lit");
      else if ((int) i != self->chosen_node)
        gtk_widget_remove_css_class (self->buttons->pdata[i], "graph-lit");
    }
  if (lit && !self->is_fitted)
    bring (self, lit);
}

/* ---- pointer and keys ---- */

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  IhopGraphCanvas *self = data;
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (state & GDK_CONTROL_MASK)
    zoom_at (self, pow (STEP, -dy), self->pointer_x, self->pointer_y);
  else
    move_by (self, -dx * SCROLL, -dy * SCROLL);
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
  IhopGraphDrawing drawing = drawing_of (self);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->diagram == NULL)
    return;
  int edge = ihop_graph_edge_at (&drawing, (x - self->x) / self->zoom, (y - self->y) / self->zoom,
                                 6 / self->zoom);
  mark_chosen (self, -1, edge);
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
  guint index;

  if (child && g_ptr_array_find (self->buttons, child, &index) && !self->is_fitted)
    bring (self, self->diagram->nodes->pdata[index]);
}

int
ihop_graph_canvas_node_at (IhopGraphCanvas *self, double x, double y)
{
  guint index;

  for (GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
       at && at != GTK_WIDGET (self); at = gtk_widget_get_parent (at))
    if (self->diagram && g_ptr_array_find (self->buttons, at, &index))
      return (int) index;
  return -1;
}

/* ---- the widget ---- */

static void
dispose (GObject *object)
{
  IhopGraphCanvas *self = IHOP_GRAPH_CANVAS (object);

  g_clear_handle_id (&self->making, g_source_remove);
  g_clear_pointer (&self->area, gtk_widget_unparent);
  g_clear_pointer (&self->fixed, gtk_widget_unparent);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  g_clear_pointer (&self->diagram, ihop_diagram_free);
  G_OBJECT_CLASS (ihop_graph_canvas_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_free (IHOP_GRAPH_CANVAS (object)->lit_file);
  g_ptr_array_unref (IHOP_GRAPH_CANVAS (object)->buttons);
  g_ptr_array_unref (IHOP_GRAPH_CANVAS (object)->labels);
  G_OBJECT_CLASS (ihop_graph_canvas_parent_class)->finalize (object);
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
  G_OBJECT_CLASS (class)->finalize = finalize;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
  gtk_widget_class_set_css_name (widget, "graph");
  bind_keys (widget);
  signals[NODE_CHOSEN] = g_signal_new ("node-chosen", IHOP_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[EDGE_CHOSEN] = g_signal_new ("edge-chosen", IHOP_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
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
  self->step = self->chosen_edge = self->chosen_node = -1;
  self->buttons = g_ptr_array_new ();
  self->labels = g_ptr_array_new ();
  self->area = gtk_drawing_area_new ();
  self->fixed = gtk_fixed_new ();
  self->label = gtk_label_new (NULL);
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
}

GtkWidget *
ihop_graph_canvas_new (const char *name)
{
  GtkWidget *widget = g_object_new (IHOP_TYPE_GRAPH_CANVAS, NULL);

  ihop_text_name (widget, name, NULL);
  return widget;
}
