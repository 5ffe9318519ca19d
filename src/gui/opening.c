#include "gui/opening.h"
#include "gui/text.h"
#include <json-glib/json-glib.h>
#include <string.h>

#define MOST_FILES 2000

void
ihop_opening_remember (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  GtkRecentData data = { .mime_type = (char *) "application/x-ihop", .app_name = (char *) "ihop",
                         .app_exec = (char *) "ihop-gui %f" };

  if (uri)
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The C files right in a folder, by name. */
static void
add_folder (GPtrArray *files, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  const char *name;

  while (dir && (name = g_dir_read_name (dir)) != NULL && found->len < MOST_FILES)
    if (g_str_has_suffix (name, ".c"))
      g_ptr_array_add (found, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (found, by_name);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (files, found->pdata[i]);
}

/* [{"directory": "…", "file": "a.c", …}]; a file that is compiled twice is opened once. */
static void
add_database (GPtrArray *files, const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_file (parser, path, NULL)
      || !JSON_NODE_HOLDS_ARRAY (json_parser_get_root (parser)))
    return;
  JsonArray *array = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < json_array_get_length (array) && files->len < MOST_FILES; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *file
        = object ? json_object_get_string_member_with_default (object, "file", NULL) : NULL;
      const char *folder
        = object ? json_object_get_string_member_with_default (object, "directory", NULL) : NULL;
      if (file == NULL || !g_str_has_suffix (file, ".c"))
        continue;
      char *full = g_canonicalize_filename (file, folder && g_path_is_absolute (folder) ? folder : "/");
      if (g_ptr_array_find_with_equal_func (files, full, g_str_equal, NULL))
        g_free (full);
      else
        g_ptr_array_add (files, full);
    }
}

/* The nearest compile_commands.json at or above a file's folder, as editors look for it. */
static char *
database_near (const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);

  for (;;)
    {
      static const char *const places[] = { ".", "build" };
      for (guint i = 0; i < G_N_ELEMENTS (places); i++)
        {
          g_autofree char *in = g_canonicalize_filename (places[i], folder);
          g_autofree char *file = g_build_filename (in, "compile_commands.json", NULL);
          if (g_file_test (file, G_FILE_TEST_IS_REGULAR))
            return g_steal_pointer (&in);
        }
      char *above = g_path_get_dirname (folder);
      gboolean is_top = g_str_equal (above, folder);
      g_free (folder);
      folder = above;
      if (is_top)
        return NULL;
    }
}

static void
open_sources (IhopWindow *window, GPtrArray *files, const IhopSettings *settings)
{
  IhopSettings found = { 0 };

  if (settings == NULL && files->len)
    found.database = database_near (files->pdata[0]);
  if (files->len == 0)
    ihop_document_tell (ihop_window_document (window), TRUE, _ ("There are no C files in it."));
  else if (files->len == 1)
    ihop_opening_remember (files->pdata[0]);
  g_ptr_array_add (files, NULL);
  if (files->len > 1)
    ihop_document_open (ihop_window_document (window), (const char *const *) files->pdata,
                        settings ? settings : &found);
  g_free (found.database);
}

void
ihop_opening_paths (IhopWindow *window, const char *const *paths, const IhopSettings *settings)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const char *cuda = NULL;

  for (guint i = 0; paths[i]; i++)
    {
      g_autofree char *name = g_path_get_basename (paths[i]);
      if (g_str_has_suffix (paths[i], ".ihop"))
        {
          ihop_opening_remember (paths[i]);
          ihop_document_open_project (ihop_window_document (window), paths[i]);
          return;
        }
      if (g_str_has_suffix (paths[i], ".cu"))
        {
          cuda = paths[i];
          continue;
        }
      if (g_file_test (paths[i], G_FILE_TEST_IS_DIR))
        add_folder (files, paths[i]);
      else if (g_str_equal (name, "compile_commands.json"))
        add_database (files, paths[i]);
      else
        g_ptr_array_add (files, g_strdup (paths[i]));
    }
  if (cuda == NULL || files->len)
    open_sources (window, files, settings);
  if (cuda && ihop_document_open_cuda (ihop_window_document (window), cuda, settings ? settings->flags : NULL))
    {
      ihop_opening_remember (cuda);
      ihop_window_show_pane (window, "cuda");
    }
}

/* ---- the example ---- */

static gboolean
copy_out (const char *folder, const char *name, GError **error)
{
  g_autofree char *resource = g_strconcat ("/org/ihop/gui/example/", name, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (resource, G_RESOURCE_LOOKUP_FLAGS_NONE, error);

  return bytes && g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                       (gssize) g_bytes_get_size (bytes), error);
}

void
ihop_opening_example (IhopWindow *self)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "ihop", "example", NULL);
  g_autofree char *path = g_build_filename (folder, "gemm.c", NULL);
  g_autofree char *include = g_strconcat ("-I", folder, NULL);
  char *flags[] = { include, (char *) "-DSMALL_DATASET", NULL };
  const char *const paths[] = { path, NULL };
  const IhopSettings settings = { .flags = flags };
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (folder, 0755);
  if ((g_file_test (path, G_FILE_TEST_EXISTS) || copy_out (folder, "gemm.c", &error))
      && copy_out (folder, "bench.h", &error))
    ihop_opening_paths (self, paths, &settings);
  else
    ihop_document_tell (ihop_window_document (self), TRUE, "%s", error->message);
}
