/* How an executor shall work, and why it cannot. */
#pragma once
#include "execute/task.h"

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

#define IHOP_EXECUTOR_ERROR (ihop_executor_error_quark ())
GQuark ihop_executor_error_quark (void);
typedef enum
{
  IHOP_EXECUTOR_ERROR_KIND,   /* no such kind; the message lists those that there are */
  IHOP_EXECUTOR_ERROR_OUTSIDE /* an outside program is missing or failed; the message names it */
} IhopExecutorError;
