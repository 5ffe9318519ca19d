#include "gui/wrap_layout.h"

#define IHOP_TYPE_WRAP_LAYOUT (ihop_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (IhopWrapLayout, ihop_wrap_layout, IHOP, WRAP_LAYOUT, GtkLayoutManager)

struct _IhopWrapLayout
{
  GtkLayoutManager parent_instance;
  int spacing;
};

G_DEFINE_FINAL_TYPE (IhopWrapLayout, ihop_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* ---- rows ---- */

typedef struct
{
  GtkWidget *first, *end;  /* end: the first part of the next row, or NULL */
  int width, height;       /* what its parts take, spacing included */
  guint n_expand;
} Row;

static int
width_of (GtkWidget *child, int most)
{
  int least, natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  return CLAMP (natural, least, MAX (most, least));
}

static int
height_of (GtkWidget *child, int width)
{
  int natural;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  return natural;
}

static Row
row_from (IhopWrapLayout *self, GtkWidget *first, int most)
{
  Row row = { .first = first };

  for (GtkWidget *child = first; child; child = gtk_widget_get_next_sibling (child))
    {
      if (!gtk_widget_should_layout (child))
        continue;
      int width = width_of (child, most), gap = row.width ? self->spacing : 0;
      if (row.width && row.width + gap + width > most)
        {
          row.end = child;
          break;
        }
      row.width += gap + width;
      row.height = MAX (row.height, height_of (child, width));
      row.n_expand += gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL);
    }
  return row;
}

/* ---- the layout ---- */

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_width (IhopWrapLayout *self, GtkWidget *widget, int *minimum, int *natural)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      int least, usual;
      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &usual, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += (*natural ? self->spacing : 0) + usual;
    }
}

static int
height_at (IhopWrapLayout *self, GtkWidget *widget, int width)
{
  int height = 0;

  for (GtkWidget *next = gtk_widget_get_first_child (widget); next;)
    {
      Row row = row_from (self, next, width);
      height += (height ? self->spacing : 0) + row.height;
      next = row.end;
    }
  return height;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
         int *natural, int *minimum_baseline, int *natural_baseline)
{
  IhopWrapLayout *self = IHOP_WRAP_LAYOUT (manager);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (self, widget, minimum, natural);
  else
    *minimum = *natural = height_at (self, widget, for_size < 0 ? G_MAXINT : for_size);
}

static void
allocate_row (IhopWrapLayout *self, GtkWidget *widget, const Row *row, int most, int y)
{
  gboolean is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int left = row->n_expand ? MAX (most - row->width, 0) / (int) row->n_expand : 0, x = 0;

  for (GtkWidget *child = row->first; child != row->end; child = gtk_widget_get_next_sibling (child))
    {
      if (!gtk_widget_should_layout (child))
        continue;
      int width = width_of (child, most)
                  + (gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL) ? left : 0);
      const GtkAllocation place = { is_mirrored ? most - x - width : x, y, width, row->height };
      gtk_widget_size_allocate (child, &place, -1);
      x += width + self->spacing;
    }
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  IhopWrapLayout *self = IHOP_WRAP_LAYOUT (manager);
  int y = 0;

  for (GtkWidget *next = gtk_widget_get_first_child (widget); next;)
    {
      Row row = row_from (self, next, width);
      allocate_row (self, widget, &row, width, y);
      y += row.height + self->spacing;
      next = row.end;
    }
}

static void
ihop_wrap_layout_class_init (IhopWrapLayoutClass *class)
{
  GtkLayoutManagerClass *manager = GTK_LAYOUT_MANAGER_CLASS (class);

  manager->get_request_mode = get_request_mode;
  manager->measure = measure;
  manager->allocate = allocate;
}

static void
ihop_wrap_layout_init (IhopWrapLayout *self)
{
}

void
ihop_box_wrap (GtkWidget *box, int spacing)
{
  IhopWrapLayout *layout = g_object_new (IHOP_TYPE_WRAP_LAYOUT, NULL);

  layout->spacing = spacing;
  gtk_widget_set_layout_manager (box, GTK_LAYOUT_MANAGER (layout));
}
