#include "store/jobs.h"
#include <string.h>

struct _IhopJobs
{
  IhopStore *store;
  GMutex lock; /* a store belongs to one thread at a time */
};

static const char *const state_names[] = { "queued", "running", "done", "failed" };

#define COLUMNS                                                                                    \
  "number, id, parent, address, options, state, stage, message, worker, attempts, created, "       \
  "started, finished, expires, bytes"

void
ihop_job_free (IhopJob *job)
{
  if (job == NULL)
    return;
  g_free (job->id);
  g_free (job->parent);
  g_free (job->address);
  g_free (job->options);
  g_free (job->stage);
  g_free (job->message);
  g_free (job->worker);
  g_free (job);
}

const char *
ihop_job_state_name (IhopJobState state)
{
  return state_names[state];
}

gboolean
ihop_job_is_over (const IhopJob *job)
{
  return job->state == IHOP_JOB_DONE || job->state == IHOP_JOB_FAILED;
}

IhopJobs *
ihop_jobs_open (const char *path, GError **error)
{
  static const char *const schemas[] = { "jobs", NULL };
  const IhopStoreOptions options = { .schemas = schemas, .sync = IHOP_STORE_USUAL, .is_private = TRUE };
  IhopStore *store = ihop_store_open (path, &options, error);

  if (store == NULL)
    return NULL;
  IhopJobs *jobs = g_new0 (IhopJobs, 1);
  jobs->store = store;
  g_mutex_init (&jobs->lock);
  return jobs;
}

void
ihop_jobs_close (IhopJobs *jobs)
{
  if (jobs == NULL)
    return;
  ihop_store_close (jobs->store);
  g_mutex_clear (&jobs->lock);
  g_free (jobs);
}

static IhopJobState
state_of (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    if (g_strcmp0 (name, state_names[i]) == 0)
      return (IhopJobState) i;
  return IHOP_JOB_FAILED;
}

static IhopJob *
read_job (const IhopQuery *query)
{
  IhopJob *job = g_new0 (IhopJob, 1);

  job->number = ihop_query_int (query, 0);
  job->id = g_strdup (ihop_query_text (query, 1));
  job->parent = g_strdup (ihop_query_text (query, 2));
  job->address = g_strdup (ihop_query_text (query, 3));
  job->options = g_strdup (ihop_query_text (query, 4));
  job->state = state_of (ihop_query_text (query, 5));
  job->stage = g_strdup (ihop_query_text (query, 6));
  job->message = g_strdup (ihop_query_text (query, 7));
  job->worker = g_strdup (ihop_query_text (query, 8));
  job->attempts = (guint) ihop_query_int (query, 9);
  job->created = ihop_query_int (query, 10);
  job->started = ihop_query_int (query, 11);
  job->finished = ihop_query_int (query, 12);
  job->expires = ihop_query_int (query, 13);
  job->bytes = (guint64) ihop_query_int (query, 14);
  return job;
}

static gint64
now (void)
{
  return g_get_real_time () / G_USEC_PER_SEC;
}

/* Takes the query. -1: it failed. */
static gint64
one_number (IhopQuery *query, GError **error)
{
  GError *own = NULL;
  gint64 number = ihop_query_next (query, &own) ? ihop_query_int (query, 0) : 0;

  ihop_query_free (query);
  if (own == NULL)
    return number;
  g_propagate_error (error, own);
  return -1;
}

/* Takes the query. */
static GPtrArray *
all_jobs (IhopQuery *query, GError **error)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_job_free);

  while (ihop_query_next (query, error))
    g_ptr_array_add (found, read_job (query));
  ihop_query_free (query);
  return found;
}

static gboolean
is_over (gint64 number, guint limit)
{
  return limit && number >= (gint64) limit;
}

/* What is kept for the job's address, with this job. -1: it failed. */
static gint64
bytes_with (IhopStore *store, const IhopJob *job, GError **error)
{
  IhopQuery *query = ihop_query_new (store, "SELECT sum(bytes) FROM jobs_job WHERE address = ?");

  ihop_query_put_text (query, job->address);
  gint64 kept = one_number (query, error);
  return kept < 0 ? -1 : kept + (gint64) job->bytes;
}

