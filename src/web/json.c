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
