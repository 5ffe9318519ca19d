#include "observe/judge.h"
#include <string.h>

static const char *const judgement_names[] = { "unseen", "confirmed", "refuted", "assumption failed", "shown",
                                               "not shown", "met", "apart" };

const char *
ihop_judgement_name (IhopJudgement judgement)
{
  return judgement_names[judgement];
}

gboolean
ihop_observation_refutes (const IhopObservation *observation)
{
  for (guint i = 0; i < observation->loops->len; i++)
    if (((const IhopObservedLoop *) observation->loops->pdata[i])->judgement == IHOP_JUDGED_REFUTED)
      return TRUE;
  return FALSE;
}

/* ---- What a verdict allows ---------------------------------------------------------------------------------- */

static gboolean
is_at (const IhopMeeting *meeting, const IhopSymbol *symbol)
{
  if (meeting->object)
    return g_str_equal (meeting->object, symbol->name);
  return g_str_equal (meeting->source.variable, symbol->name) && g_str_equal (meeting->sink.variable, symbol->name);
}

static gboolean
lies_in (const IhopAccessPlace *site, const IhopNode *node)
{
  IhopRange place = node->place;
  guint line, column;

  if (place.source == NULL || g_strcmp0 (place.source->path, site->path) != 0)
    return FALSE;
  ihop_source_locate (place.source, place.end, &line, &column);
  return site->line >= ihop_range_line (place) && site->line <= line;
}

