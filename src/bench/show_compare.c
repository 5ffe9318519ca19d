/* Two runs side by side. A median of n samples has a standard error of about 1.2533 times their standard
 * deviation by the square root of n (for a normal distribution). What differs by less than three times
 * the errors of both together, or by less than two percent, is called the same: on a machine that does
 * other things, too, repeats come in runs, and their spread alone would promise too much. */
#include "bench/show.h"
#include "base/json.h"
#include <math.h>

#define LEAST 0.02
#define ERRORS 3

typedef enum { SAME, BETTER, WORSE, STATE_BETTER, STATE_WORSE } Change;

static const char *const change_names[] = { "same", "better", "worse", "works now", "no longer counts" };

typedef struct
{
  const IhopCase *before, *after;
  double ratio;          /* after by before; below 1: faster now */
  double noise;          /* what it may differ by without meaning anything */
  Change change;
} Pair;

static double
error_of (const IhopCase *one)
{
  return 1.2533 * ihop_case_spread (one) / sqrt (one->samples->len);
}

static gboolean
compare_pair (Pair *pair)
{
  gboolean counted = ihop_case_counts (pair->before), counts = ihop_case_counts (pair->after);

  pair->ratio = NAN;
  if (!counted && !counts)
    return FALSE;
  if (counted != counts)
    {
      pair->change = counts ? STATE_BETTER : STATE_WORSE;
      return TRUE;
    }
  pair->ratio = ihop_case_median (pair->after) / ihop_case_median (pair->before);
  pair->noise = MAX (LEAST, ERRORS * hypot (error_of (pair->before), error_of (pair->after)));
  pair->change = pair->ratio > 1 + pair->noise ? WORSE : pair->ratio < 1 / (1 + pair->noise) ? BETTER : SAME;
  return TRUE;
}

/* Of Pair: cases that both runs have, and of which something is known. */
static GArray *
pairs_of (const IhopRun *before, const IhopRun *after)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  for (guint i = 0; i < after->cases->len; i++)
    {
      Pair pair = { .after = after->cases->pdata[i] };
      pair.before = ihop_run_case (before, pair.after->kernel, pair.after->size, pair.after->rival);
      if (pair.before && compare_pair (&pair))
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
    g_string_append_printf (text, "%s → %s (%+.1f %%, noise %.1f %%)\n", a, b, 100 * (pair->ratio - 1),
                            100 * pair->noise);
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

char *
ihop_show_compare (const IhopRun *before, const IhopRun *after, guint *worse)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GArray) pairs = pairs_of (before, after);
  guint counts[5] = { 0 };

  g_string_append_printf (text, "%s → %s\n", before->name, after->name);
  if (g_strcmp0 (before->machine, after->machine) != 0)
    g_string_append (text, "The two were measured on different machines: differences say little about ihop.\n");
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
  ihop_json_put_bool (json, "same_machine", g_strcmp0 (before->machine, after->machine) == 0);
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
        }
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
