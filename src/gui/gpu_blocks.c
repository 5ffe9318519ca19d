/* How a kernel's loops are spread over threads: every order and block with its predicted cost. */
#include "gui/gpu.h"
#include "gui/widgets.h"
#include "gui/wrap_layout.h"
#include <string.h>

enum { ROWS = 40 }; /* of the table; what is worse is not worth a look */

typedef struct
{
  IhopDocument *document;
  const IhopPlanView *plan;
  const IhopKernelView *kernel;
  GtkWidget *title, *list, *sizes[3], *apply;
  GPtrArray *queue;        /* of char *: steps still to be taken */
} Blocks;

static Blocks *
blocks_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "ihop-blocks");
}

static void
blocks_free (gpointer data)
{
  g_ptr_array_unref (((Blocks *) data)->queue);
  g_free (data);
}

/* ---- taking steps ---- */

static void
next_step (Blocks *self)
{
  if (self->queue->len == 0 || ihop_document_n_files (self->document) == 0)
    return;
  g_autofree char *step = g_ptr_array_steal_index (self->queue, 0);
  ihop_document_try (self->document, ihop_document_selection (self->document)->file, step, TRUE);
}

static void
proposed (IhopDocument *document, GtkWidget *widget)
{
  const IhopProposal *proposal = ihop_document_proposal (document);

  if (proposal && proposal->after == NULL)
    g_ptr_array_set_size (blocks_of (widget)->queue, 0);
}

static void
changed (IhopDocument *document, GtkWidget *widget)
{
  next_step (blocks_of (widget));
}

/* Once one loop is marked only marked ones go to the device: the others that are there stay there. */
static void
mark (Blocks *self, const guint *block, const char *map)
{
  const IhopKernelView *kernel = self->kernel;
  GString *step = g_string_new (NULL);

  g_ptr_array_set_size (self->queue, 0);
  g_string_printf (step, "target %s block(%u", kernel->address, block[0]);
  for (guint i = 1; i < 3 && (block[i] > 1 || (i < 2 && block[2] > 1)); i++)
    g_string_append_printf (step, ",%u", block[i]);
  g_string_append_printf (step, ") map(%s)", map);
  g_ptr_array_add (self->queue, g_string_free (step, FALSE));
  for (guint i = 0; i < self->plan->kernels->len; i++)
    {
      const IhopKernelView *other = self->plan->kernels->pdata[i];
      if (other != kernel && other->address && !other->is_marked)
        g_ptr_array_add (self->queue, g_strdup_printf ("target %s", other->address));
    }
  next_step (self);
}

static void
use_clicked (GtkButton *button, GtkWidget *widget)
{
  Blocks *self = blocks_of (widget);
  guint at = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "candidate"));

  if (self->kernel && at < self->kernel->candidates->len)
    {
      const IhopCandidateView *candidate = self->kernel->candidates->pdata[at];
      mark (self, candidate->block, candidate->map);
    }
}

static void
apply_clicked (GtkButton *button, GtkWidget *widget)
{
  Blocks *self = blocks_of (widget);
  guint block[3];

  if (self->kernel == NULL || self->kernel->axes == NULL)
    return;
  for (guint i = 0; i < 3; i++)
    block[i] = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->sizes[i]));
  for (guint i = 0; i < self->kernel->candidates->len; i++)
    {
      const IhopCandidateView *candidate = self->kernel->candidates->pdata[i];
      if (candidate->is_chosen)
        {
          mark (self, block, candidate->map);
          return;
        }
    }
}

/* ---- the table ---- */

static GtkWidget *
add_cell (GtkWidget *grid, const char *text, int column, int row, const char *style, float align)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), align);
  gtk_widget_set_margin_end (label, 9);
  if (style)
    gtk_widget_add_css_class (label, style);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
  return label;
}

static char *
block_text (const guint *block)
{
  return block[2] > 1   ? g_strdup_printf ("%u × %u × %u", block[0], block[1], block[2])
         : block[1] > 1 ? g_strdup_printf ("%u × %u", block[0], block[1])
                        : g_strdup_printf ("%u", block[0]);
}

