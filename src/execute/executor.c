#include "execute/executor.h"
#include "execute/kinds.h"

struct _IhopExecutor
{
  IhopExecutorOptions options;
  const IhopExecutorKind *kind;
  gpointer own;
  GPtrArray *tasks;      /* of IhopTask * */
  gint64 looked;
};

static const IhopExecutorKind *const kinds[] = { &ihop_executor_local, &ihop_executor_slurm };

G_DEFINE_QUARK (ihop-executor-error-quark, ihop_executor_error)

const char *
ihop_executor_kinds (void)
{
  return "local, slurm";
}

static const IhopExecutorKind *
find_kind (const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i]->name, name))
      return kinds[i];
  g_set_error (error, IHOP_EXECUTOR_ERROR, IHOP_EXECUTOR_ERROR_KIND,
               "there is no executor \"%s\": expected one of %s", name, ihop_executor_kinds ());
  return NULL;
}

IhopExecutor *
ihop_executor_new (const IhopExecutorOptions *options, GError **error)
{
  const IhopExecutorKind *kind = find_kind (options->kind, error);
  gpointer own = kind ? kind->open (options, error) : NULL;

  if (own == NULL)
    return NULL;
  IhopExecutor *executor = g_new0 (IhopExecutor, 1);
  executor->options = *options;
  executor->kind = kind;
  executor->own = own;
  executor->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_task_free);
  return executor;
}

void
ihop_executor_cancel (IhopExecutor *executor, IhopTask *task)
{
  if (task->state == IHOP_TASK_RUNNING)
    executor->kind->stop (executor->own, task);
  if (task->state <= IHOP_TASK_RUNNING)
    ihop_task_was_lost (task, g_strdup ("was cancelled"), TRUE);
}

void
ihop_executor_free (IhopExecutor *executor)
{
  if (executor == NULL)
    return;
  for (guint i = 0; i < executor->tasks->len; i++)
    ihop_executor_cancel (executor, executor->tasks->pdata[i]);
  executor->kind->close (executor->own);
  g_ptr_array_unref (executor->tasks);
  g_free (executor);
}

void
ihop_executor_add (IhopExecutor *executor, IhopTask *task)
{
  g_ptr_array_add (executor->tasks, task);
}

void
ihop_executor_forget (IhopExecutor *executor, IhopTask *task)
{
  g_assert (task->state > IHOP_TASK_RUNNING);
  g_ptr_array_remove (executor->tasks, task);
}

/* Not owned. */
static GPtrArray *
those_in (const IhopExecutor *executor, IhopTaskState state)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < executor->tasks->len; i++)
    if (((IhopTask *) executor->tasks->pdata[i])->state == state)
      g_ptr_array_add (found, executor->tasks->pdata[i]);
  return found;
}

/* Of tasks that were in one state before: those that are in another one now. */
static gboolean
tell (const IhopExecutor *executor, const GPtrArray *tasks, IhopTaskState before)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < tasks->len; i++)
    {
      IhopTask *task = tasks->pdata[i];
      if (task->state == before)
        continue;
      if (task->state == IHOP_TASK_LOST && task->attempts <= executor->options.retries)
        task->state = IHOP_TASK_WAITING;
      if (executor->options.changed)
        executor->options.changed (task, executor->options.data);
      changed = TRUE;
    }
  return changed;
}

static gboolean
start_and_look (IhopExecutor *executor)
{
  g_autoptr (GPtrArray) running = those_in (executor, IHOP_TASK_RUNNING);

  if (running->len)
    executor->kind->look (executor->own, running);
  gboolean changed = tell (executor, running, IHOP_TASK_RUNNING);
  g_autoptr (GPtrArray) waiting = those_in (executor, IHOP_TASK_WAITING);
  g_autoptr (GPtrArray) still = those_in (executor, IHOP_TASK_RUNNING);
  if (waiting->len)
    executor->kind->start (executor->own, waiting, still->len);
  return tell (executor, waiting, IHOP_TASK_WAITING) || changed;
}

static guint
count_open (const IhopExecutor *executor)
{
  guint n = 0;

  for (guint i = 0; i < executor->tasks->len; i++)
    n += ((IhopTask *) executor->tasks->pdata[i])->state <= IHOP_TASK_RUNNING;
  return n;
}

guint
ihop_executor_step (IhopExecutor *executor, guint milliseconds)
{
  gint64 until = g_get_monotonic_time () + (gint64) milliseconds * 1000;

  for (;;)
    {
      gint64 next = executor->looked + (gint64) executor->kind->pause * 1000;
      gint64 now = g_get_monotonic_time ();
      if (now >= next)
        {
          executor->looked = now;
          if (start_and_look (executor) || count_open (executor) == 0)
            return count_open (executor);
        }
      now = g_get_monotonic_time ();
      if (now >= until)
        return count_open (executor);
      g_usleep ((gulong) CLAMP (MIN (until, executor->looked + (gint64) executor->kind->pause * 1000) - now,
                                500, 50000));
    }
}
