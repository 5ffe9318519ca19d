/* The report as one page that needs nothing else: no network, no script but its own, and readable
 * without that, too. */
#include "bench/page.h"
#include "bench_data.h"
#include "bench/bench.h"
#include "base/json.h"
#include <math.h>
#include <string.h>

static void
put_resource (GString *page, const char *name)
{
  g_autofree char *path = g_strconcat ("/ihop/bench/", name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ihop_bench_data_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_string_append_len (page, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
}

/* ---- Who, on what, how ------------------------------------------------------------------------------ */

static char *
member (const char *json, const char *name)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_data (parser, json, -1, NULL))
    return g_strdup ("");
  JsonNode *node = json_object_get_member (json_node_get_object (json_parser_get_root (parser)), name);
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return g_strdup ("");
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  return json_node_get_value_type (node) == G_TYPE_INT64
           ? g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node))
           : g_strdup_printf ("%g", json_node_get_double (node));
}

/* "24684084 kB" for people. */
static char *
memory_text (const char *json)
{
  g_autofree char *words = member (json, "memory");

  return ihop_show_bytes (1024 * g_ascii_strtod (words, NULL));
}

static void
put_intro (GString *page, const IhopRun *run)
{
  g_autofree char *processor = member (run->machine, "processor"), *n = member (run->machine, "processors");
  g_autofree char *memory = memory_text (run->machine), *system = member (run->machine, "system");
  g_autofree char *card = member (run->machine, "card"), *kernel = member (run->machine, "kernel");
  g_autofree char *governor = member (run->machine, "governor"), *load = member (run->machine, "load");
  g_autofree char *busy = ihop_machine_busy (run->machine);
  g_autofree char *repeats = member (run->settings, "repeats"), *threads = member (run->settings, "threads");

  g_string_append (page, "<h1>ihop beside its rivals on PolyBench</h1>\n<p class=\"dim\">Run ");
  ihop_page_put (page, run->name);
  g_string_append (page, ", begun ");
  ihop_page_put (page, run->began);
  g_string_append (page, run->ended ? ", ended " : ", not at its end");
  ihop_page_put (page, run->ended ? run->ended : "");
  g_string_append (page, ", ihop ");
  ihop_page_put (page, run->ihop);
  g_string_append (page, "</p>\n<p>");
  ihop_page_printf (page, "Measured on %s processors (", n);
  ihop_page_put (page, processor);
  g_string_append (page, "), ");
  ihop_page_put (page, memory);
  g_string_append (page, " of memory, ");
  ihop_page_put (page, system);
  g_string_append (page, ", Linux ");
  ihop_page_put (page, kernel);
  if (*governor)
    g_string_append (page, ", clock governed by ");
  ihop_page_put (page, governor);
  if (*load)
    g_string_append (page, ", load when it began ");
  ihop_page_put (page, load);
  g_string_append (page, *card ? "; card: " : "; no NVIDIA card.");
  ihop_page_put (page, card);
  ihop_page_printf (page, " Everybody ran in turns (A B C, A B C, …) %s times after one run to check and warm "
                    "up; medians count. Parallel programs had %s threads, each pinned to a processor of its "
                    "own. A time counts only if all results are the original's, bit for bit, or differ by "
                    "rounding alone (sums in another order), which is then said.</p>\n", repeats, threads);
  if (busy)
    ihop_page_printf (page, "<p><strong>Warning: %s.</strong></p>\n", busy);
}

static void
put_rivals (GString *page, const IhopRun *run)
{
  g_string_append (page, "<h2>Who took part</h2>\n<div class=\"wide\"><table class=\"left\"><thead><tr>"
                   "<th>rival</th><th>compiled by</th><th>version</th></tr></thead><tbody>\n");
  for (guint i = 0; i < run->rivals->len; i++)
    {
      const IhopRunRival *rival = run->rivals->pdata[i];
      g_string_append (page, "<tr><td>");
      ihop_page_put (page, rival->title);
      g_string_append (page, " <code class=\"dim\">");
      ihop_page_put (page, rival->name);
      g_string_append (page, "</code></td><td>");
      if (rival->absent == NULL)
        {
          g_string_append (page, "<code>");
          ihop_page_put (page, rival->command);
          g_string_append (page, "</code>");
        }
      else
        {
          g_string_append (page, "<em>absent:</em> ");
          ihop_page_put (page, rival->absent);
        }
      g_string_append (page, "</td>");
      ihop_page_cell (page, rival->version);
      g_string_append (page, "</tr>\n");
    }
  g_string_append (page, "</tbody></table></div>\n");
}

