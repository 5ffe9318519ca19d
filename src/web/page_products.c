/* Products: source, CUDA and fallback side by side; drawings; the list of what can be downloaded. */
#include "web/files.h"
#include "web/html.h"
#include "web/page.h"
#include <string.h>

#define NEAR 4 /* lines around those that come from the part that is shown */

/* What the lines of a product stand for, by the main job's document; NULL: it does not say. */
static JsonArray *
lines_of (const IhopWebPage *page, const char *file, const char *product)
{
  for (guint i = 0; i < page->generated->len; i++)
    {
      JsonArray *files = ihop_json_get_array (json_node_get_object (page->generated->pdata[i]), "files");
      for (guint j = 0; j < ihop_json_length (files); j++)
        {
          JsonObject *entry = ihop_json_object_at (files, j);
          JsonArray *lines = entry && g_strcmp0 (ihop_json_get_text (entry, "file"), file) == 0
                               ? ihop_json_get_array (entry, "lines") : NULL;
          for (guint k = 0; k < ihop_json_length (lines); k++)
            if (g_strcmp0 (ihop_json_get_text (ihop_json_object_at (lines, k), "product"), product) == 0)
              return ihop_json_get_array (ihop_json_object_at (lines, k), "source_lines");
        }
    }
  return NULL;
}

static guint
source_line (JsonArray *links, guint i)
{
  return i < ihop_json_length (links) ? (guint) json_array_get_int_element (links, i) : 0;
}

/* A line of the product is shown when it, or one near it, comes from the lines that are shown. */
static gboolean
is_shown (JsonArray *links, guint i, guint first, guint last)
{
  for (guint j = i > NEAR ? i - NEAR : 0; j <= i + NEAR; j++)
    if (source_line (links, j) >= first && source_line (links, j) <= last)
      return TRUE;
  return FALSE;
}

static void
put_product_lines (IhopWebPage *page, const char *text, JsonArray *links, guint first, guint last)
{
  g_autoptr (GPtrArray) lines = ihop_web_page_code_lines (text);
  gboolean is_whole = last == G_MAXUINT, was_shown = TRUE;

  for (guint i = 0; i < lines->len; i++)
    {
      guint from = source_line (links, i);
      gboolean shown = is_whole || is_shown (links, i, first, last);
      if (shown && from)
        g_string_append_printf (page->out, "<span class=\"l\" data-n=\"%u\" data-s=\"%u\">%s</span>\n", i + 1, from,
                                (char *) lines->pdata[i]);
      else if (shown)
        g_string_append_printf (page->out, "<span class=\"l\" data-n=\"%u\">%s</span>\n", i + 1, (char *) lines->pdata[i]);
      else if (was_shown)
        g_string_append (page->out, "<span class=\"l gap\">…</span>\n");
      was_shown = shown;
    }
}

static void
put_source_lines (IhopWebPage *page, const char *text, guint first, guint last)
{
  g_autoptr (GPtrArray) lines = ihop_web_page_code_lines (text);

  for (guint i = first; i <= MIN (last, lines->len); i++)
    g_string_append_printf (page->out, "<span class=\"l\" data-n=\"%u\" data-s=\"%u\">%s</span>\n", i, i,
                            (char *) lines->pdata[i - 1]);
}

/* file: which product of which source; product NULL: the source itself. */
typedef struct
{
  const char *title, *file, *product, *path;
  guint first, last;
} Pane;

static void
put_pane (IhopWebPage *page, const Pane *pane, const char *text)
{
  g_autofree char *base = g_path_get_basename (pane->path);
  g_autofree char *link = g_uri_escape_string (pane->path, "/", FALSE);

  ihop_html_add (page->out, "<div class=\"pane\"><h4>%s</h4><a href=\"/api/v1/jobs/%s/files/%s\" download>Download %s</a>"
                            "<pre class=\"code numbered\" tabindex=\"0\" aria-label=\"%s\"><code>",
                 pane->title, page->job->id, link, base, pane->title);
  if (pane->product)
    put_product_lines (page, text, lines_of (page, pane->file, pane->product), pane->first, pane->last);
  else
    put_source_lines (page, text, pane->first, pane->last);
  g_string_append (page->out, "</code></pre></div>\n");
}

/* One product, if it is there: "ihop-out/gemm.cu". */
static void
put_product (IhopWebPage *page, const char *title, const char *file, const char *folder, const char *ending, guint first,
             guint last)
{
  g_autofree char *source = g_path_get_basename (file), *stem = g_strndup (source, strlen (source) - strlen (".c"));
  g_autofree char *base = g_strconcat (stem, ending, NULL);
  g_autofree char *below = g_build_filename ("ihop-out", folder, base, NULL);
  g_autofree char *path = g_build_filename ("files", below, NULL);
  g_autofree char *text = ihop_web_page_read (page, path, NULL);
  const Pane pane = { title, file, base, below, first, last };

  if (text)
    put_pane (page, &pane, text);
}

static char *
stem_of (const char *file)
{
  g_autofree char *base = g_path_get_basename (file);

  return g_strndup (base, strlen (base) - strlen (".c"));
}

/* Files of one name have folders of their own below ihop-out/. */
static char *
folder_of (const IhopWebPage *page, const char *file)
{
  g_autofree char *parent = g_path_get_dirname (file), *stem = stem_of (file);
  g_autofree char *base = g_strconcat (stem, ".json", NULL);
  g_autofree char *below = g_build_filename (page->folder, "files/ihop-out", parent, base, NULL);

  return !g_str_equal (parent, ".") && g_file_test (below, G_FILE_TEST_EXISTS) ? g_steal_pointer (&parent)
                                                                               : g_strdup (".");
}

