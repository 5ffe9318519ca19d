/* All loops as one table, those first about which something can be done: it is what a reader of a long program
 * begins with. app.js filters it. */
#include "web/html.h"
#include "web/page.h"

/* In the order of the table. */
typedef enum
{
  HELPED,   /* not parallel, but steps were tried that help */
  UNKNOWN,
  SEQUENTIAL,
  ON_HOST,  /* parallel, and left where it is */
  ON_DEVICE
} Rank;

typedef struct
{
  JsonObject *loop;
  const char *kernel;        /* that it runs in, or NULL */
  gboolean is_axis;          /* its iterations are threads of that kernel: proved so, or behind tests */
  const char *left_out;      /* why it stays on the host, or NULL */
  char *step;                /* the best one that was tried, or NULL */
  double before, after;      /* predicted, with the step; 0: not known */
  guint number;              /* in the analysis, from 1 */
  Rank rank;
} Row;

static void
row_clear (gpointer data)
{
  g_free (((Row *) data)->step);
}

const char *
ihop_web_page_sign (const char *verdict)
{
  if (g_strcmp0 (verdict, "parallel") == 0)
    return "✓";
  return g_strcmp0 (verdict, "sequential") == 0 ? "✗" : "?";
}

/* The kernel whose lines the loop stands in: what steps made of it has other names, but the same place. */
static const char *
kernel_at (JsonObject *plan, JsonObject *loop)
{
  JsonArray *fragments = ihop_json_get_array (plan, "fragments");
  gint64 line = ihop_json_get_int (loop, "line");

  for (guint i = 0; i < ihop_json_length (fragments); i++)
    {
      JsonObject *fragment = ihop_json_object_at (fragments, i);
      if (fragment && line >= ihop_json_get_int (fragment, "first_line") && line <= ihop_json_get_int (fragment, "last_line")
          && g_strcmp0 (ihop_json_get_text (fragment, "function"), ihop_json_get_text (loop, "function")) == 0)
        return ihop_json_get_text (fragment, "kernel");
    }
  return NULL;
}

/* Whether the kernel is spread over this loop. */
static gboolean
is_axis_of (JsonObject *plan, const char *kernel, JsonObject *loop)
{
  JsonArray *kernels = ihop_json_get_array (plan, "kernels");
  gboolean found = FALSE;

  for (guint i = 0; kernel && i < ihop_json_length (kernels); i++)
    {
      JsonObject *one = ihop_json_object_at (kernels, i);
      JsonArray *axes = one && g_strcmp0 (ihop_json_get_text (one, "name"), kernel) == 0 ? ihop_json_get_array (one, "axes") : NULL;
      for (guint k = 0; k < ihop_json_length (axes); k++)
        found |= g_strcmp0 (ihop_json_get_text (ihop_json_object_at (axes, k), "loop"), ihop_json_get_text (loop, "loop")) == 0;
    }
  return found;
}

static const char *
why_left_out (JsonObject *plan, JsonObject *loop)
{
  JsonArray *left = ihop_json_get_array (plan, "left_out");

  for (guint i = 0; i < ihop_json_length (left); i++)
    if (g_strcmp0 (ihop_json_get_text (ihop_json_object_at (left, i), "loop"), ihop_json_get_text (loop, "loop")) == 0)
      return ihop_json_get_text (ihop_json_object_at (left, i), "reason");
  return NULL;
}

/* Where the plan of the loop's file puts it. */
static void
find_place (const IhopWebPage *page, Row *row)
{
  for (guint i = 0; i < page->plans->len; i++)
    {
      JsonObject *plan = page->plans->pdata[i];
      if (g_strcmp0 (ihop_json_get_text (plan, "file"), ihop_json_get_text (row->loop, "file")) != 0)
        continue;
      row->kernel = kernel_at (plan, row->loop);
      row->is_axis = is_axis_of (plan, row->kernel, row->loop);
      row->left_out = why_left_out (plan, row->loop);
    }
}

/* The best of what "ihop explain" has tried: it stands first. */
static void
find_step (const IhopWebPage *page, Row *row)
{
  g_autofree char *name = g_strdup_printf ("results/explain-%u.json", row->number);
  g_autoptr (JsonNode) root = ihop_web_page_json (page, name);
  JsonArray *remedies = root ? ihop_json_get_array (json_node_get_object (root), "remedies") : NULL;
  JsonObject *best = ihop_json_length (remedies) ? ihop_json_object_at (remedies, 0) : NULL;
  JsonArray *steps = best ? ihop_json_get_array (best, "steps") : NULL;

  if (ihop_json_length (steps) == 0)
    return;
  row->step = g_strdup (ihop_json_text_at (steps, 0));
  row->before = ihop_json_get_double (best, "seconds_before");
  row->after = ihop_json_get_double (best, "seconds");
}

static Rank
rank_of (const Row *row)
{
  const char *verdict = ihop_json_get_text (row->loop, "verdict");

  if (g_strcmp0 (verdict, "parallel") == 0 || row->is_axis)
    return row->kernel ? ON_DEVICE : ON_HOST;
  if (row->step)
    return HELPED;
  return g_strcmp0 (verdict, "unknown") == 0 ? UNKNOWN : SEQUENTIAL;
}

static gint
compare (gconstpointer first, gconstpointer second)
{
  const Row *a = first, *b = second;
  double gain_a = a->before - a->after, gain_b = b->before - b->after;

  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  if (gain_a != gain_b)
    return gain_a > gain_b ? -1 : 1;
  return a->number < b->number ? -1 : 1;
}

