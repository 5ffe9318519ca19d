#include "check/process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Between fork and exec only calls that are allowed in a signal handler: we have threads. */
static void
redirect (const char *path, int flags, int to)
{
  int fd = open (path, flags, 0666);

  if (fd < 0 || dup2 (fd, to) < 0)
    _exit (127);
  close (fd);
}

static void
become (const IhopProcess *process)
{
  struct rlimit no_core = { 0, 0 };

  setpgid (0, 0);
  setrlimit (RLIMIT_CORE, &no_core);
  redirect (process->input ? process->input : "/dev/null", O_RDONLY, STDIN_FILENO);
  redirect (process->out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect (process->err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  if (process->folder && chdir (process->folder) != 0)
    _exit (127);
  signal (SIGPIPE, SIG_DFL);
  if (process->environment)
    execvpe (process->argv[0], (char *const *) process->argv,
             (char *const *) process->environment);
  else
    execvp (process->argv[0], (char *const *) process->argv);
  _exit (127);
}

void
ihop_process_start (IhopProcess *process)
{
  process->began = g_get_monotonic_time ();
  process->timed_out = FALSE;
  process->pid = fork ();
  if (process->pid == 0)
    become (process);
  if (process->pid > 0)
    setpgid (process->pid, process->pid);
}

static int
status_of (int wait_status)
{
  return WIFEXITED (wait_status) ? WEXITSTATUS (wait_status) : 128 + WTERMSIG (wait_status);
}

/* Polls: short programs are the rule, so the pauses start short. */
void
ihop_process_wait (IhopProcess *process)
{
  gint64 deadline = process->began + (gint64) (process->seconds * G_TIME_SPAN_SECOND);
  gulong pause = 200;
  int status = 0, done = 0;

  process->status = 127;
  if (process->pid < 0)
    return;
  while ((done = waitpid (process->pid, &status, WNOHANG)) == 0
         && g_get_monotonic_time () < deadline
         && !g_cancellable_is_cancelled (process->cancellable))
    {
      g_usleep (pause);
      pause = MIN (pause * 2, 10000);
    }
  if (done == 0)
    {
      process->was_cancelled = g_cancellable_is_cancelled (process->cancellable);
      process->timed_out = !process->was_cancelled;
      kill (-process->pid, SIGKILL);
      waitpid (process->pid, &status, 0);
    }
  process->took = (double) (g_get_monotonic_time () - process->began) / G_TIME_SPAN_SECOND;
  process->status = status_of (status);
}

char *
ihop_process_end_text (const IhopProcess *process)
{
  if (process->was_cancelled)
    return g_strdup ("was cancelled");
  if (process->timed_out)
    return g_strdup_printf ("ran longer than %.0f s", process->seconds);
  if (process->status > 128)
    return g_strdup_printf ("was killed by signal %d (%s)", process->status - 128,
                            g_strsignal (process->status - 128));
  if (process->status == 127)
    return g_strdup ("could not be started");
  return g_strdup_printf ("ended with status %d", process->status);
}
