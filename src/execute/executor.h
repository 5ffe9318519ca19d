/* Running many programs: here in a pool of processes, or on a cluster through Slurm.
 *
 * A task is a command line. It ends in one of two ways: it *exits*, with whatever status, and then
 * what it did is its own business; or it is *lost*: killed, with its node or alone, and then it is
 * started again, a few times. So a task should write its result beside its place and rename it at the
 * end: a result that is there is whole.
 *
 *     executor = ihop_executor_new (&options, &error);
 *     ihop_executor_add (executor, task) …
 *     while (ihop_executor_step (executor, 200))
 *       show progress
 *
 * Local tasks end when the thread that started them ends: step an executor from a thread that stays.
 * Tasks know nothing of where they run. On a cluster the folders that they name must be seen by all
 * nodes under the same path. */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_TASK_WAITING,
  IHOP_TASK_RUNNING,
  IHOP_TASK_ENDED,       /* see status */
  IHOP_TASK_LOST         /* see why; given up */
} IhopTaskState;

typedef struct
{
  char *name;            /* for people */
  char **argv;           /* argv[0] is a path, or found on PATH */
  char *folder;          /* where it runs; NULL: the current one */
  char *log;             /* a file for what it prints; NULL: thrown away */
  double seconds;        /* it is ended when it runs longer; 0: no limit */
  gpointer data;         /* the owner's */
  /* Filled in: */
  IhopTaskState state;
  int status;            /* exit status */
  guint attempts;        /* how often it was started */
  char *why;             /* the last time it was lost; or NULL */
  char *where;           /* node it ran on; NULL: here, or not known */
  double took;           /* seconds; as seen from here */
  /* Of the executor: */
  gint64 began;
  gint64 missed;         /* since when nobody knows of it */
  int handle;            /* process id; or number in the job array */
  gpointer job;
} IhopTask;

typedef struct
{
  const char *kind;      /* "local", "slurm" */
  guint most;            /* tasks at once; 0: as many as there are processors; no limit for slurm */
  guint retries;         /* of a lost task */
  const char *folder;    /* slurm: for its files; seen by all nodes */
  const char *const *arguments; /* slurm: more for sbatch ("--partition=gpu"); or NULL */
  void (*changed) (const IhopTask *task, gpointer data); /* a task's state has changed; or NULL */
  gpointer data;
} IhopExecutorOptions;

typedef struct _IhopExecutor IhopExecutor;

#define IHOP_EXECUTOR_ERROR (ihop_executor_error_quark ())
GQuark ihop_executor_error_quark (void);
typedef enum
{
  IHOP_EXECUTOR_ERROR_KIND,   /* no such kind; the message lists those that there are */
  IHOP_EXECUTOR_ERROR_OUTSIDE /* an outside program is missing or failed; the message names it */
} IhopExecutorError;

/* NULL with an error if it cannot work. Strings of the options must outlive it. What an earlier
 * executor with the same folder has left running is ended. */
IhopExecutor *ihop_executor_new (const IhopExecutorOptions *options, GError **error);
/* Ends what still runs. */
void ihop_executor_free (IhopExecutor *executor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopExecutor, ihop_executor_free)

/* Takes the task; it stays valid until it is forgotten, or the executor freed. */
void ihop_executor_add (IhopExecutor *executor, IhopTask *task);
/* Starts what can be started, looks what has ended, waits for that up to so many milliseconds. The
 * number of tasks that have not ended. A failure to start (sbatch refuses) makes tasks lost. */
guint ihop_executor_step (IhopExecutor *executor, guint milliseconds);
/* Removes and frees a task that has ended or was lost: for those who run for months. Not from
 * "changed". */
void ihop_executor_forget (IhopExecutor *executor, IhopTask *task);
/* Ends it; it is lost then, and not started again. */
void ihop_executor_cancel (IhopExecutor *executor, IhopTask *task);

/* Takes name and argv, copies the others. */
IhopTask *ihop_task_new (char *name, char **argv, const char *folder, const char *log);
void ihop_task_free (IhopTask *task);
/* "local, slurm". Static. */
const char *ihop_executor_kinds (void);
