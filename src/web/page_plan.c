/* The plan of one file: kernels, transfers with their reasons, what was left out. */
#include "web/html.h"
#include "web/page.h"

#define MOST_ROWS 25

static guint
line_of (JsonObject *at)
{
  return at ? (guint) ihop_json_get_int (at, "line") : 0;
}

static void
put_axes (GString *out, JsonArray *axes)
{
  for (guint i = 0; i < ihop_json_length (axes); i++)
    {
      JsonObject *axis = ihop_json_object_at (axes, i);
      if (axis)
        ihop_html_add (out, i ? ", %s→%s" : "%s→%s", ihop_json_get_text (axis, "iterator"),
                       ihop_json_get_text (axis, "axis"));
    }
}

static void
put_block (GString *out, JsonArray *block)
{
  for (guint i = 0; i < ihop_json_length (block); i++)
    ihop_html_add (out, i ? "×%u" : "%u", (guint) json_array_get_int_element (block, i));
}

/* A table; a long one is folded. */
static void
begin_table (GString *out, const char *title, guint rows)
{
  if (rows > MOST_ROWS)
    ihop_html_add (out, "<details class=\"more\"><summary>%s: %u</summary>\n", title, rows);
  ihop_html_add (out, "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table><caption>%s</caption>", title, title);
}

static void
end_table (GString *out, guint rows)
{
  g_string_append (out, rows > MOST_ROWS ? "</tbody></table></div>\n</details>\n" : "</tbody></table></div>\n");
}

static void
put_kernels (GString *out, JsonArray *kernels)
{
  if (ihop_json_length (kernels) == 0)
    {
      g_string_append (out, "<p>No kernel: nothing here would run on the device.</p>\n");
      return;
    }
  begin_table (out, "Kernels", ihop_json_length (kernels));
  g_string_append (out, "<thead><tr><th scope=\"col\">Kernel</th>"
                        "<th scope=\"col\">Line</th><th scope=\"col\">Threads</th><th scope=\"col\">Block</th>"
                        "<th scope=\"col\">Why</th></tr></thead><tbody>\n");
  for (guint i = 0; i < ihop_json_length (kernels); i++)
    {
      JsonObject *kernel = ihop_json_object_at (kernels, i);
      if (kernel == NULL)
        continue;
      ihop_html_add (out, "<tr><th scope=\"row\"><code>%s</code></th><td>%u</td><td>",
                     ihop_json_get_text (kernel, "name"), line_of (kernel));
      put_axes (out, ihop_json_get_array (kernel, "axes"));
      g_string_append (out, "</td><td>");
      put_block (out, ihop_json_get_array (kernel, "block"));
      ihop_html_add (out, "</td><td>%s</td></tr>\n", ihop_json_get_text (kernel, "reason"));
    }
  end_table (out, ihop_json_length (kernels));
}

static void
put_transfers (GString *out, JsonArray *transfers)
{
  if (ihop_json_length (transfers) == 0)
    return;
  begin_table (out, "Transfers", ihop_json_length (transfers));
  g_string_append (out, "<thead><tr><th scope=\"col\">Variable</th>"
                        "<th scope=\"col\">Direction</th><th scope=\"col\">Where</th>"
                        "<th scope=\"col\">Bytes</th><th scope=\"col\">Why</th></tr></thead><tbody>\n");
  for (guint i = 0; i < ihop_json_length (transfers); i++)
    {
      JsonObject *transfer = ihop_json_object_at (transfers, i);
      JsonObject *at = transfer ? ihop_json_get_object (transfer, "at") : NULL;
      if (transfer == NULL)
        continue;
      ihop_html_add (out, "<tr><th scope=\"row\"><code>%s</code></th><td>%s</td><td>%s, line %u</td>"
                          "<td><code>%s</code></td><td>%s</td></tr>\n",
                     ihop_json_get_text (transfer, "variable"), ihop_json_get_text (transfer, "direction"),
                     at ? ihop_json_get_text (at, "place") : NULL, line_of (at),
                     ihop_json_get_text (transfer, "bytes"), ihop_json_get_text (transfer, "reason"));
    }
  end_table (out, ihop_json_length (transfers));
}

/* What is said in words: assumptions as texts, loops left out as objects. */
static void
put_words (GString *out, const char *title, JsonArray *array)
{
  if (ihop_json_length (array) == 0)
    return;
  if (ihop_json_length (array) > MOST_ROWS)
    ihop_html_add (out, "<details class=\"more\"><summary>%s: %u</summary>\n<ul>\n", title, ihop_json_length (array));
  else
    ihop_html_add (out, "<h4>%s</h4>\n<ul>\n", title);
  for (guint i = 0; i < ihop_json_length (array); i++)
    {
      JsonObject *object = ihop_json_object_at (array, i);
      const char *text = object ? ihop_json_get_text (object, "reason") : ihop_json_text_at (array, i);
      const char *loop = object ? ihop_json_get_text (object, "loop") : NULL;
      if (loop)
        ihop_html_add (out, "<li><code>%s</code>: %s</li>\n", loop, text);
      else
        ihop_html_add (out, "<li>%s</li>\n", text);
    }
  g_string_append (out, ihop_json_length (array) > MOST_ROWS ? "</ul>\n</details>\n" : "</ul>\n");
}

/* What the automatic mode found: can be taken over as steps of one's own. */
static void
put_found (IhopWebPage *page, JsonObject *plan)
{
  JsonArray *steps = ihop_json_get_array (plan, "steps");
  JsonObject *predicted = ihop_json_get_object (plan, "predicted");
  g_autoptr (GString) all = g_string_new (NULL);

  if (ihop_json_length (steps) == 0 || page->applied)
    return;
  g_string_append (page->out, "<p>Steps that the automatic mode found and took");
  if (predicted && ihop_json_get_double (predicted, "seconds") > 0)
    {
      g_autofree char *with = ihop_web_page_seconds (ihop_json_get_double (predicted, "seconds"));
      g_autofree char *without
        = ihop_web_page_seconds (ihop_json_get_double (predicted, "seconds_without_steps"));
      ihop_html_add (page->out, " (predicted: %s instead of %s)", with, without);
    }
  g_string_append (page->out, ":</p>\n<ol class=\"taken\">\n");
  for (guint i = 0; i < ihop_json_length (steps); i++)
    {
      ihop_html_add (page->out, "<li><code>%s</code></li>\n", ihop_json_text_at (steps, i));
      g_string_append_printf (all, "%s%s", i ? "\n" : "", ihop_json_text_at (steps, i));
    }
  g_string_append (page->out, "</ol>\n");
  ihop_web_page_put_step_button (page, all->str, "Take these steps over, to look at them one by one");
}

void
ihop_web_page_put_plan (IhopWebPage *page, JsonObject *plan)
{
  ihop_html_add (page->out, "<h3>%s</h3>\n", ihop_json_get_text (plan, "file"));
  put_found (page, plan);
  put_kernels (page->out, ihop_json_get_array (plan, "kernels"));
  put_transfers (page->out, ihop_json_get_array (plan, "transfers"));
  put_words (page->out, "Assumptions", ihop_json_get_array (plan, "assumptions"));
  put_words (page->out, "Left on the host, and why", ihop_json_get_array (plan, "left_out"));
}
