#include "web/page.h"
#include "web/job_view.h"
#include "web/html.h"
#include <string.h>

char *
ihop_web_page_read (const IhopWebPage *page, const char *name, gsize *size)
{
  g_autofree char *path = g_build_filename (page->folder, name, NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, size, NULL) ? text : NULL;
}

JsonNode *
ihop_web_page_json (const IhopWebPage *page, const char *name)
{
  const char *fault;
  gsize size;
  g_autofree char *text = ihop_web_page_read (page, name, &size);

  return text ? ihop_web_json_read (text, size, &fault) : NULL;
}

char *
ihop_web_page_source (const IhopWebPage *page, const char *file)
{
  g_autofree char *now = g_build_filename ("now", file, NULL);
  g_autofree char *original = g_build_filename ("files", file, NULL);
  char *text = ihop_web_page_read (page, now, NULL);

  return text ? text : ihop_web_page_read (page, original, NULL);
}

char *
ihop_web_page_seconds (double seconds)
{
  if (seconds < 1e-3)
    return g_strdup_printf ("%.3g µs", seconds * 1e6);
  return seconds < 1 ? g_strdup_printf ("%.3g ms", seconds * 1e3) : g_strdup_printf ("%.3g s", seconds);
}

/* Every generate-command's document, and the plans in them. */
static void
read_plans (IhopWebPage *page)
{
  JsonArray *commands = ihop_json_get_array (json_node_get_object (page->report), "commands");

  for (guint i = 0; i < ihop_json_length (commands); i++)
    {
      JsonObject *command = ihop_json_object_at (commands, i);
      const char *name = command ? ihop_json_get_text (command, "name") : NULL;
      g_autofree char *file = g_strdup_printf ("results/%s.json", name);
      JsonNode *root = name && g_str_has_prefix (name, "generate") ? ihop_web_page_json (page, file) : NULL;
      if (root == NULL)
        continue;
      g_ptr_array_add (page->generated, root);
      JsonArray *files = ihop_json_get_array (json_node_get_object (root), "files");
      for (guint j = 0; j < ihop_json_length (files); j++)
        {
          JsonObject *entry = ihop_json_object_at (files, j);
          JsonObject *plan = entry ? ihop_json_get_object (entry, "plan") : NULL;
          if (plan)
            g_ptr_array_add (page->plans, plan);
        }
    }
}

static void
put_counts (IhopWebPage *page)
{
  static const char *const verdicts[] = { "parallel", "sequential", "unknown" };
  JsonArray *loops = page->analysis
                       ? ihop_json_get_array (json_node_get_object (page->analysis), "loops")
                       : NULL;
  guint count[3] = { 0 };

  for (guint i = 0; i < ihop_json_length (loops); i++)
    for (guint j = 0; j < 3; j++)
      count[j] += g_strcmp0 (ihop_json_get_text (ihop_json_object_at (loops, i), "verdict"),
                             verdicts[j]) == 0;
  ihop_html_add (page->out,
                 "<ul class=\"counts\" aria-label=\"Verdicts\"><li class=\"parallel\">✓ %u parallel</li>"
                 "<li class=\"sequential\">✗ %u sequential</li><li class=\"unknown\">? %u unknown</li></ul>\n",
                 count[0], count[1], count[2]);
}

static void
put_head (IhopWebPage *page, JsonArray *sources)
{
  g_string_append (page->out, "<h1>");
  for (guint i = 0; i < ihop_json_length (sources) && i < 3; i++)
    ihop_html_add (page->out, i ? ", %s" : "%s", ihop_json_text_at (sources, i));
  if (ihop_json_length (sources) > 3)
    ihop_html_add (page->out, " and %u more", ihop_json_length (sources) - 3);
  g_string_append (page->out, "</h1>\n");
  if (page->failed)
    ihop_html_add (page->out, "<p class=\"fault\" role=\"alert\">The job failed: %s.</p>\n", page->failed);
  put_counts (page);
  ihop_html_add (page->out,
                 "<p class=\"actions\"><a class=\"button\" href=\"/api/v1/jobs/%s/archive.zip\" download>"
                 "Download everything (.zip)</a> <a class=\"button quiet\" href=\"/jobs/%s/edit\">Edit and run "
                 "again</a></p>\n", page->job->id, page->job->id);
  g_string_append (page->out,
                   "<nav class=\"within\" aria-label=\"On this page\"><a href=\"#loops\">Loops</a> <a href=\"#source\">Verdicts</a> "
                   "<a href=\"#steps\">Steps</a> <a href=\"#plan\">Kernels and transfers</a> "
                   "<a href=\"#proofs\">Proofs</a> "
                   "<a href=\"#graph\">Graph</a> <a href=\"#products\">Side by side</a> "
                   "<a href=\"#downloads\">Downloads</a></nav>\n");
}

