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
#include "execute/options.h"

typedef struct _IhopExecutor IhopExecutor;

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

/* "local, slurm". Static. */
const char *ihop_executor_kinds (void);
