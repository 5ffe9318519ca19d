/* The plan in sentences; a press on one shows its line in the source. */
#include "gui/gpu.h"
#include "gui/widgets.h"

typedef struct
{
  IhopDocument *document;
  GtkWidget *list;
  const IhopPlanView *plan;
} Notes;

static void
note_clicked (GtkButton *button, GtkWidget *widget)
{
  const Notes *self = g_object_get_data (G_OBJECT (widget), "ihop-notes");
  guint line = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "line"));

  if (self->plan)
    ihop_document_point (self->document, self->plan->file, line, 0);
}

static GtkWidget *
note_button (const IhopPlanNote *note, GtkWidget *widget)
{
  g_autofree char *text = g_strdup_printf (_ ("line %u: %s"), note->line, note->text);
  GtkWidget *button = ihop_button_new (text, _ ("Shows the line"), G_CALLBACK (note_clicked), widget);
  GtkLabel *words = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_label_set_xalign (words, 0);
  gtk_label_set_wrap (words, TRUE);
  gtk_label_set_ellipsize (words, PANGO_ELLIPSIZE_NONE); /* or it would not be wrapped */
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  g_object_set_data (G_OBJECT (button), "line", GUINT_TO_POINTER (note->line));
  return button;
}

void
ihop_gpu_notes_show (GtkWidget *widget, const IhopPlanView *plan)
{
  Notes *self = g_object_get_data (G_OBJECT (widget), "ihop-notes");

  self->plan = plan;
  ihop_box_clear (self->list);
  for (guint i = 0; plan && i < plan->notes->len; i++)
    {
      const IhopPlanNote *note = plan->notes->pdata[i];
      gtk_box_append (GTK_BOX (self->list), note->line ? note_button (note, widget) : ihop_label_new (note->text, "plan-note"));
    }
  if (plan && plan->notes->len == 0)
    gtk_box_append (GTK_BOX (self->list), ihop_label_new (_ ("Kernels and copies say all that is decided."), "graph-note"));
}

GtkWidget *
ihop_gpu_notes_new (IhopDocument *document)
{
  GtkWidget *widget = gtk_scrolled_window_new ();
  Notes *self = g_new0 (Notes, 1);

  self->document = document;
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  ihop_text_name (self->list, _ ("Plan"), _ ("What is decided beside kernels and copies, in words"));
  g_object_set_data_full (G_OBJECT (widget), "ihop-notes", self, g_free);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (widget), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (widget), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  return widget;
}