static IhopJobsAdd
check_limits (IhopStore *store, const IhopJob *job, const IhopJobLimits *limits, GError **error)
{
  gint64 waiting = one_number (
    ihop_query_new (store, "SELECT count(*) FROM jobs_job WHERE state = 'queued'"), error);
  IhopQuery *active = ihop_query_new (
    store, "SELECT count(*) FROM jobs_job WHERE address = ? AND state IN ('queued', 'running')");
  IhopQuery *hour
    = ihop_query_new (store, "SELECT count(*) FROM jobs_job WHERE address = ? AND created > ?");

  ihop_query_put_text (active, job->address);
  ihop_query_put_text (hour, job->address);
  ihop_query_put_int (hour, now () - 3600);
  gint64 n_active = one_number (active, waiting < 0 ? NULL : error);
  gint64 n_hour = one_number (hour, waiting < 0 || n_active < 0 ? NULL : error);
  if (waiting < 0 || n_active < 0 || n_hour < 0)
    return IHOP_JOBS_BROKEN;
  if (is_over (n_active, limits->address_active))
    return IHOP_JOBS_ADDRESS_BUSY;
  if (is_over (n_hour, limits->address_per_hour))
    return IHOP_JOBS_ADDRESS_OFTEN;
  if (limits->address_bytes)
    {
      gint64 bytes = bytes_with (store, job, error);
      if (bytes < 0)
        return IHOP_JOBS_BROKEN;
      if (bytes > (gint64) limits->address_bytes)
        return IHOP_JOBS_ADDRESS_FULL;
    }
  return is_over (waiting, limits->waiting) ? IHOP_JOBS_FULL : IHOP_JOBS_ADDED;
}

static gboolean
insert (IhopStore *store, const IhopJob *job, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "INSERT INTO jobs_job (id, parent, address, options, state, stage, created, expires, "
           "bytes) VALUES (?, ?, ?, ?, 'queued', 'waiting', ?, ?, ?)");

  ihop_query_put_text (query, job->id);
  ihop_query_put_text (query, job->parent);
  ihop_query_put_text (query, job->address);
  ihop_query_put_text (query, job->options);
  ihop_query_put_int (query, now ());
  ihop_query_put_int (query, job->expires);
  ihop_query_put_int (query, (gint64) job->bytes);
  return ihop_query_run (query, error);
}

IhopJobsAdd
ihop_jobs_add (IhopJobs *jobs, const IhopJob *job, const IhopJobLimits *limits, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  IhopJobsAdd result;

  if (!ihop_store_begin (jobs->store, error))
    return IHOP_JOBS_BROKEN;
  result = check_limits (jobs->store, job, limits, error);
  if (result == IHOP_JOBS_ADDED && !insert (jobs->store, job, error))
    result = IHOP_JOBS_BROKEN;
  if (result != IHOP_JOBS_ADDED)
    ihop_store_rollback (jobs->store);
  else if (!ihop_store_commit (jobs->store, error))
    result = IHOP_JOBS_BROKEN;
  return result;
}

IhopJob *
ihop_jobs_find (IhopJobs *jobs, const char *id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) query
    = ihop_query_new (jobs->store, "SELECT " COLUMNS " FROM jobs_job WHERE id = ?");

  ihop_query_put_text (query, id);
  return ihop_query_next (query, error) ? read_job (query) : NULL;
}

/* Each queued job with its turn: behind those of its address that run, or came earlier. */
#define WITH_TURNS                                                                                 \
  "WITH busy (address, n) AS "                                                                     \
  "(SELECT address, count(*) FROM jobs_job WHERE state = 'running' GROUP BY address), "            \
  "waiting AS (SELECT jobs_job.*, coalesce (n, 0) AS n, coalesce (n, 0) + row_number () OVER "     \
  "(PARTITION BY jobs_job.address ORDER BY number) AS turn "                                       \
  "FROM jobs_job LEFT JOIN busy ON busy.address = jobs_job.address WHERE state = 'queued') "

