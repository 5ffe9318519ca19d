#include "web/files.h"
#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

gint
ihop_web_compare_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
copy_file (const char *from, const char *to, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize size;

  /* Uploads never change, so one copy on the disk does for all jobs that go on from it. */
  if (link (from, to) == 0 || errno == EEXIST)
    return TRUE;
  return g_file_get_contents (from, &bytes, &size, error)
         && g_file_set_contents (to, bytes, (gssize) size, error);
}

gboolean
ihop_web_copy_folder (const char *from, const char *to, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (from, 0, error);
  const char *name;

  if (dir == NULL)
    return FALSE;
  g_mkdir_with_parents (to, 0700);
  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *source = g_build_filename (from, name, NULL);
      g_autofree char *target = g_build_filename (to, name, NULL);
      struct stat info;
      if (lstat (source, &info) != 0)
        continue;
      if (S_ISDIR (info.st_mode) && !ihop_web_copy_folder (source, target, error))
        return FALSE;
      if (S_ISREG (info.st_mode) && !copy_file (source, target, error))
        return FALSE;
    }
  return TRUE;
}

guint64
ihop_web_folder_size (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint64 size = 0;
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *below = g_build_filename (path, name, NULL);
      struct stat info;
      if (lstat (below, &info) == 0)
        size += S_ISDIR (info.st_mode) ? ihop_web_folder_size (below) : (guint64) info.st_size;
    }
  return size;
}
