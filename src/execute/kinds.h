/* What one way of running tasks has to do. Own to this room; a new way is a file and a row in
 * executor.c. */
#pragma once
#include "execute/options.h"

typedef struct
{
  const char *name;
  guint pause;           /* milliseconds between two looks */
  /* Its own data, or NULL with an error. */
  gpointer (*open) (const IhopExecutorOptions *options, GError **error);
  /* Starts some of these waiting tasks, of IhopTask *: calls ihop_task_began for each. */
  void (*start) (gpointer own, GPtrArray *waiting, guint running);
  /* Finds out about running tasks: calls ihop_task_ended or ihop_task_was_lost for those that are
   * running no longer. */
  void (*look) (gpointer own, GPtrArray *running);
  void (*stop) (gpointer own, IhopTask *task);
  void (*close) (gpointer own);
} IhopExecutorKind;

extern const IhopExecutorKind ihop_executor_local, ihop_executor_slurm;