static IhopJob *
take_next (IhopStore *store, guint most, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, WITH_TURNS "SELECT " COLUMNS " FROM waiting WHERE n < ? ORDER BY turn, number LIMIT 1");

  ihop_query_put_int (query, most);
  g_autoptr (IhopJob) job = ihop_query_next (query, error) ? read_job (query) : NULL;

  if (job == NULL)
    return NULL;
  g_autoptr (IhopQuery) update = ihop_query_new (
    store, "UPDATE jobs_job SET state = 'running', stage = 'starting', worker = NULL, started = ?, "
           "attempts = attempts + 1 WHERE number = ?");
  ihop_query_put_int (update, now ());
  ihop_query_put_int (update, job->number);
  if (!ihop_query_run (update, error))
    return NULL;
  job->state = IHOP_JOB_RUNNING;
  job->attempts++;
  return g_steal_pointer (&job);
}

IhopJob *
ihop_jobs_claim (IhopJobs *jobs, guint most, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  IhopJob *job;

  if (!ihop_store_begin (jobs->store, error))
    return NULL;
  job = take_next (jobs->store, most, error);
  if (job && ihop_store_commit (jobs->store, error))
    return job;
  if (job == NULL)
    ihop_store_rollback (jobs->store);
  ihop_job_free (job);
  return NULL;
}

/* An update with two texts: the value and the job's id. */
static gboolean
set_text (IhopJobs *jobs, const char *sql, const char *value, const char *id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) query = ihop_query_new (jobs->store, sql);

  ihop_query_put_text (query, value);
  ihop_query_put_text (query, id);
  return ihop_query_run (query, error);
}

gboolean
ihop_jobs_set_worker (IhopJobs *jobs, const char *id, guint attempt, const char *worker,
                      GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) query = ihop_query_new (
    jobs->store, "UPDATE jobs_job SET worker = ? WHERE id = ? AND state = 'running' AND attempts = ?");

  ihop_query_put_text (query, worker);
  ihop_query_put_text (query, id);
  ihop_query_put_int (query, attempt);
  return ihop_query_run (query, error) && ihop_store_changes (jobs->store) == 1;
}

gboolean
ihop_jobs_set_stage (IhopJobs *jobs, const char *id, const char *stage, GError **error)
{
  return set_text (jobs, "UPDATE jobs_job SET stage = ? WHERE id = ? AND state = 'running'", stage, id,
                   error);
}

gboolean
ihop_jobs_set_bytes (IhopJobs *jobs, const char *id, guint64 bytes, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) query = ihop_query_new (jobs->store, "UPDATE jobs_job SET bytes = ? WHERE id = ?");

  ihop_query_put_int (query, (gint64) bytes);
  ihop_query_put_text (query, id);
  return ihop_query_run (query, error);
}

gboolean
ihop_jobs_finish (IhopJobs *jobs, const char *id, const char *message, GError **error)
{
  return set_text (jobs,
                   message ? "UPDATE jobs_job SET state = 'failed', stage = 'failed', message = ?, "
                             "finished = unixepoch() WHERE id = ? AND state = 'running'"
                           : "UPDATE jobs_job SET state = 'done', stage = 'done', message = ?, "
                             "finished = unixepoch() WHERE id = ? AND state = 'running'",
                   message, id, error);
}

gboolean
ihop_jobs_cancel (IhopJobs *jobs, const char *id, const char *message, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) query = ihop_query_new (
    jobs->store, "UPDATE jobs_job SET state = 'failed', stage = 'cancelled', message = ?, finished = unixepoch() "
                 "WHERE id = ? AND state IN ('queued', 'running')");

  ihop_query_put_text (query, message);
  ihop_query_put_text (query, id);
  return ihop_query_run (query, error) && ihop_store_changes (jobs->store) == 1;
}

