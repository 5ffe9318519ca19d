/* The source with each loop's verdict under its line. */
#include "web/html.h"
#include "web/page.h"
#include <string.h>

#define MOST_DEPENDENCES 6

/* "i = 1, j = 2" */
static void
put_iteration (GString *out, JsonObject *iteration)
{
  g_autoptr (GList) names = iteration ? json_object_get_members (iteration) : NULL;

  for (GList *at = names; at; at = at->next)
    {
      g_autofree char *value
        = g_strdup_printf ("%" G_GINT64_FORMAT, ihop_json_get_int (iteration, at->data));
      ihop_html_add (out, at == names ? "%s = %s" : ", %s = %s", (char *) at->data, value);
    }
}

/* "[1][2]", or "(1, -1)" */
static void
put_numbers (GString *out, JsonArray *numbers, const char *before, const char *between, const char *behind)
{
  for (guint i = 0; i < ihop_json_length (numbers); i++)
    {
      JsonNode *node = json_array_get_element (numbers, i);
      const char *text = ihop_json_text_at (numbers, i);
      g_autofree char *number = text || !JSON_NODE_HOLDS_VALUE (node)
                                  ? NULL
                                  : g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
      ihop_html_add (out, "%s%s", i ? between : before, text ? text : number);
    }
  if (ihop_json_length (numbers))
    g_string_append (out, behind);
}

static void
put_end (const IhopWebPage *page, const char *what, JsonObject *end, guint file)
{
  GString *out = page->out;
  guint line = end ? (guint) ihop_json_get_int (end, "line") : 0;
  g_autofree char *link = ihop_web_page_line_link (page, file, line);

  ihop_html_add (out, "%s <a href=\"%s\">line %u</a>", what, link, line);
  if (end && ihop_json_get_object (end, "iteration"))
    {
      g_string_append (out, " at ");
      put_iteration (out, ihop_json_get_object (end, "iteration"));
    }
}

static void
put_dependence (const IhopWebPage *page, JsonObject *dependence, guint file)
{
  GString *out = page->out;

  ihop_html_add (out, "<li><b>%s</b> dependence on <code>%s", ihop_json_get_text (dependence, "kind"),
                 ihop_json_get_text (dependence, "variable"));
  put_numbers (out, ihop_json_get_array (dependence, "element"), "[", "][", "]");
  g_string_append (out, "</code>: ");
  put_end (page, "from", ihop_json_get_object (dependence, "source"), file);
  put_end (page, " to", ihop_json_get_object (dependence, "sink"), file);
  if (ihop_json_length (ihop_json_get_array (dependence, "distance")))
    {
      g_string_append (out, ", distance ");
      put_numbers (out, ihop_json_get_array (dependence, "distance"), "(", ", ", ")");
    }
  g_string_append (out, "</li>\n");
}

/* References of one line may be told alike: that is said once. */
static void
put_dependences (const IhopWebPage *page, JsonArray *dependences, guint file)
{
  GString *out = page->out;
  guint n = ihop_json_length (dependences), left = 0;
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (n == 0)
    return;
  g_string_append (out, "<ul>\n");
  for (guint i = 0; i < n; i++)
    {
      JsonObject *dependence = ihop_json_object_at (dependences, i);
      gsize before = out->len;
      if (dependence)
        put_dependence (page, dependence, file);
      if (out->len == before)
        continue;
      gboolean is_new = g_hash_table_add (said, g_strdup (out->str + before));
      if (!is_new || g_hash_table_size (said) > MOST_DEPENDENCES)
        g_string_truncate (out, before);
      left += is_new && g_hash_table_size (said) > MOST_DEPENDENCES;
    }
  if (left)
    ihop_html_add (out, "<li>and %u more (all of them are in analyze.json)</li>\n", left);
  g_string_append (out, "</ul>\n");
}

