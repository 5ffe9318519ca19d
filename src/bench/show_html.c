/* The report as one page that needs nothing else: no network, no script but its own, and readable
 * without that, too. */
#include "bench/page.h"
#include "bench_data.h"
#include "bench/bench.h"
#include "base/json.h"
#include <math.h>
#include <string.h>

void
ihop_page_put (GString *page, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (page, escaped);
}

void
ihop_page_printf (GString *page, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (page, format, arguments);
  va_end (arguments);
}

static void
put_resource (GString *page, const char *name)
{
  g_autofree char *path = g_strconcat ("/ihop/bench/", name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ihop_bench_data_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_string_append_len (page, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
}

/* ---- Cells ---------------------------------------------------------------------------------------- */

static void
put_head (GString *page, const char *title, const char *tip)
{
  g_string_append (page, "<th scope=\"col\"");
  if (tip)
    {
      g_string_append (page, " title=\"");
      ihop_page_put (page, tip);
      g_string_append_c (page, '"');
    }
  g_string_append (page, "><button>");
  ihop_page_put (page, title);
  g_string_append (page, "</button></th>");
}

/* data-v is what is sorted by. */
static void
put_number (GString *page, const char *class, double value, const char *text)
{
  if (!isfinite (value))
    g_string_append (page, "<td class=\"none\" data-v=\"\">–</td>");
  else
    {
      ihop_page_printf (page, "<td%s%s%s data-v=\"%.9g\">", class ? " class=\"" : "", class ? class : "",
                        class ? "\"" : "", value);
      ihop_page_put (page, text);
      g_string_append (page, "</td>");
    }
}

static void
put_seconds (GString *page, double seconds)
{
  g_autofree char *text = ihop_show_seconds (seconds);

  put_number (page, NULL, seconds, text);
}

static void
put_bytes (GString *page, double bytes)
{
  g_autofree char *text = ihop_show_bytes (bytes);

  put_number (page, NULL, bytes, text);
}

static void
put_count (GString *page, double count)
{
  g_autofree char *text = g_strdup_printf ("%.15g", count);

  put_number (page, NULL, count, text);
}

static void
put_text_cell (GString *page, const char *text)
{
  g_string_append (page, "<td>");
  ihop_page_put (page, text ? text : "");
  g_string_append (page, "</td>");
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
      put_text_cell (page, rival->version);
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
    put_number (page, class_of (ratio), ratio, text);
  else
    put_excuse (page, ihop_run_case (run, kernel, size, rival));
}

static void
put_kernel_link (GString *page, const char *kernel)
{
  g_string_append (page, "<th scope=\"row\"><a href=\"#k-");
  ihop_page_put (page, kernel);
  g_string_append (page, "\">");
  ihop_page_put (page, kernel);
  g_string_append (page, "</a></th>");
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
  put_head (page, "kernel", NULL);
  put_head (page, "original", "seconds of the kernel, gcc -O2");
  for (guint i = 1; i < timed->len; i++)
    put_head (page, ((const IhopRunRival *) timed->pdata[i])->name, ((const IhopRunRival *) timed->pdata[i])->title);
  g_string_append (page, "</tr></thead><tbody>\n");
  for (guint k = 0; k < kernels->len; k++)
    {
      const char *kernel = kernels->pdata[k];
      const IhopCase *original = ihop_run_case (run, kernel, size, ihop_rivals[0].name);
      if (original == NULL)
        continue;
      g_string_append (page, "<tr>");
      put_kernel_link (page, kernel);
      put_seconds (page, ihop_case_counts (original) ? ihop_case_median (original) : NAN);
      for (guint i = 1; i < timed->len; i++)
        put_ratio (page, run, kernel, size, ((const IhopRunRival *) timed->pdata[i])->name);
      g_string_append (page, "</tr>\n");
    }
  g_string_append (page, "</tbody>");
  put_means (page, run, timed, size);
  g_string_append (page, "</table></div>\n");
}

/* ---- What is known of the device without one -------------------------------------------------------------- */

static double
sum_of (const IhopCase *one, const char *name, gboolean largest)
{
  double sum = NAN;

  for (guint i = 0; one && i < one->figures->len; i++)
    {
      const IhopFigure *figure = one->figures->pdata[i];
      if (!g_str_equal (figure->name, name) || *figure->part == '\0')
        continue;
      sum = !isfinite (sum) ? figure->value : largest ? MAX (sum, figure->value) : sum + figure->value;
    }
  return sum;
}

static double
figure_of (const IhopCase *one, const char *name)
{
  return one ? ihop_case_figure (one, "", name) : NAN;
}

/* A column of the table: which case tells it, and how. */
typedef struct
{
  const char *title, *tip, *figure;
  char kind;             /* 's' seconds, 'b' bytes, 'n' a number */
  char over;             /* ' ' the whole program, '+' the sum over its kernels, '>' the largest of them */
  double factor;
  gboolean is_from_nvcc; /* told by the CUDA case, not by the emulated one */
} Column;

static const Column columns[] = {
  { "generate", "seconds from the C file to all products", "generate", 's', ' ', 1 },
  { "kernels", "GPU kernels", "kernels", 'n', ' ', 1 },
  { "lines", "lines of kernel code", "kernel lines", 'n', ' ', 1 },
  { "launches", "counted by the emulated device", "launches", 'n', ' ', 1 },
  { "copies", "between host and device, counted", "copies made", 'n', ' ', 1 },
  { "to device", "bytes copied to the device, counted", "bytes to device", 'b', ' ', 1 },
  { "to host", "bytes copied back, counted", "bytes to host", 'b', ' ', 1 },
  { "least", "the fewest bytes that any placement of the copies could have moved, both ways", "least bytes",
    'b', ' ', 1 },
  { "device memory", "largest total of allocations, counted", "device memory", 'b', ' ', 1 },
  { "sectors", "bytes of the 32-byte memory sectors that warps touch, counted by the emulated device",
    "sectors", 'b', '+', 32 },
  { "predicted", "seconds on the device with its copies, by the static model", "predicted seconds", 's', ' ',
    1 },
  { "registers", "of a thread of the kernel that needs most, by ptxas", "registers", 'n', '>', 1, TRUE },
  { "spills", "bytes stored by the kernel that spills most, by ptxas", "spill stores", 'n', '>', 1, TRUE },
  { "shared", "bytes of shared memory of a block, by ptxas", "shared memory", 'b', '>', 1, TRUE },
  { "in kernels", "measured on the card by events", "seconds in kernels", 's', ' ', 1, TRUE },
  { "in copies", "measured on the card", "seconds in copies", 's', ' ', 1, TRUE },
};

static double
column_value (const IhopRun *run, const char *kernel, const char *size, const Column *column)
{
  const IhopCase *one
    = ihop_run_case (run, kernel, size, column->is_from_nvcc ? "ihop-scop-cuda" : "ihop-scop-emu");

  return column->factor * (column->over == ' ' ? figure_of (one, column->figure)
                                               : sum_of (one, column->figure, column->over == '>'));
}

/* A column that nothing is known of (there is no card, no nvcc) is left out. */
static gboolean
column_is_empty (const IhopRun *run, const GPtrArray *kernels, const char *size, const Column *column)
{
  for (guint i = 0; i < kernels->len; i++)
    if (isfinite (column_value (run, kernels->pdata[i], size, column)))
      return FALSE;
  return TRUE;
}

static void
put_device_row (GString *page, const IhopRun *run, const GPtrArray *shown, const char *kernel,
                const char *size)
{
  g_string_append (page, "<tr>");
  put_kernel_link (page, kernel);
  for (guint i = 0; i < shown->len; i++)
    {
      const Column *column = shown->pdata[i];
      double value = column_value (run, kernel, size, column);
      if (column->kind == 's')
        put_seconds (page, value);
      else if (column->kind == 'b')
        put_bytes (page, value);
      else
        put_count (page, value);
    }
  g_string_append (page, "</tr>\n");
}

static void
put_device (GString *page, const IhopRun *run, const char *size)
{
  g_autoptr (GPtrArray) kernels = ihop_run_kernels (run), shown = g_ptr_array_new ();

  g_string_append (page, "<h3>On the device (steps found by ihop)</h3>\n<p class=\"dim\">Counted by the "
                   "emulated device, told by nvcc, predicted by the model; what a card alone could tell is "
                   "shown where there was one.</p>\n<div class=\"wide\"><table class=\"sort\"><thead><tr>");
  put_head (page, "kernel", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (!column_is_empty (run, kernels, size, &columns[i]))
      {
        g_ptr_array_add (shown, (gpointer) &columns[i]);
        put_head (page, columns[i].title, columns[i].tip);
      }
  g_string_append (page, "</tr></thead><tbody>\n");
  for (guint i = 0; i < kernels->len; i++)
    if (ihop_run_case (run, kernels->pdata[i], size, "ihop-scop-emu"))
      put_device_row (page, run, shown, kernels->pdata[i], size);
  g_string_append (page, "</tbody></table></div>\n");
}

static gboolean
has_device_figures (const IhopRun *run, const char *size)
{
  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *one = run->cases->pdata[i];
      if (g_str_equal (one->size, size) && g_str_equal (one->rival, "ihop-scop-emu"))
        return TRUE;
    }
  return FALSE;
}

/* ---- Kernel by kernel -------------------------------------------------------------------------------------- */

static void
put_case_row (GString *page, const IhopCase *one)
{
  gboolean counts = ihop_case_counts (one);
  g_autofree char *spread = g_strdup_printf ("%.1f %%", 100 * ihop_case_spread (one));

  g_string_append (page, "<tr>");
  put_text_cell (page, one->rival);
  put_text_cell (page, one->size);
  put_text_cell (page, ihop_case_state_name (one->state));
  put_seconds (page, counts ? ihop_case_median (one) : NAN);
  put_number (page, NULL, counts ? ihop_case_spread (one) : NAN, spread);
  put_seconds (page, counts ? ihop_case_whole (one) : NAN);
  put_bytes (page, one->memory ? (double) one->memory : NAN);
  put_seconds (page, one->build > 0 ? one->build : NAN);
  put_text_cell (page, one->message);
  g_string_append (page, "</tr>\n");
}

static void
put_cases (GString *page, const IhopRun *run, const char *kernel)
{
  static const char *const heads[] = { "rival", "size", "results", "kernel", "spread", "process", "memory",
                                       "compile", "remark" };

  g_string_append (page, "<div class=\"wide\"><table class=\"sort cases\"><thead><tr>");
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    put_head (page, heads[i], NULL);
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
      if (has_device_figures (run, sizes->pdata[i]))
        put_device (page, run, sizes->pdata[i]);
    }
  put_rivals (page, run);
  put_kernels (page, run);
  g_string_append (page, "</main>\n<script>\n");
  put_resource (page, "page.js");
  g_string_append (page, "</script></body></html>\n");
  return g_string_free (page, FALSE);
}