/* ---- Speed-ups ---------------------------------------------------------------------------------------- */

static const char *
class_of (double ratio)
{
  return ratio >= 1.1 ? "fast" : ratio <= 1 / 1.1 ? "slow" : NULL;
}

/* What there is instead of a time. */
static void
put_excuse (GString *page, const IhopCase *one)
{
  const char *word = one == NULL ? "–" : one->state == IHOP_CASE_REFUSED ? "–" : ihop_case_state_name (one->state);

  g_string_append (page, "<td class=\"none\" data-v=\"\" title=\"");
  ihop_page_put (page, one && one->message ? one->message : "it took no part");
  g_string_append (page, "\">");
  ihop_page_put (page, word);
  g_string_append (page, "</td>");
}

static void
put_ratio (GString *page, const IhopRun *run, const char *kernel, const char *size, const char *rival)
{
  double ratio = ihop_run_speedup (run, kernel, size, rival, ihop_rivals[0].name);
  g_autofree char *text = ihop_show_ratio (ratio);

  if (isfinite (ratio))
    ihop_page_number (page, class_of (ratio), ratio, text);
  else
    put_excuse (page, ihop_run_case (run, kernel, size, rival));
}

static void
put_means (GString *page, const IhopRun *run, const GPtrArray *timed, const char *size)
{
  g_string_append (page, "<tfoot><tr><th scope=\"row\">geometric mean</th><td></td>");
  for (guint i = 1; i < timed->len; i++)
    {
      const IhopRunRival *rival = timed->pdata[i];
      guint n;
      double mean = ihop_run_mean_speedup (run, size, rival->name, ihop_rivals[0].name, &n);
      g_autofree char *text = ihop_show_ratio (mean);
      ihop_page_printf (page, "<td title=\"over %u kernels\">%s</td>", n, text);
    }
  g_string_append (page, "</tr></tfoot>");
}

/* timed[0] is the original. */
static void
put_speedups (GString *page, const IhopRun *run, const char *size)
{
  g_autoptr (GPtrArray) timed = ihop_run_timed (run, size), kernels = ihop_run_kernels (run);

  if (timed->len == 0)
    return;
  g_string_append (page, "<div class=\"wide\"><table class=\"sort\"><thead><tr>");
  ihop_page_head (page, "kernel", NULL);
  ihop_page_head (page, "original", "seconds of the kernel, gcc -O2");
  for (guint i = 1; i < timed->len; i++)
    ihop_page_head (page, ((const IhopRunRival *) timed->pdata[i])->name, ((const IhopRunRival *) timed->pdata[i])->title);
  g_string_append (page, "</tr></thead><tbody>\n");
  for (guint k = 0; k < kernels->len; k++)
    {
      const char *kernel = kernels->pdata[k];
      const IhopCase *original = ihop_run_case (run, kernel, size, ihop_rivals[0].name);
      if (original == NULL)
        continue;
      g_string_append (page, "<tr>");
      ihop_page_kernel_link (page, kernel);
      ihop_page_seconds (page, ihop_case_counts (original) ? ihop_case_median (original) : NAN);
      for (guint i = 1; i < timed->len; i++)
        put_ratio (page, run, kernel, size, ((const IhopRunRival *) timed->pdata[i])->name);
      g_string_append (page, "</tr>\n");
    }
  g_string_append (page, "</tbody>");
  put_means (page, run, timed, size);
  g_string_append (page, "</table></div>\n");
}

/* ---- Kernel by kernel -------------------------------------------------------------------------------------- */

