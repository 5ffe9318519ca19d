/* Predicted and measured times of all states that ran: the table, and the chart of the one that is looked at. */
#include "gui/document.h"
#include "gui/run.h"
#include "gui/text.h"
#include "gui/widgets.h"
#include "project/keep.h"
#include <string.h>

typedef struct
{
  IhopDocument *document;
  GtkWidget *table, *chart;
} Times;

static void
add_cell (GtkWidget *grid, const char *text, int column, int row, const char *style, gboolean is_number)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), is_number ? 1 : 0);
  gtk_widget_set_margin_end (label, 16);
  if (style)
    gtk_widget_add_css_class (label, style);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

enum { STATE, PRODUCT, PREDICTED, MEASURED, SPEED, N_COLUMNS };

/* How the table is sorted: 0: as the runs came; else the column from 1, negative: the largest first. */
static int
order_of (GtkWidget *table)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (table), "ihop-order"));
}

/* Once more turns it round. */
static void
head_clicked (GtkButton *button, GtkWidget *table)
{
  int column = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "ihop-column")), order = order_of (table);
  const Times *times = g_object_get_data (G_OBJECT (table), "ihop-times");

  g_object_set_data (G_OBJECT (table), "ihop-order", GINT_TO_POINTER (order == column ? -column : column));
  ihop_run_times_show (times->document, times->table, times->chart);
}

/* The heads stay, so that the keyboard may stay on one of them. */
static void
make_heads (const Times *self)
{
  static const char *const titles[N_COLUMNS] = { N_ ("State"), N_ ("Variant"), N_ ("Predicted"), N_ ("Measured"),
                                                 N_ ("Speed-up") };

  if (gtk_grid_get_child_at (GTK_GRID (self->table), 0, 0))
    return;
  g_object_set_data_full (G_OBJECT (self->table), "ihop-times", g_memdup2 (self, sizeof *self), g_free);
  for (int i = 0; i < N_COLUMNS; i++)
    {
      g_autofree char *spoken = g_strdup_printf (_ ("Sort by: %s"), _ (titles[i]));
      GtkWidget *head = ihop_button_new (_ (titles[i]), _ ("Sorts the table; once more turns it round"), G_CALLBACK (head_clicked),
                                         self->table);
      ihop_text_name (head, spoken, NULL);
      gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (head))), PANGO_ELLIPSIZE_NONE);
      gtk_button_set_has_frame (GTK_BUTTON (head), FALSE);
      gtk_widget_add_css_class (head, "graph-use");
      gtk_widget_set_halign (head, i >= PREDICTED ? GTK_ALIGN_END : GTK_ALIGN_START);
      g_object_set_data (G_OBJECT (head), "ihop-column", GINT_TO_POINTER (i + 1));
      gtk_grid_attach (GTK_GRID (self->table), head, i, 0, 1, 1);
    }
}

static void
clear_table (const Times *self)
{
  make_heads (self);
  while (gtk_grid_get_child_at (GTK_GRID (self->table), 0, 1))
    gtk_grid_remove_row (GTK_GRID (self->table), 1);
}

/* "as you wrote it", a variant's name, or its last step. */
char *
ihop_run_state_text (IhopDocument *document, guint id)
{
  const IhopState *state = ihop_session_state (ihop_document_session (document), id);

  if (state == NULL)
    return g_strdup_printf ("%u", id);
  if (state->parent == NULL)
    return g_strdup (_ ("as you wrote it"));
  return g_strdup (state->name ? state->name : state->step);
}

/* The latest of each state and product, in the order in which they first came. */
static GPtrArray *
latest (const GPtrArray *all)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    {
      IhopMeasurement *one = all->pdata[i];
      guint k = 0;
      while (k < found->len && (((IhopMeasurement *) found->pdata[k])->state != one->state
                                || !g_str_equal (((IhopMeasurement *) found->pdata[k])->product, one->product)))
        k++;
      if (k < found->len)
        found->pdata[k] = one;
      else
        g_ptr_array_add (found, one);
    }
  return found;
}

