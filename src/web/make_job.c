/* How an upload becomes a job: files gathered, options checked, a row in the queue. */
#include "store/jobs.h"
#include "base/folder.h"
#include "web/api.h"
#include "web/dispatch.h"
#include "web/files.h"
#include "web/layout.h"
#include "web/log.h"
#include "web/names.h"
#include "web/reply.h"
#include "web/unpack.h"
#include "web/upload.h"
#include <glib/gstdio.h>
#include <string.h>
#include <sys/statvfs.h>

/* {"files": [{"name": "a.c", "text": "…"}]} */
static gboolean
add_json_files (IhopWebRequest *request)
{
  JsonObject *json = ihop_web_upload_json (request->upload);
  JsonArray *files = json ? ihop_json_get_array (json, "files") : NULL;

  for (guint i = 0; i < ihop_json_length (files); i++)
    {
      JsonObject *file = ihop_json_object_at (files, i);
      const char *text = ihop_json_get_text (file, "text");
      if (text == NULL || json_object_get_size (file) != (json_object_has_member (file, "name") ? 2 : 1))
        {
          ihop_web_reply_error (request, MHD_HTTP_BAD_REQUEST,
                                "'files' must be an array of objects with 'name' and 'text'.");
          return FALSE;
        }
      if (!ihop_web_upload_add (request->upload, request, ihop_json_get_text (file, "name"), text,
                                strlen (text)))
        return FALSE;
    }
  return TRUE;
}

/* Fields "text" and "name" of the page; a form that has files as well leaves them empty. */
static gboolean
add_pasted (IhopWebRequest *request)
{
  const char *text = ihop_web_upload_field (request->upload, "text");
  const char *name = ihop_web_upload_field (request->upload, "name");
  g_autofree char *good = NULL;

  if (text == NULL || strspn (text, " \t\r\n") == strlen (text))
    return TRUE;
  /* A form ends its lines with CR LF, whatever the owner wrote. */
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);
  good = g_strjoinv ("\n", lines);
  return ihop_web_upload_add (request->upload, request, name && *name ? name : "pasted.c", good,
                              strlen (good));
}

static gboolean
holds_archive (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (ihop_unpack_is_archive (name))
      return TRUE;
  return FALSE;
}

/* Files of the job that this one goes on from, beside those it brings itself. Who replaces one file of an
 * archive works with what was in it. */
static gboolean
inherit_files (IhopWebRequest *request, const IhopJob *parent)
{
  const char *state = request->web->config.state;
  g_autofree char *upload = ihop_web_job_path (state, parent->id, "upload");
  g_autofree char *unpacked = ihop_web_job_path (state, parent->id, "result/files");
  g_autofree char *to = NULL, *products = NULL, *script = NULL;
  gboolean is_unpacked = ihop_web_upload_files (request->upload) > 0 && holds_archive (upload);

  if (!ihop_web_upload_make_folder (request->upload, request))
    return FALSE;
  to = g_build_filename (ihop_web_upload_folder (request->upload), "upload", NULL);
  if (!ihop_web_copy_folder (is_unpacked ? unpacked : upload, to, NULL))
    {
      ihop_web_reply_error (request, MHD_HTTP_INSUFFICIENT_STORAGE, "The files could not be taken over.");
      return FALSE;
    }
  products = g_build_filename (to, "ihop-out", NULL);
  script = g_build_filename (to, "steps.ihop", NULL);
  ihop_folder_remove (products);
  if (is_unpacked)
    g_remove (script);
  return TRUE;
}

/* All files of the job in the upload's folder. */
static gboolean
gather_files (IhopWebRequest *request, const IhopJob *parent)
{
  if (!add_json_files (request) || !add_pasted (request))
    return FALSE;
  if (parent && (ihop_web_upload_files (request->upload) == 0
                 || ihop_web_upload_field (request->upload, "keep")))
    return inherit_files (request, parent);
  if (ihop_web_upload_files (request->upload) > 0)
    return TRUE;
  ihop_web_reply_error (request, MHD_HTTP_BAD_REQUEST, "There is no file: send a C file, or paste one.");
  return FALSE;
}

static char *
take_options (IhopWebRequest *request, const IhopJob *parent, const GPtrArray *steps, char **text)
{
  g_autoptr (IhopWebOptions) options
    = parent ? ihop_web_job_options (parent) : ihop_web_options_new ();
  char *fault;

  if (steps == NULL && (fault = ihop_web_upload_options (request->upload, options)))
    return fault;
  if (steps)
    {
      const char *file = ihop_web_upload_field (request->upload, "file");
      if (file)
        ihop_web_options_set (options, "file", file);
      g_ptr_array_set_size (options->steps, 0);
      for (guint i = 0; i < steps->len; i++)
        g_ptr_array_add (options->steps, g_strdup (steps->pdata[i]));
    }
  fault = ihop_web_options_fault (options);
  if (fault == NULL)
    *text = ihop_web_options_text (options);
  return fault;
}