static void
put_case_row (GString *page, const IhopCase *one)
{
  gboolean counts = ihop_case_counts (one);
  g_autofree char *spread = g_strdup_printf ("%.1f %%", 100 * ihop_case_spread (one));

  g_string_append (page, "<tr>");
  ihop_page_cell (page, one->rival);
  ihop_page_cell (page, one->size);
  ihop_page_cell (page, ihop_case_state_name (one->state));
  ihop_page_seconds (page, counts ? ihop_case_median (one) : NAN);
  ihop_page_number (page, NULL, counts ? ihop_case_spread (one) : NAN, spread);
  ihop_page_seconds (page, counts ? ihop_case_whole (one) : NAN);
  ihop_page_bytes (page, one->memory ? (double) one->memory : NAN);
  ihop_page_seconds (page, one->build > 0 ? one->build : NAN);
  ihop_page_cell (page, one->message);
  g_string_append (page, "</tr>\n");
}

static void
put_cases (GString *page, const IhopRun *run, const char *kernel)
{
  static const char *const heads[] = { "rival", "size", "results", "kernel", "spread", "process", "memory",
                                       "compile", "remark" };

  g_string_append (page, "<div class=\"wide\"><table class=\"sort cases\"><thead><tr>");
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    ihop_page_head (page, heads[i], NULL);
  g_string_append (page, "</tr></thead><tbody>\n");
  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *one = run->cases->pdata[i];
      if (g_str_equal (one->kernel, kernel))
        put_case_row (page, one);
    }
  g_string_append (page, "</tbody></table></div>\n");
}

/* The same text again (of another size, another way that found the same) is only named. */
static void
put_texts (GString *page, const IhopRun *run, const char *kernel)
{
  g_autoptr (GHashTable) shown = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *one = run->cases->pdata[i];
      for (guint j = 0; g_str_equal (one->kernel, kernel) && j < one->texts->len; j++)
        {
          const IhopText *text = one->texts->pdata[j];
          if (!g_hash_table_add (shown, text->text))
            continue;
          g_string_append (page, "<details><summary><code>");
          ihop_page_put (page, text->name);
          g_string_append (page, "</code> <span class=\"dim\">");
          ihop_page_put (page, one->rival);
          g_string_append (page, "</span></summary><pre>");
          ihop_page_put (page, text->text);
          g_string_append (page, "</pre></details>\n");
        }
    }
}

static void
put_kernels (GString *page, const IhopRun *run)
{
  g_autoptr (GPtrArray) kernels = ihop_run_kernels (run);

  g_string_append (page, "<h2>Kernel by kernel</h2>\n");
  for (guint i = 0; i < kernels->len; i++)
    {
      g_string_append (page, "<details class=\"kernel\" id=\"k-");
      ihop_page_put (page, kernels->pdata[i]);
      g_string_append (page, "\"><summary>");
      ihop_page_put (page, kernels->pdata[i]);
      g_string_append (page, "</summary><div>\n");
      put_cases (page, run, kernels->pdata[i]);
      put_texts (page, run, kernels->pdata[i]);
      g_string_append (page, "</div></details>\n");
    }
}

/* ---- The page -------------------------------------------------------------------------------------------- */

GString *
ihop_page_begin (const char *name)
{
  GString *page = g_string_new ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                                "<title>ihop: ");

  ihop_page_put (page, name);
  g_string_append (page, "</title>\n<style>\n");
  put_resource (page, "page.css");
  g_string_append (page, "</style></head><body>\n<main>\n");
  return page;
}

char *
ihop_show_html (const IhopRun *run)
{
  GString *page = ihop_page_begin (run->name);
  g_autoptr (GPtrArray) sizes = ihop_run_sizes (run);

  put_intro (page, run);
  for (guint i = 0; i < sizes->len; i++)
    {
      ihop_page_printf (page, "<h2>Speed-up, %s</h2>\n", (char *) sizes->pdata[i]);
      g_string_append (page, "<div class=\"wide\">\n");
      ihop_page_figure (page, run, sizes->pdata[i], FALSE);
      g_string_append (page, "</div>\n");
      put_speedups (page, run, sizes->pdata[i]);
      if (ihop_page_has_device (run, sizes->pdata[i]))
        ihop_page_device (page, run, sizes->pdata[i]);
    }
  put_rivals (page, run);
  put_kernels (page, run);
  g_string_append (page, "</main>\n<script>\n");
  put_resource (page, "page.js");
  g_string_append (page, "</script></body></html>\n");
  return g_string_free (page, FALSE);
}
