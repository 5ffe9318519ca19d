#include "check/process.h"
#include "check/keeper.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
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

/* "failed" is closed by what is started; whoever cannot start it writes there. */
static void
become (const IhopProcess *process, int failed)
{
  struct rlimit no_core = { 0, 0 };

  setpgid (0, 0);
  ihop_keeper_watch (getpid ());
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
  if (write (failed, "", 1) < 0)
    _exit (126);
  _exit (127);
}

void
ihop_process_start (IhopProcess *process)
{
  ihop_keeper_begin ();
  process->began = g_get_monotonic_time ();
  int failed[2];
  char byte;

  process->timed_out = FALSE;
  process->was_started = FALSE;
  /* Children that outlive the program become ours, and can be waited for. */
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  if (pipe2 (failed, O_CLOEXEC) < 0)
    failed[0] = failed[1] = -1;
  process->pid = fork ();
  if (process->pid == 0)
    become (process, failed[1]);
  close (failed[1]);
  if (process->pid > 0)
    {
      setpgid (process->pid, process->pid);
      process->was_started = read (failed[0], &byte, 1) == 0;
    }
  close (failed[0]);
}

static void
note_end (IhopProcess *process, int wait_status)
{
  process->signal = WIFSIGNALED (wait_status) ? WTERMSIG (wait_status) : 0;
  process->status = process->signal ? 128 + process->signal : WEXITSTATUS (wait_status);
}

/* What it started may go on, and write what is to be compared. */
static void
wait_for_children (const IhopProcess *process, gint64 deadline)
{
  gulong pause = 200;
  pid_t done;

  while ((done = waitpid (-process->pid, NULL, WNOHANG)) >= 0 && g_get_monotonic_time () < deadline)
    if (done == 0)
      {
        g_usleep (pause);
        pause = MIN (pause * 2, 10000);
      }
  if (done >= 0)
    {
      kill (-process->pid, SIGKILL);
      while (waitpid (-process->pid, NULL, 0) > 0)
        continue;
    }
}

/* Polls: short programs are the rule, so the pauses start short. */
void
ihop_process_wait (IhopProcess *process)
{
  gint64 deadline = process->began + (gint64) (process->seconds * G_TIME_SPAN_SECOND);
  gulong pause = 200;
  int status = 0, done = 0;

  process->status = 127;
  process->signal = 0;
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
  note_end (process, status);
  wait_for_children (process, deadline);
  ihop_keeper_forget (process->pid);
}

gboolean
ihop_process_ended_alike (const IhopProcess *a, const IhopProcess *b)
{
  return a->status == b->status && a->signal == b->signal && a->timed_out == b->timed_out;
}

gboolean
ihop_process_succeeded (const IhopProcess *process)
{
  return process->was_started && process->status == 0 && process->signal == 0 && !process->timed_out
         && !process->was_cancelled;
}

char *
ihop_process_end_text (const IhopProcess *process)
{
  if (process->was_cancelled)
    return g_strdup ("was cancelled");
  if (process->timed_out)
    return g_strdup_printf ("ran longer than %.0f s", process->seconds);
  if (!process->was_started)
    return g_strdup ("could not be started");
  if (process->signal)
    return g_strdup_printf ("was killed by signal %d (%s)", process->signal, g_strsignal (process->signal));
  return g_strdup_printf ("ended with status %d", process->status);
}
