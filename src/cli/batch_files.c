#include "cli/batch.h"
#include "base/json.h"
#include "project/output.h"
#include <string.h>

/* The folder that all files share. Caller frees. */
static char *
common_folder (const GPtrArray *paths)
{
  char *common = g_path_get_dirname (paths->pdata[0]);

  for (guint i = 1; i < paths->len; i++)
    for (;;)
      {
        gsize length = strlen (common);
        const char *path = paths->pdata[i];
        if (g_str_has_prefix (path, common) && (path[length] == '/' || common[length - 1] == '/'))
          break;
        char *shorter = g_path_get_dirname (common);
        g_free (common);
        common = shorter;
      }
  return common;
}

/* Where things of the file go: the tree of the sources is kept, and each further entry has a folder of its own. */
static IhopBatchFile *
file_new (const char *name, const char *path, guint entry, const char *common, const char *folder, const char *work)
{
  IhopBatchFile *file = g_new0 (IhopBatchFile, 1);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, path, -1);
  g_autofree char *stem = ihop_project_stem (path);
  g_autofree char *own = entry > 1 ? g_strdup_printf ("%s-%u", stem, entry) : NULL;

  file->path = g_strdup (name);
  file->entry = entry;
  file->folder = g_build_filename (folder, parent + strlen (common), own, NULL);
  file->result = g_strdup_printf ("%s/%s-%.12s-%u", work, own ? own : stem, hash, entry);
  file->errors = g_ptr_array_new_with_free_func (g_free);
  return file;
}

static GPtrArray *
files_new (void)
{
  return g_ptr_array_new_with_free_func (ihop_batch_file_free);
}

GPtrArray *
ihop_batch_files_named (char **names, const char *folder, const char *work)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *files = files_new ();

  for (guint i = 0; names[i]; i++)
    g_ptr_array_add (paths, g_canonicalize_filename (names[i], NULL));
  g_autofree char *common = common_folder (paths);
  for (guint i = 0; i < paths->len; i++)
    if (g_hash_table_add (seen, paths->pdata[i]))
      g_ptr_array_add (files, file_new (names[i], paths->pdata[i], 1, common, folder, work));
  return files;
}

/* ---- compile_commands.json ------------------------------------------------------------------------------ */

/* A text without its members' names: equal texts are equal commands. */
static char *
entry_text (JsonObject *entry, const char *base)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  const char *folder = json_object_get_string_member_with_default (entry, "directory", ".");
  g_autofree char *absolute = g_canonicalize_filename (folder, base);

  json_object_set_string_member (entry, "directory", absolute); /* it will be read from elsewhere */
  json_node_set_object (node, entry);
  return json_to_string (node, FALSE);
}

static char *
entry_path (JsonObject *entry, const char *base)
{
  const char *name = json_object_get_string_member_with_default (entry, "file", NULL);
  const char *folder = json_object_get_string_member_with_default (entry, "directory", ".");
  g_autofree char *absolute = g_canonicalize_filename (folder, base);

  return name && g_str_has_suffix (name, ".c") ? g_canonicalize_filename (name, absolute) : NULL;
}

/* The reader of a database takes the first entry of a file: so each further one has a database of its own. */
static void
add_own_database (IhopBatchFile *file, const char *text)
{
  g_autofree char *whole = g_strdup_printf ("[%s]\n", text);
  g_autofree char *path = NULL;

  file->database = g_strconcat (file->result, ".d", NULL);
  path = g_build_filename (file->database, "compile_commands.json", NULL);
  g_mkdir_with_parents (file->database, 0777);
  ihop_output_write_text (path, whole, NULL);
}

/* Paths and texts of all C entries, no two of them equal. */
static void
list_entries (JsonArray *list, const char *base, GPtrArray *paths, GPtrArray *texts)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; list && i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      JsonObject *entry = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      char *path = entry ? entry_path (entry, base) : NULL;
      char *text = path ? entry_text (entry, base) : NULL;
      if (text && g_hash_table_add (seen, text))
        {
          g_ptr_array_add (paths, path);
          g_ptr_array_add (texts, text);
          continue;
        }
      g_free (path);
      g_free (text);
    }
}

static guint
count_before (const GPtrArray *paths, guint end)
{
  guint count = 0;

  for (guint i = 0; i < end; i++)
    count += g_str_equal (paths->pdata[i], paths->pdata[end]);
  return count;
}

GPtrArray *
ihop_batch_files_of_database (const char *database, const char *folder, const char *work, GError **error)
{
  g_autofree char *path = g_build_filename (database, "compile_commands.json", NULL);
  g_autofree char *base = g_canonicalize_filename (database, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (!json_parser_load_from_file (parser, path, error))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  list_entries (root && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL, base, paths, texts);
  if (paths->len == 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s names no C file", path);
      return NULL;
    }
  g_autofree char *common = common_folder (paths);
  GPtrArray *files = files_new ();
  for (guint i = 0; i < paths->len; i++)
    {
      guint entry = count_before (paths, i) + 1;
      IhopBatchFile *file = file_new (paths->pdata[i], paths->pdata[i], entry, common, folder, work);
      if (entry > 1)
        add_own_database (file, texts->pdata[i]);
      g_ptr_array_add (files, file);
    }
  return files;
}