static GArray *
rows_of (const IhopWebPage *page)
{
  JsonArray *loops = page->analysis ? ihop_json_get_array (json_node_get_object (page->analysis), "loops") : NULL;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (Row));

  g_array_set_clear_func (rows, row_clear);
  for (guint i = 0; i < ihop_json_length (loops); i++)
    {
      Row row = { .loop = ihop_json_object_at (loops, i), .number = i + 1 };
      if (row.loop == NULL)
        continue;
      find_place (page, &row);
      find_step (page, &row);
      row.rank = rank_of (&row);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare);
  return rows;
}

static void
put_step (IhopWebPage *page, const Row *row)
{
  g_autofree char *before = ihop_web_page_seconds (row->before), *after = ihop_web_page_seconds (row->after);

  ihop_html_add (page->out, "<code>%s</code> would help", row->step);
  if (row->before > 0 && row->after > 0)
    ihop_html_add (page->out, ": predicted %s instead of %s", after, before);
}

static void
put_dependence (IhopWebPage *page, JsonArray *dependences)
{
  JsonObject *first = ihop_json_length (dependences) ? ihop_json_object_at (dependences, 0) : NULL;

  if (first)
    ihop_html_add (page->out, "%s dependence on <code>%s</code>", ihop_json_get_text (first, "kind"),
                   ihop_json_get_text (first, "variable"));
  if (ihop_json_length (dependences) > 1)
    ihop_html_add (page->out, " and %u more", ihop_json_length (dependences) - 1);
}

/* The one thing that a reader wants to know of this loop. */
static void
put_what (IhopWebPage *page, const Row *row)
{
  JsonArray *reasons = ihop_json_get_array (row->loop, "reasons");

  if (row->rank == HELPED)
    put_step (page, row);
  else if (row->is_axis && g_strcmp0 (ihop_json_get_text (row->loop, "verdict"), "parallel") != 0)
    ihop_html_add (page->out, "its iterations are threads of <code>%s</code>, behind the tests and changes that the plan names", row->kernel);
  else if (row->kernel && row->rank != ON_DEVICE)
    ihop_html_add (page->out, "a part of <code>%s</code>", row->kernel);
  else if (row->kernel)
    ihop_html_add (page->out, "runs on the device, in <code>%s</code>", row->kernel);
  else if (row->left_out)
    ihop_html_add (page->out, "stays on the host: %s", row->left_out);
  else if (row->rank == ON_HOST)
    g_string_append (page->out, "stays on the host");
  else if (ihop_json_length (reasons) && row->rank == UNKNOWN)
    ihop_html_add (page->out, "%s", ihop_json_get_text (ihop_json_object_at (reasons, 0), "message"));
  else
    put_dependence (page, ihop_json_get_array (row->loop, "dependences"));
}

static void
put_row (IhopWebPage *page, const Row *row, JsonNode *seen)
{
  const char *verdict = ihop_json_get_text (row->loop, "verdict"), *file = ihop_json_get_text (row->loop, "file");
  guint line = (guint) ihop_json_get_int (row->loop, "line");
  g_autofree char *link = ihop_web_page_line_link (page, ihop_web_page_file_number (page, file), line);

  ihop_html_add (page->out, "<tr data-verdict=\"%s\"><td class=\"%s mark\">%s %s</td><th scope=\"row\"><a href=\"%s\"><code>%s</code></a></th>"
                            "<td>%s:%u</td><td>",
                 verdict, verdict, ihop_web_page_sign (verdict), verdict, link, ihop_json_get_text (row->loop, "loop"), file, line);
  put_what (page, row);
  ihop_web_page_put_seen (page, seen, row->loop);
  g_string_append (page->out, "</td></tr>\n");
}

void
ihop_web_page_put_loops (IhopWebPage *page)
{
  g_autoptr (GArray) rows = rows_of (page);
  g_autoptr (JsonNode) seen = ihop_web_page_seen (page);

  g_string_append (page->out, "<section id=\"loops\" aria-labelledby=\"loops-h\"><h2 id=\"loops-h\">Loops</h2>\n");
  if (rows->len == 0)
    g_string_append (page->out, "<p>There are no loops.</p>\n");
  else
    g_string_append (page->out, "<p class=\"hint\">First those that a step would help, then those that are not known to be parallel, "
                                "then those that stay on the host.</p>\n<div class=\"filter\" hidden><label>Filter <input type=\"search\" "
                                "id=\"loop-filter\" autocomplete=\"off\" spellcheck=\"false\" placeholder=\"a name, a file, a word\"></label>"
                                "<label class=\"pick\"><input type=\"checkbox\" value=\"parallel\" checked> parallel</label>"
                                "<label class=\"pick\"><input type=\"checkbox\" value=\"sequential\" checked> sequential</label>"
                                "<label class=\"pick\"><input type=\"checkbox\" value=\"unknown\" checked> unknown</label>"
                                "<span role=\"status\" id=\"loop-count\"></span></div>\n"
                                "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Loops\"><table id=\"loop-table\"><thead><tr>"
                                "<th scope=\"col\">Verdict</th><th scope=\"col\">Loop</th><th scope=\"col\">Where</th>"
                                "<th scope=\"col\">What matters</th></tr></thead><tbody>\n");
  for (guint i = 0; i < rows->len; i++)
    put_row (page, &g_array_index (rows, Row, i), seen);
  g_string_append (page->out, rows->len ? "</tbody></table></div>\n" : "");
  if (rows->len && seen)
    g_string_append (page->out, "<p class=\"hint\">What was seen in one run stands in " IHOP_WEB_PROFILE ", which was uploaded. It "
                                "proves nothing for other runs, and no verdict rests on it.</p>\n");
  g_string_append (page->out, "</section>\n");
}
