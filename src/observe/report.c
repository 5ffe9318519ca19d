/* An observation as a document: what --format json prints and --profile keeps. */
#include "observe/observe.h"
#include "base/json.h"
#include "project/report.h"

static void
put_site (JsonBuilder *json, const char *member, const IhopAccessPlace *site, guint64 iteration)
{
  ihop_json_begin_object (json, member);
  ihop_json_put_text (json, "file", site->path);
  ihop_json_put_int (json, "line", site->line);
  ihop_json_put_int (json, "column", site->column);
  ihop_json_put_text (json, "variable", site->variable);
  ihop_json_put_int (json, "iteration", (gint64) iteration);
  json_builder_end_object (json);
}

static void
put_meeting (JsonBuilder *json, const char *member, const IhopMeeting *meeting)
{
  ihop_json_begin_object (json, member);
  ihop_json_put_text (json, "kind", ihop_dependence_kind_name (meeting->kind));
  ihop_json_put_text (json, "element", meeting->element);
  ihop_json_put_text (json, "object", meeting->object);
  put_site (json, "source", &meeting->source, meeting->source_iteration);
  put_site (json, "sink", &meeting->sink, meeting->sink_iteration);
  ihop_json_put_int (json, "distance", (gint64) meeting->distance);
  ihop_json_put_bool (json, "at_least", meeting->at_least);
  ihop_json_put_int (json, "run", (gint64) meeting->run);
  json_builder_end_object (json);
}

static void
put_loop (JsonBuilder *json, const IhopObservedLoop *observed)
{
  const IhopLoopName *name = observed->loop->name;
  g_autofree char *text = ihop_observed_text (observed);

  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "file", ihop_report_loop_path (observed->loop));
  ihop_json_put_int (json, "line", ihop_range_line (name->loop->place));
  ihop_json_put_int (json, "column", ihop_range_column (name->loop->place));
  ihop_json_put_text (json, "function", name->function->symbol->name);
  ihop_json_put_text (json, "loop", name->address);
  ihop_json_put_text (json, "verdict", ihop_verdict_name (observed->loop->verdict));
  ihop_json_put_bool (json, "watched", observed->is_watched);
  ihop_json_put_int (json, "runs", (gint64) observed->runs);
  ihop_json_begin_object (json, "trips");
  ihop_json_put_int (json, "total", (gint64) observed->trips);
  ihop_json_put_int (json, "least", (gint64) observed->least);
  ihop_json_put_double (json, "mean", observed->runs ? (double) observed->trips / (double) observed->runs : 0);
  ihop_json_put_int (json, "most", (gint64) observed->most);
  json_builder_end_object (json);
  if (observed->share >= 0)
    {
      ihop_json_put_double (json, "share", observed->share);
      ihop_json_put_double (json, "own_share", observed->own_share);
    }
  ihop_json_put_text (json, "judgement", ihop_judgement_name (observed->judgement));
  ihop_json_put_text (json, "message", text);
  ihop_json_put_message (json, "assertion", observed->assertion);
  if (ihop_observed_meeting (observed))
    put_meeting (json, "nearest", ihop_observed_meeting (observed));
  ihop_json_begin_array (json, "met");
  for (guint i = 0; i < observed->meetings->len; i++)
    put_meeting (json, NULL, observed->meetings->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
put_program (JsonBuilder *json, const IhopObservation *observation)
{
  ihop_json_begin_object (json, "program");
  ihop_json_put_int (json, "status", observation->status);
  ihop_json_put_int (json, "signal", observation->signal);
  ihop_json_put_bool (json, "timed_out", observation->timed_out);
  ihop_json_put_double (json, "seconds", observation->seconds);
  ihop_json_put_int (json, "threads", (gint64) observation->threads);
  ihop_json_put_bool (json, "accesses", observation->has_accesses);
  ihop_json_begin_array (json, "unseen");
  for (guint i = 0; i < observation->unseen->len; i++)
    ihop_json_add_text (json, observation->unseen->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

char *
ihop_observation_json (IhopProject *project, const IhopObservation *observation)
{
  const GPtrArray *files = ihop_project_files (project);
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_begin_array (json, "files");
  for (guint i = 0; i < files->len; i++)
    ihop_json_add_text (json, ((const IhopProjectFile *) files->pdata[i])->path);
  json_builder_end_array (json);
  put_program (json, observation);
  ihop_json_begin_array (json, "loops");
  for (guint i = 0; i < observation->loops->len; i++)
    put_loop (json, observation->loops->pdata[i]);
  json_builder_end_array (json);
  ihop_report_put_diags (json, ihop_project_diags (project));
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
