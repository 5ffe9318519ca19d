/* What runs have shown: observed here, read from a file, or kept from an earlier time. */
#include "gui/document_private.h"
#include "observe/observe.h"
#include <glib/gi18n.h>

void
ihop_observe_order_free (gpointer data)
{
  IhopObserveOrder *order = data;

  g_strfreev (order->arguments);
  g_free (order->input);
  g_free (order);
}

void
ihop_document_drop_seen (IhopDocument *document)
{
  g_clear_pointer (&document->seen, ihop_seen_free);
  g_clear_pointer (&document->seen_text, g_free);
}

/* Takes both. */
static void
set_seen (IhopDocument *document, IhopSeen *seen, char *text)
{
  ihop_document_drop_seen (document);
  document->seen = seen;
  document->seen_text = text;
}

void
ihop_document_renew_seen (IhopDocument *document)
{
  g_autofree char *hash = document->shown ? ihop_snapshot_hash (document->shown) : NULL;
  char *text = hash && document->keep ? ihop_keep_observation (document->keep, hash) : NULL;

  set_seen (document, text ? ihop_seen_read (text, NULL) : NULL, text);
}

const IhopSeenLoop *
ihop_document_seen (IhopDocument *document, const IhopLoopView *loop)
{
  IhopSnapshotFile file = ihop_snapshot_file (document->shown, loop->file);

  return ihop_seen_loop (document->seen, file.path, loop->address, loop->line);
}

/* FALSE: it was told why it is none. */
static gboolean
take (IhopDocument *document, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *hash = ihop_snapshot_hash (document->shown);
  IhopSeen *seen = ihop_seen_read (text, &error);

  if (seen == NULL)
    {
      ihop_document_tell (document, TRUE, _ ("This is not what a run has shown: %s"), error->message);
      return FALSE;
    }
  set_seen (document, seen, g_strdup (text));
  if (document->keep && !ihop_keep_set_observation (document->keep, hash, text, &error))
    ihop_document_tell (document, TRUE, _ ("What you do is not being kept: %s"), error->message);
  ihop_document_emit (document, IHOP_SIGNAL_OBSERVED);
  return TRUE;
}

gboolean
ihop_document_read_profile (IhopDocument *document, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, &error))
    {
      ihop_document_tell (document, TRUE, "%s", error->message);
      return FALSE;
    }
  return take (document, text);
}

/* ---- a run ---- */

typedef struct
{
  char *text;              /* NULL: there is nothing … */
  char *failure;           /* … for this reason */
  int status, signal;
  gboolean timed_out;
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *outcome = data;

  g_free (outcome->text);
  g_free (outcome->failure);
  g_free (outcome);
}

static gpointer
observe (IhopSnapshot *all, gpointer data, GCancellable *cancellable)
{
  const IhopObserveOrder *order = data;
  IhopObserveOptions options = { .arguments = (const char *const *) order->arguments, .input = order->input,
                                 .seconds = order->seconds, .cancellable = cancellable };
  Outcome *outcome = g_new0 (Outcome, 1);
  g_autoptr (IhopSnapshot) program = ihop_snapshot_program (all, order->file);

  if (program == NULL)
    {
      outcome->failure = g_strdup (_ ("a step does not apply"));
      return outcome;
    }
  g_autoptr (IhopProject) project = ihop_snapshot_shown (program);
  g_autoptr (IhopObservation) observation = ihop_observe_project (project, &options);
  outcome->failure = g_steal_pointer (&observation->failure);
  outcome->status = observation->status;
  outcome->signal = observation->signal;
  outcome->timed_out = observation->timed_out;
  if (outcome->failure == NULL)
    outcome->text = ihop_observation_json (project, observation);
  return outcome;
}

static void
tell_outcome (IhopDocument *document, const Outcome *outcome)
{
  guint refuted, ran = ihop_seen_count (document->seen, &refuted);

  if (refuted)
    ihop_document_tell (document, TRUE, _ ("The run refutes %u verdicts: this is our fault, please report the file."),
                        refuted);
  else if (outcome->timed_out)
    ihop_document_tell (document, TRUE, _ ("The observed program was stopped at its time limit; %u loops had run."), ran);
  else if (outcome->signal)
    ihop_document_tell (document, TRUE, _ ("The observed program was ended by signal %d; %u loops had run."),
                        outcome->signal, ran);
  else
    ihop_document_tell (document, FALSE, _ ("Observed: the program ended with status %d, %u loops ran, and no verdict was "
                                            "refuted."),
                        outcome->status, ran);
}

static void
observed (IhopDocument *document, gpointer *result, gpointer data)
{
  const Outcome *outcome = *result;

  g_clear_object (&document->observing);
  if (outcome->failure)
    ihop_document_tell (document, TRUE, _ ("Nothing could be observed: %s"), outcome->failure);
  else if (take (document, outcome->text))
    tell_outcome (document, outcome);
}

/* What was cancelled, here or because another text is shown, never comes back to say so. */
gboolean
ihop_document_is_observing (IhopDocument *document)
{
  return document->observing && !g_cancellable_is_cancelled (document->observing);
}

void
ihop_document_observe (IhopDocument *document, IhopObserveOrder *order)
{
  if (ihop_document_is_observing (document))
    {
      ihop_observe_order_free (order);
      return;
    }
  g_set_object (&document->observing, ihop_document_run (document, observe, observed, order, ihop_observe_order_free,
                                                         outcome_free));
  ihop_document_emit (document, IHOP_SIGNAL_BUSY); /* now it can be stopped */
}

void
ihop_document_stop_observing (IhopDocument *document)
{
  if (!ihop_document_is_observing (document))
    return;
  g_cancellable_cancel (document->observing);
  ihop_document_tell (document, FALSE, _ ("The run is no longer observed."));
}
