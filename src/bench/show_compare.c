/* Two runs side by side. What differs by less than three times the errors of both medians together, or by less than two
 * percent, is called the same. Errors are shares, and so are limits of ratios: an error of 0.8 means that twice as long is
 * nothing, and neither is half as long (the logarithms are compared).
 *
 * Where other programs are at work, times scatter as no normal distribution does, and a median of five says less than its error
 * does: then the middle halves of the samples have to lie apart, too.
 *
 * Between two runs the machine changes, too. The original programs are the same in both, and run in turns with the others:
 * what became of them is drift, which is taken out of their neighbours' ratios; and by how much their own ratios scatter
 * is how far two runs of one program lie apart, which nothing that is called a change may be within. */
#include "bench/bench.h"
#include "bench/page.h"
#include "base/json.h"
#include <math.h>

#define LEAST 0.02

typedef enum { SAME, BETTER, WORSE, STATE_BETTER, STATE_WORSE } Change;

static const char *const change_names[] = { "same", "better", "worse", "works now", "no longer counts" };

typedef struct
{
  const IhopCase *before, *after;
  double ratio;          /* after by before, without drift; below 1: faster now */
  double drift;          /* after by before of the original there; 1: not known */
  double noise;          /* what it may differ by without meaning anything */
  Change change;
} Pair;

/* The original at the same kernel and size, in both runs. FALSE: its times do not count, or it is that. */
static gboolean
find_baseline (const IhopRun *before, const IhopRun *after, const IhopCase *one, const IhopCase *both[2])
{
  const char *name = ihop_rivals[0].name;

  if (g_str_equal (one->rival, name))
    return FALSE;
  both[0] = ihop_run_case (before, one->kernel, one->size, name);
  both[1] = ihop_run_case (after, one->kernel, one->size, name);
  return both[0] && both[1] && ihop_case_counts (both[0]) && ihop_case_counts (both[1]);
}

static double
log_ratio (const IhopCase *before, const IhopCase *after)
{
  return log (ihop_case_median (after) / ihop_case_median (before));
}

static double
absolute_median (GArray *values, double middle)
{
  for (guint i = 0; i < values->len; i++)
    g_array_index (values, double, i) = fabs (g_array_index (values, double, i) - middle);
  return ihop_median ((double *) (void *) values->data, values->len);
}

/* How far two runs of one program lie apart, by the original ones, behind what they have drifted together. Too few say
 * nothing. */
static double
apart (const IhopRun *before, const IhopRun *after)
{
  enum { FEW = 3 };
  g_autoptr (GArray) logs = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < after->cases->len; i++)
    {
      const IhopCase *now = after->cases->pdata[i];
      const IhopCase *then = g_str_equal (now->rival, ihop_rivals[0].name) ? ihop_run_case (before, now->kernel, now->size, now->rival) : NULL;
      double value = then && ihop_case_counts (then) && ihop_case_counts (now) ? log_ratio (then, now) : NAN;
      if (isfinite (value))
        g_array_append_val (logs, value);
    }
  if (logs->len < FEW)
    return 0;
  g_autoptr (GArray) copy = g_array_copy (logs);
  double middle = ihop_median ((double *) (void *) copy->data, copy->len);
  return 1.4826 * absolute_median (logs, middle);
}

