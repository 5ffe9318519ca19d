/* What `ihop prove` says of the kernels that were generated: a verdict each, and both places of what refutes it. */
#include "web/html.h"
#include "base/source.h"
#include "web/page.h"
#include <string.h>

#define MOST_FINDINGS 20
#define MOST_KERNELS 10 /* more of them are folded */

/* "proved" is shown as a loop that is parallel. */
static const char *
class_of (const char *verdict)
{
  return g_strcmp0 (verdict, "proved") == 0 ? "parallel" : g_strcmp0 (verdict, "refuted") == 0 ? "sequential" : "unknown";
}

/* The document names the file as ihop knew it: below the folder with all that was uploaded. */
static char *
line_of_file (const IhopWebPage *page, const char *file, guint line)
{
  g_autofree char *path = file ? g_build_filename ("files", file, NULL) : NULL;
  g_autofree char *text = path && strstr (file, "..") == NULL ? ihop_web_page_read (page, path, NULL) : NULL;

  return ihop_text_line (text, line);
}

static void
put_triple (GString *out, const char *name, JsonArray *numbers)
{
  if (ihop_json_length (numbers) != 3)
    return;
  g_string_append_printf (out, ", %s (%d, %d, %d)", name, (int) json_array_get_int_element (numbers, 0),
                          (int) json_array_get_int_element (numbers, 1), (int) json_array_get_int_element (numbers, 2));
}

static void
put_place (const IhopWebPage *page, JsonObject *place, gboolean is_barrier)
{
  guint line = (guint) ihop_json_get_int (place, "line");
  g_autofree char *code = line_of_file (page, ihop_json_get_text (place, "file"), line);
  gboolean is_write = json_object_get_boolean_member_with_default (place, "write", FALSE);

  ihop_html_add (page->out, "<div class=\"pane\"><p>Line %u: %s", line, is_barrier ? "barrier" : is_write ? "write" : "read");
  put_triple (page->out, "block", ihop_json_get_array (place, "block"));
  put_triple (page->out, "thread", ihop_json_get_array (place, "thread"));
  ihop_html_add (page->out, "</p><pre class=\"code\"><code>%s</code></pre></div>\n", code);
}

static void
put_values (GString *out, JsonObject *finding)
{
  JsonObject *values = ihop_json_get_object (finding, "values");
  g_autoptr (GList) names = values ? json_object_get_members (values) : NULL;

  for (GList *at = names; at; at = at->next)
    {
      ihop_html_add (out, at == names ? "<p>With %s = " : ", %s = ", (const char *) at->data);
      g_string_append_printf (out, "%d", (int) ihop_json_get_int (values, at->data));
    }
  if (names)
    g_string_append (out, ".</p>\n");
}

static void
put_finding (const IhopWebPage *page, JsonObject *finding)
{
  JsonArray *places = ihop_json_get_array (finding, "places");
  const char *kind = ihop_json_get_text (finding, "kind");
  gboolean is_obstacle = g_strcmp0 (kind, "obstacle") == 0;

  if (is_obstacle && ihop_json_length (places))
    ihop_html_add (page->out, "<li><p>Line %u: %s</p>\n", (guint) ihop_json_get_int (ihop_json_object_at (places, 0), "line"),
                   ihop_json_get_text (finding, "message"));
  else
    ihop_html_add (page->out, "<li><p>%s</p>\n", ihop_json_get_text (finding, "message"));
  if (!is_obstacle && ihop_json_length (places))
    {
      g_string_append (page->out, "<div class=\"panes\">\n");
      for (guint i = 0; i < ihop_json_length (places); i++)
        if (ihop_json_object_at (places, i))
          put_place (page, ihop_json_object_at (places, i), g_strcmp0 (kind, "barrier") == 0 || g_strcmp0 (kind, "mask") == 0);
      g_string_append (page->out, "</div>\n");
    }
  put_values (page->out, finding);
  g_string_append (page->out, "</li>\n");
}

