/* The pool of processes: ends, losses, limits. */
#include "execute/executor.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder;

static IhopTask *
shell (IhopExecutor *executor, const char *script)
{
  char *words[] = { "sh", "-c", (char *) script, NULL };
  g_autofree char *log = g_build_filename (folder, "log", NULL);
  IhopTask *task = ihop_task_new (g_strdup (script), g_strdupv (words), folder, log);

  ihop_executor_add (executor, task);
  return task;
}

static void
finish (IhopExecutor *executor)
{
  gint64 deadline = g_get_monotonic_time () + 200 * G_TIME_SPAN_SECOND;

  while (ihop_executor_step (executor, 100))
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

static void
test_ends (void)
{
  const IhopExecutorOptions options = { .kind = "local", .most = 2, .retries = 2 };
  g_autoptr (IhopExecutor) executor = ihop_executor_new (&options, NULL);
  char *absent[] = { "/nowhere/ihop", NULL };
  IhopTask *good = shell (executor, "echo said; echo more >&2");
  IhopTask *bad = shell (executor, "exit 3");
  IhopTask *none = ihop_task_new (g_strdup ("none"), g_strdupv (absent), NULL, NULL);
  g_autofree char *log = g_build_filename (folder, "log", NULL), *text = NULL;

  ihop_executor_add (executor, none);
  g_unlink (log);
  g_free (bad->log);
  bad->log = NULL;
  finish (executor);
  g_assert_cmpint (good->state, ==, IHOP_TASK_ENDED);
  g_assert_cmpint (good->status, ==, 0);
  g_assert_cmpint (bad->status, ==, 3);
  g_assert_cmpuint (bad->attempts, ==, 1);
  g_assert_cmpint (none->status, ==, 127);
  g_assert_true (g_file_get_contents (log, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "said\nmore\n");
}

static void
test_lost (void)
{
  const IhopExecutorOptions options = { .kind = "local", .most = 2, .retries = 2 };
  g_autoptr (IhopExecutor) executor = ihop_executor_new (&options, NULL);
  IhopTask *once = shell (executor, "if [ -f tried ]; then exit 0; fi; touch tried; kill -9 $$");
  IhopTask *always = shell (executor, "kill -9 $$");

  finish (executor);
  g_assert_cmpint (once->state, ==, IHOP_TASK_ENDED);
  g_assert_cmpuint (once->attempts, ==, 2);
  g_assert_cmpint (always->state, ==, IHOP_TASK_LOST);
  g_assert_cmpuint (always->attempts, ==, 3);
  g_assert_nonnull (strstr (always->why, "signal 9"));
}

/* What a file says once there is something in it. */
static char *
wait_for_text (const char *path, IhopExecutor *executor)
{
  gint64 deadline = g_get_monotonic_time () + 200 * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autofree char *text = NULL;
      if (g_file_get_contents (path, &text, NULL, NULL) && strchr (text, '\n'))
        return g_steal_pointer (&text);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      if (executor)
        ihop_executor_step (executor, 10);
      else
        g_usleep (5000);
    }
}

/* It is no more, or nobody has buried it yet. */
static gboolean
is_dead (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid), *line = NULL;

  return !g_file_get_contents (path, &line, NULL, NULL) || strstr (line, ") Z ") || strstr (line, ") X ");
}

static void
wait_for_death (pid_t pid)
{
  gint64 deadline = g_get_monotonic_time () + 200 * G_TIME_SPAN_SECOND;

  while (!is_dead (pid))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_usleep (5000);
    }
}

/* The limit ends the children, too, and is not tried again. */
static void
test_limit (void)
{
  const IhopExecutorOptions options = { .kind = "local", .most = 2, .retries = 2 };
  g_autoptr (IhopExecutor) executor = ihop_executor_new (&options, NULL);
  /* In a process group of its own, as a shell with job control makes them. */
  IhopTask *slow = shell (executor, "set -m; sleep 77 & echo $! > child; wait");
  g_autofree char *path = g_build_filename (folder, "child", NULL), *text = NULL;

  text = wait_for_text (path, executor);
  slow->seconds = 0.001;
  finish (executor);
  g_assert_cmpint (slow->state, ==, IHOP_TASK_LOST);
  g_assert_nonnull (strstr (slow->why, "longer than"));
  wait_for_death ((pid_t) g_ascii_strtoll (text, NULL, 10));
}

static guint running, most_running;

static void
count (const IhopTask *task, gpointer data)
{
  running += task->state == IHOP_TASK_RUNNING ? 1 : -1;
  most_running = MAX (most_running, running);
}

static void
test_pool (void)
{
  const IhopExecutorOptions options = { .kind = "local", .most = 3, .changed = count };
  g_autoptr (IhopExecutor) executor = ihop_executor_new (&options, NULL);

  for (guint i = 0; i < 12; i++)
    shell (executor, "sleep 0.05");
  finish (executor);
  g_assert_cmpuint (most_running, ==, 3);
}

static void
test_cancel (void)
{
  const IhopExecutorOptions options = { .kind = "local", .most = 1, .retries = 5 };
  g_autoptr (IhopExecutor) executor = ihop_executor_new (&options, NULL);
  IhopTask *first = shell (executor, "sleep 77"), *second = shell (executor, "sleep 77");

  g_assert_cmpuint (ihop_executor_step (executor, 50), ==, 2);
  ihop_executor_cancel (executor, first);
  ihop_executor_cancel (executor, second);
  g_assert_cmpuint (ihop_executor_step (executor, 0), ==, 0);
  g_assert_cmpuint (second->attempts, ==, G_MAXUINT);
  ihop_executor_forget (executor, first);
  ihop_executor_forget (executor, second);
  g_assert_cmpuint (ihop_executor_step (executor, 0), ==, 0);
}

/* Who is killed takes its tasks along. */
static void
test_killed (void)
{
  g_autofree char *path = g_build_filename (folder, "began", NULL), *text = NULL;
  pid_t child = fork ();

  if (child == 0)
    {
      const IhopExecutorOptions options = { .kind = "local", .most = 1 };
      IhopExecutor *executor = ihop_executor_new (&options, NULL);
      shell (executor, "echo $$ > began; exec sleep 77777");
      ihop_executor_step (executor, 10000);
      for (;;)
        ihop_executor_step (executor, 10000);
    }
  text = wait_for_text (path, NULL);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  wait_for_death ((pid_t) g_ascii_strtoll (text, NULL, 10));
}

static void
test_kind (void)
{
  const IhopExecutorOptions options = { .kind = "cloud" };
  g_autoptr (GError) error = NULL;

  g_assert_null (ihop_executor_new (&options, &error));
  g_assert_error (error, IHOP_EXECUTOR_ERROR, IHOP_EXECUTOR_ERROR_KIND);
  g_assert_nonnull (strstr (error->message, "slurm"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("ihop-execute-XXXXXX", NULL);
  g_test_add_func ("/execute/ends", test_ends);
  g_test_add_func ("/execute/lost", test_lost);
  g_test_add_func ("/execute/limit", test_limit);
  g_test_add_func ("/execute/pool", test_pool);
  g_test_add_func ("/execute/cancel", test_cancel);
  g_test_add_func ("/execute/killed", test_killed);
  g_test_add_func ("/execute/kind", test_kind);
  int failed = g_test_run ();
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", folder);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  return failed;
}
