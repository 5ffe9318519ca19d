/* Work on threads that nobody waits for when the window is closed. */
#include "gui/background.h"

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

void
ihop_background_run (GTask *task, GTaskThreadFunc function)
{
  Work *work = g_new (Work, 1);

  work->function = function;
  g_object_set_data_full (G_OBJECT (task), "ihop-work", work, g_free);
  g_atomic_int_inc (&n_running);
  g_task_run_in_thread (task, run);
}

gboolean
ihop_background_is_busy (void)
{
  return g_atomic_int_get (&n_running) > 0;
}
