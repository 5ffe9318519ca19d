#include "gui/remedies.h"
#include "gui/vouch_button.h"
#include "gui/widgets.h"
#include "project/catalog.h"
#include "project/localize.h"
#include <string.h>

typedef struct
{
  IhopDocument *document;
  guint file, line;
  char *step;
} Offer;

static void
offer_free (gpointer data, GClosure *closure)
{
  Offer *offer = data;

  g_free (offer->step);
  g_free (offer);
}

static void
try_it (GtkButton *button, gpointer data)
{
  const Offer *offer = data;

  ihop_document_try (offer->document, offer->file, offer->step, FALSE);
}

static void
show_it (GtkButton *button, gpointer data)
{
  const Offer *offer = data;

  ihop_document_point (offer->document, offer->file, offer->line, 0);
}

static Offer *
offer_new (IhopDocument *document, guint file, guint line, const char *step)
{
  Offer *offer = g_new0 (Offer, 1);

  offer->document = document;
  offer->file = file;
  offer->line = line;
  offer->step = g_strdup (step);
  return offer;
}

/* A transformation and where, or what a file is prepared for. */
static gboolean
is_step (const char *text)
{
  static GPtrArray *names;
  g_autofree char *word = g_strndup (text, strcspn (text, " "));

  if (g_str_equal (word, "prepare"))
    return TRUE;
  if (names == NULL)
    names = ihop_catalog_list ("transforms");
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (((const IhopCatalogEntry *) names->pdata[i])->name, word))
      return strchr (text, '/') != NULL;
  return FALSE;
}

GtkWidget *
ihop_remedy_new (IhopDocument *document, guint file, const IhopMessage *remedy)
{
  const char *code = ihop_remedy_code (remedy);
  GtkWidget *vouch = ihop_vouch_button_new (document, remedy);

  if (vouch)
    return vouch;
  if (code == NULL || !is_step (code))
    {
      g_autofree char *said = ihop_message_localize (remedy);
      g_autofree char *text = g_strdup_printf ("→ %s", said);
      return ihop_label_new (text, NULL);
    }
  GtkWidget *button = ihop_button_new (code, _ ("Try this step and look at it"), NULL, NULL);
  GtkLabel *words = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));
  gtk_label_set_ellipsize (words, PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (words, TRUE);
  gtk_label_set_wrap_mode (words, PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "step-text");
  g_signal_connect_data (button, "clicked", G_CALLBACK (try_it),
                         offer_new (document, file, 0, code), offer_free, 0);
  return button;
}

void
ihop_box_add_diags (GtkWidget *box, IhopDocument *document, guint file, const IhopDiags *diags)
{
  for (guint i = 0; i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      g_autofree char *message = ihop_message_sentence (diag->message);
      GtkWidget *text = ihop_label_new (message, "finding");
      gtk_widget_set_hexpand (text, TRUE);
      gtk_box_append (GTK_BOX (line), text);
      if (diag->line)
        {
          g_autofree char *label = g_strdup_printf (_ ("Show line %u"), diag->line);
          GtkWidget *button = ihop_button_new (label, NULL, NULL, NULL);
          gtk_widget_set_valign (button, GTK_ALIGN_START);
          g_signal_connect_data (button, "clicked", G_CALLBACK (show_it),
                                 offer_new (document, file, diag->line, NULL), offer_free, 0);
          gtk_box_append (GTK_BOX (line), button);
        }
      gtk_box_append (GTK_BOX (box), line);
      for (guint j = 0; j < diag->remedies->len; j++)
        gtk_box_append (GTK_BOX (box), ihop_remedy_new (document, file, diag->remedies->pdata[j]));
    }
}
