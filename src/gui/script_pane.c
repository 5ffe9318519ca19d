/* Everything that was done to a file as a script for `ihop --script`. */
#include "gui/pane.h"
#include "gui/widgets.h"

#define IHOP_TYPE_SCRIPT_PANE (ihop_script_pane_get_type ())
G_DECLARE_FINAL_TYPE (IhopScriptPane, ihop_script_pane, IHOP, SCRIPT_PANE, GtkBox)

struct _IhopScriptPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *command;
  GtkSourceView *view;
};

G_DEFINE_FINAL_TYPE (IhopScriptPane, ihop_script_pane, GTK_TYPE_BOX)

static void
append_quoted (GString *text, const char *before, const char *word)
{
  g_autofree char *quoted = g_shell_quote (word);
  gboolean is_plain = g_regex_match_simple ("^[-A-Za-z0-9_./=,:+]+$", word, 0, 0);

  g_string_append_printf (text, "%s%s", before, is_plain ? word : quoted);
}

static char *
command_of (const IhopSession *session, guint file)
{
  const IhopSettings *settings = ihop_session_settings (session);
  GString *text = g_string_new ("ihop --script STEPS.ihop");

  for (guint i = 0; settings->assume && settings->assume[i]; i++)
    append_quoted (text, " --assume ", settings->assume[i]);
  if (settings->gpu)
    append_quoted (text, " --gpu ", settings->gpu);
  if (settings->database)
    append_quoted (text, " -p ", settings->database);
  append_quoted (text, " ", ihop_session_path (session, file));
  for (guint i = 0; settings->flags && settings->flags[i]; i++)
    append_quoted (text, i ? " " : " -- ", settings->flags[i]);
  return g_string_free (text, FALSE);
}

static void
renew (IhopScriptPane *self)
{
  const IhopSession *session = ihop_document_session (self->document);
  guint file = ihop_document_selection (self->document)->file;

  if (session == NULL || file >= ihop_session_n_files (session))
    return;
  g_autofree char *script = ihop_session_script (session, ihop_session_current (session)->id, file);
  g_autofree char *command = command_of (session, file);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), script, -1);
  gtk_label_set_text (GTK_LABEL (self->command), command);
}

static void
copy (GtkButton *button, gpointer data)
{
  IhopScriptPane *self = data;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  g_autofree char *text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
ihop_script_pane_class_init (IhopScriptPaneClass *class)
{
}

static void
ihop_script_pane_init (IhopScriptPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->command = ihop_label_new (NULL, "step-text");
  gtk_label_set_wrap (GTK_LABEL (self->command), FALSE);
  gtk_label_set_ellipsize (GTK_LABEL (self->command), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (self->command, TRUE);
  gtk_widget_set_tooltip_text (self->command, _ ("Replays these steps without the window: the same bytes"));
  gtk_widget_add_css_class (bar, "bar");
  gtk_box_append (GTK_BOX (bar), self->command);
  gtk_box_append (GTK_BOX (bar), ihop_button_new (_ ("Copy the script"), NULL, G_CALLBACK (copy), self));
  gtk_box_append (GTK_BOX (self), bar);
  gtk_box_append (GTK_BOX (self), ihop_text_view_new (_ ("Script"), &self->view));
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopScriptPane *self = g_object_new (IHOP_TYPE_SCRIPT_PANE, NULL);

  self->document = document;
  g_signal_connect_object (document, "tree", G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection", G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  renew (self);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_script = {
  .name = "script",
  .title = N_ ("Script"),
  .key = "<Control>5",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
