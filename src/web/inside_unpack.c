/* What was uploaded, as a folder to work in. */
#include "web/inside_job.h"
#include <glib/gstdio.h>

/* Archives are unpacked, everything else is put beside. */
static char *
unpack_one (IhopInside *inside, const char *name)
{
  g_autofree char *from = ihop_inside_path (inside, "upload", name), *to = ihop_inside_path (inside, "in", name);
  g_autofree char *folder = ihop_inside_path (inside, "in", NULL), *parent = g_path_get_dirname (to);

  if (ihop_unpack_is_archive (name))
    return ihop_unpack (from, folder, &inside->limits, inside->notes);
  if (g_mkdir_with_parents (parent, 0700) != 0 || g_file_test (to, G_FILE_TEST_EXISTS)
      || g_rename (from, to) != 0)
    return g_strdup_printf ("%s is there twice", name);
  return NULL;
}

static char *
unpack_all (IhopInside *inside)
{
  g_autoptr (GPtrArray) uploaded = ihop_inside_files (inside, "upload");
  g_autofree char *folder = ihop_inside_path (inside, "in", NULL);
  char *fault = NULL;

  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < uploaded->len && fault == NULL; i++)
    fault = unpack_one (inside, uploaded->pdata[i]);
  return fault;
}

static void
add_folder_of (GPtrArray *folders, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (name);

  if (!g_ptr_array_find_with_equal_func (folders, folder, g_str_equal, NULL))
    g_ptr_array_add (folders, g_steal_pointer (&folder));
}

static char *
look (IhopInside *inside)
{
  g_autoptr (GPtrArray) all = ihop_inside_files (inside, "in");

  for (guint i = 0; i < all->len; i++)
    {
      const char *name = all->pdata[i];
      if (g_str_has_prefix (name, IHOP_INSIDE_PRODUCTS "/"))
        return g_strdup ("a folder of the upload is called " IHOP_INSIDE_PRODUCTS ": that is where results go");
      if (g_str_has_suffix (name, ".c"))
        g_ptr_array_add (inside->sources, g_strdup (name));
      if (g_str_has_suffix (name, ".h"))
        add_folder_of (inside->headers, name);
    }
  if (inside->sources->len == 0)
    return g_strdup_printf ("the upload holds no file whose name ends with .c%s%s", inside->notes->len ? "; " : "",
                            inside->notes->len ? (char *) inside->notes->pdata[0] : "");
  return NULL;
}

/* Which file the steps are for. */
static char *
choose_target (IhopInside *inside)
{
  const char *file = inside->options->file;

  if (inside->options->steps->len == 0)
    return NULL;
  if (file == NULL && inside->sources->len > 1)
    return g_strdup ("there are several C files: say which one the steps are for ('file')");
  if (file && !g_ptr_array_find_with_equal_func (inside->sources, file, g_str_equal, NULL))
    return g_strdup_printf ("there is no file %s in the upload", file);
  inside->target = g_strdup (file ? file : inside->sources->pdata[0]);
  return NULL;
}

char *
ihop_inside_unpack (IhopInside *inside)
{
  char *fault = unpack_all (inside);

  if (fault == NULL)
    fault = look (inside);
  return fault ? fault : choose_target (inside);
}