static double
original_of (const GPtrArray *rows, guint state)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const IhopMeasurement *one = rows->pdata[i];
      if (one->state == state && g_str_equal (one->product, "original"))
        return one->seconds;
    }
  return -1;
}

const char *
ihop_run_product_title (const char *product)
{
  for (guint k = 0; k < IHOP_RUN_VARIANTS; k++)
    if (g_str_equal (product, ihop_run_products[k]))
      return ihop_run_title (k);
  return g_str_equal (product, "cuda-here") ? _ ("CUDA on the CPU") : product;
}

/* ---- sorting ---- */

typedef struct
{
  const Times *times;
  const GPtrArray *rows;
  int order;
} Sorting;

static double
number_in (const Sorting *sorting, const IhopMeasurement *one, int column)
{
  double original = original_of (sorting->rows, one->state);

  return column == PREDICTED  ? one->predicted
         : column == MEASURED ? one->seconds
                              : original > 0 && one->seconds > 0 ? original / one->seconds : -1;
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Sorting *sorting = data;
  const IhopMeasurement *x = *(const IhopMeasurement *const *) a, *y = *(const IhopMeasurement *const *) b;
  int column = ABS (sorting->order) - 1, result;

  if (column == STATE)
    result = (x->state > y->state) - (x->state < y->state);
  else if (column == PRODUCT)
    result = g_utf8_collate (ihop_run_product_title (x->product), ihop_run_product_title (y->product));
  else
    {
      double p = number_in (sorting, x, column), q = number_in (sorting, y, column);
      result = (p > q) - (p < q);
    }
  return sorting->order < 0 ? -result : result;
}

static GPtrArray *
sorted (const Times *self, const GPtrArray *rows)
{
  GPtrArray *copy = g_ptr_array_copy ((GPtrArray *) rows, NULL, NULL);
  Sorting sorting = { self, rows, order_of (self->table) };

  if (sorting.order)
    g_ptr_array_sort_with_data (copy, compare, &sorting);
  return copy;
}

static void
add_row (const Times *self, const GPtrArray *rows, guint at, GArray *bars)
{
  const IhopMeasurement *one = rows->pdata[at];
  g_autofree char *state = ihop_run_state_text (self->document, one->state);
  g_autofree char *predicted = ihop_run_seconds (one->predicted), *measured = ihop_run_seconds (one->seconds);
  double original = original_of (rows, one->state);
  g_autofree char *speed = original > 0 && one->seconds > 0 ? g_strdup_printf ("× %.2f", original / one->seconds)
                                                           : g_strdup ("—");
  const char *const texts[] = { state, ihop_run_product_title (one->product), predicted, measured, speed };
  const IhopBar bar = { g_strdup (ihop_run_product_title (one->product)), one->predicted, one->seconds };
  gboolean is_now = one->state == ihop_session_current (ihop_document_session (self->document))->id;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    add_cell (self->table, texts[i], (int) i, (int) at + 1, is_now ? NULL : "dim", i > 1);
  if (is_now)
    g_array_append_val (bars, bar);
  else
    g_free (bar.label);
}

/* The chart shows the state that is looked at, the table all of them. */
void
ihop_run_times_show (IhopDocument *document, GtkWidget *table, GtkWidget *chart)
{
  const Times times = { document, table, chart }, *self = &times;
  IhopKeep *keep = ihop_document_keep (self->document);
  g_autoptr (GPtrArray) all = keep ? ihop_keep_measurements (keep) : NULL;
  GArray *bars = g_array_new (FALSE, TRUE, sizeof (IhopBar));

  g_array_set_clear_func (bars, ihop_bar_clear);
  clear_table (self);
  if (all && ihop_document_session (self->document))
    {
      g_autoptr (GPtrArray) found = latest (all), rows = sorted (self, found);
      for (guint i = 0; i < rows->len; i++)
        add_row (self, rows, i, bars);
    }
  gtk_widget_set_visible (table, gtk_grid_get_child_at (GTK_GRID (table), 0, 1) != NULL);
  ihop_run_chart_show (self->chart, bars);
}
