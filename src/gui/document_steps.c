/* What is proposed, variants, replaying. Orders to do something are in document_orders.c. */
#include "gui/document_private.h"
#include "gui/background.h"
#include "project/replay.h"
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
  if (ihop_session_current (document->session)->snapshot != proposal->before)
    {
      /* The owner has typed meanwhile. */
      g_autofree char *step = g_strdup (proposal->step);
      ihop_document_try (document, proposal->file, step, TRUE);
      return TRUE;
    }
  g_auto (GStrv) lines = g_strsplit (proposal->step, "\n", -1);
  for (guint i = 0; i < proposal->afters->len; i++)
    ihop_session_take (document->session, ihop_session_current (document->session)->id, proposal->file,
                       lines[i], proposal->afters->pdata[i]);
  ihop_document_refresh (document);
  return TRUE;
}

/* ---- variants ---- */

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

static void
replay_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ihop_replay_run (data, ihop_background_should_stop, cancellable);
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
tell_broken (IhopDocument *document)
{
  guint broken = count_troubles (document->session);

  if (broken)
    ihop_document_tell (document, TRUE,
                        _ ("%u of the steps taken before do not apply to this text any more; they stay "
                           "in the tree of variants, with the reason."),
                        broken);
}

/* Half a statement has been typed: the steps are not thrown away for that, and what is shown stays. */
static void
wait_for_readable (IhopDocument *document)
{
  document->is_unreadable = TRUE;
  ihop_document_tell (document, TRUE,
                      _ ("What is typed cannot be read as C just now. The steps wait, and are taken anew as soon as it can."));
}

static void
replayed (IhopDocument *document, IhopReplay *replay)
{
  if (ihop_replay_is_unreadable (replay))
    {
      wait_for_readable (document);
      return;
    }
  if (!ihop_session_replay_finish (document->session, replay))
    return;
  tell_broken (document);
  if (ihop_session_current (document->session)->snapshot != document->shown)
    ihop_document_refresh (document);
  else
    ihop_document_emit (document, IHOP_SIGNAL_TREE);
}

static void
replay_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);
  GTask *task = G_TASK (result);

  document->busy--;
  if (g_task_get_cancellable (task) == document->replaying)
    g_clear_object (&document->replaying);
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    replayed (document, g_task_get_task_data (task));
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
  ihop_document_next_order (document);
}

void
ihop_document_replay (IhopDocument *document)
{
  IhopReplay *replay = ihop_session_replay_new (document->session);

  if (document->replaying)
    g_cancellable_cancel (document->replaying);
  g_clear_object (&document->replaying);
  document->is_unreadable = FALSE;
  if (replay == NULL)
    return;
  document->replaying = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (document, document->replaying, replay_done, NULL);
  g_task_set_check_cancellable (task, FALSE);
  document->busy++;
  g_task_set_task_data (task, replay, (GDestroyNotify) ihop_replay_free);
  ihop_background_run (task, replay_thread);
}
