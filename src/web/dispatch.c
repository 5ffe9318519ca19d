#include "web/dispatch.h"
#include "base/folder.h"
#include "web/cluster.h"
#include "web/events.h"
#include "web/files.h"
#include "web/guard.h"
#include "web/layout.h"
#include "web/log.h"
#include "web/names.h"
#include "web/pace.h"
#include "web/worker.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define WATCH_MS 150          /* how soon a listener hears of a change */
#define SWEEP_SECONDS 2
#define STALE_SECONDS 3600    /* an upload that nobody finished */
#define UNSEEN_SECONDS 20     /* a job that was given out, and nobody came for it */

typedef struct
{
  IhopWebDispatch *dispatch;
  char *id;
  GPid pid;     /* 0: another server's child, to be asked now and then */
  char *name;   /* as ihop_web_worker_name */
  guint slot, source;
} Worker;

struct _IhopWebDispatch
{
  IhopWeb *web;
  GPtrArray *workers;      /* of Worker * */
  IhopWebCluster *cluster; /* NULL: workers are processes of this machine */
  guint jobs_given;        /* to the cluster; for the slots of its workers */
  guint watch, sweep, look;
  gint64 version;          /* of the queue, when it was last looked at */
  void (*done) (gpointer data);
  gpointer done_data;
};

/* The one dispatcher of this process, for who wakes it. */
static gint is_woken;
static IhopWebDispatch *only;

static void start_workers (IhopWebDispatch *dispatch);

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  if (worker->source)
    g_source_remove (worker->source);
  g_free (worker->id);
  g_free (worker->name);
  g_free (worker);
}

static gboolean
slot_is_taken (const IhopWebDispatch *dispatch, guint slot)
{
  for (guint i = 0; i < dispatch->workers->len; i++)
    if (((Worker *) dispatch->workers->pdata[i])->slot == slot)
      return TRUE;
  return FALSE;
}

static guint
free_slot (const IhopWebDispatch *dispatch)
{
  guint slot = 0;

  while (slot_is_taken (dispatch, slot))
    slot++;
  return slot;
}

/* A worker ended, one way or another. If its job is still running, it did not end by itself. */
static void
worker_gone (Worker *worker, const char *how)
{
  IhopWebDispatch *dispatch = worker->dispatch;
  IhopWeb *web = dispatch->web;
  g_autoptr (IhopJob) job = ihop_jobs_find (web->jobs, worker->id, NULL);
  g_autofree char *alias = ihop_web_alias (worker->id, NULL);

  if (job && job->state == IHOP_JOB_RUNNING)
    {
      gboolean again = job->attempts < (guint) web->config.attempts;
      g_atomic_int_inc (&web->metrics.workers_died);
      if (again)
        g_atomic_int_inc (&web->metrics.jobs_retried);
      ihop_web_log ("warning", "worker_died", "job", alias, "how", how, "again", again ? "yes" : "no",
                    NULL);
      ihop_jobs_release (web->jobs, job->id, (guint) web->config.attempts,
                         "The worker died while it was at this job, more than once. That is our fault; "
                         "the job is given up.", NULL);
    }
  g_ptr_array_remove_fast (dispatch->workers, worker);
  ihop_web_events_wake (web);
  start_workers (dispatch);
}

static void
child_ended (GPid pid, int status, gpointer data)
{
  Worker *worker = data;
  g_autoptr (GError) error = NULL;

  worker->source = 0;
  g_spawn_close_pid (pid);
  worker_gone (worker, g_spawn_check_wait_status (status, &error) ? NULL : error->message);
}

/* A session of its own: what ends the server does not end the job. Nothing may be called here but what is safe behind a fork. */
static void
own_session (gpointer unused)
{
  setsid ();
}

