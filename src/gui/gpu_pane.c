/* What runs on the device: fragments, how they are spread, copies in the control flow, the products. */
#include "gui/gpu.h"
#include "gui/graph_job.h"
#include "gui/pane.h"
#include "gui/widgets.h"
#include "gui/wrap_layout.h"
#include "project/localize.h"
#include "project/units.h"

#define IHOP_TYPE_GPU_PANE (ihop_gpu_pane_get_type ())
G_DECLARE_FINAL_TYPE (IhopGpuPane, ihop_gpu_pane, IHOP, GPU_PANE, GtkBox)

struct _IhopGpuPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *kernels, *nothing, *stack, *blocks, *code, *notes, *copies, *why;
  IhopGraphCanvas *canvas;
  IhopPlanView *plan;
  guint chosen;            /* kernel */
  gboolean is_old, is_filling;
  char *flow;              /* function whose flow is drawn */
  GCancellable *drawing;
};

G_DEFINE_FINAL_TYPE (IhopGpuPane, ihop_gpu_pane, GTK_TYPE_BOX)

static const IhopKernelView *
kernel_of (IhopGpuPane *self)
{
  return self->plan && self->chosen < self->plan->kernels->len ? self->plan->kernels->pdata[self->chosen] : NULL;
}

/* ---- copies ---- */

static void
flow_ready (IhopDiagram *diagram, const char *error, gpointer data)
{
  ihop_graph_canvas_show (IHOP_GRAPH_CANVAS (IHOP_GPU_PANE (data)->canvas), diagram, error);
}

static void
draw_flow (IhopGpuPane *self)
{
  const IhopKernelView *kernel = kernel_of (self);

  if (kernel == NULL)
    {
      g_clear_pointer (&self->flow, g_free);
      ihop_graph_canvas_show (self->canvas, NULL, _ ("Nothing runs on the device."));
      return;
    }
  if (g_strcmp0 (self->flow, kernel->function) == 0)
    return;
  g_free (self->flow);
  self->flow = g_strdup (kernel->function);
  const IhopGraphWish wish = { .kind = IHOP_DIAGRAM_FLOW, .file = self->plan->file,
                               .function = kernel->function, .with_plan = TRUE };
  ihop_graph_job (self->document, &wish, NULL, G_OBJECT (self), &self->drawing, flow_ready);
}

static void
node_chosen (IhopGraphCanvas *canvas, guint index, IhopGpuPane *self)
{
  const IhopDrawn *node = ihop_graph_canvas_diagram (canvas)->nodes->pdata[index];

  g_autofree char *why = ihop_message_localize (node->detail);

  gtk_label_set_text (GTK_LABEL (self->why), why ? why : "");
  if (self->plan && node->first_line)
    ihop_document_point (self->document, self->plan->file, node->first_line,
                         node->last_line > node->first_line ? node->last_line : 0);
}

static void
copy_clicked (GtkButton *button, IhopGpuPane *self)
{
  guint at = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "transfer"));
  const IhopTransferView *transfer = self->plan ? self->plan->transfers->pdata[at] : NULL;

  if (transfer)
    ihop_document_point (self->document, self->plan->file, transfer->line, 0);
}

static void
fill_copies (IhopGpuPane *self)
{
  ihop_box_clear (self->copies);
  for (guint i = 0; self->plan && i < self->plan->transfers->len; i++)
    {
      const IhopTransferView *transfer = self->plan->transfers->pdata[i];
      g_autofree char *size = transfer->n_bytes >= 0 ? ihop_units_bytes (transfer->n_bytes)
                                                     : g_strdup_printf (_ ("%s bytes"), transfer->bytes);
      g_autofree char *text = g_strdup_printf (
        transfer->to_device ? _ ("%s to the device, line %u: %s") : _ ("%s back to the host, line %u: %s"),
        transfer->variable, transfer->line, size);
      GtkWidget *button = ihop_button_new (text, transfer->reason, G_CALLBACK (copy_clicked), self);
      GtkWidget *reason = ihop_label_new (transfer->reason, "graph-note");
      GtkLabel *words = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));
      gtk_label_set_xalign (words, 0);
      gtk_label_set_wrap (words, TRUE);
      gtk_label_set_wrap_mode (words, PANGO_WRAP_WORD_CHAR);
      gtk_label_set_ellipsize (words, PANGO_ELLIPSIZE_NONE); /* or it would not be wrapped */
      gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
      g_object_set_data (G_OBJECT (button), "transfer", GUINT_TO_POINTER (i));
      gtk_box_append (GTK_BOX (self->copies), button);
      gtk_box_append (GTK_BOX (self->copies), reason);
    }
}

/* ---- fragments ---- */

