#include "gui/column_layout.h"

#define IHOP_TYPE_COLUMN_LAYOUT (ihop_column_layout_get_type ())
G_DECLARE_FINAL_TYPE (IhopColumnLayout, ihop_column_layout, IHOP, COLUMN_LAYOUT, GtkLayoutManager)

struct _IhopColumnLayout
{
  GtkLayoutManager parent_instance;
  int characters;
};

G_DEFINE_FINAL_TYPE (IhopColumnLayout, ihop_column_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
wanted (GtkWidget *widget, int characters)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int width = pango_font_metrics_get_approximate_char_width (metrics);

  pango_font_metrics_unref (metrics);
  return PANGO_PIXELS_CEIL (characters * width);
}

/* The label itself is asked, behind its layout. */
static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
         int *natural, int *minimum_baseline, int *natural_baseline)
{
  GTK_WIDGET_GET_CLASS (widget)->measure (widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*minimum, wanted (widget, IHOP_COLUMN_LAYOUT (manager)->characters));
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_GET_CLASS (widget)->size_allocate (widget, width, height, baseline);
}

static void
ihop_column_layout_class_init (IhopColumnLayoutClass *class)
{
  GTK_LAYOUT_MANAGER_CLASS (class)->measure = measure;
  GTK_LAYOUT_MANAGER_CLASS (class)->allocate = allocate;
}

static void
ihop_column_layout_init (IhopColumnLayout *self)
{
}

void
ihop_label_set_column (GtkWidget *label, int characters)
{
  IhopColumnLayout *layout = g_object_new (IHOP_TYPE_COLUMN_LAYOUT, NULL);

  layout->characters = characters;
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_layout_manager (label, GTK_LAYOUT_MANAGER (layout));
}
