/* Work on threads that nobody waits for when the window is closed. */
#include "gui/background.h"
#include <sys/resource.h>
#include <unistd.h>

typedef struct
{
  GTaskThreadFunc function;
} Work;

static gint n_running;

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = g_object_get_data (G_OBJECT (task), "ihop-work");

  work->function (task, source, data, cancellable);
  g_atomic_int_add (&n_running, -1);
}

static void
set_work (GTask *task, GTaskThreadFunc function)
{
  Work *work = g_new (Work, 1);

  work->function = function;
  g_object_set_data_full (G_OBJECT (task), "ihop-work", work, g_free);
  g_atomic_int_inc (&n_running);
}

void
ihop_background_run (GTask *task, GTaskThreadFunc function)
{
  set_work (task, function);
  g_task_run_in_thread (task, run);
}

/* ---- quietly ---- */

#define N_QUIET 2
#define NICE 10 /* Linux has it for each thread */

static void
run_quietly (gpointer data, gpointer user_data)
{
  g_autoptr (GTask) task = data;

  setpriority (PRIO_PROCESS, (id_t) gettid (), NICE);
  run (task, g_task_get_source_object (task), g_task_get_task_data (task), g_task_get_cancellable (task));
}

void
ihop_background_run_quietly (GTask *task, GTaskThreadFunc function)
{
  static GThreadPool *pool;

  if (pool == NULL) /* threads of its own: nobody else's work gets a thread that has been made slower */
    pool = g_thread_pool_new (run_quietly, NULL, N_QUIET, TRUE, NULL);
  set_work (task, function);
  g_thread_pool_push (pool, g_object_ref (task), NULL);
}

gboolean
ihop_background_is_busy (void)
{
  return g_atomic_int_get (&n_running) > 0;
}

gboolean
ihop_background_should_stop (gpointer cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}