/* As many digits as say something. */
static char *
count_text (double count)
{
  return g_strdup_printf (count >= 100 ? "%.0f" : count >= 10 ? "%.1f" : "%.2f", count);
}

static void
add_row (Blocks *self, GtkWidget *widget, guint at, int row, double best, double now)
{
  const IhopCandidateView *candidate = self->kernel->candidates->pdata[at];
  g_autofree char *block = block_text (candidate->block);
  g_autofree char *cost = count_text (candidate->cost);
  g_autofree char *factor = g_strdup_printf ("× %.2f", best > 0 ? candidate->cost / best : 1);
  g_autofree char *change
    = candidate->is_chosen ? g_strdup (_ ("now"))
                           : g_strdup_printf ("%+.0f %%", now > 0 ? 100 * (candidate->cost / now - 1) : 0);
  g_autofree char *sectors = count_text (candidate->sectors);
  g_autofree char *occupancy = g_strdup_printf ("%.0f %%", 100 * candidate->occupancy);
  const char *const texts[] = { candidate->order, block, cost, factor, change, sectors, occupancy };
  const char *style = candidate->is_chosen ? "heading-small" : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    add_cell (self->list, texts[i], (int) i, row, style, i < 2 ? 0 : 1);
  if (candidate->is_chosen)
    return;
  g_autofree char *spoken = g_strdup_printf (_ ("Use %s, block %s"), candidate->order, block);
  g_autofree char *tooltip = g_strdup_printf (_ ("Predicted: %s sectors a thread, %s of what is chosen now"), cost, change);
  GtkWidget *use = ihop_button_new (_ ("Use"), tooltip, G_CALLBACK (use_clicked), widget);
  ihop_text_name (use, spoken, tooltip);
  gtk_widget_add_css_class (use, "flat");
  gtk_widget_add_css_class (use, "graph-use");
  g_object_set_data (G_OBJECT (use), "candidate", GUINT_TO_POINTER (at));
  gtk_grid_attach (GTK_GRID (self->list), use, G_N_ELEMENTS (texts), row, 1, 1);
}

static void
add_head (Blocks *self)
{
  static const char *const heads[][2] = {
    { N_ ("Axes"), N_ ("Which loop counts along which axis of the block") },
    { N_ ("Block"), N_ ("Threads of a block along x, y and z") },
    { N_ ("Sectors a thread"), N_ ("Sectors of 32 bytes that move for each thread, weighted by how busy the processors are; fewer are better") },
    { N_ ("Times the best"), N_ ("How many times as many as for the best row") },
    { N_ ("Change"), N_ ("How many more or fewer than for the row that is chosen now") },
    { N_ ("Sectors a warp"), N_ ("Sectors of 32 bytes that the 32 threads of a warp move together") },
    { N_ ("Occupancy"), N_ ("Share of the warps that a multiprocessor could hold and that find room on it") }
  };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      GtkWidget *head = add_cell (self->list, _ (heads[i][0]), (int) i, 0, "dim", i < 2 ? 0 : 1);
      gtk_widget_set_tooltip_text (head, _ (heads[i][1]));
    }
}

static void
fill_table (Blocks *self, GtkWidget *widget)
{
  const GPtrArray *candidates = self->kernel->candidates;
  double best = ((const IhopCandidateView *) candidates->pdata[0])->cost, now = best;
  int row = 1;

  add_head (self);
  for (guint i = 0; i < candidates->len; i++)
    if (((const IhopCandidateView *) candidates->pdata[i])->is_chosen)
      now = ((const IhopCandidateView *) candidates->pdata[i])->cost;
  for (guint i = 0; i < candidates->len; i++)
    if (i < ROWS || ((const IhopCandidateView *) candidates->pdata[i])->is_chosen)
      add_row (self, widget, i, row++, best, now);
}

