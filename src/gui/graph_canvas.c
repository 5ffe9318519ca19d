#include "gui/graph_canvas.h"
#include "gui/graph_paint.h"
#include "gui/graph_parts.h"
#include "gui/graph_sight.h"
#include "gui/text.h"

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
  IhopGraphSight sight;
};

G_DEFINE_FINAL_TYPE (IhopGraphCanvas, ihop_graph_canvas, GTK_TYPE_WIDGET)

enum { NODE_CHOSEN, EDGE_CHOSEN, GROUP_CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  IhopGraphCanvas *self = data;

  ihop_graph_paint_draw (self->paint, cr, self->sight.x, self->sight.y, self->sight.zoom);
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
  if (self->diagram && self->sight.is_fitted && width > 0)
    ihop_graph_sight_fit_into (&self->sight, width, height);
  gtk_widget_measure (self->fixed, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &w, NULL, NULL);
  gtk_widget_measure (self->fixed, GTK_ORIENTATION_VERTICAL, w, NULL, &h, NULL, NULL);
  corner = GRAPHENE_POINT_INIT ((float) self->sight.x, (float) self->sight.y);
  gtk_widget_allocate (self->fixed, MAX (w, 1), MAX (h, 1), -1,
                       gsk_transform_scale (gsk_transform_translate (NULL, &corner), (float) self->sight.zoom,
                                            (float) self->sight.zoom));
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
ihop_graph_canvas_preview (IhopGraphCanvas *self, const IhopDiagram *moved_one)
{
  if (moved_one == NULL)
    {
      repaint (self);
      return;
    }
  g_autofree char *css = style_of (self);
  ihop_graph_paint_set (self->paint, moved_one, self->color_by == IHOP_COLOR_BY_ROUND);
  ihop_graph_paint_style (self->paint, css);
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
  self->sight.diagram = diagram;
  self->sight.lit = NULL;
  self->step = self->chosen_edge = -1;
  gtk_label_set_text (GTK_LABEL (self->label), text ? text : "");
  gtk_widget_set_visible (self->label, diagram == NULL);
  ihop_graph_parts_set (self->parts, diagram, can_fold);
  repaint (self);
  if (is_alike)
    ihop_graph_sight_moved (&self->sight);
  else
    ihop_graph_sight_fit (&self->sight, FALSE);
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
  self->sight.lit = ihop_graph_parts_light (self->parts, file, first, last);
  if (self->sight.lit && !self->sight.is_fitted)
    ihop_graph_sight_bring (&self->sight, self->sight.lit);
  else
    ihop_graph_sight_moved (&self->sight);
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
  ihop_graph_sight_bring_close (&self->sight, self->diagram->nodes->pdata[index]);
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

void
ihop_graph_canvas_zoom (IhopGraphCanvas *self, double factor)
{
  ihop_graph_sight_zoom (&self->sight, factor);
}

void
ihop_graph_canvas_fit (IhopGraphCanvas *self)
{
  ihop_graph_sight_fit (&self->sight, TRUE);
}

/* ---- pointer and keys ---- */

static void
clicked (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  IhopGraphCanvas *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->diagram == NULL)
    return;
  int edge = ihop_graph_edge_at (self->diagram, self->shows, self->data, (x - self->sight.x) / self->sight.zoom,
                                 (y - self->sight.y) / self->sight.zoom, 6 / self->sight.zoom);
  choose (self, -1, edge);
  if (edge >= 0)
    g_signal_emit (self, signals[EDGE_CHOSEN], 0, (guint) edge);
}

static gboolean
key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  ihop_graph_sight_key (&IHOP_GRAPH_CANVAS (widget)->sight, g_variant_get_int32 (arguments));
  return TRUE;
}

/* The part that the keyboard has reached is brought into sight. */
static void
focus_moved (GtkWidget *fixed, GParamSpec *property, IhopGraphCanvas *self)
{
  GtkWidget *child = gtk_widget_get_focus_child (fixed);
  int index = child ? ihop_graph_parts_index (self->parts, child) : -1;

  if (index >= 0 && !self->sight.is_fitted)
    ihop_graph_sight_bring (&self->sight, self->diagram->nodes->pdata[index]);
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
  load_style ();
}

static void
ihop_graph_canvas_init (IhopGraphCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();

  self->sight = (IhopGraphSight) { .widget = widget, .zoom = 1 };
  self->step = self->chosen_edge = -1;
  self->area = self->sight.area = gtk_drawing_area_new ();
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
  ihop_graph_sight_add_controllers (&self->sight);
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (self->fixed, "notify::focus-child", G_CALLBACK (focus_moved), self);
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
