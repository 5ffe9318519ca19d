#include "bench/settings.h"
#include "base/json.h"

static void
put_list (JsonBuilder *json, const char *name, const char *const *words)
{
  if (words == NULL)
    {
      ihop_json_put_text (json, name, NULL);
      return;
    }
  ihop_json_begin_array (json, name);
  for (guint i = 0; words[i]; i++)
    ihop_json_add_text (json, words[i]);
  json_builder_end_array (json);
}

static const char *const tools[IHOP_N_TOOLS] = { "gcc", "clang", "nvcc", "ppcg", "pluto" };

char *
ihop_bench_settings_to_json (const IhopBenchOptions *options)
{
  JsonBuilder *json = json_builder_new ();
  g_autofree char *folder = g_canonicalize_filename (options->folder, NULL);

  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "folder", folder);
  ihop_json_put_bool (json, "is_tree", options->is_tree);
  put_list (json, "kernels", options->kernels);
  put_list (json, "sizes", options->sizes);
  put_list (json, "rivals", options->rivals);
  for (guint i = 0; i < IHOP_N_TOOLS; i++)
    ihop_json_put_text (json, tools[i], options->paths[i]);
  ihop_json_put_int (json, "repeats", options->repeats);
  ihop_json_put_int (json, "threads", options->threads);
  ihop_json_put_double (json, "run_seconds", options->run_seconds);
  ihop_json_put_double (json, "least_seconds", options->least_seconds);
  ihop_json_put_double (json, "precision", options->precision);
  ihop_json_put_double (json, "case_seconds", options->case_seconds);
  ihop_json_put_double (json, "build_seconds", options->build_seconds);
  ihop_json_put_double (json, "count_seconds", options->count_seconds);
  ihop_json_put_bool (json, "device", options->device);
  ihop_json_put_text (json, "gpu", options->gpu);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}

static const char *
read_text (IhopBenchSettings *settings, JsonObject *object, const char *name)
{
  char *text = g_strdup (json_object_get_string_member_with_default (object, name, NULL));

  if (text)
    g_ptr_array_add (settings->strings, text);
  return text;
}

static const char *const *
read_list (IhopBenchSettings *settings, JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  JsonArray *array = json_node_get_array (node);
  guint n = json_array_get_length (array);
  const char **list = g_new0 (const char *, n + 1);
  g_ptr_array_add (settings->strings, (gpointer) list);
  for (guint i = 0; i < n; i++)
    {
      char *word = g_strdup (json_array_get_string_element (array, i));
      list[i] = word ? word : "";
      if (word)
        g_ptr_array_add (settings->strings, word);
    }
  return list;
}

static void
read_all (IhopBenchSettings *settings, JsonObject *object)
{
  IhopBenchOptions *options = &settings->options;

  options->folder = read_text (settings, object, "folder");
  options->is_tree = json_object_get_boolean_member_with_default (object, "is_tree", FALSE);
  options->kernels = read_list (settings, object, "kernels");
  options->sizes = read_list (settings, object, "sizes");
  options->rivals = read_list (settings, object, "rivals");
  for (guint i = 0; i < IHOP_N_TOOLS; i++)
    options->paths[i] = read_text (settings, object, tools[i]);
  options->repeats = (guint) json_object_get_int_member_with_default (object, "repeats", 5);
  options->threads = (guint) json_object_get_int_member_with_default (object, "threads", 1);
  options->run_seconds = json_object_get_double_member_with_default (object, "run_seconds", 60);
  options->least_seconds = json_object_get_double_member_with_default (object, "least_seconds", 0);
  options->precision = json_object_get_double_member_with_default (object, "precision", 0);
  options->case_seconds = json_object_get_double_member_with_default (object, "case_seconds", 60);
  options->build_seconds = json_object_get_double_member_with_default (object, "build_seconds", 300);
  options->count_seconds = json_object_get_double_member_with_default (object, "count_seconds", 300);
  options->device = json_object_get_boolean_member_with_default (object, "device", FALSE);
  options->gpu = read_text (settings, object, "gpu");
}

IhopBenchSettings *
ihop_bench_settings_read (const char *json, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_data (parser, json, -1, error))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the settings of the run cannot be read");
      return NULL;
    }
  IhopBenchSettings *settings = g_new0 (IhopBenchSettings, 1);
  settings->strings = g_ptr_array_new_with_free_func (g_free);
  read_all (settings, json_node_get_object (root));
  if (settings->options.folder == NULL || settings->options.sizes == NULL)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the settings of the run are not complete");
      g_clear_pointer (&settings, ihop_bench_settings_free);
    }
  return settings;
}

void
ihop_bench_settings_free (IhopBenchSettings *settings)
{
  if (settings == NULL)
    return;
  g_ptr_array_unref (settings->strings);
  g_free (settings);
}
