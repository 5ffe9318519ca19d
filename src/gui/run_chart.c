/* Times as bars, on a logarithmic scale: what takes a thousandth is still to be seen. */
#include "gui/run.h"
#include "gui/text.h"
#include "project/units.h"
#include <math.h>

static const double ROW = 40, MARGIN = 8, GAP = 10, VALUE = 76;

void
ihop_bar_clear (gpointer data)
{
  g_free (((IhopBar *) data)->label);
}

char *
ihop_run_seconds (double seconds)
{
  if (seconds < 0)
    return g_strdup ("—");
  return ihop_units_seconds (seconds);
}

static void
find_range (const GArray *bars, double *least, double *most)
{
  *least = G_MAXDOUBLE;
  *most = 0;
  for (guint i = 0; i < bars->len; i++)
    {
      const IhopBar *bar = &g_array_index (bars, IhopBar, i);
      const double both[] = { bar->predicted, bar->measured };
      for (guint k = 0; k < 2; k++)
        if (both[k] > 0)
          {
            *least = MIN (*least, both[k]);
            *most = MAX (*most, both[k]);
          }
    }
  *least = MIN (*least, *most) / 4;
}

static void
put_text (cairo_t *cr, double x, double y, const char *text)
{
  cairo_move_to (cr, x, y);
  cairo_show_text (cr, text);
}

static void
draw_bar (cairo_t *cr, double left, double y, double width, double seconds, double least, double most, const GdkRGBA *text,
          gboolean is_measured)
{
  g_autofree char *value = ihop_run_seconds (seconds);
  double length = seconds > 0 ? width * log (seconds / least) / log (MAX (most / least, 1.01)) : 0;

  if (seconds < 0)
    return;
  cairo_set_source_rgba (cr, 0.21, 0.52, 0.89, is_measured ? 0.95 : 0.38);
  cairo_rectangle (cr, left, y, MAX (length, 2), 13);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, text->red, text->green, text->blue, is_measured ? 1 : 0.7);
  put_text (cr, left + MAX (length, 2) + 6, y + 11, value);
}

/* Where the bars begin: behind the longest label. */
static double
bars_left (cairo_t *cr, const GArray *bars)
{
  double longest = 0;

  for (guint i = 0; i < bars->len; i++)
    {
      cairo_text_extents_t extents;
      cairo_text_extents (cr, g_array_index (bars, IhopBar, i).label, &extents);
      longest = MAX (longest, extents.x_advance);
    }
  return MARGIN + longest + GAP;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const GArray *bars = g_object_get_data (G_OBJECT (area), "bars");
  double least, most;
  GdkRGBA text;

  if (bars == NULL || bars->len == 0)
    return;
  find_range (bars, &least, &most);
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &text);
  cairo_select_font_face (cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, 11.5);
  double left = bars_left (cr, bars);
  for (guint i = 0; i < bars->len; i++)
    {
      const IhopBar *bar = &g_array_index (bars, IhopBar, i);
      double y = 6 + ROW * i, room = MAX (width - left - VALUE, 20);
      cairo_set_source_rgba (cr, text.red, text.green, text.blue, 1);
      put_text (cr, MARGIN, y + 19, bar->label);
      draw_bar (cr, left, y, room, bar->predicted, least, most, &text, FALSE);
      draw_bar (cr, left, y + 15, room, bar->measured, least, most, &text, TRUE);
    }
}

GtkWidget *
ihop_run_chart_new (void)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, NULL, NULL);
  gtk_widget_set_hexpand (area, TRUE);
  ihop_text_name (area, _ ("Chart of times"), _ ("Predicted (pale) and measured seconds, logarithmic"));
  return area;
}

void
ihop_run_chart_show (GtkWidget *chart, GArray *bars)
{
  g_object_set_data_full (G_OBJECT (chart), "bars", bars, (GDestroyNotify) g_array_unref);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (chart), (int) (ROW * bars->len) + 12);
  gtk_widget_queue_draw (chart);
}