static void
put_reasons (IhopWebPage *page, JsonArray *reasons)
{
  for (guint i = 0; i < ihop_json_length (reasons); i++)
    {
      JsonObject *reason = ihop_json_object_at (reasons, i);
      JsonArray *remedies = reason ? ihop_json_get_array (reason, "remedies") : NULL;
      if (reason == NULL)
        continue;
      ihop_html_add (page->out, "<p>%s <small>[%s]</small></p>\n", ihop_json_get_text (reason, "message"),
                     ihop_json_get_text (reason, "id"));
      for (guint j = 0; j < ihop_json_length (remedies); j++)
        ihop_html_add (page->out, "<p class=\"remedy\">What to do: %s</p>\n",
                       ihop_json_text_at (remedies, j));
    }
}

static void
put_list (GString *out, const char *what, JsonArray *texts)
{
  if (ihop_json_length (texts) == 0)
    return;
  ihop_html_add (out, "<p>%s: ", what);
  put_numbers (out, texts, "", ", ", "");
  g_string_append (out, "</p>\n");
}

static void
put_reductions (GString *out, JsonArray *reductions)
{
  for (guint i = 0; i < ihop_json_length (reductions); i++)
    {
      JsonObject *reduction = ihop_json_object_at (reductions, i);
      if (reduction)
        ihop_html_add (out, "<p>Reduction by %s into <code>%s</code></p>\n",
                       ihop_json_get_text (reduction, "operator"), ihop_json_get_text (reduction, "variable"));
    }
}

static void
put_effect (GString *out, JsonObject *remedy)
{
  double before = ihop_json_get_double (remedy, "seconds_before"), after = ihop_json_get_double (remedy, "seconds");
  g_autofree char *before_text = ihop_web_page_seconds (before), *after_text = ihop_web_page_seconds (after);

  if (before > 0 && after > 0)
    ihop_html_add (out, " <small>predicted: %s → %s</small>", before_text, after_text);
}

/* What "ihop explain" has tried and proved. Several steps are one button: they belong together. */
static void
put_remedies (IhopWebPage *page, guint loop_number)
{
  g_autofree char *name = g_strdup_printf ("results/explain-%u.json", loop_number);
  g_autoptr (JsonNode) root = ihop_web_page_json (page, name);
  JsonArray *remedies = root ? ihop_json_get_array (json_node_get_object (root), "remedies") : NULL;

  for (guint i = 0; i < ihop_json_length (remedies) && i < 4; i++)
    {
      JsonObject *remedy = ihop_json_object_at (remedies, i);
      JsonArray *steps = remedy ? ihop_json_get_array (remedy, "steps") : NULL;
      g_autoptr (GString) text = g_string_new (NULL);
      for (guint j = 0; j < ihop_json_length (steps); j++)
        g_string_append_printf (text, "%s%s", j ? "\n" : "", ihop_json_text_at (steps, j));
      if (text->len == 0)
        continue;
      if (i == 0)
        g_string_append (page->out, "<p>Steps that help, each tried and proved:</p>\n");
      g_string_append (page->out, "<div class=\"try\">");
      ihop_web_page_put_step_button (page, text->str, text->str);
      put_effect (page->out, remedy);
      g_string_append (page->out, "</div>\n");
    }
}

/* Behind steps the lines are no longer those of the upload. */
static void
put_mark_button (IhopWebPage *page, JsonObject *loop)
{
  if (page->applied || g_strcmp0 (ihop_json_get_text (loop, "verdict"), "parallel") != 0)
    return;
  ihop_html_add (page->out,
                 "<form method=\"post\" action=\"/jobs/%s/mark\" class=\"inline\">"
                 "<input type=\"hidden\" name=\"file\" value=\"%s\"><input type=\"hidden\" name=\"line\" "
                 "value=\"%u\"><input type=\"hidden\" name=\"mode\" value=\"target\"><input type=\"hidden\" "
                 "name=\"keep\" value=\"1\"><button class=\"step\">Mark it: #pragma target</button></form>\n",
                 page->job->id, ihop_json_get_text (loop, "file"), (guint) ihop_json_get_int (loop, "line"));
}