static void
show_kernel (IhopGpuPane *self)
{
  ihop_gpu_blocks_show (self->blocks, self->plan, kernel_of (self));
  draw_flow (self);
}

static void
row_selected (GtkListBox *list, GtkListBoxRow *row, IhopGpuPane *self)
{
  if (row == NULL || self->is_filling)
    return;
  self->chosen = (guint) gtk_list_box_row_get_index (row);
  const IhopKernelView *kernel = kernel_of (self);
  show_kernel (self);
  if (kernel)
    ihop_document_select_lines (self->document, self->plan->file, kernel->line, kernel->last_line);
}

/* Caller frees. */
static char *
place_text (const IhopKernelView *kernel)
{
  if (kernel->last_line > kernel->line)
    return g_strdup_printf (_ ("lines %u to %u of %s"), kernel->line, kernel->last_line, kernel->function);
  if (kernel->owner)
    return g_strdup_printf (_ ("line %u: %s"), kernel->line, kernel->owner);
  return g_strdup_printf (_ ("line %u of %s"), kernel->line, kernel->function);
}

static GtkWidget *
kernel_row (const IhopKernelView *kernel)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1), *row = gtk_list_box_row_new ();
  g_autofree char *lines = place_text (kernel);
  g_autofree char *spread
    = kernel->axes ? g_strdup_printf (_ ("%s; block %u × %u × %u"), kernel->axes, kernel->block[0],
                                      kernel->block[1], kernel->block[2])
                   : g_strdup (_ ("one thread"));
  g_autofree char *spoken = g_strdup_printf ("%s, %s, %s", kernel->name, lines, spread);
  GtkWidget *labels[] = { gtk_label_new (kernel->name), gtk_label_new (lines), gtk_label_new (spread) };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gtk_label_set_xalign (GTK_LABEL (labels[i]), 0);
      gtk_label_set_ellipsize (GTK_LABEL (labels[i]), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (labels[i], i ? "dim" : "heading-small");
      gtk_box_append (GTK_BOX (box), labels[i]);
    }
  gtk_widget_add_css_class (row, "explorer-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, kernel->reason);
  ihop_text_name (row, spoken, kernel->reason);
  return row;
}

static void
fill_kernels (IhopGpuPane *self)
{
  GtkWidget *child;
  guint n = self->plan ? self->plan->kernels->len : 0;

  self->is_filling = TRUE;
  while ((child = gtk_widget_get_first_child (self->kernels)))
    gtk_list_box_remove (GTK_LIST_BOX (self->kernels), child);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->kernels), kernel_row (self->plan->kernels->pdata[i]));
  if (self->chosen >= n)
    self->chosen = 0;
  gtk_list_box_select_row (GTK_LIST_BOX (self->kernels),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->kernels), (int) self->chosen));
  g_autofree char *first = self->plan && self->plan->left_out->len
                             ? g_strdup_printf (_ ("Nothing runs on the device. %s"),
                                                (char *) self->plan->left_out->pdata[0])
                             : g_strdup (_ ("Nothing runs on the device."));
  gtk_label_set_text (GTK_LABEL (self->nothing), first);
  gtk_widget_set_visible (self->nothing, n == 0);
  self->is_filling = FALSE;
}

/* ---- planning ---- */

static gpointer
work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  return ihop_snapshot_plan (snapshot, GPOINTER_TO_UINT (data));
}

static void
show_plan (IhopGpuPane *self, IhopPlanView *plan)
{
  ihop_gpu_blocks_show (self->blocks, NULL, NULL);
  ihop_gpu_code_show (self->code, NULL);
  ihop_gpu_notes_show (self->notes, NULL);
  ihop_plan_view_free (self->plan);
  self->plan = plan;
  g_clear_pointer (&self->flow, g_free);
  fill_kernels (self);
  fill_copies (self);
  ihop_gpu_code_show (self->code, plan);
  ihop_gpu_notes_show (self->notes, plan);
  show_kernel (self);
}

static void
done (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopGpuPane *self = g_object_get_data (G_OBJECT (document), "ihop-gpu");

  if (self == NULL)
    return;
  self->is_old = FALSE;
  show_plan (self, g_steal_pointer (result));
}

static void
plan_anew (IhopGpuPane *self)
{
  if (ihop_document_snapshot (self->document) == NULL)
    return;
  self->is_old = FALSE;
  gtk_label_set_text (GTK_LABEL (self->nothing), _ ("Planning…"));
  ihop_document_run (self->document, work, done,
                     GUINT_TO_POINTER (ihop_document_selection (self->document)->file), NULL, ihop_plan_view_free);
}

static void
changed (IhopGpuPane *self)
{
  self->is_old = TRUE;
  if (ihop_pane_is_shown (GTK_WIDGET (self)))
    plan_anew (self);
}

