#include "base/json_read.h"

static JsonNode *
value_of (JsonObject *object, const char *name, GType type)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && JSON_NODE_HOLDS_VALUE (node)
             && (type == G_TYPE_INVALID || json_node_get_value_type (node) == type)
           ? node
           : NULL;
}

const char *
ihop_json_get_text (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name, G_TYPE_STRING);

  return node ? json_node_get_string (node) : NULL;
}

gint64
ihop_json_get_int (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name, G_TYPE_INT64);

  return node ? json_node_get_int (node) : 0;
}

double
ihop_json_get_double (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name, G_TYPE_INVALID);

  return node ? json_node_get_double (node) : 0;
}

JsonObject *
ihop_json_get_object (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

JsonArray *
ihop_json_get_array (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

JsonObject *
ihop_json_object_at (JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

const char *
ihop_json_text_at (JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

guint
ihop_json_length (JsonArray *array)
{
  return array ? json_array_get_length (array) : 0;
}
