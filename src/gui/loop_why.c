#include "gui/loop_why.h"
#include "gui/remedies.h"
#include "gui/widgets.h"

typedef struct
{
  IhopDocument *document;
  GtkWidget *box;
  guint file;
} Why;

static void
add (Why *self, GtkWidget *widget)
{
  gtk_box_append (GTK_BOX (self->box), widget);
}

static void
add_heading (Why *self, const char *text)
{
  GtkWidget *label = ihop_label_new (text, "heading-small");

  gtk_widget_set_margin_top (label, 8);
  add (self, label);
}

typedef struct
{
  IhopDocument *document;
  guint file, line, second;
} Spot;

static void
spot_clicked (GtkButton *button, gpointer data)
{
  const Spot *spot = data;

  ihop_document_point (spot->document, spot->file, spot->line, spot->second);
}

static void
spot_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
add_witness (Why *self, const IhopWitnessView *witness)
{
  Spot *spot = g_new0 (Spot, 1);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *text = ihop_label_new (witness->text, NULL);
  GtkWidget *button = ihop_button_new (_ ("Show"), _ ("Light up both lines in the source"), NULL, NULL);

  *spot = (Spot) { self->document, self->file, witness->source_line, witness->sink_line };
  g_signal_connect_data (button, "clicked", G_CALLBACK (spot_clicked), spot, spot_free, 0);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (row), text);
  gtk_box_append (GTK_BOX (row), button);
  add (self, row);
}

#define MOST_WITNESSES 4

/* Those that are proved, or those that are not. References of one line are told by one sentence, which is said once. */
static void
add_witnesses (Why *self, const IhopLoopView *loop, gboolean is_exact, const char *heading)
{
  g_autoptr (GHashTable) said = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = 0;

  for (guint i = 0; i < loop->witnesses->len; i++)
    {
      const IhopWitnessView *witness = loop->witnesses->pdata[i];
      if (witness->is_exact != is_exact || !g_hash_table_add (said, witness->text))
        continue;
      if (n == 0)
        add_heading (self, heading);
      if (n++ < MOST_WITNESSES)
        add_witness (self, witness);
    }
  if (n > MOST_WITNESSES)
    {
      g_autofree char *more = g_strdup_printf (_ ("and %u more dependences"), n - MOST_WITNESSES);
      add (self, ihop_label_new (more, "dim"));
    }
}

static void
fill (Why *self, const IhopLoopView *loop)
{
  gboolean is_current = !ihop_document_is_old (self->document); /* nothing is tried on a text that is just being looked at */

  for (guint i = 0; i < loop->conditions->len; i++)
    {
      g_autofree char *text = g_strdup_printf ("• %s", (const char *) loop->conditions->pdata[i]);
      add (self, ihop_label_new (text, NULL));
    }
  add_witnesses (self, loop, TRUE, _ ("Iterations that collide"));
  add_witnesses (self, loop, FALSE, _ ("What could not be excluded"));
  if (loop->reasons->len)
    add_heading (self, _ ("What is not known"));
  for (guint i = 0; i < loop->reasons->len; i++)
    {
      const IhopReasonView *reason = loop->reasons->pdata[i];
      g_autofree char *text = g_strdup_printf ("%s [%s]", reason->message, reason->id);
      add (self, ihop_label_new (text, NULL));
      for (guint j = 0; j < reason->remedies->len; j++)
        {
          const IhopMessage *remedy = reason->remedies->pdata[j];
          if (is_current)
            add (self, ihop_remedy_new (self->document, self->file, remedy));
        }
    }
}

GtkWidget *
ihop_loop_why_new (IhopDocument *document, const IhopLoopView *loop)
{
  Why self = { document, gtk_box_new (GTK_ORIENTATION_VERTICAL, 5), loop->file };

  fill (&self, loop);
  return self.box;
}
