#include "observe/seen.h"
#include "base/json.h"
#include "base/json_read.h"
#include <json-glib/json-glib.h>

struct _IhopSeen
{
  GHashTable *loops; /* "gemm.c kernel_gemm/i/j" → IhopSeenLoop * */
};

static void
loop_free (gpointer data)
{
  IhopSeenLoop *loop = data;

  g_free (loop->element);
  ihop_message_unref (loop->assertion);
  g_free (loop);
}

void
ihop_seen_free (IhopSeen *seen)
{
  if (seen == NULL)
    return;
  g_hash_table_unref (seen->loops);
  g_free (seen);
}

static char *
key_of (const char *path, const char *address)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_strconcat (name, " ", address, NULL);
}

/* ---- Reading what may be anything ----------------------------------------------------------------------------- */

static JsonNode *
member (JsonObject *object, const char *name, JsonNodeType type)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && json_node_get_node_type (node) == type ? node : NULL;
}

static guint64
number_of (JsonObject *object, const char *name)
{
  JsonNode *node = member (object, name, JSON_NODE_VALUE);
  gint64 number = node ? json_node_get_int (node) : 0;

  return number > 0 ? (guint64) number : 0;
}

static void
read_meeting (IhopSeenLoop *seen, JsonObject *meeting)
{
  JsonObject *source = ihop_json_get_object (meeting, "source"), *sink = ihop_json_get_object (meeting, "sink");
  const char *element = ihop_json_get_text (meeting, "element");

  if (element == NULL)
    return;
  seen->element = g_strdup (element);
  seen->source = number_of (source, "iteration");
  seen->sink = number_of (sink, "iteration");
  seen->source_line = number_of (source, "line");
  seen->sink_line = number_of (sink, "line");
}

static void
read_loop (JsonArray *array, guint index, JsonNode *node, gpointer data)
{
  IhopSeen *seen = data;
  JsonObject *loop = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *file = ihop_json_get_text (loop, "file"), *address = ihop_json_get_text (loop, "loop");
  const char *judgement = ihop_json_get_text (loop, "judgement");

  if (!file || !address || !judgement)
    return;
  IhopSeenLoop *one = g_new0 (IhopSeenLoop, 1);
  one->line = (guint) number_of (loop, "line");
  one->share = json_object_has_member (loop, "share") && member (loop, "share", JSON_NODE_VALUE)
                 ? json_node_get_double (member (loop, "share", JSON_NODE_VALUE))
                 : -1;
  one->runs = number_of (loop, "runs");
  one->trips = number_of (ihop_json_get_object (loop, "trips"), "total");
  one->is_refuted = g_str_equal (judgement, "refuted");
  one->is_confirmed = g_str_equal (judgement, "confirmed");
  one->is_aside = g_str_equal (judgement, "assumption failed");
  one->is_judged = !g_str_equal (judgement, "unseen");
  one->assertion = ihop_json_get_message (loop, "assertion");
  read_meeting (one, ihop_json_get_object (loop, "nearest"));
  g_hash_table_insert (seen->loops, key_of (file, address), one);
}

IhopSeen *
ihop_seen_read (const char *json, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_data (parser, json, -1, error))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  JsonNode *loops = root && JSON_NODE_HOLDS_OBJECT (root) ? member (json_node_get_object (root), "loops", JSON_NODE_ARRAY)
                                                          : NULL;
  if (loops == NULL)
    {
      g_set_error (error, JSON_PARSER_ERROR, JSON_PARSER_ERROR_INVALID_DATA,
                   "it lists no loops; expected what 'ihop observe --profile' writes");
      return NULL;
    }
  IhopSeen *seen = g_new0 (IhopSeen, 1);
  seen->loops = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, loop_free);
  json_array_foreach_element (json_node_get_array (loops), read_loop, seen);
  return seen;
}

const IhopSeenLoop *
ihop_seen_loop (const IhopSeen *seen, const char *path, const char *address, guint line)
{
  g_autofree char *key = key_of (path, address);
  const IhopSeenLoop *loop = seen ? g_hash_table_lookup (seen->loops, key) : NULL;

  return loop && loop->line == line ? loop : NULL;
}

guint
ihop_seen_count (const IhopSeen *seen, guint *refuted)
{
  GHashTableIter iter;
  gpointer value;
  guint ran = 0;

  *refuted = 0;
  g_hash_table_iter_init (&iter, seen->loops);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const IhopSeenLoop *loop = value;
      ran += loop->runs > 0;
      *refuted += loop->is_refuted;
    }
  return ran;
}
