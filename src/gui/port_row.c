#include "gui/port_row.h"
#include "gui/text.h"
#include "gui/widgets.h"

static GtkWidget *
part (GtkWidget *row, const char *name)
{
  return g_object_get_data (G_OBJECT (row), name);
}

static GtkWidget *
add (GtkWidget *row, GtkWidget *box, GtkWidget *label, const char *name)
{
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_box_append (GTK_BOX (box), label);
  g_object_set_data (G_OBJECT (row), name, label);
  return label;
}

GtkWidget *
ihop_port_row_new (const IhopPortLine *line, GCallback toggled, gpointer data)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *tick = gtk_check_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (tick), TRUE);
  gtk_widget_set_valign (tick, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (tick, _ ("Take this step"));
  g_object_set_data (G_OBJECT (row), "tick", tick);
  gtk_box_append (GTK_BOX (row), tick);
  gtk_widget_set_hexpand (box, TRUE);
  add (row, box, ihop_label_new (line->title, "step-text"), "step");
  add (row, box, ihop_label_new (line->words, "dim"), "words");
  gtk_widget_set_visible (add (row, box, ihop_label_new ("", "verdict-sequential"), "refusal"), FALSE);
  gtk_box_append (GTK_BOX (row), box);
  gtk_widget_set_valign (add (row, row, ihop_label_new ("", NULL), "gain"), GTK_ALIGN_START);
  gtk_label_set_wrap (GTK_LABEL (part (row, "gain")), FALSE);
  gtk_widget_add_css_class (row, "port-row");
  ihop_port_row_wait (row);
  g_signal_connect (tick, "toggled", toggled, data);
  return row;
}

gboolean
ihop_port_row_is_ticked (GtkWidget *row)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (part (row, "tick")));
}

/* The tick says all for those who hear the window. */
static void
speak (GtkWidget *row, const char *state)
{
  const char *step = gtk_label_get_text (GTK_LABEL (part (row, "step")));
  g_autofree char *spoken = state ? g_strdup_printf ("%s: %s", step, state) : g_strdup (step);

  ihop_text_name (part (row, "tick"), spoken, gtk_label_get_text (GTK_LABEL (part (row, "words"))));
}

void
ihop_port_row_wait (GtkWidget *row)
{
  gtk_label_set_text (GTK_LABEL (part (row, "gain")), "…");
  gtk_widget_set_visible (part (row, "refusal"), FALSE);
  speak (row, _ ("being tried"));
}

void
ihop_port_row_show (GtkWidget *row, const IhopPortLine *line)
{
  g_autofree char *gain = line->before ? g_strdup_printf ("%s → %s", line->before, line->after) : g_strdup ("");
  g_autofree char *refusal = line->refusal ? g_strdup_printf (_ ("✗ cannot be taken like this: %s"), line->refusal) : NULL;
  gboolean is_ticked = ihop_port_row_is_ticked (row);

  gtk_label_set_text (GTK_LABEL (part (row, "gain")), is_ticked && !refusal ? gain : "");
  gtk_label_set_text (GTK_LABEL (part (row, "refusal")), refusal ? refusal : "");
  gtk_widget_set_visible (part (row, "refusal"), refusal != NULL);
  speak (row, !is_ticked ? _ ("left out") : refusal ? refusal : *gain ? gain : _ ("can be taken"));
}
