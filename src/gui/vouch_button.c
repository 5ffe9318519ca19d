#include "gui/vouch_button.h"
#include "gui/text.h"
#include "gui/widgets.h"
#include "project/vouch.h"

typedef struct
{
  GWeakRef label;          /* the card may be made anew meanwhile */
  IhopSettings *settings;
} Trial;

static void
trial_free (gpointer data)
{
  Trial *trial = data;

  g_weak_ref_clear (&trial->label);
  ihop_settings_free (trial->settings);
  g_free (trial);
}

static gpointer
work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  guint *freed = g_new (guint, 1);

  *freed = ihop_vouch_frees (snapshot, ((const Trial *) data)->settings);
  return freed;
}

static void
done (IhopDocument *document, gpointer *result, gpointer data)
{
  g_autoptr (GtkWidget) label = g_weak_ref_get (&((Trial *) data)->label);
  guint n = *(const guint *) *result;
  g_autofree char *text = n ? g_strdup_printf (g_dngettext (NULL, "%u loop becomes parallel", "%u loops become parallel", n), n)
                            : g_strdup (_ ("No loop becomes parallel by that alone."));

  if (label)
    gtk_label_set_text (GTK_LABEL (label), text);
}

static void
try_it (IhopDocument *document, const IhopSettings *settings, GtkWidget *label)
{
  Trial *trial = g_new0 (Trial, 1);

  g_weak_ref_init (&trial->label, label);
  trial->settings = ihop_settings_copy (settings);
  ihop_document_wonder (document, work, done, trial, trial_free, g_free);
}

static void
clicked (GtkButton *button, gpointer data)
{
  ihop_document_set_settings (data, g_object_get_data (G_OBJECT (button), "ihop-settings"));
}

/* What there is to be said is asked for. */
static GtkWidget *
open_button (void)
{
  GtkWidget *button = ihop_button_new (_ ("Say what you know of it…"), _ ("Such as n > 0: what no analysis can know"), NULL, NULL);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.flags");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  return button;
}

GtkWidget *
ihop_vouch_button_new (IhopDocument *document, const IhopMessage *remedy)
{
  IhopSettings *settings = ihop_vouch_settings (ihop_session_settings (ihop_document_session (document)), remedy);

  if (settings == NULL)
    return ihop_vouch_is_open (remedy) ? open_button () : NULL;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *label = ihop_label_new (_ ("Being tried…"), "dim");
  g_autofree char *title = ihop_vouch_title (remedy);
  GtkWidget *button = ihop_button_new (title, _ ("It is believed from then on, and written down in what is generated; undo takes it back"),
                                       G_CALLBACK (clicked), document);
  GtkLabel *words = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));
  gtk_label_set_ellipsize (words, PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (words, TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_object_set_data_full (G_OBJECT (button), "ihop-settings", settings, (GDestroyNotify) ihop_settings_free);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), label);
  try_it (document, settings, label);
  return box;
}
