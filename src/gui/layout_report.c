#include "gui/layout_report.h"
#include "gui/graph_canvas.h"
#include <gtksourceview/gtksource.h>

typedef struct
{
  GtkWidget *window;
  GString *text;
} Report;

/* The type, the path of names, and the words: enough to find it. */
static void
add (Report *report, const char *what, GtkWidget *widget, int is, int needs)
{
  const char *words = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "";

  g_string_append_printf (report->text, "%s %s", what, G_OBJECT_TYPE_NAME (widget));
  for (GtkWidget *at = gtk_widget_get_parent (widget); at; at = gtk_widget_get_parent (at))
    g_string_append_printf (report->text, "<%s", G_OBJECT_TYPE_NAME (at));
  g_string_append_printf (report->text, " %d of %d “%s”\n", is, needs, words);
}

static gboolean
scrolls_by_nature (GtkWidget *widget)
{
  return GTK_IS_TEXT_VIEW (widget) || IHOP_IS_GRAPH_CANVAS (widget) || GTK_IS_TEXT (widget);
}

static void
look_at_place (Report *report, GtkWidget *widget)
{
  graphene_rect_t box;
  int width = gtk_widget_get_width (report->window), height = gtk_widget_get_height (report->window);

  if (gtk_widget_get_first_child (widget) || !gtk_widget_compute_bounds (widget, report->window, &box) || box.size.width < 1)
    return; /* what it consists of says more */
  if (box.origin.x < -1 || box.origin.x + box.size.width > (float) width + 1)
    add (report, "beyond", widget, (int) (box.origin.x + box.size.width), width);
  if (GTK_IS_BUTTON (widget) && box.origin.y < (float) height && gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT) == NULL
      && gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BASE) == NULL && box.origin.y + box.size.height > (float) height + 1)
    add (report, "beyond", widget, (int) (box.origin.y + box.size.height), height);
}

static void
look_at_size (Report *report, GtkWidget *widget)
{
  /* Margins are measured, too. */
  int width = gtk_widget_get_allocated_width (widget) + gtk_widget_get_margin_start (widget) + gtk_widget_get_margin_end (widget);
  int height = gtk_widget_get_allocated_height (widget) + gtk_widget_get_margin_top (widget) + gtk_widget_get_margin_bottom (widget);
  int least;

  if (GTK_IS_SCROLLED_WINDOW (gtk_widget_get_parent (widget)))
    return; /* it is scrolled, see below */
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (width < least)
    add (report, "squeezed", widget, width, least);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, MAX (width, least), &least, NULL, NULL, NULL);
  if (height < least)
    add (report, "squeezed", widget, height, least);
}

static void
look_at_scrolling (Report *report, GtkWidget *widget)
{
  GtkWidget *child = GTK_IS_SCROLLED_WINDOW (widget) ? gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (widget)) : NULL;

  if (child == NULL || scrolls_by_nature (child))
    return;
  GtkAdjustment *sideways = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (widget));
  double is = gtk_adjustment_get_page_size (sideways), needs = gtk_adjustment_get_upper (sideways);
  if (needs > is + 1)
    add (report, "cut", child, (int) is, (int) needs);
}

static void
look_at_words (Report *report, GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_ancestor (widget, GTK_TYPE_BUTTON)
      && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    add (report, "shortened", widget, gtk_widget_get_width (widget), 0);
}

static void
look (Report *report, GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return;
  look_at_place (report, widget);
  look_at_size (report, widget);
  look_at_scrolling (report, widget);
  look_at_words (report, widget);
  if (scrolls_by_nature (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    look (report, child);
}

/* A dialog that is larger than the screen has parts that nobody reaches. */
static void
look_at_window (Report *report, GtkWidget *window)
{
  GdkDisplay *display = gtk_widget_get_display (window);
  g_autoptr (GdkMonitor) monitor = g_list_model_get_item (gdk_display_get_monitors (display), 0);
  GdkRectangle screen;

  gdk_monitor_get_geometry (monitor, &screen);
  if (gtk_widget_get_width (window) > screen.width)
    add (report, "too wide", window, gtk_widget_get_width (window), screen.width);
  if (gtk_widget_get_height (window) > screen.height)
    add (report, "too high", window, gtk_widget_get_height (window), screen.height);
  report->window = window;
  look (report, window);
}

static void
look_at_dialogs (Report *report)
{
  GtkWidget *window = report->window;
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (const GList *at = all; at; at = at->next)
    if (at->data != window && gtk_widget_get_mapped (at->data))
      look_at_window (report, at->data);
}

static void
measure (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Report report = { data, text };

  look (&report, data);
  look_at_dialogs (&report);
  g_string_append_printf (text, "window %d × %d\n", gtk_widget_get_width (data), gtk_widget_get_height (data));
  g_file_set_contents (g_getenv ("IHOP_LAYOUT"), text->str, (gssize) text->len, NULL);
}

void
ihop_layout_report_offer (GtkWindow *window)
{
  if (g_getenv ("IHOP_LAYOUT") == NULL)
    return;
  g_autoptr (GSimpleAction) action = g_simple_action_new ("measure-layout", NULL);
  g_signal_connect (action, "activate", G_CALLBACK (measure), window);
  g_action_map_add_action (G_ACTION_MAP (window), G_ACTION (action));
}
