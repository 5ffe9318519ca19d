/* Opening, showing, telling. */
#include "gui/document_private.h"
#include "gui/background.h"
#include "project/carry.h"
#include "project/localize.h"
#include "project/read.h"
#include <glib/gi18n.h>

G_DEFINE_TYPE (IhopDocument, ihop_document, G_TYPE_OBJECT)

static guint signals[IHOP_N_SIGNALS];

void
ihop_document_emit (IhopDocument *document, IhopDocumentSignal which, ...)
{
  va_list arguments;

  va_start (arguments, which);
  g_signal_emit_valist (document, signals[which], 0, arguments);
  va_end (arguments);
}

static void
ihop_document_init (IhopDocument *document)
{
  document->stale = g_cancellable_new ();
  document->diags = ihop_diags_new ();
}

void
ihop_document_close (IhopDocument *document)
{
  g_cancellable_cancel (document->stale);
  if (document->replaying)
    g_cancellable_cancel (document->replaying);
  if (document->trying)
    g_cancellable_cancel (document->trying);
  ihop_document_drop_orders (document);
}

static void
ihop_document_dispose (GObject *object)
{
  ihop_document_close (IHOP_DOCUMENT (object));
  G_OBJECT_CLASS (ihop_document_parent_class)->dispose (object);
}

static void
ihop_document_finalize (GObject *object)
{
  IhopDocument *document = IHOP_DOCUMENT (object);

  ihop_document_drop_proposal (document);
  ihop_document_drop_facts (document);
  ihop_document_drop_seen (document);
  ihop_document_clear_selection (document);
  g_clear_pointer (&document->shown, ihop_snapshot_unref);
  ihop_session_free (document->session);
  ihop_keep_close (document->keep);
  g_clear_pointer (&document->monitors, g_ptr_array_unref);
  g_ptr_array_unref (document->diags);
  g_clear_object (&document->replaying);
  g_clear_object (&document->trying);
  g_clear_pointer (&document->tints, g_byte_array_unref);
  g_clear_pointer (&document->copies, g_array_unref);
  g_clear_pointer (&document->refusals, g_hash_table_unref);
  g_clear_object (&document->observing);
  ihop_document_drop_cuda (document);
  g_object_unref (document->stale);
  G_OBJECT_CLASS (ihop_document_parent_class)->finalize (object);
}

static guint
signal_new (const char *name, guint n, GType first, GType second)
{
  return g_signal_new (name, IHOP_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, n,
                       first, second);
}

