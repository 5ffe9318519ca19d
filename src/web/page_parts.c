/* Long files: a page of their own for each part, so that no browser has to lay out thousands of lines. */
#include "web/html.h"
#include "web/page.h"
#include <string.h>

#define PART 300     /* lines of a part */
#define MOST_WHOLE 500 /* lines of a file that is not cut */

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *at = text; *at; at += strcspn (at, "\n"), at += *at == '\n')
    n++;
  return n;
}

guint
ihop_web_page_parts (const char *text)
{
  guint n = text ? count_lines (text) : 0;

  return n <= MOST_WHOLE ? 1 : (n + PART - 1) / PART;
}

guint
ihop_web_page_file_number (const IhopWebPage *page, const char *file)
{
  JsonArray *sources = ihop_json_get_array (json_node_get_object (page->report), "sources");

  for (guint i = 0; i < ihop_json_length (sources); i++)
    if (g_strcmp0 (ihop_json_text_at (sources, i), file) == 0)
      return i + 1;
  return 0;
}

char *
ihop_web_page_line_link (const IhopWebPage *page, guint file, guint line)
{
  guint parts = file && file <= page->parts->len ? g_array_index (page->parts, guint, file - 1) : 1;

  if (parts == 1)
    return g_strdup_printf ("#f%ul%u", file, line);
  return g_strdup_printf ("/jobs/%s/parts/%u-%u#f%ul%u", page->job->id, file, (MAX (line, 1) - 1) / PART + 1, file, line);
}

static void
put_neighbours (IhopWebPage *page, guint file, guint part, guint parts)
{
  ihop_html_add (page->out, "<nav class=\"within\" aria-label=\"Parts\"><a href=\"/jobs/%s\">The whole result</a> ",
                 page->job->id);
  if (part > 1)
    ihop_html_add (page->out, "<a rel=\"prev\" href=\"/jobs/%s/parts/%u-%u\">← the part before</a> ", page->job->id, file, part - 1);
  if (part < parts)
    ihop_html_add (page->out, "<a rel=\"next\" href=\"/jobs/%s/parts/%u-%u\">the next part →</a>", page->job->id, file, part + 1);
  g_string_append (page->out, "</nav>\n");
}

static void
write_part (IhopWebPage *page, const char *name, guint file, guint part, guint parts)
{
  g_autofree char *below = g_strdup_printf ("parts-%u-%u.html", file, part);
  g_autofree char *path = g_build_filename (page->folder, below, NULL);
  GString *whole = page->out;
  guint first = (part - 1) * PART + 1, last = part * PART;

  page->out = g_string_new (NULL);
  ihop_html_add (page->out, "<h1>%s, lines %u to %u</h1>\n", name, first, last);
  put_neighbours (page, file, part, parts);
  g_string_append (page->out, "<section aria-labelledby=\"source-h\"><h2 id=\"source-h\">Verdicts at the lines</h2>\n");
  ihop_html_add (page->out, "<h3>%s</h3>\n", name);
  ihop_web_page_put_lines (page, name, first, last);
  g_string_append (page->out, "</section>\n<section id=\"products\" aria-labelledby=\"products-h\"><h2 id=\"products-h\">What they became"
                              "</h2>\n");
  ihop_html_add (page->out, "<h3>%s</h3>\n", name);
  ihop_web_page_put_beside (page, name, first, last);
  g_string_append (page->out, "</section>\n");
  put_neighbours (page, file, part, parts);
  g_file_set_contents (path, page->out->str, (gssize) page->out->len, NULL);
  g_string_free (page->out, TRUE);
  page->out = whole;
}

void
ihop_web_page_write_parts (IhopWebPage *page)
{
  JsonArray *sources = ihop_json_get_array (json_node_get_object (page->report), "sources");

  for (guint i = 0; i < page->parts->len; i++)
    {
      guint parts = g_array_index (page->parts, guint, i);
      for (guint part = 1; parts > 1 && part <= parts; part++)
        write_part (page, ihop_json_text_at (sources, i), i + 1, part, parts);
    }
}