gboolean
ihop_jobs_release (IhopJobs *jobs, const char *id, guint attempts, const char *message,
                   GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) query = ihop_query_new (
    jobs->store,
    "UPDATE jobs_job SET state = iif(attempts < ?1, 'queued', 'failed'), "
    "stage = iif(attempts < ?1, 'waiting', 'failed'), message = iif(attempts < ?1, NULL, ?2), "
    "finished = iif(attempts < ?1, NULL, unixepoch()), worker = NULL "
    "WHERE id = ?3 AND state = 'running'");

  ihop_query_put_int (query, attempts);
  ihop_query_put_text (query, message);
  ihop_query_put_text (query, id);
  return ihop_query_run (query, error);
}

GPtrArray *
ihop_jobs_running (IhopJobs *jobs, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);

  return all_jobs (
    ihop_query_new (jobs->store, "SELECT " COLUMNS " FROM jobs_job WHERE state = 'running'"), error);
}

GPtrArray *
ihop_jobs_expired (IhopJobs *jobs, gint64 at, guint most, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  IhopQuery *query = ihop_query_new (
    jobs->store, "SELECT " COLUMNS " FROM jobs_job WHERE expires <= ? AND state IN ('done', 'failed') "
                 "ORDER BY expires LIMIT ?");

  ihop_query_put_int (query, at);
  ihop_query_put_int (query, most);
  return all_jobs (query, error);
}

gboolean
ihop_jobs_remove (IhopJobs *jobs, const char *id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) query = ihop_query_new (jobs->store, "DELETE FROM jobs_job WHERE id = ?");

  ihop_query_put_text (query, id);
  return ihop_query_run (query, error);
}

gboolean
ihop_jobs_count (IhopJobs *jobs, IhopJobCounts *counts, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) query
    = ihop_query_new (jobs->store, "SELECT state, count(*) FROM jobs_job GROUP BY state");
  GError *own = NULL;

  memset (counts, 0, sizeof *counts);
  while (ihop_query_next (query, &own))
    counts->by_state[state_of (ihop_query_text (query, 0))] = (guint) ihop_query_int (query, 1);
  if (own == NULL)
    return TRUE;
  g_propagate_error (error, own);
  return FALSE;
}

guint
ihop_jobs_ahead (IhopJobs *jobs, const IhopJob *job)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  IhopQuery *query = ihop_query_new (
    jobs->store, WITH_TURNS "SELECT count(*) FROM waiting AS other, waiting AS own WHERE own.number = ? AND "
                            "(other.turn, other.number) < (own.turn, own.number)");

  ihop_query_put_int (query, job->number);
  gint64 ahead = one_number (query, NULL);
  return ahead < 0 ? 0 : (guint) ahead;
}

gboolean
ihop_jobs_is_only_one (IhopJobs *jobs, const IhopJob *job)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  IhopQuery *query = ihop_query_new (jobs->store, "SELECT count(*) FROM jobs_job WHERE address = ? AND number <> ? "
                                                  "AND state IN ('queued', 'running')");

  ihop_query_put_text (query, job->address);
  ihop_query_put_int (query, job->number);
  return one_number (query, NULL) == 0;
}

gint64
ihop_jobs_version (IhopJobs *jobs)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);

  return one_number (ihop_query_new (jobs->store, "PRAGMA data_version"), NULL);
}

char *
ihop_jobs_secret (IhopJobs *jobs, const char *name, const char *make, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&jobs->lock);
  g_autoptr (IhopQuery) insert_query
    = ihop_query_new (jobs->store, "INSERT OR IGNORE INTO jobs_secret (name, value) VALUES (?, ?)");
  g_autoptr (IhopQuery) query
    = ihop_query_new (jobs->store, "SELECT value FROM jobs_secret WHERE name = ?");

  ihop_query_put_text (insert_query, name);
  ihop_query_put_text (insert_query, make);
  if (!ihop_query_run (insert_query, error))
    return NULL;
  ihop_query_put_text (query, name);
  return ihop_query_next (query, error) ? g_strdup (ihop_query_text (query, 0)) : NULL;
}
