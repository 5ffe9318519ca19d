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
