/* What a run has shown, where the upload holds the document that `ihop observe --profile` has written: beside what is
 * proved, and never in its place. */
#include "web/html.h"
#include "web/page.h"

JsonNode *
ihop_web_page_seen (const IhopWebPage *page)
{
  /* Behind steps the loops are others. */
  return page->applied ? NULL : ihop_web_page_json (page, "files/" IHOP_WEB_PROFILE);
}

static gboolean
is_same_file (const char *a, const char *b)
{
  g_autofree char *last = a ? g_path_get_basename (a) : NULL, *other = b ? g_path_get_basename (b) : NULL;

  return g_strcmp0 (last, other) == 0;
}

/* A loop is the one that was observed if file, name and line are. */
static JsonObject *
find (JsonNode *seen, JsonObject *loop)
{
  JsonArray *loops = seen && JSON_NODE_HOLDS_OBJECT (seen) ? ihop_json_get_array (json_node_get_object (seen), "loops") : NULL;

  for (guint i = 0; i < ihop_json_length (loops); i++)
    {
      JsonObject *one = ihop_json_object_at (loops, i);
      if (one && g_strcmp0 (ihop_json_get_text (one, "loop"), ihop_json_get_text (loop, "loop")) == 0
          && ihop_json_get_int (one, "line") == ihop_json_get_int (loop, "line")
          && is_same_file (ihop_json_get_text (one, "file"), ihop_json_get_text (loop, "file")))
        return one;
    }
  return NULL;
}

void
ihop_web_page_put_seen (IhopWebPage *page, JsonNode *seen, JsonObject *loop)
{
  JsonObject *one = find (seen, loop), *trips = one ? ihop_json_get_object (one, "trips") : NULL;

  if (trips == NULL)
    return;
  ihop_html_add (page->out, "<p class=\"seen\">seen in one run: runs %u, iterations %u; %s</p>",
                 (guint) ihop_json_get_int (one, "runs"), (guint) ihop_json_get_int (trips, "total"),
                 ihop_json_get_text (one, "message"));
}
