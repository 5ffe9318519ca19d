#include "gui/include_folder.h"
#include <glib/gi18n.h>

static void
add_flag (IhopSettings *settings, const char *flag)
{
  guint n = settings->flags ? g_strv_length (settings->flags) : 0;

  settings->flags = g_renew (char *, settings->flags, n + 2);
  settings->flags[n] = g_strdup (flag);
  settings->flags[n + 1] = NULL;
}

static void
add_folder (IhopDocument *document, const char *folder)
{
  g_autoptr (IhopSettings) settings = ihop_settings_copy (ihop_session_settings (ihop_document_session (document)));
  g_autofree char *flag = g_strconcat ("-I", folder, NULL);

  if (settings->flags && g_strv_contains ((const char *const *) settings->flags, flag))
    {
      ihop_document_tell (document, TRUE, _ ("Headers are looked for in %s already."), folder);
      return;
    }
  add_flag (settings, flag);
  ihop_document_set_settings (document, settings);
  ihop_document_tell (document, FALSE, _ ("Headers are looked for in %s, too; undo takes it back."), folder);
}

static void
chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autofree char *folder = file ? g_file_get_path (file) : NULL;

  if (response == GTK_RESPONSE_ACCEPT && folder && ihop_document_session (data))
    add_folder (data, folder);
  g_object_unref (dialog);
}

void
ihop_include_folder_choose (GtkWidget *from, IhopDocument *document)
{
  const IhopSession *session = ihop_document_session (document);
  g_autofree char *folder = g_path_get_dirname (ihop_session_path (session, ihop_document_selection (document)->file));
  g_autoptr (GFile) place = g_file_new_for_path (folder);
  GtkFileChooserNative *dialog
    = gtk_file_chooser_native_new (_ ("Folder with headers"), GTK_WINDOW (gtk_widget_get_root (from)),
                                   GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Add"), _ ("_Cancel"));

  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), place, NULL);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen), document, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
