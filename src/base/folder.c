#include "base/folder.h"
#include <glib.h>
#include <sys/stat.h>
#include <unistd.h>

void
ihop_folder_remove (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *below = g_build_filename (path, name, NULL);
      struct stat info;
      if (lstat (below, &info) == 0 && S_ISDIR (info.st_mode))
        ihop_folder_remove (below);
      else
        unlink (below);
    }
  rmdir (path);
}