static void
put_kernel (const IhopWebPage *page, JsonObject *kernel)
{
  const char *verdict = ihop_json_get_text (kernel, "verdict"), *class = class_of (verdict);
  JsonArray *findings = ihop_json_get_array (kernel, "findings"), *assumptions = ihop_json_get_array (kernel, "assumptions");
  JsonArray *block = ihop_json_get_array (kernel, "block");
  gboolean is_any = ihop_json_length (block) != 3 || json_array_get_int_element (block, 0) == 0;

  ihop_html_add (page->out, "<li><p class=\"%s\">%s %s: %s", class, ihop_web_page_sign (class), ihop_json_get_text (kernel, "kernel"), verdict);
  if (g_strcmp0 (verdict, "proved") == 0 && is_any)
    g_string_append (page->out, ", for blocks of any size");
  else if (!is_any)
    put_triple (page->out, "for blocks of", block);
  for (guint i = 0; i < ihop_json_length (assumptions); i++)
    ihop_html_add (page->out, i ? ", and %s" : ", provided that %s", ihop_json_text_at (assumptions, i));
  g_string_append (page->out, "</p>\n");
  if (ihop_json_length (findings))
    g_string_append (page->out, "<ul>\n");
  for (guint i = 0; i < MIN (ihop_json_length (findings), MOST_FINDINGS); i++)
    if (ihop_json_object_at (findings, i))
      put_finding (page, ihop_json_object_at (findings, i));
  g_string_append (page->out, ihop_json_length (findings) ? "</ul></li>\n" : "</li>\n");
}

static guint
count_proved (JsonArray *kernels)
{
  guint n = 0;

  for (guint i = 0; i < ihop_json_length (kernels); i++)
    n += g_strcmp0 (ihop_json_get_text (ihop_json_object_at (kernels, i), "verdict"), "proved") == 0;
  return n;
}

/* One source's; FALSE: it has none. */
static gboolean
put_document (const IhopWebPage *page, JsonObject *document)
{
  JsonArray *kernels = ihop_json_get_array (document, "kernels");
  const char *file = ihop_json_get_text (document, "file");
  gboolean is_long = ihop_json_length (kernels) > MOST_KERNELS;
  g_autofree char *base = file ? g_path_get_basename (file) : g_strdup ("");

  if (ihop_json_length (kernels) == 0)
    return FALSE;
  ihop_html_add (page->out, "<h3>%s</h3>\n", base);
  if (is_long)
    ihop_html_add (page->out, "<details class=\"more\"><summary>%u kernels, %u of them proved</summary>\n", ihop_json_length (kernels),
                   count_proved (kernels));
  g_string_append (page->out, "<ul class=\"proofs\">\n");
  for (guint i = 0; i < ihop_json_length (kernels); i++)
    if (ihop_json_object_at (kernels, i))
      put_kernel (page, ihop_json_object_at (kernels, i));
  g_string_append (page->out, is_long ? "</ul>\n</details>\n" : "</ul>\n");
  return TRUE;
}

void
ihop_web_page_put_proofs (IhopWebPage *page)
{
  JsonArray *commands = ihop_json_get_array (json_node_get_object (page->report), "commands");
  gboolean any = FALSE;

  g_string_append (page->out, "<section id=\"proofs\" aria-labelledby=\"proofs-h\"><h2 id=\"proofs-h\">Proofs of the kernels</h2>\n"
                              "<p class=\"hint\">The CUDA that was made, read again by itself: whether threads race, whether all of a block "
                              "come to its barriers, whether declared arrays are left; for all sizes, without a run.</p>\n");
  for (guint i = 0; i < ihop_json_length (commands); i++)
    {
      JsonObject *command = ihop_json_object_at (commands, i);
      const char *name = command ? ihop_json_get_text (command, "name") : NULL;
      g_autofree char *file = g_strdup_printf ("results/%s.json", name);
      g_autoptr (JsonNode) root = name && g_str_has_prefix (name, "prove") ? ihop_web_page_json (page, file) : NULL;
      any |= root && put_document (page, json_node_get_object (root));
    }
  if (!any)
    g_string_append (page->out, "<p>Nothing was proved: there are no kernels, or no time was left.</p>\n");
  g_string_append (page->out, "</section>\n");
}
