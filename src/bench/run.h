/* A whole comparison run: tasks handed to an executor, results brought into the store, again and again
 * until all is done. It can be killed at any moment and resumed: what was measured stays. */
#pragma once
#include "bench/keep.h"
#include "execute/executor.h"

typedef struct
{
  guint done, total;     /* tasks */
  guint lost;            /* given up */
  double seconds_left;   /* a guess; negative: not yet known */
  const char *now;       /* what was started last: "gemm MEDIUM"; or NULL */
} IhopRunProgress;

typedef struct
{
  const IhopBenchOptions *bench; /* work: folder for builds and results of the whole run; with slurm, seen
                                    by all nodes. NULL: the user's cache. Of a resumed run only "work" counts,
                                    and "rivals" that it shall have in addition: those that are not timed on
                                    the processor, since that is done in turns with all others */
  const char *program;   /* path of ihop */
  const char *version;   /* of ihop */
  const char *name;      /* of the run; resume: NULL is the newest */
  gboolean resume;
  const char *executor;  /* "local", "slurm" */
  guint jobs;            /* tasks at once; those that share a machine disturb each other */
  guint retries;         /* of tasks that were lost */
  const char *const *sbatch; /* more arguments for it; or NULL */
  gboolean keep_work;    /* leave what was compiled */
  void (*progress) (const IhopRunProgress *progress, gpointer data); /* or NULL */
  gpointer data;
  const volatile int *stop; /* not 0: end early; what is done is kept. Or NULL */
} IhopRunOptions;

/* Its name, which the caller frees; NULL with an error when it could not begin. *complete: nothing was
 * stopped or lost. */
char *ihop_bench_run (IhopStore *store, const IhopRunOptions *options, gboolean *complete, GError **error);

/* What a task does: settings (as JSON) in a file, kernel and size, where to put the result; rivals NULL:
 * all of the settings; else these alone, the original only to compare with. FALSE with an error. */
gboolean ihop_bench_task (const char *settings_path, const char *kernel, const char *size,
                          const char *result_path, const char *const *rivals, GError **error);
