/* A pool of processes on this machine. Each task is a session of its own, so that it ends with all its
 * children, even those that have process groups of their own; and it ends when we are killed. */
#include "execute/kinds.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  guint most;
} Local;

static gpointer
open_local (const IhopExecutorOptions *options, GError **error)
{
  Local *local = g_new0 (Local, 1);

  local->most = options->most ? options->most : MAX (g_get_num_processors (), 1);
  return local;
}

static void
redirect (const char *path, int flags, int to)
{
  int fd = open (path, flags, 0666);

  if (fd < 0 || dup2 (fd, to) < 0)
    _exit (127);
  close (fd);
}

/* Between fork and exec only calls that are allowed in a signal handler: we may have threads. */
static void
become (const IhopTask *task, pid_t parent)
{
  const char *log = task->log ? task->log : "/dev/null";

  setsid ();
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (127);
  redirect ("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect (log, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  if (dup2 (STDOUT_FILENO, STDERR_FILENO) < 0 || (task->folder && chdir (task->folder) != 0))
    _exit (127);
  signal (SIGPIPE, SIG_DFL);
  execvp (task->argv[0], task->argv);
  _exit (127);
}

static void
start_local (gpointer own, GPtrArray *waiting, guint running)
{
  const Local *local = own;

  for (guint i = 0; i < waiting->len && running < local->most; i++, running++)
    {
      IhopTask *task = waiting->pdata[i];
      pid_t parent = getpid (), pid = fork ();
      if (pid == 0)
        become (task, parent);
      if (pid < 0)
        {
          ihop_task_was_lost (task, g_strdup_printf ("no process could be made for it: %s",
                                                     g_strerror (errno)), FALSE);
          return;
        }
      ihop_task_began (task, pid);
    }
}

/* The session of a process, from /proc/PID/stat: "PID (NAME) STATE PARENT GROUP SESSION …"; 0: gone. */
static int
session_of (const char *pid)
{
  g_autofree char *path = g_build_filename ("/proc", pid, "stat", NULL), *text = NULL;
  char state;
  int parent, group, session = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL) || strrchr (text, ')') == NULL
      || sscanf (strrchr (text, ')') + 1, " %c %d %d %d", &state, &parent, &group, &session) != 4
      || state == 'Z')
    return 0;
  return session;
}

/* How many there were. */
static guint
kill_once (int session)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;
  guint n = 0;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_ascii_isdigit (*name) && session_of (name) == session
        && kill ((pid_t) g_ascii_strtoll (name, NULL, 10), SIGKILL) == 0)
      n++;
  return n;
}

/* Again, for those that were being born while we looked. */
static void
kill_session (int session)
{
  for (guint i = 0; i < 10 && kill_once (session) > 0; i++)
    g_usleep (1000);
}

static void
end_task (const IhopTask *task)
{
  kill (task->handle, SIGKILL); /* it may not have begun its session yet */
  kill_session (task->handle);
  while (waitpid (task->handle, NULL, 0) < 0 && errno == EINTR)
    ;
}

static void
look_local (gpointer own, GPtrArray *running)
{
  for (guint i = 0; i < running->len; i++)
    {
      IhopTask *task = running->pdata[i];
      gint64 limit = task->began + (gint64) (task->seconds * G_TIME_SPAN_SECOND);
      int status;
      if (waitpid (task->handle, &status, WNOHANG) == task->handle)
        {
          kill_session (task->handle); /* children that it left behind */
          if (WIFEXITED (status))
            ihop_task_ended (task, WEXITSTATUS (status));
          else
            ihop_task_was_lost (task, g_strdup_printf ("was killed by signal %d (%s)", WTERMSIG (status),
                                                       g_strsignal (WTERMSIG (status))), FALSE);
        }
      else if (task->seconds > 0 && g_get_monotonic_time () > limit)
        {
          end_task (task);
          ihop_task_was_lost (task, g_strdup_printf ("ran longer than %.0f s", task->seconds), TRUE);
        }
    }
}

static void
stop_local (gpointer own, IhopTask *task)
{
  end_task (task);
}

const IhopExecutorKind ihop_executor_local
  = { "local", 10, open_local, start_local, look_local, stop_local, g_free };
