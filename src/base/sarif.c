/* Each result refers to its sentence as section 3.11 has it: message.id names one of the rule's messageStrings, which has
 * {0}, {1} … where message.arguments go; SARIF knows only words there, so messages within messages become part of the
 * sentence. message.text has the sentence as a whole, too. A brace that is no placeholder is doubled (3.11.5). */
#include "base/sarif.h"
#include "base/json.h"
#include <string.h>

/* What belongs to a result beside its own place. */
typedef struct
{
  IhopMessage *message;
  char *path;
  guint line;
} Related;

typedef struct
{
  const char *rule, *level;
  char *id;               /* the sentence with gaps, as messageStrings has it */
  GPtrArray *arguments;   /* of char * */
  IhopMessage *message;
  char *path;
  guint line, column;
  GPtrArray *related;     /* Related */
} Result;

struct IhopSarif
{
  GPtrArray *results; /* Result */
};

static void
related_free (gpointer data)
{
  Related *related = data;

  ihop_message_unref (related->message);
  g_free (related->path);
  g_free (related);
}

static void
result_free (gpointer data)
{
  Result *result = data;

  g_free (result->id);
  g_ptr_array_unref (result->arguments);
  g_ptr_array_unref (result->related);
  ihop_message_unref (result->message);
  g_free (result->path);
  g_free (result);
}

IhopSarif *
ihop_sarif_new (void)
{
  IhopSarif *sarif = g_new0 (IhopSarif, 1);

  sarif->results = g_ptr_array_new_with_free_func (result_free);
  return sarif;
}

void
ihop_sarif_free (IhopSarif *sarif)
{
  g_ptr_array_unref (sarif->results);
  g_free (sarif);
}

/* ---- sentences ---- */

static void
append_doubled (GString *text, const char *from, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (from[i] == '{' || from[i] == '}')
        g_string_append_c (text, from[i]);
      g_string_append_c (text, from[i]);
    }
}

static char *
argument_text (const IhopArgument *argument)
{
  switch (argument->kind)
    {
    case IHOP_ARGUMENT_NUMBER: return g_strdup_printf ("%" G_GINT64_FORMAT, argument->number);
    case IHOP_ARGUMENT_REAL: return g_strdup_printf ("%g", argument->real);
    default: return g_strdup (argument->word);
    }
}

/* Adds the sentence with {n} for each word or number, which is added to the arguments. */
static void
take_apart (const IhopMessage *message, GString *sentence, GPtrArray *arguments)
{
  const char *at = ihop_message_id (message), *gap;
  guint length, next = 0;
  int position;
  char conversion;

  for (; (gap = ihop_message_gap (at, &length, &position, &conversion)) != NULL; at = gap + length)
    {
      append_doubled (sentence, at, gap - at);
      if (conversion == '%')
        {
          g_string_append_c (sentence, '%');
          continue;
        }
      const IhopArgument *argument = ihop_message_argument (message, position >= 0 ? (guint) position : next++);
      if (argument->kind == IHOP_ARGUMENT_MESSAGE)
        {
          take_apart (argument->message, sentence, arguments);
          continue;
        }
      g_string_append_printf (sentence, "{%u}", arguments->len);
      g_ptr_array_add (arguments, argument_text (argument));
    }
  append_doubled (sentence, at, strlen (at));
}

void
ihop_sarif_add (IhopSarif *sarif, const char *rule, const char *level, IhopMessage *message, const char *path, guint line, guint column)
{
  Result *result = g_new0 (Result, 1);
  GString *sentence = g_string_new (NULL);

  result->rule = rule;
  result->level = level;
  result->message = message;
  result->path = g_strdup (path);
  result->line = line;
  result->column = column;
  result->arguments = g_ptr_array_new_with_free_func (g_free);
  result->related = g_ptr_array_new_with_free_func (related_free);
  take_apart (message, sentence, result->arguments);
  result->id = g_string_free (sentence, FALSE);
  g_ptr_array_add (sarif->results, result);
}

void
ihop_sarif_relate (IhopSarif *sarif, IhopMessage *message, const char *path, guint line)
{
  Result *result = sarif->results->pdata[sarif->results->len - 1];
  Related *related = g_new0 (Related, 1);

  related->message = message;
  related->path = g_strdup (path);
  related->line = line;
  g_ptr_array_add (result->related, related);
}

/* ---- a result ---- */

