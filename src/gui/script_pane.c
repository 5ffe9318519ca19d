/* Everything that was done to a file as a script for `ihop --script`. */
#include "gui/pane.h"
#include "gui/widgets.h"
#include "project/state.h"

#define IHOP_TYPE_SCRIPT_PANE (ihop_script_pane_get_type ())
G_DECLARE_FINAL_TYPE (IhopScriptPane, ihop_script_pane, IHOP, SCRIPT_PANE, GtkBox)

struct _IhopScriptPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *how, *command;  /* what to do with the script, and the command */
  GtkWidget *pages;          /* "script"; "none": no step, and how to come to one */
  GtkWidget *none;
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

/* "gemm.ihop" for "src/gemm.c". Caller frees. */
static char *
script_name (const IhopSession *session, guint file)
{
  g_autofree char *stem = ihop_project_stem (ihop_session_path (session, file));

  return g_strconcat (stem, ".ihop", NULL);
}

static char *
command_of (const IhopSession *session, guint file)
{
  const IhopSettings *settings = ihop_session_settings (session);
  g_autofree char *script = script_name (session, file);
  GString *text = g_string_new ("ihop");

  append_quoted (text, " --script ", script);
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
  g_autofree char *command = command_of (session, file), *name = script_name (session, file);
  g_autofree char *base = g_path_get_basename (ihop_session_path (session, file));
  g_autofree char *how = g_strdup_printf (_ ("Saved as %s, these lines give the same bytes without the window:"), name);
  g_autofree char *none
    = g_strdup_printf (_ ("No step has been taken in %s. Each one will be a line here, for “ihop --script”."), base);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), script, -1);
  gtk_label_set_text (GTK_LABEL (self->how), how);
  gtk_label_set_text (GTK_LABEL (self->command), command);
  gtk_label_set_text (GTK_LABEL (self->none), none);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), *script ? "script" : "none");
}

static void
copy_command (GtkButton *button, gpointer data)
{
  IhopScriptPane *self = data;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_text (GTK_LABEL (self->command)));
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

static GtkWidget *
make_bar (IhopScriptPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->how = ihop_label_new (NULL, "dim");
  self->command = ihop_label_new (NULL, "step-text");
  gtk_label_set_selectable (GTK_LABEL (self->command), TRUE);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), self->how);
  gtk_box_append (GTK_BOX (words), self->command);
  GtkWidget *script = ihop_button_new (_ ("Copy the script"), NULL, G_CALLBACK (copy), self);
  GtkWidget *run = ihop_button_new (_ ("Copy the command"), NULL, G_CALLBACK (copy_command), self);
  gtk_widget_set_valign (script, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (run, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (bar, "bar");
  gtk_box_append (GTK_BOX (bar), words);
  gtk_box_append (GTK_BOX (bar), script);
  gtk_box_append (GTK_BOX (bar), run);
  return bar;
}

static void
ihop_script_pane_init (IhopScriptPane *self)
{
  GtkWidget *script = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->pages = gtk_stack_new ();
  self->none = ihop_label_new (NULL, "dim");
  gtk_widget_set_margin_start (self->none, 12);
  gtk_widget_set_margin_top (self->none, 12);
  gtk_widget_set_valign (self->none, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (script), make_bar (self));
  gtk_box_append (GTK_BOX (script), ihop_text_view_new (_ ("Script"), &self->view));
  gtk_stack_add_named (GTK_STACK (self->pages), script, "script");
  gtk_stack_add_named (GTK_STACK (self->pages), self->none, "none");
  gtk_box_append (GTK_BOX (self), self->pages);
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
