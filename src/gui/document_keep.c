/* Projects, and what is kept without one. */
#include "gui/document_private.h"
#include "gui/background.h"
#include "project/output.h"
#include <glib/gi18n.h>
#include <glib/gstdio.h>

void
ihop_document_write (IhopDocument *document)
{
  g_autoptr (GError) error = NULL;

  if (document->keep && document->session && !ihop_keep_write (document->keep, document->session, &error))
    ihop_document_tell (document, TRUE, _ ("What you do is not being kept: %s"), error->message);
}

void
ihop_document_set_keep (IhopDocument *document, IhopKeep *keep, gboolean is_project)
{
  ihop_keep_close (document->keep);
  document->keep = keep;
  document->is_project = is_project;
}

IhopKeep *
ihop_document_keep (IhopDocument *document)
{
  return document->keep;
}

const char *
ihop_document_project_path (IhopDocument *document)
{
  return document->keep && document->is_project ? ihop_keep_path (document->keep) : NULL;
}

char *
ihop_document_recovery_path (char **paths)
{
  g_autofree char *all = g_strjoinv ("\n", paths);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
  g_autofree char *name = g_strdup_printf ("%.32s.ihop", hash);

  return g_build_filename (g_get_user_state_dir (), "ihop", "unsaved", name, NULL);
}

/* ---- projects ---- */

typedef struct
{
  char *path;
  IhopKeep *keep;
  IhopSession *session; /* NULL: error says why */
  IhopKeepNews news;
  GError *error;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_free (opening->path);
  ihop_keep_close (opening->keep);
  ihop_session_free (opening->session);
  ihop_keep_news_clear (&opening->news);
  g_clear_error (&opening->error);
  g_free (opening);
}

static void
open_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Opening *opening = data;

  opening->keep = ihop_keep_open (opening->path, &opening->error);
  if (opening->keep)
    opening->session = ihop_keep_read (opening->keep, &opening->news, &opening->error);
  g_task_return_boolean (task, TRUE);
}

static void
tell_news (IhopDocument *document, const IhopKeepNews *news)
{
  if (news->n_absent)
    ihop_document_tell (document, TRUE, _ ("%s cannot be read; it was left out with its steps."),
                        news->absent);
  else if (news->n_changed)
    ihop_document_tell (document, FALSE,
                        _ ("Files have changed since the project was saved; the steps are taken anew "
                           "where they still apply."));
}

static void
open_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);
  Opening *opening = g_task_get_task_data (G_TASK (result));

  document->busy--;
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
  if (opening->session == NULL)
    {
      ihop_document_tell (document, TRUE, "%s", opening->error->message);
      return;
    }
  ihop_document_set_keep (document, g_steal_pointer (&opening->keep), TRUE);
  ihop_document_show (document, g_steal_pointer (&opening->session));
  tell_news (document, &opening->news);
}

void
ihop_document_open_project (IhopDocument *document, const char *path)
{
  g_autoptr (GTask) task = g_task_new (document, NULL, open_done, NULL);
  Opening *opening = g_new0 (Opening, 1);

  /* A project that has vanished would be made anew, empty. */
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      ihop_document_tell (document, TRUE, _ ("%s: there is no such file"), path);
      opening_free (opening);
      return;
    }
  opening->path = g_strdup (path);
  document->busy++;
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
  g_task_set_task_data (task, opening, opening_free);
  ihop_background_run (task, open_thread);
}

gboolean
ihop_document_save_as (IhopDocument *document, const char *path)
{
  g_autoptr (GError) error = NULL;
  IhopKeep *keep = ihop_keep_open (path, &error);

  if (keep == NULL || !ihop_keep_write (keep, document->session, &error))
    {
      ihop_document_tell (document, TRUE, "%s", error->message);
      ihop_keep_close (keep);
      return FALSE;
    }
  g_autofree char *old = document->keep && !document->is_project
                           ? g_strdup (ihop_keep_path (document->keep)) : NULL;
  ihop_document_set_keep (document, keep, TRUE);
  g_autofree char *hash = ihop_snapshot_hash (document->shown);
  if (document->seen_text && !ihop_keep_set_observation (keep, hash, document->seen_text, &error))
    ihop_document_tell (document, TRUE, "%s", error->message);
  if (old)
    g_unlink (old);
  ihop_document_emit (document, IHOP_SIGNAL_TREE);
  return TRUE;
}

void
ihop_document_start_afresh (IhopDocument *document)
{
  IhopSession *old = document->session, *session;

  if (old == NULL)
    return;
  session = ihop_session_new (ihop_session_settings (old));
  for (guint i = 0; i < ihop_session_n_files (old); i++)
    ihop_session_add (session, ihop_session_path (old, i), ihop_session_text (old, i));
  ihop_document_show (document, session);
}

gboolean
ihop_document_write_texts (IhopDocument *document)
{
  gboolean is_good = TRUE;

  for (guint i = 0; i < ihop_document_n_files (document); i++)
    {
      g_autoptr (GError) error = NULL;
      const char *text = ihop_session_text (document->session, i);
      if (!ihop_session_is_edited (document->session, i))
        continue;
      if (ihop_output_write_text (ihop_session_path (document->session, i), text, &error))
        ihop_session_set_disk_text (document->session, i, text);
      else
        {
          ihop_document_tell (document, TRUE, "%s", error->message);
          is_good = FALSE;
        }
    }
  ihop_document_write (document);
  return is_good;
}