static void
clear_grid (GtkWidget *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (grid)))
    gtk_grid_remove (GTK_GRID (grid), child);
}

/* Only threads of a nest have a block that could be chosen. */
static void
set_spread (Blocks *self, gboolean is_spread)
{
  for (guint i = 0; i < 3; i++)
    gtk_widget_set_sensitive (self->sizes[i], is_spread);
  gtk_widget_set_sensitive (self->apply, is_spread);
}

void
ihop_gpu_blocks_show (GtkWidget *widget, const IhopPlanView *plan, const IhopKernelView *kernel)
{
  Blocks *self = blocks_of (widget);
  gboolean is_spread = kernel && kernel->axes && kernel->candidates->len;

  self->plan = plan;
  self->kernel = kernel;
  clear_grid (self->list);
  for (guint i = 0; i < 3 && kernel; i++)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->sizes[i]), MAX (kernel->block[i], 1));
  set_spread (self, is_spread);
  if (kernel == NULL)
    gtk_label_set_text (GTK_LABEL (self->title), "");
  else if (!is_spread)
    gtk_label_set_text (GTK_LABEL (self->title),
                        kernel->is_laid_out ? _ ("Its blocks and threads are loops of the text (#pragma ihop block, thread): there is nothing to choose.")
                                            : _ ("One thread runs it: there is nothing to choose."));
  else
    {
      g_autofree char *text = g_strdup_printf (_ ("Predicted for %s: sectors of 32 bytes that move for each thread; fewer are better."), plan->gpu);
      gtk_label_set_text (GTK_LABEL (self->title), text);
      fill_table (self, widget);
    }
}

/* ---- the widget ---- */

static GtkWidget *
make_bar (Blocks *self, GtkWidget *widget)
{
  static const char *const names[] = { N_ ("Threads along x"), N_ ("Threads along y"), N_ ("Threads along z") };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new (_ ("Block"));

  self->title = ihop_label_new (NULL, "dim");
  gtk_widget_set_margin_start (self->title, 10);
  gtk_box_append (GTK_BOX (bar), label);
  for (guint i = 0; i < 3; i++)
    {
      self->sizes[i] = gtk_spin_button_new_with_range (1, i == 2 ? 64 : 1024, 1);
      ihop_text_name (self->sizes[i], _ (names[i]), NULL);
      gtk_widget_set_tooltip_text (self->sizes[i], _ (names[i]));
      gtk_editable_set_width_chars (GTK_EDITABLE (self->sizes[i]), 4);
      gtk_box_append (GTK_BOX (bar), self->sizes[i]);
    }
  self->apply = ihop_button_new (_ ("Take this block"), _ ("Marks the nest with these sizes"),
                                 G_CALLBACK (apply_clicked), widget);
  gtk_box_append (GTK_BOX (bar), self->apply);
  set_spread (self, FALSE);
  gtk_widget_add_css_class (bar, "graph-bar");
  ihop_box_wrap (bar, 6);
  return bar;
}

GtkWidget *
ihop_gpu_blocks_new (IhopDocument *document)
{
  GtkWidget *widget = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new ();
  Blocks *self = g_new0 (Blocks, 1);

  self->document = document;
  self->queue = g_ptr_array_new_with_free_func (g_free);
  self->list = gtk_grid_new ();
  ihop_text_name (self->list, _ ("Blocks"), _ ("Every order of the loops and block with the memory traffic that is predicted"));
  gtk_widget_set_margin_start (self->list, 10);
  gtk_widget_set_valign (self->list, GTK_ALIGN_START);
  g_object_set_data_full (G_OBJECT (widget), "ihop-blocks", self, blocks_free);
  gtk_box_append (GTK_BOX (widget), make_bar (self, widget));
  gtk_box_append (GTK_BOX (widget), self->title);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (widget), scrolled);
  g_signal_connect_object (document, "proposed", G_CALLBACK (proposed), widget, 0);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), widget, 0);
  return widget;
}
