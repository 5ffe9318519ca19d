#include "bench/files.h"
#include "base/json.h"
#include "base/json_read.h"
#include "project/output.h"
#include <math.h>

/* ---- Writing -------------------------------------------------------------------------------------- */

static void
put_samples (JsonBuilder *json, const GArray *samples)
{
  ihop_json_begin_array (json, "samples");
  for (guint i = 0; i < samples->len; i++)
    {
      const IhopSample *sample = &g_array_index (samples, IhopSample, i);
      ihop_json_begin_object (json, NULL);
      ihop_json_put_int (json, "turn", sample->turn);
      ihop_json_put_double (json, "seconds", sample->seconds);
      ihop_json_put_double (json, "whole", sample->whole);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
put_figures (JsonBuilder *json, const GPtrArray *figures)
{
  ihop_json_begin_array (json, "figures");
  for (guint i = 0; i < figures->len; i++)
    {
      const IhopFigure *figure = figures->pdata[i];
      if (!isfinite (figure->value))
        continue;
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "part", figure->part);
      ihop_json_put_text (json, "name", figure->name);
      ihop_json_put_double (json, "value", figure->value);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
put_texts (JsonBuilder *json, const GPtrArray *texts)
{
  ihop_json_begin_array (json, "texts");
  for (guint i = 0; i < texts->len; i++)
    {
      const IhopText *text = texts->pdata[i];
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "name", text->name);
      ihop_json_put_text (json, "text", text->text);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
put_case (JsonBuilder *json, const IhopCase *bench_case)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "kernel", bench_case->kernel);
  ihop_json_put_text (json, "size", bench_case->size);
  ihop_json_put_text (json, "rival", bench_case->rival);
  ihop_json_put_text (json, "state", ihop_case_state_name (bench_case->state));
  ihop_json_put_text (json, "message", bench_case->message);
  ihop_json_put_int (json, "memory", (gint64) bench_case->memory);
  ihop_json_put_double (json, "build", bench_case->build);
  put_samples (json, bench_case->samples);
  put_figures (json, bench_case->figures);
  put_texts (json, bench_case->texts);
  json_builder_end_object (json);
}

gboolean
ihop_cases_write (const char *path, const GPtrArray *cases, GError **error)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_begin_array (json, "cases");
  for (guint i = 0; i < cases->len; i++)
    put_case (json, cases->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  g_autofree char *text = ihop_json_finish (json);
  return ihop_output_write_text (path, text, error);
}

/* ---- Reading: whatever is missing reads as nothing -------------------------------------------------- */

static const char *
text_of (JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default (object, name, NULL);
}

static double
number_of (JsonObject *object, const char *name)
{
  return json_object_get_double_member_with_default (object, name, 0);
}

static void
read_lists (IhopCase *read, JsonObject *object)
{
  static const char *const names[] = { "samples", "figures", "texts" };

  for (guint kind = 0; kind < G_N_ELEMENTS (names); kind++)
    {
      JsonArray *list = ihop_json_get_array (object, names[kind]);
      for (guint i = 0; list && i < json_array_get_length (list); i++)
        {
          JsonObject *one = ihop_json_object_at (list, i);
          if (one == NULL)
            continue;
          if (kind == 0)
            ihop_case_add_sample (read, (guint) number_of (one, "turn"), number_of (one, "seconds"),
                                  number_of (one, "whole"));
          else if (kind == 1 && text_of (one, "part") && text_of (one, "name"))
            ihop_case_add_figure (read, text_of (one, "part"), text_of (one, "name"),
                                  number_of (one, "value"));
          else if (kind == 2 && text_of (one, "name") && text_of (one, "text"))
            ihop_case_add_text (read, text_of (one, "name"), text_of (one, "text"));
        }
    }
}

static IhopCase *
read_case (JsonObject *object)
{
  const char *kernel = text_of (object, "kernel"), *size = text_of (object, "size");
  const char *rival = text_of (object, "rival");

  if (kernel == NULL || size == NULL || rival == NULL)
    return NULL;
  IhopCase *read = ihop_case_new (kernel, size, rival);
  ihop_case_set (read, ihop_case_state_from (text_of (object, "state")),
                 g_strdup (text_of (object, "message")));
  read->memory = (guint64) number_of (object, "memory");
  read->build = number_of (object, "build");
  read_lists (read, object);
  return read;
}

GPtrArray *
ihop_cases_read (const char *path, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_file (parser, path, error))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  JsonArray *list = root && JSON_NODE_HOLDS_OBJECT (root) ? ihop_json_get_array (json_node_get_object (root), "cases")
                                                          : NULL;
  if (list == NULL)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s holds no results", path);
      return NULL;
    }
  GPtrArray *cases = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_case_free);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *object = ihop_json_object_at (list, i);
      IhopCase *read = object ? read_case (object) : NULL;
      if (read)
        g_ptr_array_add (cases, read);
    }
  return cases;
}