static int
by_value (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The sample below which this part of all of them lies. */
static double
quantile (const IhopCase *one, double part)
{
  g_autoptr (GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < one->samples->len; i++)
    g_array_append_val (seconds, g_array_index (one->samples, IhopSample, i).seconds);
  g_array_sort (seconds, by_value);
  return g_array_index (seconds, double, (guint) lround (part * (seconds->len - 1)));
}

/* Whether the middle half of the samples of the one run lies beyond that of the other one's, without drift. */
static gboolean
lie_apart (const Pair *pair)
{
  return quantile (pair->after, 0.25) > pair->drift * quantile (pair->before, 0.75)
         || quantile (pair->after, 0.75) < pair->drift * quantile (pair->before, 0.25);
}

static Change
change_of (const Pair *pair)
{
  if (!lie_apart (pair))
    return SAME;
  return pair->ratio > 1 + pair->noise ? WORSE : pair->ratio < 1 / (1 + pair->noise) ? BETTER : SAME;
}

static gboolean
compare_pair (const IhopRun *before, const IhopRun *after, Pair *pair, double between)
{
  gboolean counted = ihop_case_counts (pair->before), counts = ihop_case_counts (pair->after);
  const IhopCase *original[2];

  pair->ratio = NAN;
  pair->drift = 1;
  if (!counted && !counts)
    return FALSE;
  if (counted != counts)
    {
      pair->change = counts ? STATE_BETTER : STATE_WORSE;
      return TRUE;
    }
  double error = hypot (ihop_case_error (pair->before), ihop_case_error (pair->after));
  if (find_baseline (before, after, pair->after, original))
    {
      pair->drift = exp (log_ratio (original[0], original[1]));
      error = hypot (error, hypot (ihop_case_error (original[0]), ihop_case_error (original[1])));
    }
  pair->ratio = exp (log_ratio (pair->before, pair->after)) / pair->drift;
  pair->noise = MAX (LEAST, expm1 (IHOP_CASE_ERRORS * hypot (error, between)));
  pair->change = change_of (pair);
  return TRUE;
}

/* Of Pair: cases that both runs have, and of which something is known. */
static GArray *
pairs_of (const IhopRun *before, const IhopRun *after)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  double between = apart (before, after);

  for (guint i = 0; i < after->cases->len; i++)
    {
      Pair pair = { .after = after->cases->pdata[i] };
      pair.before = ihop_run_case (before, pair.after->kernel, pair.after->size, pair.after->rival);
      if (pair.before && compare_pair (before, after, &pair, between))
        g_array_append_val (pairs, pair);
    }
  return pairs;
}

static void
put_pair (GString *text, const Pair *pair)
{
  g_autofree char *a = ihop_show_seconds (ihop_case_counts (pair->before) ? ihop_case_median (pair->before) : NAN);
  g_autofree char *b = ihop_show_seconds (ihop_case_counts (pair->after) ? ihop_case_median (pair->after) : NAN);

  g_string_append_printf (text, "%-8s %-18s %-10s %-18s ", change_names[pair->change], pair->after->kernel,
                          pair->after->size, pair->after->rival);
  if (pair->change >= STATE_BETTER)
    g_string_append_printf (text, "%s → %s\n", ihop_case_state_name (pair->before->state),
                            ihop_case_state_name (pair->after->state));
  else
    g_string_append_printf (text, "%s → %s (%+.1f %%, noise %.1f %%, drift %+.1f %%)\n", a, b, 100 * (pair->ratio - 1),
                            100 * pair->noise, 100 * (pair->drift - 1));
}

/* How a rival did over all its kernels. */
static void
put_mean (GString *text, const GArray *pairs, const char *rival)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      if (g_str_equal (pair->after->rival, rival) && isfinite (pair->ratio) && pair->ratio > 0)
        {
          sum += log (pair->ratio);
          n++;
        }
    }
  if (n)
    g_string_append_printf (text, "  %-20s takes %.3f times as long (%u case%s)\n", rival, exp (sum / n), n,
                            n == 1 ? "" : "s");
}

static void
put_busy (GString *text, const IhopRun *run)
{
  g_autofree char *busy = ihop_machine_busy (run->machine);

  if (busy)
    g_string_append_printf (text, "warning: %s: %s\n", run->name, busy);
}

char *
ihop_show_compare (const IhopRun *before, const IhopRun *after, guint *worse)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GArray) pairs = pairs_of (before, after);
  guint counts[5] = { 0 };

  g_string_append_printf (text, "%s → %s\n", before->name, after->name);
  if (!ihop_machine_is_same (before->machine, after->machine))
    g_string_append (text, "The two were measured on different machines: differences say little about ihop.\n");
  put_busy (text, before);
  put_busy (text, after);
  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      counts[pair->change]++;
      if (pair->change != SAME)
        put_pair (text, pair);
    }
  g_string_append_printf (text, "%u cases: %u better, %u worse, %u the same, %u work now, %u no longer count\n",
                          pairs->len, counts[BETTER], counts[WORSE], counts[SAME], counts[STATE_BETTER],
                          counts[STATE_WORSE]);
  for (guint i = 0; i < after->rivals->len; i++)
    put_mean (text, pairs, ((const IhopRunRival *) after->rivals->pdata[i])->name);
  *worse = counts[WORSE] + counts[STATE_WORSE];
  return g_string_free (text, FALSE);
}

