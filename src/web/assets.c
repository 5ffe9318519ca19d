#include "web/assets.h"
#include "web_data.h"

GBytes *
ihop_web_asset (const char *name)
{
  g_autofree char *path = g_strconcat ("/ihop/web/", name, NULL);

  return g_resource_lookup_data (ihop_web_data_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

char *
ihop_web_asset_text (const char *name)
{
  g_autoptr (GBytes) bytes = ihop_web_asset (name);

  g_assert (bytes);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

const char *
ihop_web_type_of (const char *name)
{
  static const char *const types[][2] = {
    { ".html", "text/html; charset=utf-8" }, { ".css", "text/css; charset=utf-8" },
    { ".js", "text/javascript; charset=utf-8" }, { ".json", "application/json" },
    { ".svg", "image/svg+xml" }, { ".zip", "application/zip" },
    { ".c", "text/plain; charset=utf-8" }, { ".h", "text/plain; charset=utf-8" },
    { ".cu", "text/plain; charset=utf-8" }, { ".ihop", "text/plain; charset=utf-8" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_has_suffix (name, types[i][0]))
      return types[i][1];
  return "application/octet-stream";
}