void
ihop_web_page_put_beside (IhopWebPage *page, const char *file, guint first, guint last)
{
  g_autofree char *folder = folder_of (page, file), *text = ihop_web_page_source (page, file);
  g_autofree char *now = g_strconcat ("now/", file, NULL);
  const char *at = g_str_equal (folder, ".") ? "" : folder;
  const Pane pane = { page->applied ? "Yours, behind the steps" : "Yours", file, NULL, page->applied ? now : file, first, last };

  g_string_append (page->out, "<div class=\"panes\">\n");
  if (text)
    put_pane (page, &pane, text);
  put_product (page, "CUDA", file, at, ".cu", first, last);
  put_product (page, "CUDA: kernels", file, at, "_kernels.cu", first, last);
  put_product (page, "CUDA: the host's part", file, at, ".c", first, last);
  put_product (page, "Fallback for the CPU", file, at, "_cpu.c", first, last);
  g_string_append (page->out, "</div>\n");
}

void
ihop_web_page_put_products (IhopWebPage *page)
{
  JsonArray *sources = ihop_json_get_array (json_node_get_object (page->report), "sources");
  gboolean any_parts = FALSE;

  g_string_append (page->out, "<section id=\"products\" aria-labelledby=\"products-h\"><h2 id=\"products-h\">Side "
                              "by side</h2>\n<p class=\"hint\">Point at a line, and what it became, or comes from, is marked in "
                              "the other panes; click, and they go there.</p>\n");
  for (guint i = 0; i < ihop_json_length (sources); i++)
    {
      const char *file = ihop_json_text_at (sources, i);
      any_parts |= g_array_index (page->parts, guint, i) > 1;
      if (g_array_index (page->parts, guint, i) > 1)
        continue;
      ihop_html_add (page->out, "<h3>%s</h3>\n", file);
      ihop_web_page_put_beside (page, file, 1, G_MAXUINT);
    }
  if (any_parts)
    g_string_append (page->out, "<p>Long files are shown with what they became in the parts above.</p>\n");
  g_string_append (page->out, "</section>\n");
}

void
ihop_web_page_put_graphs (IhopWebPage *page)
{
  JsonArray *sources = ihop_json_get_array (json_node_get_object (page->report), "sources");
  gboolean any = FALSE;

  g_string_append (page->out, "<section id=\"graph\" aria-labelledby=\"graph-h\"><h2 id=\"graph-h\">Dependence "
                              "graph</h2>\n");
  for (guint i = 0; i < ihop_json_length (sources); i++)
    {
      g_autofree char *name = i ? g_strdup_printf ("graph-%u.svg", i + 1) : g_strdup ("graph.svg");
      g_autofree char *path = g_build_filename (page->folder, "results", name, NULL);
      const char *file = ihop_json_text_at (sources, i);
      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      any = TRUE;
      ihop_html_add (page->out,
                     "<figure><div class=\"drawing\" tabindex=\"0\" role=\"region\" aria-label=\"Graph of %s\"><img class=\"graph\" "
                     "src=\"/api/v1/jobs/%s/results/%s\" alt=\"Dependence graph of %s; the same is said in "
                     "words at each loop above\"></div><figcaption>%s <a href=\"/api/v1/jobs/%s/results/%s\">by itself"
                     "</a></figcaption></figure>\n",
                     file, page->job->id, name, file, file, page->job->id, name);
    }
  if (!any)
    g_string_append (page->out, "<p>There is no drawing.</p>\n");
  g_string_append (page->out, "</section>\n");
}

static void
put_downloads_below (IhopWebPage *page, const char *below)
{
  g_autofree char *path = g_build_filename (page->folder, "files", below, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (names, *below ? g_build_filename (below, name, NULL) : g_strdup (name));
  g_ptr_array_sort (names, ihop_web_compare_text);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *full = g_build_filename (page->folder, "files", names->pdata[i], NULL);
      g_autofree char *link = g_uri_escape_string (names->pdata[i], "/", FALSE);
      if (g_file_test (full, G_FILE_TEST_IS_DIR))
        put_downloads_below (page, names->pdata[i]);
      else
        ihop_html_add (page->out, "<li><a href=\"/api/v1/jobs/%s/files/%s\" download>%s</a></li>\n",
                       page->job->id, link, (char *) names->pdata[i]);
    }
}

void
ihop_web_page_put_downloads (IhopWebPage *page)
{
  g_string_append (page->out, "<section id=\"downloads\" aria-labelledby=\"downloads-h\"><h2 id=\"downloads-h\">"
                              "Downloads</h2>\n");
  ihop_html_add (page->out, "<p><a class=\"button\" href=\"/api/v1/jobs/%s/archive.zip\" download>Everything "
                            "(.zip)</a></p>\n<ul class=\"files\">\n", page->job->id);
  put_downloads_below (page, "");
  ihop_html_add (page->out, "</ul>\n<p>As JSON: <a href=\"/api/v1/jobs/%s/results/analyze.json\">analyze.json"
                            "</a>, <a href=\"/api/v1/jobs/%s/results/generate.json\">generate.json</a>.</p>\n"
                            "</section>\n", page->job->id, page->job->id);
}
