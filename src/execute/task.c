#include "execute/task.h"

IhopTask *
ihop_task_new (char *name, char **argv, const char *folder, const char *log)
{
  IhopTask *task = g_new0 (IhopTask, 1);

  task->name = name;
  task->argv = argv;
  task->folder = g_strdup (folder);
  task->log = g_strdup (log);
  return task;
}

void
ihop_task_free (IhopTask *task)
{
  if (task == NULL)
    return;
  g_free (task->name);
  g_strfreev (task->argv);
  g_free (task->folder);
  g_free (task->log);
  g_free (task->why);
  g_free (task->where);
  g_free (task);
}

void
ihop_task_began (IhopTask *task, int handle)
{
  task->state = IHOP_TASK_RUNNING;
  task->handle = handle;
  task->attempts++;
  task->began = g_get_monotonic_time ();
  task->missed = 0;
}

static void
stop_clock (IhopTask *task)
{
  task->took = (double) (g_get_monotonic_time () - task->began) / G_TIME_SPAN_SECOND;
}

void
ihop_task_ended (IhopTask *task, int status)
{
  stop_clock (task);
  task->state = IHOP_TASK_ENDED;
  task->status = status;
}

/* Whether it waits again is decided by the executor, which knows how often it may. */
void
ihop_task_was_lost (IhopTask *task, char *why, gboolean is_final)
{
  stop_clock (task);
  g_free (task->why);
  task->why = why;
  task->state = IHOP_TASK_LOST;
  if (is_final)
    task->attempts = G_MAXUINT;
}
