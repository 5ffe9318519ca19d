/* Trying and taking steps, undo and redo, replaying. */
#include "gui/document_private.h"
#include "gui/background.h"
#include <glib/gi18n.h>

/* ---- proposals ---- */

void
ihop_document_drop_proposal (IhopDocument *document)
{
  IhopProposal *proposal = g_steal_pointer (&document->proposal);

  if (proposal == NULL)
    return;
  g_free (proposal->step);
  ihop_snapshot_unref (proposal->before);
  ihop_snapshot_unref (proposal->after);
  g_ptr_array_unref (proposal->diags);
  g_ptr_array_unref (proposal->afters);
  g_free (proposal);
}

const IhopProposal *
ihop_document_proposal (IhopDocument *document)
{
  return document->proposal;
}

void
ihop_document_dismiss (IhopDocument *document)
{
  ihop_document_drop_proposal (document);
  ihop_document_emit (document, IHOP_SIGNAL_PROPOSED);
}

gboolean
ihop_document_accept (IhopDocument *document)
{
  const IhopProposal *proposal = document->proposal;

  if (proposal == NULL || proposal->after == NULL)
    return FALSE;
  g_auto (GStrv) lines = g_strsplit (proposal->step, "\n", -1);
  for (guint i = 0; i < proposal->afters->len; i++)
    ihop_session_take (document->session, ihop_session_current (document->session)->id, proposal->file,
                       lines[i], proposal->afters->pdata[i]);
  ihop_document_refresh (document);
  return TRUE;
}

typedef struct
{
  guint file;
  char *step;
  gboolean take;
  GPtrArray *afters; /* of IhopSnapshot * */
  gboolean is_refused;
  IhopDiags *diags;
} Trial;

static void
trial_free (gpointer data)
{
  Trial *trial = data;

  g_free (trial->step);
  g_ptr_array_unref (trial->afters);
  g_ptr_array_unref (trial->diags);
  g_free (trial);
}

static gpointer
trial_work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  Trial *trial = data;

  g_auto (GStrv) lines = g_strsplit (trial->step, "\n", -1);

  for (guint i = 0; lines[i] && !trial->is_refused; i++)
    {
      IhopSnapshot *before = i ? trial->afters->pdata[i - 1] : snapshot;
      IhopSnapshot *after = ihop_snapshot_step (before, trial->file, lines[i], trial->diags);
      if (after)
        g_ptr_array_add (trial->afters, after);
      trial->is_refused = after == NULL;
    }
  return NULL;
}

static void
trial_done (IhopDocument *document, gpointer result, gpointer data)
{
  Trial *trial = data;
  IhopProposal *proposal = g_new0 (IhopProposal, 1);

  ihop_document_drop_proposal (document);
  proposal->file = trial->file;
  proposal->step = g_strdup (trial->step);
  proposal->before = ihop_snapshot_ref (document->shown);
  proposal->afters = g_ptr_array_ref (trial->afters);
  if (!trial->is_refused)
    proposal->after = ihop_snapshot_ref (trial->afters->pdata[trial->afters->len - 1]);
  proposal->diags = g_ptr_array_ref (trial->diags);
  document->proposal = proposal;
  if (!(trial->take && ihop_document_accept (document)))
    ihop_document_emit (document, IHOP_SIGNAL_PROPOSED);
}

void
ihop_document_try (IhopDocument *document, guint file, const char *step, gboolean take)
{
  Trial *trial = g_new0 (Trial, 1);

  trial->file = file;
  trial->step = g_strdup (step);
  trial->take = take;
  trial->diags = ihop_diags_new ();
  trial->afters = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_snapshot_unref);
  ihop_document_run (document, trial_work, trial_done, trial, trial_free, NULL);
}

/* ---- undo, redo, variants ---- */

static gboolean
moved (IhopDocument *document, gboolean has_moved)
{
  if (has_moved)
    ihop_document_refresh (document);
  return has_moved;
}

gboolean
ihop_document_undo (IhopDocument *document)
{
  return document->session && moved (document, ihop_session_undo (document->session));
}

gboolean
ihop_document_redo (IhopDocument *document)
{
  return document->session && moved (document, ihop_session_redo (document->session));
}

gboolean
ihop_document_go (IhopDocument *document, guint state)
{
  return document->session && moved (document, ihop_session_go (document->session, state));
}

gboolean
ihop_document_name (IhopDocument *document, guint state, const char *name)
{
  if (!ihop_session_name (document->session, state, name))
    return FALSE;
  ihop_document_write (document);
  ihop_document_emit (document, IHOP_SIGNAL_TREE);
  return TRUE;
}

guint
ihop_document_variant (IhopDocument *document)
{
  return document->variant;
}

void
ihop_document_choose_variant (IhopDocument *document, guint state)
{
  document->variant = state;
  ihop_document_emit (document, IHOP_SIGNAL_VARIANT);
}

guint
ihop_document_pinned (IhopDocument *document)
{
  return document->pinned;
}

void
ihop_document_pin (IhopDocument *document, guint state)
{
  document->pinned = state;
  ihop_document_emit (document, IHOP_SIGNAL_VARIANT);
}

/* ---- replaying ---- */

static gboolean
should_stop (gpointer data)
{
  return g_cancellable_is_cancelled (data);
}

static void
replay_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ihop_replay_run (data, should_stop, cancellable);
  g_task_return_boolean (task, TRUE);
}

static guint
count_troubles (const IhopSession *session)
{
  g_autoptr (GPtrArray) states = ihop_session_states (session);
  guint n = 0;

  for (guint i = 0; i < states->len; i++)
    n += ((const IhopState *) states->pdata[i])->trouble != NULL;
  return n;
}

static void
replay_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);
  GTask *task = G_TASK (result);

  document->busy--;
  if (g_task_get_cancellable (task) == document->replaying)
    g_clear_object (&document->replaying);
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (task))
      && ihop_session_replay_finish (document->session, g_task_get_task_data (task)))
    {
      guint broken = count_troubles (document->session);
      if (broken)
        ihop_document_tell (document, TRUE,
                            _ ("%u of the steps taken before do not apply to this text any more; they stay "
                               "in the tree of variants, with the reason."),
                            broken);
      if (ihop_session_current (document->session)->snapshot != document->shown)
        ihop_document_refresh (document);
      else
        ihop_document_emit (document, IHOP_SIGNAL_TREE);
    }
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
}

void
ihop_document_replay (IhopDocument *document)
{
  IhopReplay *replay = ihop_session_replay_new (document->session);

  if (document->replaying)
    g_cancellable_cancel (document->replaying);
  g_clear_object (&document->replaying);
  if (replay == NULL)
    return;
  document->replaying = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (document, document->replaying, replay_done, NULL);
  g_task_set_check_cancellable (task, FALSE);
  document->busy++;
  g_task_set_task_data (task, replay, (GDestroyNotify) ihop_replay_free);
  ihop_background_run (task, replay_thread);
}
