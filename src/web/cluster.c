#include "web/cluster.h"
#include "execute/executor.h"
#include "web/files.h"
#include "web/layout.h"
#include "web/log.h"
#include "web/names.h"
#include "web/worker.h"
#include <glib/gstdio.h>

#define MOST_TASKS 400 /* an executor keeps what it has done: then a new one is begun */

typedef struct
{
  char *id;
  IhopTask *task;  /* the executor's */
} Given;

struct _IhopWebCluster
{
  IhopWeb *web;
  IhopExecutor *executor;
  char *folder;      /* of the executor's files */
  GPtrArray *given;  /* of Given *: not yet ended */
  guint count;       /* tasks that this executor has had */
};

static void
given_free (gpointer data)
{
  Given *given = data;

  g_free (given->id);
  g_free (given);
}

static gboolean
make_executor (IhopWebCluster *cluster, GError **error)
{
  const IhopExecutorOptions options = { .kind = "slurm", .folder = cluster->folder };

  ihop_executor_free (cluster->executor);
  cluster->executor = ihop_executor_new (&options, error);
  cluster->count = 0;
  return cluster->executor != NULL;
}

IhopWebCluster *
ihop_web_cluster_new (IhopWeb *web, GError **error)
{
  IhopWebCluster *cluster = g_new0 (IhopWebCluster, 1);

  cluster->web = web;
  cluster->folder = g_build_filename (web->config.state, "slurm", NULL);
  cluster->given = g_ptr_array_new_with_free_func (given_free);
  g_mkdir_with_parents (cluster->folder, 0700);
  if (make_executor (cluster, error))
    return cluster;
  ihop_web_cluster_free (cluster);
  return NULL;
}

void
ihop_web_cluster_free (IhopWebCluster *cluster)
{
  if (cluster == NULL)
    return;
  ihop_executor_free (cluster->executor);
  g_ptr_array_unref (cluster->given);
  g_free (cluster->folder);
  g_free (cluster);
}

guint
ihop_web_cluster_jobs (const IhopWebCluster *cluster)
{
  return cluster->given->len;
}

gboolean
ihop_web_cluster_is_open (const IhopWebCluster *cluster)
{
  return cluster->executor && cluster->count < MOST_TASKS;
}

/* Files that an earlier attempt has left would be believed. */
static void
prepare (const IhopWeb *web, const IhopJob *job)
{
  static const char *const left[] = { "stage", "outcome" };
  g_autofree char *options = ihop_web_job_path (web->config.state, job->id, "job.json");

  for (guint i = 0; i < G_N_ELEMENTS (left); i++)
    {
      g_autofree char *path = ihop_web_job_path (web->config.state, job->id, left[i]);
      g_unlink (path);
    }
  g_file_set_contents (options, job->options, -1, NULL);
}

static char **
words_for (const IhopWeb *web, const IhopJob *job, guint slot)
{
  g_auto (GStrv) options = ihop_web_config_for_worker (&web->config);
  GPtrArray *words = g_ptr_array_new ();

  g_ptr_array_add (words, g_file_read_link ("/proc/self/exe", NULL));
  g_ptr_array_add (words, g_strdup ("work-at"));
  g_ptr_array_add (words, g_strdup (job->id));
  g_ptr_array_add (words, g_strdup_printf ("%u", slot));
  for (guint i = 0; options[i]; i++)
    g_ptr_array_add (words, g_strdup (options[i]));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

void
ihop_web_cluster_add (IhopWebCluster *cluster, const IhopJob *job, guint slot)
{
  Given *given = g_new0 (Given, 1);
  g_autofree char *alias = ihop_web_alias (job->id, NULL);
  g_autofree char *log = ihop_web_job_path (cluster->web->config.state, job->id, "worker.log");

  prepare (cluster->web, job);
  given->id = g_strdup (job->id);
  given->task = ihop_task_new (g_strdup (alias), words_for (cluster->web, job, slot), NULL, log);
  ihop_executor_add (cluster->executor, given->task);
  g_ptr_array_add (cluster->given, given);
  cluster->count++;
}

static char *
read_job_file (const IhopWeb *web, const char *id, const char *name)
{
  g_autofree char *path = ihop_web_job_path (web->config.state, id, name);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

static void
tell_stage (const IhopWeb *web, const char *id)
{
  g_autofree char *stage = read_job_file (web, id, "stage");
  g_autoptr (IhopJob) job = stage ? ihop_jobs_find (web->jobs, id, NULL) : NULL;

  if (job && !g_str_equal (job->stage, stage) && ihop_web_name_fault (stage) == NULL)
    ihop_jobs_set_stage (web->jobs, id, stage, NULL);
}

/* Its owner may have cancelled or deleted it. */
static gboolean
is_wanted (const IhopWeb *web, const char *id)
{
  g_autoptr (IhopJob) job = ihop_jobs_find (web->jobs, id, NULL);

  return job && job->state == IHOP_JOB_RUNNING;
}

/* The task is over. Without an outcome its worker died, wherever that was. */
static void
tell_end (IhopWeb *web, const Given *given)
{
  g_autofree char *outcome = read_job_file (web, given->id, "outcome");
  g_autofree char *alias = ihop_web_alias (given->id, NULL);
  g_autoptr (IhopJob) job = ihop_jobs_find (web->jobs, given->id, NULL);

  if (outcome)
    {
      g_autofree char *place = ihop_web_job_path (web->config.state, given->id, NULL);
      ihop_jobs_set_bytes (web->jobs, given->id, ihop_web_folder_size (place), NULL);
      ihop_jobs_finish (web->jobs, given->id, *outcome ? outcome : NULL, NULL);
      ihop_web_log (*outcome ? "warning" : "info", *outcome ? "job_failed" : "job_done", "job", alias,
                    "message", *outcome ? outcome : NULL, "node", given->task->where, NULL);
      return;
    }
  if (job == NULL || job->state != IHOP_JOB_RUNNING)
    return;
  g_atomic_int_inc (&web->metrics.workers_died);
  if (job->attempts < (guint) web->config.attempts)
    g_atomic_int_inc (&web->metrics.jobs_retried);
  ihop_web_log ("warning", "worker_died", "job", alias, "how", given->task->why, "node", given->task->where, NULL);
  ihop_jobs_release (web->jobs, given->id, (guint) web->config.attempts,
                     "The worker died while it was at this job, more than once. That is our fault; the job "
                     "is given up.", NULL);
}

gboolean
ihop_web_cluster_step (IhopWebCluster *cluster)
{
  gboolean any = FALSE;

  if (cluster->given->len)
    ihop_executor_step (cluster->executor, 1);
  for (guint i = cluster->given->len; i-- > 0;)
    {
      const Given *given = cluster->given->pdata[i];
      if (given->task->state == IHOP_TASK_WAITING || given->task->state == IHOP_TASK_RUNNING)
        {
          if (is_wanted (cluster->web, given->id))
            tell_stage (cluster->web, given->id);
          else
            ihop_executor_cancel (cluster->executor, given->task);
          continue;
        }
      tell_end (cluster->web, given);
      g_ptr_array_remove_index (cluster->given, i);
      any = TRUE;
    }
  if (cluster->given->len == 0 && cluster->count >= MOST_TASKS)
    make_executor (cluster, NULL);
  return any;
}
