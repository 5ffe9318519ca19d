#include "web/job_view.h"
#include "web/layout.h"
#include "web/guard.h"
#include "web/names.h"
#include "web/reply.h"
#include <string.h>

IhopJob *
ihop_web_request_job (IhopWebRequest *request)
{
  const char *id = request->parts[0];
  IhopJob *job = ihop_web_is_secret (id) ? ihop_jobs_find (request->web->jobs, id, NULL) : NULL;

  if (job == NULL)
    ihop_web_reply_error (request, MHD_HTTP_NOT_FOUND,
                          "There is no such job, or its time is over and it was deleted.");
  return job;
}

static void
put_int (JsonBuilder *json, const char *name, gint64 value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_int_value (json, value);
}

static void
put_time (JsonBuilder *json, const char *name, gint64 seconds)
{
  g_autoptr (GDateTime) time = seconds ? g_date_time_new_from_unix_utc (seconds) : NULL;
  g_autofree char *text = time ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  ihop_json_put_text (json, name, text);
}

IhopWebOptions *
ihop_web_job_options (const IhopJob *job)
{
  IhopWebOptions *options = ihop_web_options_new ();
  const char *fault;
  g_autoptr (JsonNode) root = ihop_web_json_read (job->options, strlen (job->options), &fault);

  if (root)
    g_free (ihop_web_options_read (options, json_node_get_object (root), (const char *const[]) { NULL }));
  return options;
}

/* What the worker has written about its commands, and the files that came out. */
static void
put_report (IhopWeb *web, const IhopJob *job, JsonBuilder *json)
{
  g_autofree char *path = ihop_web_job_path (web->config.state, job->id, "result/report.json");
  g_autofree char *text = NULL;
  const char *fault;
  gsize size;

  json_builder_set_member_name (json, "report");
  if (ihop_job_is_over (job) && g_file_get_contents (path, &text, &size, NULL))
    {
      JsonNode *root = ihop_web_json_read (text, size, &fault);
      if (root)
        {
          json_builder_add_value (json, root);
          return;
        }
    }
  json_builder_add_null_value (json);
}

static void
put_links (const IhopJob *job, JsonBuilder *json)
{
  static const char *const names[] = { "events", "archive.zip" };
  g_autofree char *page = g_strconcat ("/jobs/", job->id, NULL);

  json_builder_set_member_name (json, "links");
  json_builder_begin_object (json);
  ihop_json_put_text (json, "page", page);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *link = g_strdup_printf ("/api/v1/jobs/%s/%s", job->id, names[i]);
      ihop_json_put_text (json, i ? "archive" : "events", link);
    }
  json_builder_end_object (json);
}

char *
ihop_web_job_json (IhopWeb *web, const IhopJob *job)
{
  JsonBuilder *json = json_builder_new ();
  g_autoptr (IhopWebOptions) options = ihop_web_job_options (job);

  json_builder_begin_object (json);
  ihop_json_put_text (json, "id", job->id);
  ihop_json_put_text (json, "from", job->parent);
  ihop_json_put_text (json, "state", ihop_job_state_name (job->state));
  ihop_json_put_text (json, "stage", job->stage);
  ihop_json_put_text (json, "message", job->message);
  put_int (json, "attempts", job->attempts);
  put_int (json, "ahead", job->state == IHOP_JOB_QUEUED ? ihop_jobs_ahead (web->jobs, job) : 0);
  put_time (json, "created", job->created);
  put_time (json, "finished", job->finished);
  put_time (json, "expires", job->expires);
  json_builder_set_member_name (json, "options");
  json_builder_begin_object (json);
  ihop_web_options_put (options, json);
  json_builder_end_object (json);
  put_report (web, job, json);
  put_links (job, json);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