static void
put_message (JsonBuilder *builder, const Result *result)
{
  const char *text = ihop_message_text (result->message);
  g_autoptr (GString) doubled = g_string_new (NULL);

  append_doubled (doubled, text, strlen (text));
  ihop_json_begin_object (builder, "message");
  ihop_json_put_text (builder, "text", doubled->str);
  ihop_json_put_text (builder, "id", result->id);
  ihop_json_begin_array (builder, "arguments");
  for (guint i = 0; i < result->arguments->len; i++)
    ihop_json_add_text (builder, result->arguments->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* Line 0 means that the whole file is meant: then there is no region. */
static void
put_physical (JsonBuilder *builder, const char *path, guint line, guint column)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", TRUE);
  g_autofree char *uri = g_strconcat (*path == '/' ? "file://" : "", escaped, NULL);

  ihop_json_begin_object (builder, "physicalLocation");
  ihop_json_begin_object (builder, "artifactLocation");
  ihop_json_put_text (builder, "uri", uri);
  json_builder_end_object (builder);
  if (line)
    {
      ihop_json_begin_object (builder, "region");
      ihop_json_put_int (builder, "startLine", line);
      ihop_json_put_int (builder, "startColumn", MAX (column, 1));
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

/* Without a file there is no place. */
static void
put_locations (JsonBuilder *builder, const Result *result)
{
  ihop_json_begin_array (builder, "locations");
  if (result->path)
    {
      ihop_json_begin_object (builder, NULL);
      put_physical (builder, result->path, result->line, result->column);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
put_related (JsonBuilder *builder, const Result *result)
{
  if (result->related->len == 0)
    return;
  ihop_json_begin_array (builder, "relatedLocations");
  for (guint i = 0; i < result->related->len; i++)
    {
      const Related *related = result->related->pdata[i];
      ihop_json_begin_object (builder, NULL);
      ihop_json_put_int (builder, "id", i + 1);
      if (related->path)
        put_physical (builder, related->path, related->line, 1);
      ihop_json_begin_object (builder, "message");
      ihop_json_put_text (builder, "text", ihop_message_text (related->message));
      json_builder_end_object (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
put_result (JsonBuilder *builder, const Result *result)
{
  ihop_json_begin_object (builder, NULL);
  ihop_json_put_text (builder, "ruleId", result->rule);
  ihop_json_put_text (builder, "level", result->level);
  put_message (builder, result);
  put_locations (builder, result);
  put_related (builder, result);
  json_builder_end_object (builder);
}

/* ---- the document ---- */

static void
put_rule (JsonBuilder *builder, const GPtrArray *results, const char *rule)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  ihop_json_begin_object (builder, NULL);
  ihop_json_put_text (builder, "id", rule);
  ihop_json_begin_object (builder, "messageStrings");
  for (guint i = 0; i < results->len; i++)
    {
      const Result *result = results->pdata[i];
      if (!g_str_equal (result->rule, rule) || !g_hash_table_add (seen, result->id))
        continue;
      g_autofree char *name = g_utf8_make_valid (result->id, -1);
      ihop_json_begin_object (builder, name);
      ihop_json_put_text (builder, "text", name);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
put_tool (JsonBuilder *builder, const GPtrArray *results)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  ihop_json_begin_object (builder, "tool");
  ihop_json_begin_object (builder, "driver");
  ihop_json_put_text (builder, "name", "ihop");
  ihop_json_put_text (builder, "version", IHOP_VERSION);
  ihop_json_begin_array (builder, "rules");
  for (guint i = 0; i < results->len; i++)
    {
      const char *rule = ((const Result *) results->pdata[i])->rule;
      if (g_hash_table_add (seen, (gpointer) rule))
        put_rule (builder, results, rule);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

char *
ihop_sarif_finish (IhopSarif *sarif)
{
  JsonBuilder *builder = json_builder_new ();
  const GPtrArray *results = sarif->results;

  ihop_json_begin_object (builder, NULL);
  ihop_json_put_text (builder, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  ihop_json_put_text (builder, "version", "2.1.0");
  ihop_json_begin_array (builder, "runs");
  ihop_json_begin_object (builder, NULL);
  put_tool (builder, results);
  ihop_json_begin_array (builder, "results");
  for (guint i = 0; i < results->len; i++)
    put_result (builder, results->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ihop_sarif_free (sarif);
  return ihop_json_finish (builder);
}