static gboolean
is_update (const IhopReduction *reduction, const IhopAccessPlace *site)
{
  for (guint i = 0; i < reduction->updates->len; i++)
    if (lies_in (site, reduction->updates->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_reduced (const IhopLoop *loop, const IhopMeeting *meeting)
{
  for (guint i = 0; i < loop->reductions->len; i++)
    {
      const IhopReduction *reduction = loop->reductions->pdata[i];
      if (is_update (reduction, &meeting->source) && is_update (reduction, &meeting->sink))
        return TRUE;
    }
  return FALSE;
}

/* Iterations have copies of a private variable; what one iteration reads of another would be wrong. */
static gboolean
is_private (const IhopLoop *loop, const IhopMeeting *meeting)
{
  if (meeting->is_inside)
    return TRUE;
  for (guint i = 0; meeting->kind != IHOP_DEPENDENCE_FLOW && i < loop->privates->len; i++)
    if (is_at (meeting, ((const IhopPrivate *) loop->privates->pdata[i])->symbol))
      return TRUE;
  return FALSE;
}

static gboolean
counts_along (const IhopLoop *loop, const IhopMeeting *meeting)
{
  if (loop->counting.iterator && is_at (meeting, loop->counting.iterator))
    return TRUE;
  for (guint i = 0; i < loop->inductions->len; i++)
    if (is_at (meeting, ((const IhopInduction *) loop->inductions->pdata[i])->symbol))
      return TRUE;
  return FALSE;
}

static gboolean
is_allowed (const IhopLoop *loop, const IhopMeeting *meeting)
{
  return is_private (loop, meeting) || is_reduced (loop, meeting) || counts_along (loop, meeting);
}

/* Two names that the verdict takes to be apart were not. */
static gboolean
breaks_assumption (const IhopLoop *loop, const IhopMeeting *meeting)
{
  for (guint i = 0; i < loop->assumptions->len; i++)
    {
      const IhopAssumption *assumption = loop->assumptions->pdata[i];
      const char *a = meeting->source.variable, *b = meeting->sink.variable;
      if (assumption->kind != IHOP_ASSUME_NO_OVERLAP || g_str_equal (a, b))
        continue;
      if ((g_str_equal (a, assumption->a->name) && g_str_equal (b, assumption->b->name))
          || (g_str_equal (b, assumption->a->name) && g_str_equal (a, assumption->b->name)))
        return TRUE;
    }
  return FALSE;
}

/* ---- Judgements ----------------------------------------------------------------------------------------------- */

static void
judge_parallel (IhopObservedLoop *observed)
{
  observed->judgement = IHOP_JUDGED_CONFIRMED;
  for (guint i = 0; i < observed->meetings->len; i++)
    {
      const IhopMeeting *meeting = observed->meetings->pdata[i];
      if (is_allowed (observed->loop, meeting))
        continue;
      gboolean aside = breaks_assumption (observed->loop, meeting);
      if (observed->judgement == IHOP_JUDGED_CONFIRMED || !aside)
        observed->culprit = meeting;
      if (!aside)
        {
          observed->judgement = IHOP_JUDGED_REFUTED;
          return;
        }
      observed->judgement = IHOP_JUDGED_ASIDE;
    }
}

static gboolean
is_assertion (const IhopMessage *remedy)
{
  const char *text = ihop_message_text (remedy);

  return strstr (text, "--assume") || strstr (text, "noalias") || strstr (text, "--alias");
}

static const IhopMessage *
assertion_of (const IhopLoop *loop)
{
  for (guint i = 0; i < loop->reasons->len; i++)
    {
      const IhopReason *reason = loop->reasons->pdata[i];
      for (guint j = 0; j < reason->remedies->len; j++)
        if (is_assertion (reason->remedies->pdata[j]))
          return reason->remedies->pdata[j];
    }
  return NULL;
}

/* Whether they met in anything but what counts the loop. */
static gboolean
has_met (const IhopObservedLoop *observed)
{
  for (guint i = 0; i < observed->meetings->len; i++)
    if (!counts_along (observed->loop, observed->meetings->pdata[i])
        && !((const IhopMeeting *) observed->meetings->pdata[i])->is_inside)
      return TRUE;
  return FALSE;
}

static void
judge_loop (IhopObservedLoop *observed, gboolean has_accesses)
{
  if (!has_accesses || !observed->is_watched || observed->most < 2)
    observed->judgement = IHOP_JUDGED_UNSEEN;
  else if (observed->loop->verdict == IHOP_PARALLEL)
    judge_parallel (observed);
  else if (observed->loop->verdict == IHOP_SEQUENTIAL)
    observed->judgement = has_met (observed) ? IHOP_JUDGED_SHOWN : IHOP_JUDGED_NOT_SHOWN;
  else
    observed->judgement = has_met (observed) ? IHOP_JUDGED_MET : IHOP_JUDGED_APART;
  if (observed->judgement == IHOP_JUDGED_APART)
    observed->assertion = assertion_of (observed->loop);
}

/* ---- Words ------------------------------------------------------------------------------------------------------ */

char *
ihop_meeting_text (const IhopMeeting *meeting)
{
  static const char *const verbs[][2] = { { "writes", "reads" }, { "reads", "writes" }, { "writes", "writes" } };
  const char *const *verb = verbs[meeting->kind];

  return g_strdup_printf ("iterations %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT
                          " met in %s: line %u %s, line %u %s (%s)",
                          meeting->source_iteration, meeting->sink_iteration, meeting->element, meeting->source.line,
                          verb[0], meeting->sink.line, verb[1], ihop_dependence_kind_name (meeting->kind));
}

const IhopMeeting *
ihop_observed_meeting (const IhopObservedLoop *observed)
{
  const IhopMeeting *best = NULL;

  if (observed->culprit)
    return observed->culprit;
  for (guint i = 0; i < observed->meetings->len; i++)
    {
      const IhopMeeting *meeting = observed->meetings->pdata[i];
      if (counts_along (observed->loop, meeting) || meeting->is_inside)
        continue;
      if (best == NULL || meeting->kind < best->kind
          || (meeting->kind == best->kind && meeting->distance < best->distance))
        best = meeting;
    }
  return best;
}

char *
ihop_observed_text (const IhopObservedLoop *observed)
{
  const IhopMeeting *meeting = ihop_observed_meeting (observed);
  g_autofree char *met = meeting ? ihop_meeting_text (meeting) : NULL;

  switch (observed->judgement)
    {
    case IHOP_JUDGED_CONFIRMED:
    case IHOP_JUDGED_APART:
      return g_strdup_printf ("in this run none of %" G_GUINT64_FORMAT " iterations met%s", observed->trips,
                              met ? " but in what is private, reduced or counted" : "");
    case IHOP_JUDGED_NOT_SHOWN:
      return g_strdup_printf ("in this run none of %" G_GUINT64_FORMAT " iterations met, other sizes may differ",
                              observed->trips);
    case IHOP_JUDGED_UNSEEN:
      return g_strdup (!observed->is_watched ? "not watched: the compiled program has no such loop"
                       : observed->runs == 0 ? "not reached in this run"
                       : observed->most < 2  ? "never more than one iteration in this run"
                                             : "accesses were not recorded");
    case IHOP_JUDGED_ASIDE:
      return g_strdup_printf ("%s; so what the verdict assumes did not hold in this run", met);
    default:
      return g_steal_pointer (&met);
    }
}

/* ---- What the person is told ---------------------------------------------------------------------------------- */

static void
tell_refuted (IhopDiags *diags, const IhopObservedLoop *observed)
{
  g_autofree char *text = ihop_meeting_text (observed->culprit);
  IhopDiag *diag = ihop_diags_add (diags, IHOP_ERROR, "IHOP-O001", observed->loop->name->loop->place,
                                   "%s was called parallel, but %s", observed->loop->name->address, text);

  ihop_diag_remedy (diag, "this is our fault: please report the file with the command line");
}

static void
tell_unseen (IhopDiags *diags, const IhopObservation *observation)
{
  if (observation->threads)
    ihop_diags_add_at (diags, IHOP_WARNING, "IHOP-O002", NULL, 0, 0,
                       "the program made %lu threads: only what the first one does is seen",
                       observation->threads);
  if (observation->unseen->len == 0)
    return;
  g_ptr_array_add (observation->unseen, NULL);
  g_autofree char *list = g_strjoinv (", ", (char **) observation->unseen->pdata);
  g_ptr_array_remove_index (observation->unseen, observation->unseen->len - 1);
  ihop_diags_add_at (diags, IHOP_WARNING, "IHOP-O002", NULL, 0, 0,
                     "what these functions do to memory was not seen: %s", list);
}

static void
tell_end (IhopDiags *diags, const IhopObservation *observation)
{
  if (observation->timed_out)
    ihop_diags_add_at (diags, IHOP_WARNING, "IHOP-O003", NULL, 0, 0,
                       "the program was stopped at its time limit, after %.0f s", observation->seconds);
  else if (observation->signal)
    ihop_diags_add_at (diags, IHOP_WARNING, "IHOP-O003", NULL, 0, 0, "the program was ended by signal %d",
                       observation->signal);
}

void
ihop_observe_judge (IhopProject *project, const IhopObserveOptions *options, IhopObservation *observation)
{
  IhopDiags *diags = ihop_project_diags (project);

  for (guint i = 0; i < observation->loops->len; i++)
    judge_loop (observation->loops->pdata[i], observation->has_accesses);
  ihop_observe_ask_conditions (project, options, observation);
  for (guint i = 0; i < observation->loops->len; i++)
    {
      IhopObservedLoop *observed = observation->loops->pdata[i];
      if (observed->judgement == IHOP_JUDGED_REFUTED)
        tell_refuted (diags, observed);
    }
  tell_unseen (diags, observation);
  tell_end (diags, observation);
}