static void
refuse_busy (IhopWebRequest *request, IhopJobsAdd result)
{
  const IhopWebConfig *config = &request->web->config;

  g_atomic_int_inc (&request->web->metrics.jobs_refused);
  if (result == IHOP_JOBS_FULL)
    ihop_web_reply_error (request, MHD_HTTP_SERVICE_UNAVAILABLE,
                          "The queue is full; try again in a few minutes.");
  else if (result == IHOP_JOBS_ADDRESS_BUSY)
    ihop_web_reply_error (request, MHD_HTTP_TOO_MANY_REQUESTS,
                          "%d jobs of your address wait or run already; try again when one is done.",
                          config->address_jobs);
  else if (result == IHOP_JOBS_ADDRESS_OFTEN)
    ihop_web_reply_error (request, MHD_HTTP_TOO_MANY_REQUESTS,
                          "Your address has had %d jobs within an hour; try again later.",
                          config->address_per_hour);
  else if (result == IHOP_JOBS_ADDRESS_FULL)
    ihop_web_reply_error (request, MHD_HTTP_TOO_MANY_REQUESTS,
                          "The jobs of your address take %d MB here already; delete some of them, or try again "
                          "when they are deleted, %d minutes after they were made.",
                          config->address_mb, config->keep_minutes);
  else
    ihop_web_reply_error (request, MHD_HTTP_INTERNAL_SERVER_ERROR, "The queue cannot be written.");
}

/* First the files take their place, then the row is written: a row without files there never is. */
static gboolean
enqueue (IhopWebRequest *request, IhopJob *job)
{
  IhopWeb *web = request->web;
  const IhopWebConfig *config = &web->config;
  const IhopJobLimits limits = { (guint) config->queue, (guint) config->address_jobs,
                                 (guint) config->address_per_hour, (guint64) config->address_mb << 20 };
  g_autofree char *place = ihop_web_job_path (config->state, job->id, NULL);
  g_autoptr (GError) error = NULL;
  IhopJobsAdd result = IHOP_JOBS_BROKEN;

  job->bytes = ihop_web_folder_size (ihop_web_upload_folder (request->upload));
  if (g_rename (ihop_web_upload_folder (request->upload), place) == 0)
    result = ihop_jobs_add (web->jobs, job, &limits, &error);
  if (result == IHOP_JOBS_ADDED)
    return TRUE;
  if (error)
    ihop_web_log ("error", "queue", "message", error->message, NULL);
  ihop_folder_remove (place);
  refuse_busy (request, result);
  return FALSE;
}

/* NULL and TRUE: it goes on from none. */
static gboolean
find_parent (IhopWebRequest *request, const char *from, IhopJob **parent)
{
  *parent = NULL;
  if (from == NULL || *from == 0)
    return TRUE;
  *parent = ihop_web_is_secret (from) ? ihop_jobs_find (request->web->jobs, from, NULL) : NULL;
  if (*parent == NULL)
    ihop_web_reply_error (request, MHD_HTTP_BAD_REQUEST,
                          "The job it should go on from is not there (any more).");
  return *parent != NULL;
}

/* A full disk would break jobs that are there already. */
static gboolean
has_room (const IhopWebConfig *config)
{
  struct statvfs disk;

  return statvfs (config->state, &disk) != 0
         || (guint64) disk.f_bavail * disk.f_frsize >= (guint64) config->free_mb << 20;
}

char *
ihop_web_job_make (IhopWebRequest *request, const char *from, const GPtrArray *steps)
{
  IhopWeb *web = request->web;
  g_autoptr (IhopJob) parent = NULL;
  g_autofree char *text = NULL, *fault = NULL, *id = ihop_web_secret_new ();
  IhopJob job = { .id = id, .address = request->address };

  if (g_atomic_int_get (&web->is_draining))
    ihop_web_reply_error (request, MHD_HTTP_SERVICE_UNAVAILABLE,
                          "The service is about to stop; try again in a minute.");
  else if (!has_room (&web->config))
    ihop_web_reply_error (request, MHD_HTTP_SERVICE_UNAVAILABLE,
                          "There is no room for another job; try again later.");
  if (request->is_replied || !find_parent (request, from, &parent))
    return NULL;
  fault = take_options (request, parent, steps, &text);
  if (fault)
    ihop_web_reply_error (request, MHD_HTTP_BAD_REQUEST, "The job is refused: %s.", fault);
  if (fault || !gather_files (request, parent))
    return NULL;
  job.parent = parent ? parent->id : NULL;
  job.options = text;
  job.expires = g_get_real_time () / G_USEC_PER_SEC + web->config.keep_minutes * 60;
  if (!enqueue (request, &job))
    return NULL;
  g_atomic_int_inc (&web->metrics.jobs_added);
  ihop_web_dispatch_wake (web);
  return g_steal_pointer (&id);
}

void
ihop_web_post_job (IhopWebRequest *request)
{
  g_autofree char *id
    = ihop_web_job_make (request, ihop_web_upload_field (request->upload, "from"), NULL);
  g_autofree char *place = id ? g_strconcat ("/api/v1/jobs/", id, NULL) : NULL;
  g_autoptr (IhopJob) job = id ? ihop_jobs_find (request->web->jobs, id, NULL) : NULL;

  if (job)
    ihop_web_reply_created (request, place, ihop_web_job_json (request->web, job));
  else if (!request->is_replied)
    ihop_web_reply_error (request, MHD_HTTP_INTERNAL_SERVER_ERROR, "The queue cannot be read.");
}
