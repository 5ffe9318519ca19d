/* One job, seen from outside the sandbox. A process of its own, so that neither a crash here nor one of
 * the server takes the other with it. */
#pragma once
#include "web/config.h"
#include "web/sandbox.h"

/* "PID START": which process works, even if its number is given to another one later. Caller frees. */
char *ihop_web_worker_name (int pid);
gboolean ihop_web_worker_is_alive (const char *name);
/* As the workers use it. slot: which of the workers. */
IhopSandbox ihop_web_worker_sandbox (const IhopWebConfig *config, guint slot);
/* Works off the job that was claimed in its "attempt"; gives the exit code, 0 even for a job that
 * failed. */
int ihop_web_worker_run (const IhopWebConfig *config, const char *id, guint attempt, guint slot);
/* The same where the queue cannot be reached (cluster.h): options from job.json in the job's folder, stages
 * into "stage", and at last "outcome": empty, or why it failed. */
int ihop_web_worker_run_far (const IhopWebConfig *config, const char *id, guint slot);