static void
ihop_document_class_init (IhopDocumentClass *class)
{
  static const char *const plain[] = {
    [IHOP_SIGNAL_CHANGED] = "changed",   [IHOP_SIGNAL_FINISHED] = "finished",
    [IHOP_SIGNAL_SELECTION] = "selection", [IHOP_SIGNAL_PROPOSED] = "proposed",
    [IHOP_SIGNAL_TREE] = "tree",         [IHOP_SIGNAL_BUSY] = "busy",
    [IHOP_SIGNAL_OPENED] = "opened",     [IHOP_SIGNAL_VARIANT] = "variant",
    [IHOP_SIGNAL_OBSERVED] = "observed", [IHOP_SIGNAL_CLEARED] = "cleared",
    [IHOP_SIGNAL_LINKED] = "linked",     [IHOP_SIGNAL_HOVERED] = "hovered",
    [IHOP_SIGNAL_DEVICE] = "device",     [IHOP_SIGNAL_RENEWED] = "renewed",
    [IHOP_SIGNAL_CUDA] = "cuda"
  };

  G_OBJECT_CLASS (class)->dispose = ihop_document_dispose;
  G_OBJECT_CLASS (class)->finalize = ihop_document_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    if (plain[i])
      signals[i] = signal_new (plain[i], 0, G_TYPE_NONE, G_TYPE_NONE);
  signals[IHOP_SIGNAL_ANALYSED] = signal_new ("analysed", 1, G_TYPE_UINT, G_TYPE_NONE);
  signals[IHOP_SIGNAL_POINTED] = signal_new ("pointed", 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[IHOP_SIGNAL_FOCUS] = signal_new ("focus", 1, G_TYPE_STRING, G_TYPE_NONE);
  signals[IHOP_SIGNAL_MESSAGE] = signal_new ("message", 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
}

IhopDocument *
ihop_document_new (void)
{
  return g_object_new (IHOP_TYPE_DOCUMENT, NULL);
}

void
ihop_document_tell (IhopDocument *document, gboolean is_bad, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ihop_document_emit (document, IHOP_SIGNAL_MESSAGE, text, is_bad);
}

void
ihop_document_focus (IhopDocument *document, const char *what)
{
  ihop_document_emit (document, IHOP_SIGNAL_FOCUS, what);
}

const IhopSession *
ihop_document_session (IhopDocument *document)
{
  return document->session;
}

IhopSnapshot *
ihop_document_snapshot (IhopDocument *document)
{
  return document->shown;
}

guint
ihop_document_n_files (IhopDocument *document)
{
  return document->session ? ihop_session_n_files (document->session) : 0;
}

/* ---- showing ---- */

void
ihop_document_refresh (IhopDocument *document)
{
  g_cancellable_cancel (document->stale);
  g_object_unref (document->stale);
  document->stale = g_cancellable_new ();
  g_autoptr (IhopSnapshot) before = g_steal_pointer (&document->shown);
  ihop_document_drop_proposal (document);
  if (document->session)
    document->shown = ihop_snapshot_ref (ihop_session_current (document->session)->snapshot);
  ihop_document_keep_facts (document, before);
  ihop_document_renew_seen (document);
  ihop_document_set_tints (document, 0, NULL);
  ihop_document_drop_refusals (document);
  ihop_document_follow_selection (document);
  ihop_document_emit (document, IHOP_SIGNAL_CHANGED);
  ihop_document_emit (document, IHOP_SIGNAL_TREE);
  ihop_document_emit (document, IHOP_SIGNAL_PROPOSED);
  ihop_document_renew_selection (document);
  ihop_document_write (document);
  if (document->shown)
    ihop_document_analyse (document);
}

void
ihop_document_show (IhopDocument *document, IhopSession *session)
{
  if (document->trying)
    g_cancellable_cancel (document->trying);
  ihop_document_drop_orders (document);
  ihop_session_free (document->session);
  document->session = session;
  g_clear_pointer (&document->shown, ihop_snapshot_unref);
  document->variant = document->pinned = 0;
  ihop_document_clear_selection (document);
  ihop_document_watch (document);
  ihop_document_emit (document, IHOP_SIGNAL_OPENED);
  ihop_document_replay (document);
  ihop_document_refresh (document);
}

void
ihop_document_edit (IhopDocument *document, guint file, const char *text)
{
  ihop_session_set_text (document->session, file, text);
  ihop_document_replay (document);
  ihop_document_refresh (document);
}

static gboolean
shows_steps (IhopDocument *document)
{
  gboolean does = FALSE;

  for (guint i = 0; i < ihop_snapshot_n_files (document->shown); i++)
    does |= ihop_snapshot_file (document->shown, i).is_stepped;
  return does;
}

void
ihop_document_type (IhopDocument *document, guint file, const char *text)
{
  guint line;

  if (!shows_steps (document))
    {
      ihop_document_edit (document, file, text);
      return;
    }
  IhopSnapshotFile shown = ihop_snapshot_file (document->shown, file);
  g_autofree char *owned = ihop_carry_back (shown.original, shown.text, text, &line);
  if (owned == NULL)
    {
      ihop_document_tell (document, TRUE,
                          _ ("Line %u was made by a step; what you typed there is taken back. Undo the step to "
                             "change the line, or change the lines that are yours."),
                          line);
      ihop_document_refresh (document);
      return;
    }
  ihop_session_set_text (document->session, file, owned);
  ihop_document_replay (document); /* what is shown stays until the steps are there again */
  ihop_document_write (document);
}

void
ihop_document_set_settings (IhopDocument *document, const IhopSettings *settings)
{
  ihop_session_set_settings (document->session, settings);
  ihop_document_replay (document);
  ihop_document_refresh (document);
}

/* ---- opening ---- */

typedef struct
{
  char **paths;
  IhopSettings *settings;
  IhopDiags *diags;
  IhopSession *session; /* NULL: no file could be read */
  IhopKeep *keep;       /* with the steps of last time, or empty; NULL: it cannot be made */
  gboolean is_restored;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_strfreev (opening->paths);
  ihop_settings_free (opening->settings);
  g_ptr_array_unref (opening->diags);
  ihop_session_free (opening->session);
  ihop_keep_close (opening->keep);
  g_free (opening);
}

/* Text views hold UTF-8 only: what is not is shown as if it were Latin-1, and such files are not
 * written back. */
static char *
as_utf8 (char *text, gsize length)
{
  if (g_utf8_validate (text, (gssize) length, NULL))
    return text;
  char *converted = g_convert (text, (gssize) length, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
  g_free (text);
  return converted;
}

static void
open_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Opening *opening = data;
  g_autoptr (IhopSession) session = ihop_session_new (opening->settings);

  for (guint i = 0; opening->paths[i]; i++)
    {
      char *text = NULL;
      gsize length = 0;
      if (ihop_project_read (opening->paths[i], &text, &length, opening->diags) == IHOP_OPEN_OK)
        text = as_utf8 (text, length);
      else
        g_clear_pointer (&text, g_free);
      if (text)
        ihop_session_add (session, opening->paths[i], text);
      g_free (text);
    }
  if (ihop_session_n_files (session))
    {
      g_autofree char *path = ihop_document_recovery_path (opening->paths);
      opening->session = g_steal_pointer (&session);
      opening->keep = ihop_keep_open (path, NULL);
      opening->is_restored = opening->keep && ihop_keep_restore (opening->keep, opening->session);
    }
  g_task_return_boolean (task, TRUE);
}

static void
open_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);
  Opening *opening = g_task_get_task_data (G_TASK (result));

  document->busy--;
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
  for (guint i = 0; i < opening->diags->len; i++)
    {
      const IhopDiag *diag = opening->diags->pdata[i];
      g_autofree char *message = ihop_message_localize (diag->message);
      ihop_document_tell (document, diag->severity == IHOP_ERROR, "%s: %s", diag->path, message);
    }
  if (opening->session == NULL)
    return;
  ihop_document_set_keep (document, g_steal_pointer (&opening->keep), FALSE);
  ihop_document_show (document, g_steal_pointer (&opening->session));
  if (opening->is_restored && ihop_session_root (document->session)->children->len)
    ihop_document_tell (document, FALSE,
                        _ ("The steps of last time are here again; “Start afresh” forgets them."));
  else if (opening->is_restored && ihop_settings_are_usual (opening->settings)
           && !ihop_settings_are_usual (ihop_session_settings (document->session)))
    ihop_document_tell (document, FALSE, _ ("Compiler flags and assertions of last time are here again; undo forgets them."));
}

void
ihop_document_open (IhopDocument *document, const char *const *paths, const IhopSettings *settings)
{
  g_autoptr (GTask) task = g_task_new (document, NULL, open_done, NULL);
  Opening *opening = g_new0 (Opening, 1);

  opening->paths = g_strdupv ((char **) paths);
  for (guint i = 0; opening->paths[i]; i++)
    {
      g_autofree char *path = opening->paths[i];
      opening->paths[i] = g_canonicalize_filename (path, NULL);
    }
  opening->settings = ihop_settings_copy (settings);
  opening->diags = ihop_diags_new ();
  document->busy++;
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
  g_task_set_task_data (task, opening, opening_free);
  ihop_background_run (task, open_thread);
}