char *
ihop_show_compare_json (const IhopRun *before, const IhopRun *after)
{
  JsonBuilder *json = json_builder_new ();
  g_autoptr (GArray) pairs = pairs_of (before, after);

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_put_text (json, "before", before->name);
  ihop_json_put_text (json, "after", after->name);
  ihop_json_put_bool (json, "same_machine", ihop_machine_is_same (before->machine, after->machine));
  ihop_json_begin_array (json, "cases");
  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "kernel", pair->after->kernel);
      ihop_json_put_text (json, "size", pair->after->size);
      ihop_json_put_text (json, "rival", pair->after->rival);
      ihop_json_put_text (json, "change", change_names[pair->change]);
      if (isfinite (pair->ratio))
        {
          ihop_json_put_double (json, "ratio", pair->ratio);
          ihop_json_put_double (json, "noise", pair->noise);
          ihop_json_put_double (json, "drift", pair->drift);
        }
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}

/* ---- As a page ---- */

static void
put_cell (GString *page, const char *text)
{
  g_string_append (page, "<td>");
  ihop_page_put (page, text);
  g_string_append (page, "</td>");
}

static void
put_row (GString *page, const Pair *pair)
{
  g_autofree char *a = ihop_show_seconds (ihop_case_counts (pair->before) ? ihop_case_median (pair->before) : NAN);
  g_autofree char *b = ihop_show_seconds (ihop_case_counts (pair->after) ? ihop_case_median (pair->after) : NAN);

  g_string_append (page, "<tr>");
  put_cell (page, change_names[pair->change]);
  put_cell (page, pair->after->kernel);
  put_cell (page, pair->after->size);
  put_cell (page, pair->after->rival);
  put_cell (page, *a ? a : ihop_case_state_name (pair->before->state));
  put_cell (page, *b ? b : ihop_case_state_name (pair->after->state));
  if (isfinite (pair->ratio))
    ihop_page_printf (page, "<td>%.3f</td><td>%.3f … %.3f</td><td>%.3f</td>", pair->ratio, pair->ratio / (1 + pair->noise),
                      pair->ratio * (1 + pair->noise), pair->drift);
  else
    g_string_append (page, "<td></td><td></td><td></td>");
  g_string_append (page, "</tr>\n");
}

/* What has changed stands first. */
static void
put_rows (GString *page, const GArray *pairs)
{
  for (guint same = 0; same < 2; same++)
    for (guint i = 0; i < pairs->len; i++)
      if ((g_array_index (pairs, Pair, i).change == SAME) == (same == 1))
        put_row (page, &g_array_index (pairs, Pair, i));
}

char *
ihop_show_compare_html (const IhopRun *before, const IhopRun *after)
{
  GString *page = ihop_page_begin (after->name);
  g_autoptr (GArray) pairs = pairs_of (before, after);
  guint worse;
  g_autofree char *text = ihop_show_compare (before, after, &worse);

  g_string_append (page, "<h1>Two runs compared</h1>\n<pre>");
  ihop_page_put (page, text);
  g_string_append (page, "</pre>\n<p>Ratios are of medians, the second run by the first: below 1 is faster now. What the original programs, "
                         "which are the same in both runs, have drifted by is taken out of them. A ratio is a change where 1 lies outside "
                         "of its interval: three standard errors of all medians in it, and of how far the original programs lie apart "
                         "from run to run.</p>\n<div class=\"wide\"><table class=\"left\"><thead><tr><th>change</th><th>kernel</th><th>size</th>"
                         "<th>rival</th><th>before</th><th>after</th><th>ratio</th><th>interval</th><th>drift</th></tr></thead><tbody>\n");
  put_rows (page, pairs);
  g_string_append (page, "</tbody></table></div>\n</main></body></html>\n");
  return g_string_free (page, FALSE);
}
