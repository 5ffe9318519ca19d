#include "bench/launch.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Processors ---------------------------------------------------------------------------------- */

/* The first n of those that we may use. */
static void
first_of (const cpu_set_t *all, guint n, cpu_set_t *chosen)
{
  CPU_ZERO (chosen);
  for (int i = 0; i < CPU_SETSIZE && n > 0; i++)
    if (CPU_ISSET (i, all))
      {
        CPU_SET (i, chosen);
        n--;
      }
}

/* Who is left behind when we are killed must not run for ever. */
static void
limit_processor_time (pid_t pid, const IhopBenchLaunch *launch)
{
  rlim_t seconds = (rlim_t) (launch->seconds * MAX (launch->processors, 1)) + 5;
  struct rlimit limit = { seconds, seconds };

  if (launch->seconds > 0)
    prlimit (pid, RLIMIT_CPU, &limit, NULL);
}

/* A child inherits its parent's processors, so we go there ourselves for a moment. */
static void
spawn_on (guint processors, pid_t *pid, const IhopBenchLaunch *launch,
          const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes)
{
  cpu_set_t all, chosen;
  gboolean pins = processors > 0 && sched_getaffinity (0, sizeof all, &all) == 0;

  if (pins)
    {
      first_of (&all, processors, &chosen);
      pins = sched_setaffinity (0, sizeof chosen, &chosen) == 0;
    }
  int code = posix_spawnp (pid, launch->argv[0], actions, attributes, (char *const *) launch->argv,
                           launch->environment ? (char *const *) launch->environment : environ);
  if (code != 0)
    *pid = -1;
  else
    limit_processor_time (*pid, launch);
  if (pins)
    sched_setaffinity (0, sizeof all, &all);
}

int
ihop_launch_start (const IhopBenchLaunch *launch)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t pid = -1;
  const int new_file = O_WRONLY | O_CREAT | O_TRUNC;

  posix_spawn_file_actions_init (&actions);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup (&attributes, 0);
  if (launch->folder)
    posix_spawn_file_actions_addchdir_np (&actions, launch->folder);
  posix_spawn_file_actions_addopen (&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen (&actions, 1, launch->out ? launch->out : "/dev/null", new_file, 0666);
  posix_spawn_file_actions_addopen (&actions, 2, launch->err ? launch->err : "/dev/null", new_file, 0666);
  spawn_on (launch->processors, &pid, launch, &actions, &attributes);
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  return pid;
}

/* ---- Waiting --------------------------------------------------------------------------------------- */

/* The kernel's own high-water mark, which is gone when the process is. What wait4 would tell counts our
 * size at the time of the fork, too. */
static guint64
resident_peak (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", pid), *text = NULL;
  const char *at;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (at = strstr (text, "VmHWM:")) == NULL)
    return 0;
  return g_ascii_strtoull (at + strlen ("VmHWM:"), NULL, 10) * 1024;
}

/* We are told when it is about to end, with its memory still there. FALSE: it may not be traced here; then
 * it is only looked at from time to time. */
static gboolean
trace_end (int pid)
{
  return ptrace (PTRACE_SEIZE, pid, NULL, (void *) PTRACE_O_TRACEEXIT) == 0;
}

/* It stands still at its end, or because of a signal, which it is to get. */
static void
go_on (IhopBenchLaunch *launch, int pid, int stop)
{
  int signal_number = stop >> 8 ? 0 : stop;

  if (stop >> 8 == PTRACE_EVENT_EXIT)
    launch->memory = MAX (launch->memory, resident_peak (pid));
  ptrace (PTRACE_CONT, pid, NULL, (void *) (gintptr) signal_number);
}

static void
look_at_memory (IhopBenchLaunch *launch, int pid, gboolean is_traced)
{
  siginfo_t info = { 0 };

  if (!is_traced)
    launch->memory = MAX (launch->memory, resident_peak (pid));
  else if (waitid (P_PID, (id_t) pid, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid == pid)
    go_on (launch, pid, info.si_status);
}

/* Whether it ended before the deadline. A file descriptor of the process wakes us at its end, so that
 * waiting neither costs time nor adds any. */
static gboolean
wait_until (IhopBenchLaunch *launch, int pid, gint64 deadline)
{
  int fd = (int) syscall (SYS_pidfd_open, pid, 0);
  struct pollfd end = { .fd = fd, .events = POLLIN };
  gboolean ended = FALSE, is_traced = launch->watch_memory && trace_end (pid);

  /* Asked once more when the time is over: we may have been kept from asking. */
  for (gboolean is_late = FALSE; !ended && !is_late;)
    {
      gint64 now = g_get_monotonic_time (), left = now < deadline ? (deadline - now) / 1000 + 1 : 0;
      gint64 pause = launch->watch_memory || fd < 0 ? MIN (left, 1) : left;
      is_late = left == 0;
      if (launch->watch_memory)
        look_at_memory (launch, pid, is_traced);
      if (fd < 0)
        {
          siginfo_t info = { 0 };
          g_usleep (500);
          ended = waitid (P_PID, (id_t) pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
        }
      else
        ended = poll (&end, 1, (int) MIN (pause, 3600 * 1000)) > 0;
    }
  if (fd >= 0)
    close (fd);
  return ended;
}

void
ihop_launch_wait (IhopBenchLaunch *launch, int pid, gint64 began)
{
  int status = 0;

  launch->status = 127;
  launch->timed_out = FALSE;
  launch->memory = 0;
  if (pid < 0)
    return;
  launch->timed_out = !wait_until (launch, pid, began + (gint64) (launch->seconds * G_TIME_SPAN_SECOND));
  launch->took = (double) (g_get_monotonic_time () - began) / G_TIME_SPAN_SECOND;
  if (launch->timed_out)
    kill (-pid, SIGKILL);
  while ((waitpid (pid, &status, 0) < 0 && errno == EINTR) || WIFSTOPPED (status))
    if (WIFSTOPPED (status))
      go_on (launch, pid, status >> 8);
  launch->status = WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

void
ihop_launch (IhopBenchLaunch *launch)
{
  gint64 began = g_get_monotonic_time ();

  ihop_launch_wait (launch, ihop_launch_start (launch), began);
}

char *
ihop_launch_end_text (const IhopBenchLaunch *launch)
{
  if (launch->timed_out)
    return g_strdup_printf ("ran longer than %.0f s", launch->seconds);
  if (launch->status > 128)
    return g_strdup_printf ("was killed by signal %d (%s)", launch->status - 128,
                            g_strsignal (launch->status - 128));
  if (launch->status == 127)
    return g_strdup ("could not be started");
  return g_strdup_printf ("ended with status %d", launch->status);
}
