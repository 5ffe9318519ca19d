/* For a terminal. */
#include "bench/show.h"
#include "bench/bench.h"
#include "base/json.h"
#include <math.h>
#include <string.h>

char *
ihop_show_seconds (double seconds)
{
  if (!isfinite (seconds))
    return g_strdup ("");
  if (seconds < 1e-3)
    return g_strdup_printf ("%.3g µs", seconds * 1e6);
  if (seconds < 1)
    return g_strdup_printf ("%.3g ms", seconds * 1e3);
  return g_strdup_printf ("%.3g s", seconds);
}

char *
ihop_show_bytes (double bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB" };
  guint unit = 0;

  if (!isfinite (bytes))
    return g_strdup ("");
  for (; bytes >= 1024 && unit + 1 < G_N_ELEMENTS (units); unit++)
    bytes /= 1024;
  return g_strdup_printf (unit && bytes < 100 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

char *
ihop_show_ratio (double ratio)
{
  if (!isfinite (ratio))
    return g_strdup ("");
  return g_strdup_printf (ratio < 0.1 ? "%.2g" : ratio < 100 ? "%.2f" : "%.0f", ratio);
}

/* Columns are counted in characters, not bytes. */
static void
pad_left (GString *text, const char *word, int width)
{
  g_string_append_printf (text, "%*s%s", MAX (width - (int) g_utf8_strlen (word, -1), 0), "", word);
}

static void
pad_right (GString *text, const char *word, int width)
{
  g_string_append_printf (text, "%s%*s", word, MAX (width - (int) g_utf8_strlen (word, -1), 0), "");
}

static int
width_of (const IhopRunRival *rival)
{
  return MAX ((int) strlen (rival->name), 6) + 2;
}

static void
put_row (GString *text, const IhopRun *run, const GPtrArray *timed, const char *kernel, const char *size)
{
  const char *base = ihop_rivals[0].name;
  const IhopCase *original = ihop_run_case (run, kernel, size, base);
  g_autofree char *seconds
    = ihop_show_seconds (original && ihop_case_counts (original) ? ihop_case_median (original) : NAN);

  pad_right (text, kernel, 18);
  pad_left (text, seconds, 10);
  for (guint i = 0; i < timed->len; i++)
    {
      const IhopRunRival *rival = timed->pdata[i];
      if (g_str_equal (rival->name, base))
        continue;
      g_autofree char *ratio = ihop_show_ratio (ihop_run_speedup (run, kernel, size, rival->name, base));
      pad_left (text, *ratio ? ratio : "–", width_of (rival));
    }
  g_string_append_c (text, '\n');
}

static void
put_means (GString *text, const IhopRun *run, const GPtrArray *timed, const char *size)
{
  const char *base = ihop_rivals[0].name;

  pad_right (text, "geometric mean", 28);
  for (guint i = 0; i < timed->len; i++)
    {
      const IhopRunRival *rival = timed->pdata[i];
      if (g_str_equal (rival->name, base))
        continue;
      g_autofree char *ratio
        = ihop_show_ratio (ihop_run_mean_speedup (run, size, rival->name, base, NULL));
      pad_left (text, ratio, width_of (rival));
    }
  g_string_append_c (text, '\n');
}

static void
put_table (GString *text, const IhopRun *run, const char *size)
{
  g_autoptr (GPtrArray) kernels = ihop_run_kernels (run), timed = ihop_run_timed (run, size);

  g_string_append_printf (text, "\n%s: seconds of %s, and how many times as fast the others are\n", size,
                          ihop_rivals[0].title);
  pad_right (text, "kernel", 18);
  pad_left (text, "original", 10);
  for (guint i = 0; i < timed->len; i++)
    {
      const IhopRunRival *rival = timed->pdata[i];
      if (!g_str_equal (rival->name, ihop_rivals[0].name))
        pad_left (text, rival->name, width_of (rival));
    }
  g_string_append_c (text, '\n');
  for (guint i = 0; i < kernels->len; i++)
    put_row (text, run, timed, kernels->pdata[i], size);
  if (timed->len > 1)
    put_means (text, run, timed, size);
}

/* Equal ones need no words, and neither does a generator that had nothing to offer. */
static void
put_remarks (GString *text, const IhopRun *run)
{
  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *one = run->cases->pdata[i];
      g_autofree char *first = g_strndup (one->message ? one->message : "",
                                          one->message ? strcspn (one->message, "\n") : 0);
      if (one->state >= IHOP_CASE_DIFFERENT && one->state != IHOP_CASE_REFUSED
          && one->state != IHOP_CASE_UNRUN)
        g_string_append_printf (text, "%s %s %s: %s: %s\n", one->kernel, one->size, one->rival,
                                ihop_case_state_name (one->state), first);
    }
}

static void
put_absent (GString *text, const IhopRun *run)
{
  for (guint i = 0; i < run->rivals->len; i++)
    {
      const IhopRunRival *rival = run->rivals->pdata[i];
      if (rival->absent)
        g_string_append_printf (text, "absent: %s: %s\n", rival->title, rival->absent);
    }
}

/* Said once, not for every kernel. */
static void
put_unrun (GString *text, const IhopRun *run)
{
  guint n = 0;
  const char *why = NULL;

  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *one = run->cases->pdata[i];
      if (one->state == IHOP_CASE_UNRUN && n++ == 0)
        why = one->message;
    }
  if (n)
    g_string_append_printf (text, "%u CUDA programs were compiled and %s\n", n, why);
}

char *
ihop_show_run (const IhopRun *run)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) sizes = ihop_run_sizes (run);
  g_autofree char *busy = ihop_machine_busy (run->machine);

  g_string_append_printf (text, "run %s, begun %s%s\n", run->name, run->began,
                          run->ended ? "" : " (not at its end: --resume continues it)");
  if (busy)
    g_string_append_printf (text, "warning: %s\n", busy);
  for (guint i = 0; i < sizes->len; i++)
    put_table (text, run, sizes->pdata[i]);
  g_string_append_c (text, '\n');
  put_remarks (text, run);
  put_unrun (text, run);
  put_absent (text, run);
  return g_string_free (text, FALSE);
}
