/* Steps: those taken, a way to take one back, a way to take one more; and what ihop had to say. */
#include "web/html.h"
#include "web/page.h"
#include <string.h>

void
ihop_web_page_put_step_button (IhopWebPage *page, const char *step, const char *label)
{
  ihop_html_add (page->out,
                 "<form method=\"post\" action=\"/jobs/%s/steps\" class=\"inline\">"
                 "<input type=\"hidden\" name=\"step\" value=\"%s\"><button class=\"step\">%s</button></form>",
                 page->job->id, step, label);
}

static void
put_taken (IhopWebPage *page)
{
  const GPtrArray *steps = page->options->steps;

  if (page->applied == 0)
    {
      g_string_append (page->out, "<p>None yet: this is the code as it came.</p>\n");
      return;
    }
  g_string_append (page->out, "<ol class=\"taken\">\n");
  for (guint i = 0; i < page->applied && i < steps->len; i++)
    ihop_html_add (page->out, "<li><code>%s</code></li>\n", (char *) steps->pdata[i]);
  g_string_append (page->out, "</ol>\n");
  ihop_html_add (page->out,
                 "<form method=\"post\" action=\"/jobs/%s/steps\" class=\"inline\"><input type=\"hidden\" "
                 "name=\"back\" value=\"1\"><button>Take the last step back</button></form>\n",
                 page->job->id);
}

/* Which file a step is for, where there are several. */
static void
put_file_choice (IhopWebPage *page)
{
  JsonArray *sources = ihop_json_get_array (json_node_get_object (page->report), "sources");

  if (ihop_json_length (sources) < 2)
    return;
  g_string_append (page->out, "<label>for the file <select name=\"file\">");
  for (guint i = 0; i < ihop_json_length (sources); i++)
    {
      const char *name = ihop_json_text_at (sources, i);
      ihop_html_add (page->out, g_strcmp0 (name, page->options->file) == 0
                                  ? "<option selected>%s</option>"
                                  : "<option>%s</option>", name);
    }
  g_string_append (page->out, "</select></label>\n");
}

void
ihop_web_page_put_steps (IhopWebPage *page)
{
  g_string_append (page->out, "<section id=\"steps\" aria-labelledby=\"steps-h\"><h2 id=\"steps-h\">Steps</h2>\n"
                              "<p>Each step is proved before it is taken; what cannot be proved is refused, "
                              "with the reason.</p>\n");
  put_taken (page);
  ihop_html_add (page->out,
                 "<form method=\"post\" action=\"/jobs/%s/steps\" class=\"more\">\n"
                 "<label for=\"step\">One more step</label>\n"
                 "<input id=\"step\" name=\"step\" list=\"catalogue\" autocomplete=\"off\" spellcheck=\"false\" "
                 "required placeholder=\"interchange kernel/i/j\">\n", page->job->id);
  put_file_choice (page);
  g_string_append (page->out, "<button>Take it</button>\n<!-- catalogue --></form>\n</section>\n");
}

/* "gemm.c:27", "step 2", or nothing. */
static void
put_place (GString *out, JsonObject *diag)
{
  const char *file = ihop_json_get_text (diag, "file");
  guint line = (guint) ihop_json_get_int (diag, "line");

  if (file && g_str_has_suffix (file, "steps.ihop"))
    ihop_html_add (out, " step %u:", line);
  else if (file && *file && line)
    ihop_html_add (out, " <code>%s:%u</code>", file, line);
  else if (file && *file)
    ihop_html_add (out, " <code>%s</code>", file);
}

/* Notes about steps that were found stand with the plan, where they can be taken over. */
static void
put_diagnostics (GString *out, JsonArray *diagnostics)
{
  for (guint i = 0; i < ihop_json_length (diagnostics); i++)
    {
      JsonObject *diag = ihop_json_object_at (diagnostics, i);
      JsonArray *remedies = diag ? ihop_json_get_array (diag, "remedies") : NULL;
      if (diag == NULL || g_strcmp0 (ihop_json_get_text (diag, "id"), "IHOP-S001") == 0)
        continue;
      ihop_html_add (out, "<li class=\"%s\"><b>%s</b>", ihop_json_get_text (diag, "severity"),
                     ihop_json_get_text (diag, "severity"));
      put_place (out, diag);
      ihop_html_add (out, " %s <small>[%s]</small>", ihop_json_get_text (diag, "message"),
                     ihop_json_get_text (diag, "id"));
      for (guint j = 0; j < ihop_json_length (remedies); j++)
        ihop_html_add (out, "<br>What to do: <code>%s</code>", ihop_json_text_at (remedies, j));
      g_string_append (out, "</li>\n");
    }
}

static gboolean
has_diagnostics (JsonNode *root)
{
  return root && ihop_json_length (ihop_json_get_array (json_node_get_object (root), "diagnostics"));
}

static void
put_refusal (IhopWebPage *page)
{
  g_autoptr (JsonNode) root = ihop_web_page_json (page, "results/transform.json");

  if (page->refused == 0 || page->refused > page->options->steps->len)
    return;
  ihop_html_add (page->out,
                 "<div class=\"fault\" role=\"alert\"><p>Step %u was refused, and neither it nor what came behind it was "
                 "taken: <code>%s</code></p><ul class=\"messages\">\n",
                 page->refused, (char *) page->options->steps->pdata[page->refused - 1]);
  if (root)
    put_diagnostics (page->out, ihop_json_get_array (json_node_get_object (root), "diagnostics"));
  g_string_append (page->out, "</ul></div>\n");
}

void
ihop_web_page_put_messages (IhopWebPage *page)
{
  JsonArray *notes = ihop_json_get_array (json_node_get_object (page->report), "notes");

  put_refusal (page);
  for (guint i = 0; i < ihop_json_length (notes); i++)
    ihop_html_add (page->out, "<p class=\"hint\">From the archive: %s.</p>\n", ihop_json_text_at (notes, i));
  if (!has_diagnostics (page->analysis) && page->generated->len == 0)
    return;
  g_string_append (page->out, "<ul class=\"messages\" aria-label=\"Messages\">\n");
  if (page->generated->len == 0)
    put_diagnostics (page->out, ihop_json_get_array (json_node_get_object (page->analysis), "diagnostics"));
  for (guint i = 0; i < page->generated->len; i++)
    put_diagnostics (page->out,
                     ihop_json_get_array (json_node_get_object (page->generated->pdata[i]), "diagnostics"));
  g_string_append (page->out, "</ul>\n");
}
