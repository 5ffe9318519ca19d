/* One line on the terminal for work that takes longer than a second. The engine runs in the main
 * thread and knows nothing of it; a second thread looks at the clock. */
#include "cli/cli.h"
#include <stdio.h>
#include <unistd.h>

static GMutex lock;
static GCond changed;
static GThread *thread;
static const char *current; /* NULL: end */

static gpointer
show (gpointer data)
{
  gint64 began = g_get_monotonic_time ();
  gboolean shown = FALSE;

  g_mutex_lock (&lock);
  while (current)
    {
      gint64 now = g_get_monotonic_time ();
      if (now - began >= G_TIME_SPAN_SECOND)
        {
          fprintf (stderr, "\r\033[Kihop: %s … %d s", current,
                   (int) ((now - began) / G_TIME_SPAN_SECOND));
          shown = TRUE;
        }
      g_cond_wait_until (&changed, &lock, now + G_TIME_SPAN_SECOND / 4);
    }
  if (shown)
    fputs ("\r\033[K", stderr);
  g_mutex_unlock (&lock);
  return NULL;
}

void
ihop_cli_progress (const IhopCli *cli, const char *what)
{
  if (what && (cli->quiet || !isatty (STDERR_FILENO)))
    return;
  g_mutex_lock (&lock);
  current = what;
  g_cond_signal (&changed);
  g_mutex_unlock (&lock);
  if (what && thread == NULL)
    thread = g_thread_new ("progress", show, NULL);
  else if (what == NULL && thread)
    g_thread_join (g_steal_pointer (&thread));
}