static void
put_sources (IhopWebPage *page, JsonArray *sources)
{
  g_string_append (page->out, "<section id=\"source\" aria-labelledby=\"source-h\"><h2 id=\"source-h\">"
                              "Verdicts at the lines</h2>\n");
  for (guint i = 0; i < ihop_json_length (sources); i++)
    ihop_web_page_put_source (page, ihop_json_text_at (sources, i));
  g_string_append (page->out, "</section>\n");
}

/* How many pages each source takes. */
static GArray *
count_parts (const IhopWebPage *page)
{
  JsonArray *sources = ihop_json_get_array (json_node_get_object (page->report), "sources");
  GArray *parts = g_array_new (FALSE, TRUE, sizeof (guint));

  for (guint i = 0; i < ihop_json_length (sources); i++)
    {
      g_autofree char *text = ihop_web_page_source (page, ihop_json_text_at (sources, i));
      guint n = ihop_web_page_parts (text);
      g_array_append_val (parts, n);
    }
  return parts;
}

static void
put_plans (IhopWebPage *page)
{
  g_string_append (page->out, "<section id=\"plan\" aria-labelledby=\"plan-h\"><h2 id=\"plan-h\">Kernels and "
                              "transfers</h2>\n");
  if (page->plans->len == 0)
    g_string_append (page->out, "<p>There is no plan: nothing was generated.</p>\n");
  for (guint i = 0; i < page->plans->len; i++)
    ihop_web_page_put_plan (page, page->plans->pdata[i]);
  g_string_append (page->out, "</section>\n");
}

static void
put_all (IhopWebPage *page)
{
  JsonArray *sources = ihop_json_get_array (json_node_get_object (page->report), "sources");

  put_head (page, sources);
  ihop_web_page_put_messages (page);
  ihop_web_page_put_loops (page);
  put_sources (page, sources);
  ihop_web_page_put_steps (page);
  put_plans (page);
  ihop_web_page_put_proofs (page);
  ihop_web_page_put_graphs (page);
  ihop_web_page_put_products (page);
  ihop_web_page_put_downloads (page);
}

static void
clear (IhopWebPage *page)
{
  ihop_web_options_free (page->options);
  g_clear_pointer (&page->report, json_node_unref);
  g_clear_pointer (&page->analysis, json_node_unref);
  g_ptr_array_unref (page->plans);
  g_ptr_array_unref (page->generated);
  g_clear_pointer (&page->parts, g_array_unref);
  g_string_free (page->out, TRUE);
}

char *
ihop_web_page_write (const char *folder, const IhopJob *job, const char *failed)
{
  IhopWebPage page = { .folder = folder, .job = job, .failed = failed };
  g_autofree char *path = g_build_filename (folder, "page.html", NULL);
  char *fault = NULL;

  page.out = g_string_new (NULL);
  page.options = ihop_web_job_options (job);
  page.plans = g_ptr_array_new ();
  page.generated = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  page.report = ihop_web_page_json (&page, "report.json");
  page.analysis = ihop_web_page_json (&page, "results/analyze.json");
  if (page.report)
    {
      page.applied = (guint) ihop_json_get_int (json_node_get_object (page.report), "applied_steps");
      page.refused = (guint) ihop_json_get_int (json_node_get_object (page.report), "refused_step");
      read_plans (&page);
      page.parts = count_parts (&page);
      put_all (&page);
      ihop_web_page_write_parts (&page);
    }
  if (page.report == NULL || !g_file_set_contents (path, page.out->str, (gssize) page.out->len, NULL))
    fault = g_strdup ("our fault: the page of the results could not be written");
  clear (&page);
  return fault;
}
