/* What the stages of a job share. */
#include "web/inside_job.h"
#include "web/names.h"
#include "web/wire.h"
#include <string.h>
#include <unistd.h>

char *
ihop_inside_path (const IhopInside *inside, const char *folder, const char *name)
{
  return g_build_filename (inside->folder, folder, name, NULL);
}

/* Every file below a folder, by name, relative to "root". */
static void
walk (const char *root, const char *below, GPtrArray *found)
{
  g_autofree char *path = g_build_filename (root, below, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (names, *below ? g_build_filename (below, name, NULL) : g_strdup (name));
  g_ptr_array_sort (names, ihop_web_compare_text);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *full = g_build_filename (root, names->pdata[i], NULL);
      if (g_file_test (full, G_FILE_TEST_IS_DIR))
        walk (root, names->pdata[i], found);
      else
        g_ptr_array_add (found, g_strdup (names->pdata[i]));
    }
}

GPtrArray *
ihop_inside_files (const IhopInside *inside, const char *folder)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *root = ihop_inside_path (inside, folder, NULL);

  walk (root, "", found);
  return found;
}

gboolean
ihop_inside_write (const char *path, const char *bytes, gsize size)
{
  g_autofree char *parent = g_path_get_dirname (path);

  return g_mkdir_with_parents (parent, 0700) == 0 && g_file_set_contents (path, bytes, (gssize) size, NULL);
}

JsonNode *
ihop_inside_result (const IhopInside *inside, const char *name)
{
  g_autofree char *path = ihop_inside_path (inside, "results", name), *text = NULL;
  const char *fault;
  gsize size;

  return g_file_get_contents (path, &text, &size, NULL) ? ihop_web_json_read (text, size, &fault) : NULL;
}

gboolean
ihop_inside_say (const char *kind, const char *name, const char *text)
{
  return ihop_wire_write (STDOUT_FILENO, kind, name, text, text ? strlen (text) : 0);
}

void
ihop_inside_stage (const char *name)
{
  ihop_inside_say ("stage", name, NULL);
}
