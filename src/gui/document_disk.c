/* Files that change on the disk are read again. */
#include "gui/document_private.h"
#include "gui/background.h"
#include "project/read.h"
#include <glib/gi18n.h>

typedef struct
{
  char *path, *text; /* text: NULL: it cannot be read */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_free (reading->path);
  g_free (reading->text);
  g_free (reading);
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  gsize length = 0;

  if (ihop_project_read (reading->path, &reading->text, &length, diags) != IHOP_OPEN_OK
      || !g_utf8_validate (reading->text, (gssize) length, NULL))
    g_clear_pointer (&reading->text, g_free);
  g_task_return_boolean (task, TRUE);
}

static void
take (IhopDocument *document, guint file, const char *path, const char *text)
{
  g_autofree char *name = g_path_get_basename (path);
  gboolean was_edited = ihop_session_is_edited (document->session, file);

  if (g_str_equal (ihop_session_text (document->session, file), text))
    {
      ihop_session_set_disk_text (document->session, file, text);
      return;
    }
  if (was_edited)
    {
      ihop_document_tell (document, TRUE,
                          _ ("%s has changed on the disk, and you have typed in it here: your text is kept; "
                             "saving overwrites the file."),
                          name);
      return;
    }
  ihop_session_set_disk_text (document->session, file, text);
  ihop_document_edit (document, file, text);
  ihop_document_tell (document, FALSE, _ ("%s has changed on the disk and was read again."), name);
}

static void
read_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);
  const Reading *reading = g_task_get_task_data (G_TASK (result));

  if (reading->text == NULL)
    return;
  for (guint i = 0; i < ihop_document_n_files (document); i++)
    if (g_str_equal (ihop_session_path (document->session, i), reading->path))
      take (document, i, reading->path, reading->text);
}

/* Editors write beside and rename, or in place; either way the whole file is there with one of these. */
static void
happened (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, IhopDocument *document)
{
  if (event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT && event != G_FILE_MONITOR_EVENT_RENAMED
      && event != G_FILE_MONITOR_EVENT_CREATED && event != G_FILE_MONITOR_EVENT_MOVED_IN)
    return;
  g_autoptr (GTask) task = g_task_new (document, NULL, read_done, NULL);
  Reading *reading = g_new0 (Reading, 1);
  reading->path = g_strdup (g_object_get_data (G_OBJECT (monitor), "ihop-path"));
  g_task_set_task_data (task, reading, reading_free);
  ihop_background_run (task, read_thread);
}

/* To begin watching a file in a folder with many others takes long: in a worker. The events come to the main
 * thread, because the worker has no context of its own. */
static void
watch_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  char **paths = data;
  GPtrArray *monitors = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; paths[i]; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (paths[i]);
      GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
      if (monitor == NULL)
        continue;
      g_object_set_data_full (G_OBJECT (monitor), "ihop-path", g_strdup (paths[i]), g_free);
      g_signal_connect_object (monitor, "changed", G_CALLBACK (happened), source, 0);
      g_ptr_array_add (monitors, monitor);
    }
  g_task_return_pointer (task, monitors, (GDestroyNotify) g_ptr_array_unref);
}

static void
watch_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);

  if (document->watching != G_TASK (result))
    return; /* other files are open by now */
  g_clear_pointer (&document->monitors, g_ptr_array_unref);
  document->monitors = g_task_propagate_pointer (G_TASK (result), NULL);
}

void
ihop_document_watch (IhopDocument *document)
{
  g_autoptr (GTask) task = g_task_new (document, NULL, watch_done, NULL);
  guint n = ihop_document_n_files (document);
  char **paths = g_new0 (char *, n + 1);

  g_clear_pointer (&document->monitors, g_ptr_array_unref);
  document->watching = task;
  for (guint i = 0; i < n; i++)
    paths[i] = g_strdup (ihop_session_path (document->session, i));
  g_task_set_task_data (task, paths, (GDestroyNotify) g_strfreev);
  ihop_background_run (task, watch_thread);
}
