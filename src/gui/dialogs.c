/* Choosing files; about; shortcuts. */
#include "gui/dialogs.h"
#include "gui/commands.h"
#include "gui/opening.h"
#include "gui/pane.h"
#include <string.h>

/* ---- files ---- */

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i]; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
opened (GtkNativeDialog *dialog, int response, gpointer data)
{
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; response == GTK_RESPONSE_ACCEPT && i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      char *path = g_file_get_path (file);
      if (path)
        g_ptr_array_add (paths, path);
    }
  g_ptr_array_add (paths, NULL);
  if (paths->len > 1)
    ihop_opening_paths (data, (const char *const *) paths->pdata, NULL);
  g_object_unref (dialog);
}

void
ihop_dialog_open (IhopWindow *window)
{
  static const char *const all[] = { "*.c", "*.cu", "*.ihop", "compile_commands.json", NULL };
  static const char *const sources[] = { "*.c", NULL }, *const cuda[] = { "*.cu", NULL }, *const projects[] = { "*.ihop", NULL };
  GtkFileChooserNative *dialog
    = gtk_file_chooser_native_new (_ ("Open"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN,
                                   _ ("_Open"), _ ("_Cancel"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("C files and projects"), all);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("C files"), sources);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("CUDA sources"), cuda);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("ihop projects"), projects);
  g_signal_connect_object (dialog, "response", G_CALLBACK (opened), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
ihop_dialog_open_folder (IhopWindow *window)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
    _ ("Open the C files of a folder"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
    _ ("_Open"), _ ("_Cancel"));

  g_signal_connect_object (dialog, "response", G_CALLBACK (opened), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
save_named (GtkNativeDialog *dialog, int response, gpointer data)
{
  IhopDocument *document = ihop_window_document (data);
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autofree char *path = file ? g_file_get_path (file) : NULL;

  if (response == GTK_RESPONSE_ACCEPT && path)
    {
      g_autofree char *full = g_str_has_suffix (path, ".ihop") ? g_strdup (path)
                                                               : g_strconcat (path, ".ihop", NULL);
      if (ihop_document_save_as (document, full))
        {
          ihop_opening_remember (full);
          ihop_document_tell (document, FALSE, _ ("Saved in %s; from now on every change is kept there."),
                              full);
        }
    }
  g_object_unref (dialog);
}

void
ihop_dialog_save_as (IhopWindow *window)
{
  const IhopSession *session = ihop_document_session (ihop_window_document (window));
  GtkFileChooserNative *dialog
    = gtk_file_chooser_native_new (_ ("Save as a project"), GTK_WINDOW (window),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  g_autofree char *stem = ihop_project_stem (ihop_session_path (session, 0));
  g_autofree char *name = g_strconcat (stem, ".ihop", NULL);
  g_autofree char *folder = g_path_get_dirname (ihop_session_path (session, 0));
  g_autoptr (GFile) place = g_file_new_for_path (folder);

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), place, NULL);
  g_signal_connect_object (dialog, "response", G_CALLBACK (save_named), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* ---- help ---- */

/* "<Control>1" and the command's label, grouped: made from the table. */
static GtkWidget *
shortcut_new (const char *label, const char *keys)
{
  g_auto (GStrv) each = g_strsplit (keys, "|", -1);
  g_autofree char *joined = g_strjoinv (" ", each);

  return g_object_new (GTK_TYPE_SHORTCUTS_SHORTCUT, "title", label, "accelerator", joined, NULL);
}

static void
add_panes (GtkWidget *group)
{
  for (guint i = 0; ihop_panes[i]; i++)
    if (ihop_panes[i]->key)
      {
        g_autofree char *label = g_strdup_printf (_ ("Show “%s”"), _ (ihop_panes[i]->title));
        gtk_box_append (GTK_BOX (group), shortcut_new (label, ihop_panes[i]->key));
      }
}

void
ihop_dialog_shortcuts (IhopWindow *window)
{
  GtkWidget *section = g_object_new (GTK_TYPE_SHORTCUTS_SECTION, "section-name", "all", "max-height", 14u,
                                     NULL);
  GtkWidget *dialog = g_object_new (GTK_TYPE_SHORTCUTS_WINDOW, "transient-for", window, "modal", TRUE, NULL);

  for (guint i = 0; i < IHOP_N_GROUPS; i++)
    {
      GtkWidget *group
        = g_object_new (GTK_TYPE_SHORTCUTS_GROUP, "title", ihop_command_group_title (i), NULL);
      for (const IhopCommand *command = ihop_commands; command->name; command++)
        if (command->group == i && command->key)
          gtk_box_append (GTK_BOX (group), shortcut_new (_ (command->label), command->key));
      if (i == IHOP_GROUP_VIEW)
        add_panes (group);
      gtk_box_append (GTK_BOX (section), group);
    }
  gtk_window_set_child (GTK_WINDOW (dialog), section);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
ihop_dialog_about (IhopWindow *window)
{
  gtk_show_about_dialog (GTK_WINDOW (window), "program-name", "ihop", "version", IHOP_VERSION,
                         "logo-icon-name", "org.ihop.Ihop", "comments",
                         _ ("Turns loop nests of ordinary C into CUDA, with proofs"), "license-type",
                         GTK_LICENSE_MIT_X11, NULL);
}
