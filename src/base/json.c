#include "base/json.h"
#include <float.h>
#include <string.h>

/* JSON-GLib appends ".0" to a number without a point, also behind an exponent: "6e-10.0". One of the next numbers has one. */
void
ihop_json_add_double (JsonBuilder *builder, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (text, sizeof text, value);
  if (strchr (text, 'e') && strchr (text, '.') == NULL)
    value *= 1 + DBL_EPSILON;
  json_builder_add_double_value (builder, value);
}

void
ihop_json_add_text (JsonBuilder *builder, const char *text)
{
  g_autofree char *valid = text ? g_utf8_make_valid (text, -1) : NULL;

  if (valid)
    json_builder_add_string_value (builder, valid);
  else
    json_builder_add_null_value (builder);
}

void
ihop_json_put_text (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  ihop_json_add_text (builder, text);
}

static void
add_parts (JsonBuilder *builder, const IhopMessage *message)
{
  ihop_json_begin_object (builder, NULL);
  ihop_json_put_text (builder, "id", ihop_message_id (message));
  ihop_json_begin_array (builder, "arguments");
  for (guint i = 0; i < ihop_message_n_arguments (message); i++)
    {
      const IhopArgument *argument = ihop_message_argument (message, i);
      switch (argument->kind)
        {
        case IHOP_ARGUMENT_NUMBER: json_builder_add_int_value (builder, argument->number); break;
        case IHOP_ARGUMENT_REAL: ihop_json_add_double (builder, argument->real); break;
        case IHOP_ARGUMENT_WORD: ihop_json_add_text (builder, argument->word); break;
        case IHOP_ARGUMENT_MESSAGE: add_parts (builder, argument->message); break;
        }
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

void
ihop_json_put_message (JsonBuilder *builder, const char *name, const IhopMessage *message)
{
  g_autofree char *parts = g_strconcat (name, "_parts", NULL);

  ihop_json_put_text (builder, name, ihop_message_text (message));
  json_builder_set_member_name (builder, parts);
  if (message)
    add_parts (builder, message);
  else
    json_builder_add_null_value (builder);
}

void
ihop_json_put_messages (JsonBuilder *builder, const char *name, const GPtrArray *messages)
{
  g_autofree char *parts = g_strconcat (name, "_parts", NULL);

  ihop_json_begin_array (builder, name);
  for (guint i = 0; messages && i < messages->len; i++)
    ihop_json_add_text (builder, ihop_message_text (messages->pdata[i]));
  json_builder_end_array (builder);
  ihop_json_begin_array (builder, parts);
  for (guint i = 0; messages && i < messages->len; i++)
    add_parts (builder, messages->pdata[i]);
  json_builder_end_array (builder);
}

/* ---- and back ---- */

static IhopMessage *message_of (JsonObject *parts);

/* Whether the gap takes it, which is added to the others. */
static gboolean
add_argument (GArray *arguments, JsonNode *node, char conversion, GPtrArray *messages)
{
  IhopArgument argument;

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      IhopMessage *message = message_of (json_node_get_object (node));
      if (message == NULL)
        return FALSE;
      g_ptr_array_add (messages, message);
      argument = ihop_argument_message (message);
    }
  else if (!JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    argument = ihop_argument_word (json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    argument = ihop_argument_real (json_node_get_double (node));
  else
    argument = ihop_argument_number (json_node_get_int (node));
  g_array_append_val (arguments, argument);
  return strchr (argument.kind == IHOP_ARGUMENT_NUMBER ? "diuxXc" : argument.kind == IHOP_ARGUMENT_REAL ? "eEfgG" : "s",
                 conversion)
         != NULL;
}

static IhopMessage *
message_of (JsonObject *parts)
{
  const char *id = json_object_get_string_member_with_default (parts, "id", NULL), *at = id, *gap;
  JsonNode *node = json_object_get_member (parts, "arguments");
  JsonArray *list = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (IhopArgument));
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (ihop_message_unref);
  guint length, n = 0;
  int position;
  char conversion;

  for (; id && list && (gap = ihop_message_gap (at, &length, &position, &conversion)) != NULL; at = gap + length)
    if (conversion != '%'
        && (position >= 0 || n >= json_array_get_length (list)
            || !add_argument (arguments, json_array_get_element (list, n++), conversion, messages)))
      return NULL;
  if (id == NULL || list == NULL || n != json_array_get_length (list))
    return NULL;
  return ihop_message_from (g_intern_string (id), n, (const IhopArgument *) arguments->data);
}

IhopMessage *
ihop_json_get_message (JsonObject *object, const char *name)
{
  g_autofree char *member = g_strconcat (name, "_parts", NULL);
  JsonNode *parts = json_object_get_member (object, member);

  return parts && JSON_NODE_HOLDS_OBJECT (parts) ? message_of (json_node_get_object (parts)) : NULL;
}

/* ---- the rest ---- */

void
ihop_json_put_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

void
ihop_json_put_bool (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

void
ihop_json_put_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  ihop_json_add_double (builder, value);
}

void
ihop_json_begin_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

void
ihop_json_put_integers (JsonBuilder *builder, const char *name, const GArray *numbers)
{
  ihop_json_begin_array (builder, name);
  for (guint i = 0; numbers && i < numbers->len; i++)
    json_builder_add_int_value (builder, g_array_index (numbers, gint64, i));
  json_builder_end_array (builder);
}

void
ihop_json_put_numbers (JsonBuilder *builder, const char *name, const guint *numbers, guint n)
{
  ihop_json_begin_array (builder, name);
  for (guint i = 0; i < n; i++)
    json_builder_add_int_value (builder, numbers[i]);
  json_builder_end_array (builder);
}

void
ihop_json_begin_object (JsonBuilder *builder, const char *name)
{
  if (name)
    json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

void
ihop_json_put_document (JsonBuilder *builder, const char *name, const char *document)
{
  g_autoptr (JsonNode) root = document ? json_from_string (document, NULL) : NULL;

  json_builder_set_member_name (builder, name);
  if (root)
    json_builder_add_value (builder, g_steal_pointer (&root));
  else
    json_builder_add_null_value (builder);
}

char *
ihop_json_finish (JsonBuilder *builder)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  json_generator_set_pretty (generator, TRUE);
  json_generator_set_root (generator, root);
  g_autofree char *text = json_generator_to_data (generator, NULL);
  g_object_unref (builder);
  return g_strconcat (text, "\n", NULL);
}
