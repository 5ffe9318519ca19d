#include "web/layout.h"
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <sys/file.h>
#include <unistd.h>

char *
ihop_web_queue_path (const char *state)
{
  return g_build_filename (state, "queue.db", NULL);
}

char *
ihop_web_incoming_path (const char *state, const char *secret)
{
  return g_build_filename (state, "incoming", secret, NULL);
}

char *
ihop_web_job_path (const char *state, const char *id, const char *below)
{
  return g_build_filename (state, "jobs", id, below, NULL);
}

gboolean
ihop_web_layout_make (const char *state, GError **error)
{
  static const char *const folders[] = { "incoming", "jobs" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (state, folders[i], NULL);
      if (g_mkdir_with_parents (path, 0700) != 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s cannot be made: %s", path,
                       g_strerror (errno));
          return FALSE;
        }
    }
  return TRUE;
}

int
ihop_web_layout_lock (const char *state, GError **error)
{
  g_autofree char *path = g_build_filename (state, "lock", NULL);
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0)
    return fd;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               errno == EWOULDBLOCK ? "another ihop-web works in %s: give this one a --state of its own"
                                    : "%s cannot be locked", state);
  if (fd >= 0)
    close (fd);
  return -1;
}