static char **
worker_words (const IhopWeb *web, const IhopJob *job, guint slot)
{
  g_auto (GStrv) options = ihop_web_config_for_worker (&web->config);
  GPtrArray *words = g_ptr_array_new ();

  g_ptr_array_add (words, g_file_read_link ("/proc/self/exe", NULL));
  g_ptr_array_add (words, g_strdup ("work"));
  g_ptr_array_add (words, g_strdup (job->id));
  g_ptr_array_add (words, g_strdup_printf ("%u", job->attempts));
  g_ptr_array_add (words, g_strdup_printf ("%u", slot));
  for (guint i = 0; options[i]; i++)
    g_ptr_array_add (words, g_strdup (options[i]));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

static gboolean
start_worker (IhopWebDispatch *dispatch, const IhopJob *job)
{
  Worker *worker = g_new0 (Worker, 1);
  g_autoptr (GError) error = NULL;

  worker->dispatch = dispatch;
  worker->id = g_strdup (job->id);
  worker->slot = free_slot (dispatch);
  g_auto (GStrv) words = worker_words (dispatch->web, job, worker->slot);
  if (!g_spawn_async (NULL, words, NULL, G_SPAWN_DO_NOT_REAP_CHILD, own_session, NULL, &worker->pid, &error))
    {
      ihop_web_log ("error", "worker_not_started", "message", error->message, NULL);
      ihop_jobs_release (dispatch->web->jobs, job->id, (guint) dispatch->web->config.attempts,
                         "No worker could be started.", NULL);
      worker_free (worker);
      return FALSE;
    }
  g_ptr_array_add (dispatch->workers, worker);
  worker->source = g_child_watch_add (worker->pid, child_ended, worker);
  return TRUE;
}

static guint
jobs_in_hand (const IhopWebDispatch *dispatch)
{
  return dispatch->workers->len + (dispatch->cluster ? ihop_web_cluster_jobs (dispatch->cluster) : 0);
}

static gboolean
may_start (const IhopWebDispatch *dispatch)
{
  return !g_atomic_int_get (&dispatch->web->is_draining)
         && jobs_in_hand (dispatch) < (guint) dispatch->web->config.workers
         && (dispatch->cluster == NULL || ihop_web_cluster_is_open (dispatch->cluster));
}

/* FALSE: it could not be started. */
static gboolean
give_out (IhopWebDispatch *dispatch, const IhopJob *job)
{
  if (dispatch->cluster == NULL)
    return start_worker (dispatch, job);
  ihop_web_cluster_add (dispatch->cluster, job, dispatch->jobs_given++ % 256);
  return TRUE;
}

static void
start_workers (IhopWebDispatch *dispatch)
{
  IhopWeb *web = dispatch->web;

  while (may_start (dispatch))
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (IhopJob) job = ihop_jobs_claim (web->jobs, (guint) web->config.address_workers, &error);
      if (error)
        ihop_web_log ("error", "queue", "message", error->message, NULL);
      if (job == NULL || !give_out (dispatch, job))
        break;
    }
  if (g_atomic_int_get (&web->is_draining) && jobs_in_hand (dispatch) == 0 && dispatch->done)
    dispatch->done (dispatch->done_data);
}

/* Jobs that run by a worker of an earlier server, or that were given out and nobody came for. */
static void
adopt (IhopWebDispatch *dispatch)
{
  g_autoptr (GPtrArray) running = ihop_jobs_running (dispatch->web->jobs, NULL);

  for (guint i = 0; i < running->len; i++)
    {
      const IhopJob *job = running->pdata[i];
      Worker *worker = g_new0 (Worker, 1);
      worker->dispatch = dispatch;
      worker->id = g_strdup (job->id);
      worker->name = g_strdup (job->worker);
      worker->slot = free_slot (dispatch);
      g_ptr_array_add (dispatch->workers, worker);
    }
}

/* What an earlier server gave to the cluster was ended with it. */
static void
requeue (IhopWebDispatch *dispatch)
{
  g_autoptr (GPtrArray) running = ihop_jobs_running (dispatch->web->jobs, NULL);

  for (guint i = 0; i < running->len; i++)
    ihop_jobs_release (dispatch->web->jobs, ((const IhopJob *) running->pdata[i])->id,
                       (guint) dispatch->web->config.attempts, "The service was ended in the middle of it, more "
                       "than once.", NULL);
}

static gboolean
look_at_cluster (gpointer data)
{
  IhopWebDispatch *dispatch = data;

  if (ihop_web_cluster_step (dispatch->cluster))
    start_workers (dispatch);
  ihop_web_events_wake (dispatch->web); /* our own changes do not show in the queue's version */
  return G_SOURCE_CONTINUE;
}

/* Is somebody still at it? */
static gboolean
is_forsaken (const Worker *worker, const IhopJob *job)
{
  if (job == NULL || job->state != IHOP_JOB_RUNNING)
    return TRUE;
  if (job->worker)
    return !ihop_web_worker_is_alive (job->worker);
  return time (NULL) - job->started > UNSEEN_SECONDS;
}

static void
look_after_adopted (IhopWebDispatch *dispatch)
{
  for (guint i = dispatch->workers->len; i-- > 0;)
    {
      Worker *worker = dispatch->workers->pdata[i];
      g_autoptr (IhopJob) job = worker->pid ? NULL : ihop_jobs_find (dispatch->web->jobs, worker->id, NULL);
      if (worker->pid == 0 && is_forsaken (worker, job))
        {
          worker_gone (worker, "it was a worker of an earlier server");
          return; /* the list has changed */
        }
    }
}

