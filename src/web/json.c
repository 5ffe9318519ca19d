#include "web/json.h"
#include <string.h>

#define DEEPEST 32

/* Brackets outside of texts. json-glib recurses, and a stack is no budget. */
static gboolean
is_too_deep (const char *text, gsize size)
{
  int depth = 0;
  gboolean in_text = FALSE;

  for (gsize i = 0; i < size; i++)
    if (in_text && text[i] == '\\')
      i++;
    else if (text[i] == '"')
      in_text = !in_text;
    else if (!in_text && (text[i] == '[' || text[i] == '{') && ++depth > DEEPEST)
      return TRUE;
    else if (!in_text && (text[i] == ']' || text[i] == '}'))
      depth--;
  return FALSE;
}

JsonNode *
ihop_web_json_read (const char *text, gsize size, const char **fault)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();

  *fault = "the JSON is nested deeper than 32 levels";
  if (is_too_deep (text, size))
    return NULL;
  *fault = "this is no JSON object in UTF-8";
  if (!g_utf8_validate_len (text, size, NULL)
      || !json_parser_load_from_data (parser, text, (gssize) size, NULL))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return NULL;
  *fault = NULL;
  return json_node_ref (root);
}

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
ihop_web_json_text (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name, G_TYPE_STRING);

  return node ? json_node_get_string (node) : NULL;
}

gint64
ihop_web_json_int (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name, G_TYPE_INT64);

  return node ? json_node_get_int (node) : 0;
}

double
ihop_web_json_double (JsonObject *object, const char *name)
{
  JsonNode *node = value_of (object, name, G_TYPE_INVALID);

  return node ? json_node_get_double (node) : 0;
}

JsonObject *
ihop_web_json_object (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

JsonArray *
ihop_web_json_array (JsonObject *object, const char *name)
{
  JsonNode *node = object ? json_object_get_member (object, name) : NULL;

  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

JsonObject *
ihop_web_json_object_at (JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

const char *
ihop_web_json_text_at (JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

guint
ihop_web_json_length (JsonArray *array)
{
  return array ? json_array_get_length (array) : 0;
}

void
ihop_web_json_put (JsonBuilder *json, const char *name, const char *text)
{
  json_builder_set_member_name (json, name);
  if (text)
    json_builder_add_string_value (json, text);
  else
    json_builder_add_null_value (json);
}

char *
ihop_web_json_finish (JsonBuilder *json)
{
  g_autoptr (JsonNode) root = json_builder_get_root (json);
  char *text = json_to_string (root, TRUE);
  char *line = g_strconcat (text, "\n", NULL);

  g_free (text);
  g_object_unref (json);
  return line;
}
