#include "gui/shaded_view.h"
#include "gui/text.h"

struct _IhopShadedView
{
  GtkSourceView parent_instance;
  struct { guint first, last; } bands[IHOP_N_BANDS];
  GdkRGBA selected, spot;
  GByteArray *tints;
};

G_DEFINE_FINAL_TYPE (IhopShadedView, ihop_shaded_view, GTK_SOURCE_TYPE_VIEW)

/* Top of a line and the place below it, in the buffer's coordinates. */
static void
line_range (GtkTextView *view, guint line, int *top, int *bottom)
{
  GtkTextIter iter;
  int height;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, (int) line - 1);
  gtk_text_view_get_line_yrange (view, &iter, top, &height);
  *bottom = *top + height;
}

static void
draw_band (IhopShadedView *self, GtkSnapshot *snapshot, IhopBand band)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  guint n = (guint) gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (view));
  guint first = self->bands[band].first, last = MIN (self->bands[band].last, n);
  GdkRectangle seen;
  int top, bottom, end;

  if (first == 0 || first > last)
    return;
  gtk_text_view_get_visible_rect (view, &seen);
  line_range (view, first, &top, &end);
  line_range (view, last, &end, &bottom);
  top = MAX (top, seen.y);
  bottom = MIN (bottom, seen.y + seen.height);
  if (top < bottom)
    gtk_snapshot_append_color (snapshot, band == IHOP_BAND_SELECTED ? &self->selected : &self->spot,
                               &GRAPHENE_RECT_INIT ((float) seen.x - 50, (float) top, (float) seen.width + 100,
                                                    (float) (bottom - top)));
}

/* Far apart, and so thin that text of any colour can be read on them. */
static GdkRGBA
color_of (const IhopShadedView *self, guint8 tint)
{
  static const char *const colors[] = { "#0aa2a2", "#e66100", "#2ec27e", "#9141ac", "#c0a000", "#c01c28" };
  GdkRGBA color;

  if (tint & IHOP_TINT_LIT)
    return self->spot;
  gdk_rgba_parse (&color, colors[(tint - 1) % G_N_ELEMENTS (colors)]);
  color.alpha = 0.16f;
  return color;
}

static void
draw_tints (IhopShadedView *self, GtkSnapshot *snapshot)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GdkRectangle seen;
  int top, bottom;

  gtk_text_view_get_visible_rect (view, &seen);
  for (guint i = ihop_shaded_view_line_at (self, 0); i <= self->tints->len; i++)
    {
      guint8 tint = self->tints->data[i - 1];
      line_range (view, i, &top, &bottom);
      if (top > seen.y + seen.height)
        return;
      GdkRGBA color = color_of (self, tint);
      if (tint)
        gtk_snapshot_append_color (snapshot, &color,
                                   &GRAPHENE_RECT_INIT ((float) seen.x - 50, (float) top, (float) seen.width + 100,
                                                        (float) (bottom - top)));
    }
}

static void
snapshot_layer (GtkTextView *view, GtkTextViewLayer layer, GtkSnapshot *snapshot)
{
  if (layer == GTK_TEXT_VIEW_LAYER_BELOW_TEXT)
    draw_tints (IHOP_SHADED_VIEW (view), snapshot);
  if (layer == GTK_TEXT_VIEW_LAYER_BELOW_TEXT)
    for (guint band = 0; band < IHOP_N_BANDS; band++)
      draw_band (IHOP_SHADED_VIEW (view), snapshot, band);
  GTK_TEXT_VIEW_CLASS (ihop_shaded_view_parent_class)->snapshot_layer (view, layer, snapshot);
}

static void
ihop_shaded_view_finalize (GObject *object)
{
  g_byte_array_unref (IHOP_SHADED_VIEW (object)->tints);
  G_OBJECT_CLASS (ihop_shaded_view_parent_class)->finalize (object);
}

static void
ihop_shaded_view_class_init (IhopShadedViewClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ihop_shaded_view_finalize;
  GTK_TEXT_VIEW_CLASS (class)->snapshot_layer = snapshot_layer;
}

static void
ihop_shaded_view_init (IhopShadedView *self)
{
  self->tints = g_byte_array_new ();
}

GtkWidget *
ihop_shaded_view_new (GtkSourceBuffer *buffer)
{
  return g_object_new (IHOP_TYPE_SHADED_VIEW, "buffer", buffer, NULL);
}

void
ihop_shaded_view_set (IhopShadedView *self, IhopBand band, guint first, guint last)
{
  self->bands[band].first = first;
  self->bands[band].last = last;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ihop_shaded_view_set_colors (IhopShadedView *self, const char *selected, const char *spot)
{
  gdk_rgba_parse (&self->selected, selected);
  gdk_rgba_parse (&self->spot, spot);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ihop_shaded_view_tint (IhopShadedView *self, const guint8 *tints, guint n)
{
  g_byte_array_set_size (self->tints, 0);
  g_byte_array_append (self->tints, tints, n);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint
ihop_shaded_view_line_at (IhopShadedView *self, double y)
{
  GtkTextIter iter;
  int in_text;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (self), GTK_TEXT_WINDOW_WIDGET, 0, (int) y, NULL, &in_text);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self), &iter, in_text, NULL);
  return (guint) gtk_text_iter_get_line (&iter) + 1;
}

static void
set_style (GtkSettings *settings, GParamSpec *property, IhopShadedView *view)
{
  gboolean is_dark = ihop_text_is_dark ();

  ihop_shaded_view_set_colors (view, is_dark ? "#20344f" : "#dcebfb", is_dark ? "#553a1a" : "#fde8c4");
}

void
ihop_shaded_view_follow_style (IhopShadedView *view)
{
  set_style (NULL, NULL, view);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme", G_CALLBACK (set_style), view, 0);
}
