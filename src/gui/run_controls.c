#include "gui/run_controls.h"
#include "gui/text.h"
#include "gui/widgets.h"
#include "gui/wrap_layout.h"

/* A number does not part from its words where a row ends. */
static GtkWidget *
limit_new (IhopRunControls *self)
{
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->limit = gtk_spin_button_new_with_range (1, 36000, 10);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->limit), 60);
  ihop_text_name (self->limit, _ ("Seconds a run may take"), NULL);
  gtk_widget_set_tooltip_text (self->limit, _ ("Seconds a run may take"));
  gtk_box_append (GTK_BOX (pair), gtk_label_new (_ ("at most, s")));
  gtk_box_append (GTK_BOX (pair), self->limit);
  return pair;
}

void
ihop_run_controls_add (IhopRunControls *self, GtkWidget *bar, GCallback cancel, gpointer data)
{
  gtk_box_append (GTK_BOX (bar), limit_new (self));
  self->cancel = ihop_button_new (_ ("Cancel"), _ ("End what is running"), cancel, data);
  self->spinner = gtk_spinner_new ();
  self->progress = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->progress, "dim");
  gtk_box_append (GTK_BOX (bar), self->cancel);
  gtk_box_append (GTK_BOX (bar), self->spinner);
  gtk_box_append (GTK_BOX (bar), self->progress);
  gtk_widget_add_css_class (bar, "graph-bar");
  ihop_box_wrap (bar, 8);
}

void
ihop_run_controls_set_running (const IhopRunControls *self, gboolean is_running)
{
  gtk_widget_set_sensitive (self->cancel, is_running);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_running);
  if (!is_running)
    ihop_run_controls_say (self, "");
}

void
ihop_run_controls_say (const IhopRunControls *self, const char *progress)
{
  gtk_label_set_text (GTK_LABEL (self->progress), progress);
}

double
ihop_run_controls_seconds (const IhopRunControls *self)
{
  return gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->limit));
}
