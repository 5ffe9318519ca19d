#include "cli/batch.h"
#include "base/json.h"
#include "project/output.h"
#include <glib/gstdio.h>

struct _IhopBatchSums
{
  GHashTable *by_path; /* char * → char *: "" for a file that cannot be read */
};

static char *
sum_of (const char *path)
{
  g_autofree char *text = NULL;
  gsize size;

  return g_file_get_contents (path, &text, &size, NULL)
           ? g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, size)
           : g_strdup ("");
}

IhopBatchSums *
ihop_batch_sums_new (void)
{
  IhopBatchSums *sums = g_new (IhopBatchSums, 1);

  sums->by_path = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return sums;
}

void
ihop_batch_sums_free (IhopBatchSums *sums)
{
  if (sums == NULL)
    return;
  g_hash_table_unref (sums->by_path);
  g_free (sums);
}

static const char *
find_sum (IhopBatchSums *sums, const char *path)
{
  const char *sum = g_hash_table_lookup (sums->by_path, path);

  if (sum == NULL)
    {
      g_hash_table_insert (sums->by_path, g_strdup (path), sum_of (path));
      sum = g_hash_table_lookup (sums->by_path, path);
    }
  return sum;
}

static char *
path_of (const IhopBatchFile *file)
{
  return g_strconcat (file->result, ".stamp", NULL);
}

/* Every file of this member still has its sum. */
static gboolean
are_same (JsonObject *stamp, const char *member, IhopBatchSums *sums)
{
  JsonNode *node = json_object_get_member (stamp, member);
  JsonObject *files = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr (GList) names = files ? json_object_get_members (files) : NULL;

  for (GList *at = names; at; at = at->next)
    if (g_strcmp0 (json_object_get_string_member_with_default (files, at->data, "?"), find_sum (sums, at->data)) != 0)
      return FALSE;
  return names != NULL;
}

gboolean
ihop_batch_stamp_is_good (const IhopBatchFile *file, IhopBatchSums *sums)
{
  g_autofree char *path = path_of (file);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root = json_parser_load_from_file (parser, path, NULL) ? json_parser_get_root (parser) : NULL;
  JsonObject *stamp = root && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;

  return stamp && g_strcmp0 (json_object_get_string_member_with_default (stamp, "key", NULL), file->key) == 0
         && are_same (stamp, "inputs", sums) && are_same (stamp, "products", sums);
}

static gboolean
has_changed_since (const char *path, gint64 microseconds)
{
  GStatBuf info;

  return g_stat (path, &info) == 0
         && (gint64) info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000 >= microseconds;
}

static void
put_sums (JsonBuilder *json, const char *member, char **paths)
{
  ihop_json_begin_object (json, member);
  for (guint i = 0; paths && paths[i]; i++)
    {
      g_autofree char *sum = sum_of (paths[i]);
      ihop_json_put_text (json, paths[i], sum);
    }
  json_builder_end_object (json);
}

void
ihop_batch_stamp_write (const IhopBatchFile *file)
{
  g_autofree char *path = path_of (file);
  JsonBuilder *json;

  for (guint i = 0; file->inputs && file->inputs[i]; i++)
    if (has_changed_since (file->inputs[i], file->began))
      return;
  json = json_builder_new ();
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "key", file->key);
  put_sums (json, "inputs", file->inputs);
  put_sums (json, "products", file->products);
  json_builder_end_object (json);
  g_autofree char *text = ihop_json_finish (json);
  ihop_output_write_text (path, text, NULL);
}
