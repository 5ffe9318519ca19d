#include "gui/column_layout.h"

#define IHOP_TYPE_COLUMN_LAYOUT (ihop_column_layout_get_type ())
G_DECLARE_FINAL_TYPE (IhopColumnLayout, ihop_column_layout, IHOP, COLUMN_LAYOUT, GtkLayoutManager)

struct _IhopColumnLayout
{
  GtkLayoutManager parent_instance;
  int characters;
  char **texts;            /* NULL: as many characters as that */
  int width;               /* of the longest text … */
  guint serial;            /* … as the font was then */
};

G_DEFINE_FINAL_TYPE (IhopColumnLayout, ihop_column_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
longest (IhopColumnLayout *self, GtkWidget *widget)
{
  guint serial = pango_context_get_serial (gtk_widget_get_pango_context (widget));

  if (self->serial == serial)
    return self->width;
  self->serial = serial;
  self->width = 0;
  for (guint i = 0; self->texts[i]; i++)
    {
      int width;
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, self->texts[i]);
      pango_layout_get_pixel_size (layout, &width, NULL);
      self->width = MAX (self->width, width);
    }
  return self->width;
}

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
    {
      IhopColumnLayout *self = IHOP_COLUMN_LAYOUT (manager);
      *natural = MAX (*minimum, self->texts ? longest (self, widget) : wanted (widget, self->characters));
    }
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_GET_CLASS (widget)->size_allocate (widget, width, height, baseline);
}

static void
ihop_column_layout_finalize (GObject *object)
{
  g_strfreev (IHOP_COLUMN_LAYOUT (object)->texts);
  G_OBJECT_CLASS (ihop_column_layout_parent_class)->finalize (object);
}

static void
ihop_column_layout_class_init (IhopColumnLayoutClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ihop_column_layout_finalize;
  GTK_LAYOUT_MANAGER_CLASS (class)->measure = measure;
  GTK_LAYOUT_MANAGER_CLASS (class)->allocate = allocate;
}

static void
ihop_column_layout_init (IhopColumnLayout *self)
{
}

static IhopColumnLayout *
add_layout (GtkWidget *label)
{
  IhopColumnLayout *layout = g_object_new (IHOP_TYPE_COLUMN_LAYOUT, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_layout_manager (label, GTK_LAYOUT_MANAGER (layout));
  return layout;
}

void
ihop_label_set_column (GtkWidget *label, int characters)
{
  add_layout (label)->characters = characters;
}

void
ihop_label_set_column_for (GtkWidget *label, const char *const *texts)
{
  add_layout (label)->texts = g_strdupv ((char **) texts);
}
