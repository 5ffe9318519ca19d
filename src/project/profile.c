#include "project/profile.h"
#include "base/trips.h"
#include "ir/address.h"
#include <json-glib/json-glib.h>

struct _IhopRunProfile
{
  GHashTable *trips; /* "gemm.c kernel_gemm/i/j" → double *, iterations of a run in the mean; below 0: it never ran */
};

void
ihop_run_profile_free (IhopRunProfile *profile)
{
  if (profile == NULL)
    return;
  g_hash_table_unref (profile->trips);
  g_free (profile);
}

static char *
key_of (const char *path, const char *address)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_strconcat (name, " ", address, NULL);
}

static JsonNode *
member (JsonObject *object, const char *name, JsonNodeType type)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && json_node_get_node_type (node) == type ? node : NULL;
}

static void
read_loop (IhopRunProfile *profile, JsonObject *loop)
{
  JsonNode *file = member (loop, "file", JSON_NODE_VALUE), *address = member (loop, "loop", JSON_NODE_VALUE);
  JsonNode *runs = member (loop, "runs", JSON_NODE_VALUE), *trips = member (loop, "trips", JSON_NODE_OBJECT);
  JsonNode *mean = trips ? member (json_node_get_object (trips), "mean", JSON_NODE_VALUE) : NULL;

  if (!file || !address || !mean || !runs || json_node_get_string (file) == NULL
      || json_node_get_string (address) == NULL)
    return;
  double number = json_node_get_int (runs) < 1 ? -1 : json_node_get_double (mean);
  g_hash_table_insert (profile->trips, key_of (json_node_get_string (file), json_node_get_string (address)),
                       g_memdup2 (&number, sizeof number));
}

static void
read_element (JsonArray *array, guint index, JsonNode *node, gpointer profile)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    read_loop (profile, json_node_get_object (node));
}

IhopRunProfile *
ihop_run_profile_read (const char *path, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_file (parser, path, error))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  JsonNode *loops = root && JSON_NODE_HOLDS_OBJECT (root) ? member (json_node_get_object (root), "loops", JSON_NODE_ARRAY)
                                                          : NULL;
  if (loops == NULL)
    {
      g_set_error (error, JSON_PARSER_ERROR, JSON_PARSER_ERROR_INVALID_DATA, "it lists no loops; expected what 'ihop "
                                                                             "observe --profile' writes");
      return NULL;
    }
  IhopRunProfile *profile = g_new0 (IhopRunProfile, 1);
  profile->trips = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  json_array_foreach_element (json_node_get_array (loops), read_element, profile);
  return profile;
}

/* "f/i/j" in a run that came to f/i. */
static gboolean
is_inside_a_run (const IhopRunProfile *profile, const char *path, const char *address)
{
  g_autofree char *around = g_path_get_dirname (address), *key = key_of (path, around);
  const double *trips = g_hash_table_lookup (profile->trips, key);

  return trips && *trips >= 0;
}

/* "spread/y/x" of "spread_members/y/x". Caller frees. */
static char *
owners_address (const IhopLoopName *name, GHashTable *versions)
{
  const char *function = name->function->symbol->name, *owners = versions ? g_hash_table_lookup (versions, function) : NULL;

  return owners ? g_strconcat (owners, name->address + strlen (function), NULL) : g_strdup (name->address);
}

static void
apply_to (const IhopRunProfile *profile, const IhopLoopName *name, GHashTable *versions)
{
  IhopRange place = name->loop->place;

  if (place.source == NULL)
    return;
  g_autofree char *address = owners_address (name, versions);
  g_autofree char *key = key_of (place.source->path, address);
  const double *trips = g_hash_table_lookup (profile->trips, key);
  if (trips && *trips >= 0)
    ihop_trips_set (place, *trips);
  else if (trips && is_inside_a_run (profile, place.source->path, address))
    ihop_trips_set_idle (place);
}

void
ihop_run_profile_apply (const IhopRunProfile *profile, const IhopTree *tree, GHashTable *versions)
{
  if (profile == NULL || tree == NULL)
    return;
  g_autoptr (GPtrArray) names = ihop_address_list (tree);
  for (guint i = 0; i < names->len; i++)
    apply_to (profile, names->pdata[i], versions);
}