static void
remove_expired (IhopWeb *web)
{
  g_autoptr (GPtrArray) over = ihop_jobs_expired (web->jobs, time (NULL), 50, NULL);

  for (guint i = 0; i < over->len; i++)
    {
      const IhopJob *job = over->pdata[i];
      g_autofree char *folder = ihop_web_job_path (web->config.state, job->id, NULL);
      g_autofree char *alias = ihop_web_alias (job->id, NULL);
      if (!ihop_jobs_remove (web->jobs, job->id, NULL))
        continue;
      ihop_folder_remove (folder);
      g_atomic_int_inc (&web->metrics.jobs_expired);
      ihop_web_log ("info", "job_expired", "job", alias, NULL);
    }
}

static gboolean
is_stale (const char *path)
{
  struct stat info;

  return lstat (path, &info) == 0 && time (NULL) - info.st_mtime > STALE_SECONDS;
}

/* What a crash left: uploads nobody finished, folders of jobs that have no row. */
static void
remove_orphans (IhopWeb *web, const char *kind, gboolean has_rows)
{
  g_autofree char *folder = g_build_filename (web->config.state, kind, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (IhopJob) job = has_rows ? ihop_jobs_find (web->jobs, name, NULL) : NULL;
      if (job == NULL && is_stale (path))
        ihop_folder_remove (path);
    }
}

static gboolean
sweep (gpointer data)
{
  IhopWebDispatch *dispatch = data;
  static guint count;

  ihop_web_guard_sweep (dispatch->web);
  ihop_web_pace_sweep (dispatch->web->pace);
  remove_expired (dispatch->web);
  look_after_adopted (dispatch);
  if (count++ % 300 == 0)
    {
      remove_orphans (dispatch->web, "incoming", FALSE);
      remove_orphans (dispatch->web, "jobs", TRUE);
    }
  start_workers (dispatch);
  return G_SOURCE_CONTINUE;
}

/* Workers write to the queue from processes of their own: listeners hear of it here. */
static gboolean
watch (gpointer data)
{
  IhopWebDispatch *dispatch = data;
  static guint count;

  if (ihop_web_events_has_listeners (dispatch->web))
    {
      gint64 version = ihop_jobs_version (dispatch->web->jobs);
      if (version != dispatch->version || count++ % 100 == 0)
        ihop_web_events_wake (dispatch->web);
      dispatch->version = version;
    }
  return G_SOURCE_CONTINUE;
}

IhopWebDispatch *
ihop_web_dispatch_new (IhopWeb *web, GError **error)
{
  gboolean is_far = g_strcmp0 (web->config.executor, "slurm") == 0;
  IhopWebCluster *cluster = is_far ? ihop_web_cluster_new (web, error) : NULL;
  IhopWebDispatch *dispatch;

  if (is_far && cluster == NULL)
    return NULL;
  dispatch = g_new0 (IhopWebDispatch, 1);
  dispatch->web = web;
  dispatch->cluster = cluster;
  dispatch->workers = g_ptr_array_new_with_free_func (worker_free);
  only = dispatch;
  if (cluster)
    {
      requeue (dispatch);
      dispatch->look = g_timeout_add (500, look_at_cluster, dispatch);
    }
  else
    adopt (dispatch);
  dispatch->watch = g_timeout_add (WATCH_MS, watch, dispatch);
  dispatch->sweep = g_timeout_add_seconds (SWEEP_SECONDS, sweep, dispatch);
  sweep (dispatch);
  return dispatch;
}

void
ihop_web_dispatch_free (IhopWebDispatch *dispatch)
{
  if (dispatch == NULL)
    return;
  only = NULL;
  g_source_remove (dispatch->watch);
  g_source_remove (dispatch->sweep);
  if (dispatch->look)
    g_source_remove (dispatch->look);
  ihop_web_cluster_free (dispatch->cluster);
  g_ptr_array_unref (dispatch->workers);
  g_free (dispatch);
}

static gboolean
woken (gpointer data)
{
  g_atomic_int_set (&is_woken, 0);
  if (only)
    start_workers (only);
  return G_SOURCE_REMOVE;
}

void
ihop_web_dispatch_wake (IhopWeb *web)
{
  if (g_atomic_int_compare_and_exchange (&is_woken, 0, 1))
    g_idle_add (woken, NULL);
}

void
ihop_web_dispatch_drain (IhopWebDispatch *dispatch, void (*done) (gpointer data), gpointer data)
{
  dispatch->done = done;
  dispatch->done_data = data;
  start_workers (dispatch);
}
