/* What is said of a CUDA source, as a card: a verdict, and its places side by side, each with its line. */
#include "gui/cuda_work.h"
#include "base/source.h"
#include "gui/widgets.h"
#include <string.h>

static GtkWidget *
place_new (const IhopCudaPlace *place, guint number, const char *text, GCallback go, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *button = gtk_button_new ();
  g_autofree char *code = place->line ? ihop_text_line (text, place->line) : g_strdup ("");
  g_autofree char *where = place->line ? g_strdup_printf (_ ("Line %u"), place->line) : g_strdup (_ ("Elsewhere"));
  g_autofree char *name = *place->who ? g_strdup_printf ("%s: %s", where, place->who) : g_strdup (where);
  GtkWidget *source = ihop_label_new (code, "monospace"), *label = ihop_label_new (name, NULL);

  gtk_label_set_selectable (GTK_LABEL (source), FALSE);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), label);
  if (*code)
    gtk_box_append (GTK_BOX (box), source);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_set_sensitive (button, place->line != 0);
  gtk_widget_set_hexpand (button, TRUE);
  ihop_text_name (button, name, _ ("Go to the line"));
  g_object_set_data (G_OBJECT (button), "ihop-place", GUINT_TO_POINTER (number));
  g_signal_connect (button, "clicked", go, data);
  return button;
}

static GtkWidget *
places_new (const IhopCudaNote *note, const char *text, GCallback go, gpointer data)
{
  GtkWidget *grid = gtk_grid_new ();

  g_object_set_data (G_OBJECT (grid), "ihop-note", (gpointer) note); /* which outlives the card */
  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  for (guint i = 0; i < note->places->len; i++)
    gtk_grid_attach (GTK_GRID (grid), place_new (&g_array_index (note->places, IhopCudaPlace, i), i, text, go, data), (int) i % 2,
                     (int) i / 2, 1, 1);
  return grid;
}

GtkWidget *
ihop_cuda_card_new (const IhopCudaNote *note, const char *text, GCallback go, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  if (note->head)
    gtk_box_append (GTK_BOX (box), ihop_label_new (note->head, note->style));
  if (note->text)
    gtk_box_append (GTK_BOX (box), ihop_label_new (note->text, note->head ? NULL : note->style));
  if (note->places->len)
    gtk_box_append (GTK_BOX (box), places_new (note, text, go, data));
  if (note->more)
    gtk_box_append (GTK_BOX (box), ihop_label_new (note->more, "dim"));
  if (note->head == NULL)
    gtk_widget_set_margin_start (box, 14);
  else
    gtk_widget_set_margin_top (box, 6);
  return box;
}
