/* Whether what a verdict assumes holds in the run that refutes it. */
#include "base/edits.h"
#include "observe/judge.h"
#include "observe/watched.h"
#include <string.h>

static gboolean
has_conditions (const IhopLoop *loop)
{
  for (guint i = 0; i < loop->assumptions->len; i++)
    if (((const IhopAssumption *) loop->assumptions->pdata[i])->kind == IHOP_ASSUME_CONDITION)
      return TRUE;
  return FALSE;
}

/* Something that an owner vouches for and no program can test, such as 'permutation p'. */
static gboolean
has_silent (const IhopLoop *loop)
{
  for (guint i = 0; i < loop->assumptions->len; i++)
    {
      const IhopAssumption *assumption = loop->assumptions->pdata[i];
      if (assumption->kind == IHOP_ASSUME_CONDITION && assumption->condition == NULL)
        return TRUE;
    }
  return FALSE;
}

/* "(m >= 0) && (m <= 1000)": all at once. Caller frees. */
static char *
condition_of (const IhopLoop *loop)
{
  GString *text = g_string_new ("1");

  for (guint i = 0; i < loop->assumptions->len; i++)
    {
      const IhopAssumption *assumption = loop->assumptions->pdata[i];
      if (assumption->kind == IHOP_ASSUME_CONDITION && assumption->condition)
        g_string_append_printf (text, " && (%s)", assumption->condition);
    }
  return g_string_free (text, FALSE);
}

/* A loop around the loop, which is one statement as it was. */
static char *
question (const IhopLoop *loop, guint number)
{
  g_autofree char *condition = condition_of (loop);

  return g_strdup_printf ("for (int ihop_once = (ihop_observe_condition (%u, %s), 1); ihop_once; ihop_once = 0) ", number,
                          condition);
}

static char *
text_of (const IhopProjectFile *file, const GPtrArray *asked)
{
  const char *text = file->original ? file->original : "";
  g_autoptr (IhopSource) source = ihop_source_new (file->path, text, strlen (text));
  g_autoptr (IhopEdits) edits = ihop_edits_new (source);

  ihop_edits_insert (edits, 0, "void ihop_observe_condition (unsigned, int); ");
  for (guint i = 0; i < asked->len; i++)
    {
      const IhopObservedLoop *observed = asked->pdata[i];
      IhopRange range = observed->loop->name->loop->range;
      if (range.source == NULL || strcmp (range.source->path, file->path) != 0)
        continue;
      g_autofree char *before = question (observed->loop, i);
      ihop_edits_insert (edits, range.begin, before);
    }
  return ihop_edits_apply (edits, NULL);
}

/* The lines "NUMBER RUN" of what did not hold. */
static gboolean
did_not_hold (const char *log, guint number, guint64 run)
{
  g_autofree char *line = g_strdup_printf ("\n%u %" G_GUINT64_FORMAT "\n", number, run);

  return strstr (log, line) != NULL;
}

static void
set_aside (const IhopWatched *watched, const GPtrArray *asked)
{
  g_autofree char *text = NULL, *log = NULL;
  gboolean has_run = watched->failure == NULL && g_file_get_contents (watched->log, &text, NULL, NULL);

  log = g_strconcat ("\n", text ? text : "", NULL);
  for (guint i = 0; i < asked->len; i++)
    {
      IhopObservedLoop *observed = asked->pdata[i];
      gboolean can_ask = has_run && observed->loop->name->loop->range.source != NULL && !has_silent (observed->loop);
      if (!can_ask || did_not_hold (log, i, observed->culprit->run))
        observed->judgement = IHOP_JUDGED_ASIDE;
    }
}

void
ihop_observe_ask_conditions (IhopProject *project, const IhopObserveOptions *options, IhopObservation *observation)
{
  const GPtrArray *files = ihop_project_files (project);
  g_autoptr (GPtrArray) asked = g_ptr_array_new ();
  g_auto (GStrv) texts = g_new0 (char *, files->len + 1);

  for (guint i = 0; i < observation->loops->len; i++)
    {
      IhopObservedLoop *observed = observation->loops->pdata[i];
      if (observed->judgement == IHOP_JUDGED_REFUTED && has_conditions (observed->loop))
        g_ptr_array_add (asked, observed);
    }
  if (asked->len == 0)
    return;
  for (guint i = 0; i < files->len; i++)
    texts[i] = text_of (files->pdata[i], asked);
  IhopWatched *watched = ihop_watched_run (project, options, IHOP_WATCH_CONDITIONS, texts);
  set_aside (watched, asked);
  ihop_watched_free (watched, options->keep != NULL);
}
