#include "check/keeper.h"
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { MOST_GROUPS = 1024 };

/* The pipe ends when all who can write are gone: what we have started cannot, as exec closes it. */
static int pipe_in = -1;

static void
note (int *groups, int *n, int message)
{
  if (message > 0 && *n < MOST_GROUPS)
    groups[(*n)++] = message;
  for (int i = *n; message < 0 && i-- > 0;)
    if (groups[i] == -message)
      groups[i] = groups[--*n];
}

/* After a fork of many threads: nothing but calls that are allowed in a signal handler. */
static void
keep (int out)
{
  static int groups[MOST_GROUPS];
  int n = 0, message;
  ssize_t got;

  setpgid (0, 0); /* so that an interrupt at the terminal does not reach us */
  prctl (PR_SET_NAME, "ihop-keeper");
  if (dup2 (out, STDIN_FILENO) < 0)
    _exit (1);
  close_range (STDOUT_FILENO, UINT_MAX, 0);
  while ((got = read (STDIN_FILENO, &message, sizeof message)) == sizeof message || (got < 0 && errno == EINTR))
    if (got > 0)
      note (groups, &n, message);
  while (n > 0)
    kill (-groups[--n], SIGKILL);
  _exit (0);
}

/* The end that is read stays open here, too: so no write ever meets a pipe without a reader. */
void
ihop_keeper_begin (void)
{
  static gsize begun;
  int ends[2];

  if (!g_once_init_enter (&begun))
    return;
  if (pipe2 (ends, O_CLOEXEC | O_NONBLOCK) == 0)
    {
      fcntl (ends[0], F_SETFL, 0);
      pid_t pid = fork ();
      if (pid == 0)
        keep (ends[0]);
      if (pid > 0)
        pipe_in = ends[1];
    }
  g_once_init_leave (&begun, 1);
}

static void
say (int message)
{
  if (pipe_in >= 0 && write (pipe_in, &message, sizeof message) < 0)
    return; /* full: the keeper is gone */
}

void
ihop_keeper_watch (int group)
{
  say (group);
}

void
ihop_keeper_forget (int group)
{
  say (-group);
}
