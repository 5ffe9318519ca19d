#include "web/layout.h"
#include <errno.h>
#include <gio/gio.h>

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
