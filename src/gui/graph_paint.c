#include "gui/graph_paint.h"
#include "gui/text.h"
#include "project/localize.h"

/* Pixels of what is drawn beyond the view at each side, so that a small move shows nothing empty. */
static const double AROUND = 160;

struct _IhopGraphPaint
{
  GtkWidget *area;
  IhopPicture *picture;
  cairo_surface_t *kept;   /* drawn at this zoom, its corner at this place of the diagram; or NULL */
  double left, top, zoom;
  double wanted_x, wanted_y, wanted_zoom; /* what was drawn last */
  guint sharpening;        /* the source that will draw it sharp */
};

IhopGraphPaint *
ihop_graph_paint_new (GtkWidget *area)
{
  IhopGraphPaint *paint = g_new0 (IhopGraphPaint, 1);

  paint->area = area;
  return paint;
}

static void
forget (IhopGraphPaint *paint)
{
  g_clear_pointer (&paint->kept, cairo_surface_destroy);
  g_clear_handle_id (&paint->sharpening, g_source_remove);
}

void
ihop_graph_paint_free (IhopGraphPaint *paint)
{
  if (paint == NULL)
    return;
  forget (paint);
  ihop_picture_free (paint->picture);
  g_free (paint);
}

static const char *
in_our_words (const char *english)
{
  return _ (english);
}

void
ihop_graph_paint_set (IhopGraphPaint *paint, const IhopDiagram *diagram, gboolean by_round)
{
  const IhopSvgLook look = { .is_dark = ihop_text_is_dark (), .by_round = by_round, .word = in_our_words,
                             .say = ihop_message_localize };

  forget (paint);
  g_clear_pointer (&paint->picture, ihop_picture_free);
  if (diagram == NULL)
    return;
  g_autofree char *svg = ihop_diagram_to_svg_bare (diagram, &look);
  paint->picture = ihop_picture_new (svg, NULL); /* without librsvg there are the parts' names alone */
  gtk_widget_queue_draw (paint->area);
}

void
ihop_graph_paint_style (IhopGraphPaint *paint, const char *css)
{
  if (paint->picture == NULL)
    return;
  ihop_picture_style (paint->picture, css);
  forget (paint);
  gtk_widget_queue_draw (paint->area);
}

static void
draw_sharp (IhopGraphPaint *paint)
{
  int scale = gtk_widget_get_scale_factor (paint->area);
  double width = gtk_widget_get_width (paint->area) + 2 * AROUND, height = gtk_widget_get_height (paint->area) + 2 * AROUND;

  forget (paint);
  paint->kept = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width * scale, (int) height * scale);
  cairo_surface_set_device_scale (paint->kept, scale, scale);
  paint->zoom = paint->wanted_zoom;
  paint->left = (-paint->wanted_x - AROUND) / paint->zoom;
  paint->top = (-paint->wanted_y - AROUND) / paint->zoom;
  cairo_t *cr = cairo_create (paint->kept);
  cairo_scale (cr, paint->zoom, paint->zoom);
  cairo_translate (cr, -paint->left, -paint->top);
  ihop_picture_draw (paint->picture, cr);
  cairo_destroy (cr);
}

static gboolean
sharpen (gpointer data)
{
  IhopGraphPaint *paint = data;

  paint->sharpening = 0;
  draw_sharp (paint);
  gtk_widget_queue_draw (paint->area);
  return G_SOURCE_REMOVE;
}

/* What is kept has all that is in sight, in as many pixels. */
static gboolean
is_sharp (const IhopGraphPaint *paint)
{
  double left = -paint->wanted_x / paint->zoom, top = -paint->wanted_y / paint->zoom;

  return paint->zoom == paint->wanted_zoom && left >= paint->left && top >= paint->top
         && left - paint->left <= 2 * AROUND / paint->zoom && top - paint->top <= 2 * AROUND / paint->zoom;
}

void
ihop_graph_paint_draw (IhopGraphPaint *paint, cairo_t *cr, double x, double y, double zoom)
{
  if (paint->picture == NULL)
    return;
  paint->wanted_x = x;
  paint->wanted_y = y;
  paint->wanted_zoom = zoom;
  if (paint->kept == NULL)
    draw_sharp (paint);
  else if (!is_sharp (paint) && paint->sharpening == 0)
    paint->sharpening = g_idle_add (sharpen, paint);
  cairo_translate (cr, x + paint->left * zoom, y + paint->top * zoom);
  cairo_scale (cr, zoom / paint->zoom, zoom / paint->zoom);
  cairo_set_source_surface (cr, paint->kept, 0, 0);
  cairo_paint (cr);
}
