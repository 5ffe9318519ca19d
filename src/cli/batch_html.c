#include "cli/batch.h"
#include "project/output.h"
#include <string.h>

static const char style[] =
  ":root { color-scheme: light dark }\n"
  "body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem }\n"
  "table { border-collapse: collapse; width: 100% }\n"
  "th, td { text-align: left; vertical-align: top; padding: .25rem .6rem; border-bottom: 1px solid #8884 }\n"
  "td.n { text-align: right; font-variant-numeric: tabular-nums }\n"
  ".good { color: light-dark(#17703a, #6cc98d) } .doubt { color: light-dark(#8a5a00, #e0b050) }\n"
  ".bad { color: light-dark(#b3261e, #f2938c) } ul { margin: .2rem 0; padding-left: 1.2rem }\n"
  "code { overflow-wrap: anywhere }\n";

static void
put (GString *page, const char *text)
{
  g_autofree char *good = g_utf8_make_valid (text, -1), *escaped = g_markup_escape_text (good, -1);

  g_string_append (page, escaped);
}

static const char *
look_of (const IhopBatchFile *file)
{
  return !ihop_batch_file_is_good (file) ? "bad" : file->errors->len ? "doubt" : "good";
}

/* Links lead from the page's folder. */
static void
put_product (GString *page, const char *product, const char *base)
{
  g_autofree char *path = g_canonicalize_filename (product, NULL), *name = g_path_get_basename (product);
  g_autofree char *prefix = g_strconcat (base, "/", NULL);
  const char *below = g_str_has_prefix (path, prefix) ? path + strlen (prefix) : NULL;
  g_autofree char *link = below ? g_uri_escape_string (below, "/", FALSE) : g_filename_to_uri (path, NULL, NULL);

  g_string_append (page, "<a href=\"");
  put (page, link);
  g_string_append (page, "\">");
  put (page, name);
  g_string_append (page, "</a> ");
}

static void
put_file (GString *page, const IhopBatchFile *file, const char *base)
{
  g_autofree char *name = ihop_batch_file_name (file);

  g_string_append_printf (page, "<tr><td class=\"%s\">%s</td><td><code>", look_of (file), ihop_batch_file_end (file));
  put (page, name);
  g_string_append (page, "</code>");
  if (file->lost && !file->is_known)
    {
      g_string_append (page, "<ul><li>");
      put (page, file->lost);
      g_string_append (page, "</li></ul>");
    }
  for (guint i = 0; i < file->errors->len; i++)
    {
      g_string_append (page, i ? "<li>" : "<ul><li>");
      put (page, file->errors->pdata[i]);
      g_string_append (page, i + 1 < file->errors->len ? "</li>" : "</li></ul>");
    }
  g_string_append_printf (page, "</td><td class=\"n\">%u</td><td class=\"n\">%u</td><td class=\"n\">%u</td>",
                          file->kernels, file->transfers, file->refused);
  if (file->is_kept)
    g_string_append (page, "<td>as it was</td><td>");
  else
    g_string_append_printf (page, "<td class=\"n\">%.1f</td><td>", file->seconds);
  for (guint i = 0; file->products && file->products[i]; i++)
    put_product (page, file->products[i], base);
  g_string_append (page, "</td></tr>\n");
}

gboolean
ihop_batch_write_html (const char *path, const GPtrArray *files, GError **error)
{
  g_autoptr (GString) page = g_string_new ("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n"
                                           "<meta name=\"viewport\" content=\"width=device-width\">\n"
                                           "<title>ihop batch</title>\n<style>\n");
  g_autofree char *absolute = g_canonicalize_filename (path, NULL), *base = g_path_get_dirname (absolute);
  g_autofree char *sum = ihop_batch_sum (files);

  g_string_append_printf (page, "%s</style></head>\n<body>\n<h1>ihop batch</h1>\n<p>", style);
  put (page, sum);
  g_string_append (page, "</p>\n<table>\n<thead><tr><th>End</th><th>File</th><th>Kernels</th><th>Copies</th>"
                         "<th>Refused</th><th>Seconds</th><th>Products</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < files->len; i++)
    put_file (page, files->pdata[i], base);
  g_string_append (page, "</tbody>\n</table>\n</body>\n</html>\n");
  return ihop_output_write_text (path, page->str, error);
}
