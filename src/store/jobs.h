/* The queue of the web service: one row a job. First come, first served, but in turns of the addresses.
 *
 *     queued ──claim──▶ running ──finish──▶ done | failed
 *       ▲                  │
 *       └────release───────┘   (its worker died; not more often than attempts allow)
 *
 * Several processes open the same store: the server puts jobs in and gives them out, a worker says how
 * far it is and how it ended. Each change is one transaction, so that whoever is killed at whatever
 * moment leaves a job in one of these states. */
#pragma once
#include "store/store.h"

typedef enum
{
  IHOP_JOB_QUEUED,
  IHOP_JOB_RUNNING,
  IHOP_JOB_DONE,
  IHOP_JOB_FAILED
} IhopJobState;

typedef struct
{
  gint64 number;  /* the order in which jobs came */
  char *id, *parent, *address, *options, *stage, *message, *worker;
  IhopJobState state;
  guint attempts;
  guint64 bytes;  /* of its files */
  gint64 created, started, finished, expires; /* seconds since 1970; 0: not yet */
} IhopJob;

typedef struct
{
  guint by_state[4];
} IhopJobCounts;

void ihop_job_free (IhopJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopJob, ihop_job_free)
const char *ihop_job_state_name (IhopJobState state);
gboolean ihop_job_is_over (const IhopJob *job);

/* Opens or makes the queue. What is asked of it may come from several threads. */
typedef struct _IhopJobs IhopJobs;
IhopJobs *ihop_jobs_open (const char *path, GError **error);
void ihop_jobs_close (IhopJobs *jobs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopJobs, ihop_jobs_close)

/* Limits that hold at the moment a job comes in; 0: none. */
typedef struct
{
  guint waiting;          /* jobs queued, of everybody */
  guint address_active;   /* queued or running, of this address */
  guint address_per_hour; /* made in the last hour */
  guint64 address_bytes;  /* of files kept for this address */
} IhopJobLimits;

typedef enum
{
  IHOP_JOBS_ADDED,
  IHOP_JOBS_FULL,          /* limits->waiting */
  IHOP_JOBS_ADDRESS_BUSY,  /* limits->address_active */
  IHOP_JOBS_ADDRESS_OFTEN, /* limits->address_per_hour */
  IHOP_JOBS_ADDRESS_FULL,  /* limits->address_bytes */
  IHOP_JOBS_BROKEN         /* error says why */
} IhopJobsAdd;

/* Adds a queued job: id, parent, address, options, bytes and expires are read. Counting and adding are one
 * transaction. */
IhopJobsAdd ihop_jobs_add (IhopJobs *jobs, const IhopJob *job, const IhopJobLimits *limits,
                           GError **error);
/* NULL: there is none (or error). Caller frees. */
IhopJob *ihop_jobs_find (IhopJobs *jobs, const char *id, GError **error);
/* The next queued job becomes running: the oldest one of the first turn. A turn takes one job of every
 * address; those that run count for their address, and one that has "most" of them running waits. NULL:
 * none may be begun (or error). Caller frees. */
IhopJob *ihop_jobs_claim (IhopJobs *jobs, guint most, GError **error);
/* Who works at it: written by the worker itself. FALSE without an error: the job is not running in
 * this attempt (any more), so it is not this worker's. */
gboolean ihop_jobs_set_worker (IhopJobs *jobs, const char *id, guint attempt, const char *worker,
                               GError **error);
gboolean ihop_jobs_set_stage (IhopJobs *jobs, const char *id, const char *stage, GError **error);
/* What its files take now. */
gboolean ihop_jobs_set_bytes (IhopJobs *jobs, const char *id, guint64 bytes, GError **error);
/* done (message NULL), or failed with a sentence; only of a running job. */
gboolean ihop_jobs_finish (IhopJobs *jobs, const char *id, const char *message, GError **error);
/* As failed, with the stage "cancelled" and the message; of a job that waits or runs. FALSE without an error: it
 * did neither. */
gboolean ihop_jobs_cancel (IhopJobs *jobs, const char *id, const char *message, GError **error);
/* A running job whose worker is gone: queued again, or failed with the message after "attempts"
 * tries. Does nothing to a job that is not running. */
gboolean ihop_jobs_release (IhopJobs *jobs, const char *id, guint attempts, const char *message,
                            GError **error);
/* Of IhopJob *; caller unrefs. */
GPtrArray *ihop_jobs_running (IhopJobs *jobs, GError **error);
/* Finished jobs whose time is over at "now", at most "most". Of IhopJob *; caller unrefs. */
GPtrArray *ihop_jobs_expired (IhopJobs *jobs, gint64 now, guint most, GError **error);
gboolean ihop_jobs_remove (IhopJobs *jobs, const char *id, GError **error);
gboolean ihop_jobs_count (IhopJobs *jobs, IhopJobCounts *counts, GError **error);
/* How many that wait will be begun before this one, if no more come. */
guint ihop_jobs_ahead (IhopJobs *jobs, const IhopJob *job);
/* Whether its address has no other job that waits or runs. */
gboolean ihop_jobs_is_only_one (IhopJobs *jobs, const IhopJob *job);
/* Changes whenever another process or connection has changed the store. */
gint64 ihop_jobs_version (IhopJobs *jobs);
/* A value that is made once and kept ("make" is used by whoever comes first). Caller frees. */
char *ihop_jobs_secret (IhopJobs *jobs, const char *name, const char *make, GError **error);
