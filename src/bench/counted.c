#include "bench/counted.h"
#include "base/json_read.h"

static double
number_in (JsonObject *object, const char *name)
{
  return object ? json_object_get_double_member_with_default (object, name, 0) : 0;
}

void
ihop_counted_by_device (IhopCase *result, const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_file (parser, path, NULL))
    return;
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  JsonObject *copies = ihop_json_get_object (root, "copies"), *bound = ihop_json_get_object (root, "bound");
  JsonObject *in = ihop_json_get_object (copies, "host_to_device"), *out = ihop_json_get_object (copies, "device_to_host");
  ihop_case_add_figure (result, "", "launches", number_in (root, "kernels"));
  ihop_case_add_figure (result, "", "device memory", number_in (root, "peak_bytes"));
  ihop_case_add_figure (result, "", "copies made", number_in (in, "count") + number_in (out, "count"));
  ihop_case_add_figure (result, "", "bytes to device", number_in (in, "bytes"));
  ihop_case_add_figure (result, "", "bytes to host", number_in (out, "bytes"));
  ihop_case_add_figure (result, "", "least bytes",
                        number_in (bound, "host_to_device") + number_in (bound, "device_to_host"));
}

void
ihop_counted_sectors (IhopCase *result, const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer kernel, sum;

  if (!json_parser_load_from_file (parser, path, NULL))
    return;
  JsonArray *sites = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                                   "sites");
  for (guint i = 0; sites && i < json_array_get_length (sites); i++)
    {
      JsonObject *site = json_array_get_object_element (sites, i);
      const char *name = json_object_get_string_member_with_default (site, "kernel", "");
      double *so_far = g_hash_table_lookup (sums, name);
      if (so_far == NULL)
        g_hash_table_insert (sums, g_strdup (name), so_far = g_new0 (double, 1));
      *so_far += number_in (site, "sectors");
    }
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &kernel, &sum))
    ihop_case_add_figure (result, kernel, "sectors", *(double *) sum);
}

void
ihop_counted_events (IhopCase *result, const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GRegex) form = g_regex_new (
    "ihop: (\\d+) launches ([\\d.]+) s, (\\d+) copies ([\\d.]+) s (\\d+) bytes", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  static const char *const names[] = { "launches", "seconds in kernels", "copies made", "seconds in copies",
                                       "bytes copied" };

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_regex_match (form, text, 0, &match))
    return;
  for (int i = 0; i < (int) G_N_ELEMENTS (names); i++)
    {
      g_autofree char *word = g_match_info_fetch (match, i + 1);
      ihop_case_add_figure (result, "", names[i], g_ascii_strtod (word, NULL));
    }
}
