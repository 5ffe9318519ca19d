/* Products: source, CUDA and fallback side by side; drawings; the list of what can be downloaded. */
#include "web/files.h"
#include "web/html.h"
#include "web/page.h"
#include <string.h>

#define MOST_SHOWN 200000 /* bytes of a file that is shown; more can be downloaded */

static void
put_pane (IhopWebPage *page, const char *title, const char *file, const char *text)
{
  g_autofree char *base = file ? g_path_get_basename (file) : NULL;

  ihop_html_add (page->out, "<div class=\"pane\"><h4>%s</h4>", title);
  if (file)
    {
      g_autofree char *link = g_uri_escape_string (file, "/", FALSE);
      ihop_html_add (page->out, "<a href=\"/api/v1/jobs/%s/files/%s\" download>Download %s</a>", page->job->id,
                     link, base);
    }
  if (text && strlen (text) > MOST_SHOWN)
    g_string_append (page->out, "<p>This file is too long to be shown.</p>");
  else if (text)
    {
      ihop_html_add (page->out, "<pre class=\"code\" tabindex=\"0\" aria-label=\"%s\"><code>", title);
      ihop_web_page_put_code (page->out, text, NULL);
      g_string_append (page->out, "</code></pre>");
    }
  g_string_append (page->out, "</div>\n");
}

/* One product, if it is there: "ihop-out/gemm.cu". */
static void
put_product (IhopWebPage *page, const char *title, const char *folder, const char *stem, const char *ending)
{
  g_autofree char *base = g_strconcat (stem, ending, NULL);
  g_autofree char *file = g_build_filename ("ihop-out", folder, base, NULL);
  g_autofree char *path = g_build_filename ("files", file, NULL);
  g_autofree char *text = ihop_web_page_read (page, path, NULL);

  if (text)
    put_pane (page, title, file, text);
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

static void
put_file (IhopWebPage *page, const char *file)
{
  g_autofree char *folder = folder_of (page, file), *stem = stem_of (file);
  g_autofree char *text = ihop_web_page_source (page, file);
  g_autofree char *now = g_strconcat ("now/", file, NULL);
  const char *at = g_str_equal (folder, ".") ? NULL : folder;

  ihop_html_add (page->out, "<h3>%s</h3>\n<div class=\"panes\">\n", file);
  put_pane (page, page->applied ? "Yours, behind the steps" : "Yours", page->applied ? now : file, text);
  put_product (page, "CUDA", at ? at : "", stem, ".cu");
  put_product (page, "CUDA: kernels", at ? at : "", stem, "_kernels.cu");
  if (strcmp (stem, "") != 0)
    put_product (page, "CUDA: the host's part", at ? at : "", stem, ".c");
  put_product (page, "Fallback for the CPU", at ? at : "", stem, "_cpu.c");
  g_string_append (page->out, "</div>\n");
}

void
ihop_web_page_put_products (IhopWebPage *page)
{
  JsonArray *sources = ihop_web_json_array (json_node_get_object (page->report), "sources");

  g_string_append (page->out, "<section id=\"products\" aria-labelledby=\"products-h\"><h2 id=\"products-h\">Side "
                              "by side</h2>\n");
  for (guint i = 0; i < ihop_web_json_length (sources); i++)
    put_file (page, ihop_web_json_text_at (sources, i));
  g_string_append (page->out, "</section>\n");
}

void
ihop_web_page_put_graphs (IhopWebPage *page)
{
  JsonArray *sources = ihop_web_json_array (json_node_get_object (page->report), "sources");
  gboolean any = FALSE;

  g_string_append (page->out, "<section id=\"graph\" aria-labelledby=\"graph-h\"><h2 id=\"graph-h\">Dependence "
                              "graph</h2>\n");
  for (guint i = 0; i < ihop_web_json_length (sources); i++)
    {
      g_autofree char *name = i ? g_strdup_printf ("graph-%u.svg", i + 1) : g_strdup ("graph.svg");
      g_autofree char *path = g_build_filename (page->folder, "results", name, NULL);
      const char *file = ihop_web_json_text_at (sources, i);
      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      any = TRUE;
      ihop_html_add (page->out,
                     "<figure><a href=\"/api/v1/jobs/%s/results/%s\"><img class=\"graph\" "
                     "src=\"/api/v1/jobs/%s/results/%s\" alt=\"Dependence graph of %s; the same is said in "
                     "words at each loop above\"></a><figcaption>%s</figcaption></figure>\n",
                     page->job->id, name, page->job->id, name, file, file);
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