static void
followed (IhopGpuPane *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);
  guint file, second, line = ihop_document_pointed (self->document, &file, &second);

  if (self->plan == NULL)
    return;
  if (selection->file != self->plan->file && ihop_pane_is_shown (GTK_WIDGET (self)))
    {
      plan_anew (self);
      return;
    }
  if (line)
    ihop_gpu_code_light (self->code, line, line);
  else
    ihop_gpu_code_light (self->code, selection->first_line, selection->last_line);
}

static void
mapped (IhopGpuPane *self)
{
  if (self->is_old)
    plan_anew (self);
}

/* ---- the widget ---- */

static void
ihop_gpu_pane_dispose (GObject *object)
{
  IhopGpuPane *self = IHOP_GPU_PANE (object);

  g_clear_object (&self->drawing);
  g_clear_pointer (&self->flow, g_free);
  g_clear_pointer (&self->plan, ihop_plan_view_free);
  G_OBJECT_CLASS (ihop_gpu_pane_parent_class)->dispose (object);
}

static void
ihop_gpu_pane_class_init (IhopGpuPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_gpu_pane_dispose;
}

static void
ihop_gpu_pane_init (IhopGpuPane *self)
{
  self->is_old = TRUE;
}

static GtkWidget *
scrolled_new (GtkWidget *child, int width)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), child);
  gtk_widget_set_size_request (scrolled, width, -1);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static GtkWidget *
make_copies (IhopGpuPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *left = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->canvas = IHOP_GRAPH_CANVAS (ihop_graph_canvas_new (_ ("Copies and kernels in the control flow")));
  self->copies = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->why = ihop_label_new (NULL, "graph-note");
  gtk_label_set_wrap (GTK_LABEL (self->why), FALSE);
  gtk_label_set_ellipsize (GTK_LABEL (self->why), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->why, TRUE);
  gtk_box_append (GTK_BOX (bar), self->why);
  ihop_graph_add_zoom (bar, self->canvas);
  gtk_box_append (GTK_BOX (bar), ihop_graph_export_button (self->document, self->canvas));
  gtk_widget_add_css_class (bar, "graph-bar");
  ihop_box_wrap (bar, 6);
  gtk_box_append (GTK_BOX (left), bar);
  gtk_box_append (GTK_BOX (left), GTK_WIDGET (self->canvas));
  gtk_box_append (GTK_BOX (box), left);
  gtk_box_append (GTK_BOX (box), scrolled_new (self->copies, 200));
  g_signal_connect (self->canvas, "node-chosen", G_CALLBACK (node_chosen), self);
  return box;
}

static GtkWidget *
make_left (IhopGpuPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *switcher = gtk_stack_switcher_new ();

  self->kernels = gtk_list_box_new ();
  ihop_text_name (self->kernels, _ ("Fragments"), _ ("What runs on the device"));
  self->nothing = ihop_label_new (_ ("Planning…"), "graph-note");
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->stack));
  ihop_box_wrap (switcher, 0);
  gtk_widget_add_css_class (box, "tabs");
  gtk_box_append (GTK_BOX (box), switcher);
  gtk_box_append (GTK_BOX (box), self->nothing);
  gtk_box_append (GTK_BOX (box), scrolled_new (self->kernels, 160));
  g_signal_connect (self->kernels, "row-selected", G_CALLBACK (row_selected), self);
  return box;
}

static void
fill (IhopGpuPane *self)
{
  self->stack = gtk_stack_new ();
  self->blocks = ihop_gpu_blocks_new (self->document);
  self->code = ihop_gpu_code_new (self->document);
  self->notes = ihop_gpu_notes_new (self->document);
  gtk_stack_add_titled (GTK_STACK (self->stack), self->blocks, "blocks", _ ("Blocks"));
  gtk_stack_add_titled (GTK_STACK (self->stack), make_copies (self), "copies", _ ("Copies"));
  gtk_stack_add_titled (GTK_STACK (self->stack), self->code, "code", _ ("Code"));
  gtk_stack_add_titled (GTK_STACK (self->stack), self->notes, "plan", _ ("Plan"));
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_set_hexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self), make_left (self));
  gtk_box_append (GTK_BOX (self), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (self), self->stack);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopGpuPane *self = g_object_new (IHOP_TYPE_GPU_PANE, NULL);

  self->document = document;
  g_object_set_data (G_OBJECT (document), "ihop-gpu", self);
  fill (self);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection", G_CALLBACK (followed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "pointed", G_CALLBACK (followed), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (mapped), NULL);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_gpu = {
  .name = "gpu",
  .title = N_ ("GPU"),
  .key = "<Control>6",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