static void
put_verdict (IhopWebPage *page, JsonObject *loop, guint number, guint file)
{
  const char *verdict = ihop_json_get_text (loop, "verdict"), *sign = ihop_web_page_sign (verdict);

  ihop_html_add (page->out,
                 "<details class=\"verdict %s\" data-loop=\"%s\"><summary><b>%s %s</b> <code>%s</code>"
                 "</summary><div class=\"why\">\n",
                 verdict, ihop_json_get_text (loop, "loop"), sign, verdict, ihop_json_get_text (loop, "loop"));
  if (g_strcmp0 (verdict, "parallel") == 0)
    g_string_append (page->out, "<p>Proved: its iterations can run all at once.</p>\n");
  put_list (page->out, "Private to each iteration", ihop_json_get_array (loop, "private"));
  put_reductions (page->out, ihop_json_get_array (loop, "reductions"));
  put_list (page->out, "Assumed", ihop_json_get_array (loop, "assumptions"));
  put_list (page->out, "If at run time", ihop_json_get_array (loop, "conditions"));
  put_dependences (page, ihop_json_get_array (loop, "dependences"), file);
  put_reasons (page, ihop_json_get_array (loop, "reasons"));
  put_remedies (page, number);
  put_mark_button (page, loop);
  g_string_append (page->out, "</div></details>\n");
}

/* The verdicts of the loops that begin at this line; the code's block is closed around them. */
static gboolean
put_verdicts_at (IhopWebPage *page, JsonArray *loops, const char *file, guint line, guint number)
{
  gboolean any = FALSE;

  for (guint i = 0; i < ihop_json_length (loops); i++)
    {
      JsonObject *loop = ihop_json_object_at (loops, i);
      if (loop == NULL || ihop_json_get_int (loop, "line") != line
          || g_strcmp0 (ihop_json_get_text (loop, "file"), file) != 0)
        continue;
      if (!any)
        g_string_append (page->out, "</code></pre>\n");
      any = TRUE;
      put_verdict (page, loop, i + 1, number);
    }
  return any;
}

void
ihop_web_page_put_lines (IhopWebPage *page, const char *file, guint first, guint last)
{
  g_autofree char *text = ihop_web_page_source (page, file);
  g_autoptr (GPtrArray) lines = ihop_web_page_code_lines (text ? text : "");
  JsonArray *loops = page->analysis ? ihop_json_get_array (json_node_get_object (page->analysis), "loops") : NULL;
  guint number = ihop_web_page_file_number (page, file);
  gboolean is_open = FALSE;

  g_string_append (page->out, "<div class=\"source\">\n");
  for (guint line = first; line <= MIN (last, lines->len); line++)
    {
      if (!is_open)
        g_string_append (page->out, "<pre class=\"code numbered\" tabindex=\"0\"><code>");
      g_string_append_printf (page->out, "<span class=\"l\" id=\"f%ul%u\" data-n=\"%u\">%s</span>\n", number, line, line,
                              (char *) lines->pdata[line - 1]);
      is_open = !put_verdicts_at (page, loops, file, line, number);
    }
  g_string_append (page->out, is_open ? "</code></pre>\n</div>\n" : "</div>\n");
}

/* Of a long file where its parts are, with the functions that are in them. */
static void
put_parts (IhopWebPage *page, guint number, guint parts)
{
  g_string_append (page->out, "<p>It is long, so it is shown in parts:</p>\n<ol class=\"parts\">\n");
  for (guint part = 1; part <= parts; part++)
    ihop_html_add (page->out, "<li><a href=\"/jobs/%s/parts/%u-%u\">Part %u</a></li>\n", page->job->id, number, part, part);
  g_string_append (page->out, "</ol>\n");
}

void
ihop_web_page_put_source (IhopWebPage *page, const char *file)
{
  g_autofree char *link = g_uri_escape_string (file, "/", FALSE);
  guint number = ihop_web_page_file_number (page, file), parts = g_array_index (page->parts, guint, number - 1);

  ihop_html_add (page->out, "<h3>%s%s</h3>\n<p><a href=\"/jobs/%s/edit?file=%s\">Edit %s</a></p>\n", file,
                 page->applied ? " (behind the steps)" : "", page->job->id, link, file);
  if (parts == 1)
    ihop_web_page_put_lines (page, file, 1, G_MAXUINT);
  else
    put_parts (page, number, parts);
}
