#include "gui/seen.h"
#include "gui/text.h"
#include "gui/widgets.h"
#include "project/localize.h"

static char *
met_text (const IhopSeenLoop *seen)
{
  g_autofree char *source = g_strdup_printf ("%" G_GUINT64_FORMAT, seen->source);
  g_autofree char *sink = g_strdup_printf ("%" G_GUINT64_FORMAT, seen->sink);

  if (seen->source_line == seen->sink_line)
    return g_strdup_printf (_ ("iterations %s and %s, counted from 0, met in %s (line %u)"), source, sink, seen->element,
                            (guint) seen->sink_line);
  return g_strdup_printf (_ ("iterations %s and %s, counted from 0, met in %s (lines %u and %u)"), source, sink,
                          seen->element, (guint) seen->source_line, (guint) seen->sink_line);
}

static char *
what_text (const IhopSeenLoop *seen)
{
  if (!seen->is_judged)
    return g_strdup (_ ("never two in a row: nothing could meet"));
  if (seen->element == NULL)
    return g_strdup (_ ("none met"));
  return seen->is_confirmed ? g_strdup (_ ("none met but in what is private, reduced or counted")) : met_text (seen);
}

char *
ihop_seen_text (const IhopSeenLoop *seen)
{
  g_autofree char *what = what_text (seen), *trips = g_strdup_printf ("%'" G_GUINT64_FORMAT, seen->trips);

  if (seen->runs == 0)
    return g_strdup (_ ("seen: the run did not come here"));
  g_autofree char *runs = g_strdup_printf ("%'" G_GUINT64_FORMAT, seen->runs);
  /* Counts stand behind their words, so that no language needs forms for them. */
  return g_strdup_printf (_ ("seen: runs %s, iterations %s; %s"), runs, trips, what);
}

GtkWidget *
ihop_seen_box_new (const IhopSeenLoop *seen)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *text = ihop_seen_text (seen);

  gtk_widget_add_css_class (box, "seen");
  gtk_box_append (GTK_BOX (box), ihop_label_new (text, NULL));
  if (seen->is_refuted)
    gtk_box_append (GTK_BOX (box), ihop_label_new (_ ("The run refutes the verdict: this is our fault, please report the "
                                                      "file."),
                                                   "verdict-sequential"));
  else if (seen->is_aside)
    gtk_box_append (GTK_BOX (box), ihop_label_new (_ ("What the verdict assumes did not hold in this run."), NULL));
  if (seen->assertion)
    {
      g_autofree char *assertion = ihop_message_localize (seen->assertion);
      g_autofree char *settle = g_strdup_printf (_ ("What would settle it: %s"), assertion);
      gtk_box_append (GTK_BOX (box), ihop_label_new (settle, NULL));
    }
  gtk_box_append (GTK_BOX (box), ihop_label_new (_ ("In one run, which proves nothing for others."), "dim"));
  return box;
}
