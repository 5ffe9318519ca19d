#include "bench/case.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const states[] = { "equal", "within", "different", "broken", "refused", "unrun",
                                      "lost" };

void
ihop_figure_free (gpointer data)
{
  IhopFigure *figure = data;

  g_free (figure->part);
  g_free (figure->name);
  g_free (figure);
}

static void
text_free (gpointer data)
{
  IhopText *text = data;

  g_free (text->name);
  g_free (text->text);
  g_free (text);
}

IhopCase *
ihop_case_new (const char *kernel, const char *size, const char *rival)
{
  IhopCase *made = g_new0 (IhopCase, 1);

  made->kernel = g_strdup (kernel);
  made->size = g_strdup (size);
  made->rival = g_strdup (rival);
  made->state = IHOP_CASE_BROKEN;
  made->samples = g_array_new (FALSE, FALSE, sizeof (IhopSample));
  made->figures = g_ptr_array_new_with_free_func (ihop_figure_free);
  made->texts = g_ptr_array_new_with_free_func (text_free);
  return made;
}

void
ihop_case_free (IhopCase *bench_case)
{
  if (bench_case == NULL)
    return;
  g_free (bench_case->kernel);
  g_free (bench_case->size);
  g_free (bench_case->rival);
  g_free (bench_case->message);
  g_array_unref (bench_case->samples);
  g_ptr_array_unref (bench_case->figures);
  g_ptr_array_unref (bench_case->texts);
  g_free (bench_case);
}

void
ihop_case_set (IhopCase *bench_case, IhopCaseState state, char *message)
{
  bench_case->state = state;
  g_free (bench_case->message);
  bench_case->message = message;
}

void
ihop_case_add_figure (IhopCase *bench_case, const char *part, const char *name, double value)
{
  IhopFigure *figure = g_new0 (IhopFigure, 1);

  figure->part = g_strdup (part);
  figure->name = g_strdup (name);
  figure->value = value;
  g_ptr_array_add (bench_case->figures, figure);
}

void
ihop_case_add_text (IhopCase *bench_case, const char *name, const char *text)
{
  IhopText *added = g_new0 (IhopText, 1);

  added->name = g_strdup (name);
  added->text = g_utf8_make_valid (text, -1);
  g_ptr_array_add (bench_case->texts, added);
}

void
ihop_case_add_sample (IhopCase *bench_case, guint turn, double seconds, double whole)
{
  IhopSample sample = { turn, seconds, whole };

  g_array_append_val (bench_case->samples, sample);
}

double
ihop_case_figure (const IhopCase *bench_case, const char *part, const char *name)
{
  for (guint i = 0; i < bench_case->figures->len; i++)
    {
      const IhopFigure *figure = bench_case->figures->pdata[i];
      if (g_str_equal (figure->part, part) && g_str_equal (figure->name, name))
        return figure->value;
    }
  return NAN;
}

gboolean
ihop_case_counts (const IhopCase *bench_case)
{
  return bench_case->state <= IHOP_CASE_WITHIN && bench_case->samples->len > 0;
}

const char *
ihop_case_state_name (IhopCaseState state)
{
  return states[state];
}

IhopCaseState
ihop_case_state_from (const char *name)
{
  for (guint i = 0; name && i < G_N_ELEMENTS (states); i++)
    if (g_str_equal (states[i], name))
      return (IhopCaseState) i;
  return IHOP_CASE_LOST;
}

/* ---- Statistics -------------------------------------------------------------------------------- */

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

double
ihop_median (double *values, guint n)
{
  if (n == 0)
    return NAN;
  qsort (values, n, sizeof *values, compare_doubles);
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static double
median_of (const IhopCase *bench_case, gboolean whole)
{
  guint n = bench_case->samples->len;
  g_autofree double *values = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const IhopSample *sample = &g_array_index (bench_case->samples, IhopSample, i);
      values[i] = whole ? sample->whole : sample->seconds;
    }
  return ihop_median (values, n);
}

double
ihop_case_median (const IhopCase *bench_case)
{
  return median_of (bench_case, FALSE);
}

double
ihop_case_whole (const IhopCase *bench_case)
{
  return median_of (bench_case, TRUE);
}

double
ihop_case_spread (const IhopCase *bench_case)
{
  guint n = bench_case->samples->len;
  double middle = ihop_case_median (bench_case);
  g_autofree double *distances = g_new (double, n + 1);

  if (n < 3 || !(middle > 0))
    return 0;
  for (guint i = 0; i < n; i++)
    distances[i] = fabs (g_array_index (bench_case->samples, IhopSample, i).seconds - middle);
  return 1.4826 * ihop_median (distances, n) / middle;
}

double
ihop_case_error (const IhopCase *bench_case)
{
  return bench_case->samples->len ? 1.2533 * ihop_case_spread (bench_case) / sqrt (bench_case->samples->len) : 0;
}
