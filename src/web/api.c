#include "web/api.h"
#include "base/folder.h"
#include "web/assets.h"
#include "web/files.h"
#include "web/guard.h"
#include "web/layout.h"
#include "web/log.h"
#include "web/names.h"
#include "web/reply.h"
#include "web/worker.h"
#include "web/dispatch.h"
#include <signal.h>
#include <string.h>

#define JSON_TYPE "application/json"
#define WORKER_ENDS (2 * G_USEC_PER_SEC) /* once it is killed */

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

void
ihop_web_get_job (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);

  if (job)
    ihop_web_reply_text (request, MHD_HTTP_OK, JSON_TYPE, ihop_web_job_json (request->web, job));
}

/* Its worker's whole session: the sandbox goes with it. FALSE: it does not end. */
static gboolean
end_worker (const char *worker)
{
  const gint64 until = g_get_monotonic_time () + WORKER_ENDS;

  if (ihop_web_worker_is_alive (worker))
    kill (-(pid_t) g_ascii_strtoll (worker, NULL, 10), SIGKILL);
  while (ihop_web_worker_is_alive (worker) && g_get_monotonic_time () < until)
    g_usleep (2000);
  return !ihop_web_worker_is_alive (worker);
}

/* First the queue knows, so that nobody thinks that the worker died of itself, nor begins it again. */
gboolean
ihop_web_job_cancel (IhopWeb *web, const IhopJob *job)
{
  g_autofree char *alias = ihop_web_alias (job->id, NULL);
  g_autoptr (IhopJob) now = NULL;

  if (ihop_jobs_cancel (web->jobs, job->id, "It was cancelled.", NULL))
    ihop_web_log ("info", "job_cancelled", "job", alias, NULL);
  now = ihop_jobs_find (web->jobs, job->id, NULL);
  ihop_web_dispatch_wake (web);
  return now == NULL || now->worker == NULL || end_worker (now->worker);
}

void
ihop_web_post_cancel (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);
  g_autoptr (IhopJob) now = NULL;

  if (job == NULL)
    return;
  if (!ihop_web_job_cancel (request->web, job))
    ihop_web_reply_error (request, MHD_HTTP_CONFLICT, "The job's worker does not end; try again in a moment.");
  else if ((now = ihop_web_request_job (request)))
    ihop_web_reply_text (request, MHD_HTTP_OK, JSON_TYPE, ihop_web_job_json (request->web, now));
}

gboolean
ihop_web_job_delete (IhopWebRequest *request, const IhopJob *job)
{
  g_autofree char *folder = ihop_web_job_path (request->web->config.state, job->id, NULL);

  if (!ihop_web_job_cancel (request->web, job))
    {
      ihop_web_reply_error (request, MHD_HTTP_CONFLICT, "The job's worker does not end; try again in a moment.");
      return FALSE;
    }
  ihop_jobs_remove (request->web->jobs, job->id, NULL);
  ihop_folder_remove (folder);
  return TRUE;
}

void
ihop_web_delete_job (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);

  if (job && ihop_web_job_delete (request, job))
    ihop_web_reply_text (request, MHD_HTTP_OK, JSON_TYPE, g_strdup ("{ \"deleted\": true }\n"));
}

/* A file of a job that is done, by its path below result/. */
static void
reply_result (IhopWebRequest *request, const char *folder, const char *name, gboolean is_download)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);
  g_autofree char *below = g_build_filename ("result", folder, name, NULL);
  g_autofree char *path = NULL, *base = NULL;

  if (job == NULL)
    return;
  if (ihop_web_path_fault (name))
    {
      ihop_web_reply_error (request, MHD_HTTP_NOT_FOUND, "There is no such file.");
      return;
    }
  path = ihop_web_job_path (request->web->config.state, job->id, below);
  base = g_path_get_basename (name);
  ihop_web_reply_file (request, path, ihop_web_type_of (name), is_download ? base : NULL);
}

void
ihop_web_get_result (IhopWebRequest *request)
{
  reply_result (request, "results", request->parts[1], FALSE);
}

void
ihop_web_get_archive (IhopWebRequest *request)
{
  reply_result (request, "results", "archive.zip", TRUE);
}

/* What a stranger has uploaded is never shown as a page of ours. */
void
ihop_web_get_file (IhopWebRequest *request)
{
  const char *name = request->parts[1];

  if (g_str_has_prefix (name, "now/"))
    reply_result (request, "now", name + 4, TRUE);
  else
    reply_result (request, "files", name, TRUE);
}

static void
reply_copy (IhopWebRequest *request, const char *text)
{
  ihop_web_reply_text (request, MHD_HTTP_OK, JSON_TYPE, g_strdup (text));
}

void
ihop_web_get_openapi (IhopWebRequest *request)
{
  g_autoptr (GBytes) bytes = ihop_web_asset ("openapi.json");

  ihop_web_reply_asset (request, JSON_TYPE, bytes);
}

void
ihop_web_get_transforms (IhopWebRequest *request)
{
  reply_copy (request, request->web->transforms);
}

void
ihop_web_get_gpus (IhopWebRequest *request)
{
  reply_copy (request, request->web->gpus);
}

void
ihop_web_get_health (IhopWebRequest *request)
{
  IhopJobCounts counts;

  if (!ihop_jobs_count (request->web->jobs, &counts, NULL))
    ihop_web_reply_error (request, MHD_HTTP_SERVICE_UNAVAILABLE, "The queue does not answer.");
  else
    reply_copy (request, g_atomic_int_get (&request->web->is_draining)
                           ? "{ \"state\": \"draining\" }\n"
                           : "{ \"state\": \"ok\" }\n");
}

/* Through a proxy everybody comes from this machine. */
static gboolean
is_local (const IhopWebRequest *request)
{
  g_autofree char *four = ihop_web_alias ("127.0.0.1", request->web->salt);
  g_autofree char *six = ihop_web_alias ("::", request->web->salt);

  return ihop_web_header (request, "X-Forwarded-For") == NULL
         && (g_str_equal (request->address, four) || g_str_equal (request->address, six));
}

void
ihop_web_get_metrics (IhopWebRequest *request)
{
  IhopWeb *web = request->web;
  const char *whom = web->config.metrics;
  IhopJobCounts counts;

  if (!g_str_equal (whom, "all") && !(g_str_equal (whom, "local") && is_local (request)))
    {
      ihop_web_reply_error (request, MHD_HTTP_NOT_FOUND, "There is no such page, or it was deleted.");
      return;
    }
  ihop_jobs_count (web->jobs, &counts, NULL);
  ihop_web_reply_text (request, MHD_HTTP_OK, "text/plain; version=0.0.4; charset=utf-8",
                       ihop_web_metrics_text (&web->metrics, counts.by_state, ihop_web_guard_count (web)));
}
