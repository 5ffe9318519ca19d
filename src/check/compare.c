#include "check/compare.h"
#include "check/compile.h"
#include "check/leavings.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *
contents (const char *path, guint stream, const IhopUnsteady *unsteady)
{
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");
  return ihop_unsteady_mask (unsteady, stream, text);
}

/* Lines that the products print about themselves begin with "ihop:". */
static char *
without_own_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *rest = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    if (!g_str_has_prefix (lines[i], "ihop:"))
      g_string_append_printf (rest, "%s\n", lines[i]);
  return g_string_free (rest, FALSE);
}

/* The same words, numbers apart, which may differ as far as the tolerance goes (against
 * themselves: a text has no largest value). */
static gboolean
text_is_within (const char *a, const char *b, IhopTolerance *tolerance)
{
  if (tolerance->relative <= 0)
    return FALSE;
  while (*a && *b)
    {
      char *end_a, *end_b;
      double x = g_ascii_strtod (a, &end_a), y = g_ascii_strtod (b, &end_b);
      if (end_a == a || end_b == b)
        {
          if (*a++ != *b++)
            return FALSE;
          continue;
        }
      double error = x == y ? 0 : fabs (x - y) / MAX (fabs (x), fabs (y));
      if (!(error <= MAX (tolerance->relative, 2e-6))) /* printed with few digits */
        return FALSE;
      tolerance->within += error > 0;
      tolerance->largest = MAX (tolerance->largest, error);
      a = end_a;
      b = end_b;
    }
  return *a == *b;
}

static gboolean
line_is_within (const char *a, const char *b, const IhopTolerance *tolerance)
{
  g_autofree char *x = g_strndup (a, strcspn (a, "\n")), *y = g_strndup (b, strcspn (b, "\n"));
  IhopTolerance unused = *tolerance;

  return g_str_equal (x, y) || text_is_within (x, y, &unused);
}

/* Moves both to the first line that differs by more than the tolerance, and gives its number. */
static guint
find_difference (const char **a, const char **b, const IhopTolerance *tolerance)
{
  guint line = 1;

  while (line_is_within (*a, *b, tolerance) && strchr (*a, '\n') && strchr (*b, '\n'))
    {
      *a = strchr (*a, '\n') + 1;
      *b = strchr (*b, '\n') + 1;
      line++;
    }
  return line;
}

static char *
compare_text (const char *what, const char *a, const char *b, IhopTolerance *tolerance)
{
  if (g_str_equal (a, b) || text_is_within (a, b, tolerance))
    return NULL;
  guint line = find_difference (&a, &b, tolerance);
  g_autofree char *x = g_strndup (a, MIN (strcspn (a, "\n"), 120)), *y = g_strndup (b, MIN (strcspn (b, "\n"), 120));
  return g_strdup_printf ("%s differs in line %u: \"%s\" should be \"%s\"", what, line, y, x);
}

static char *
compare_streams (const IhopProgram *a, const IhopProgram *b, IhopComparison *comparison)
{
  const IhopUnsteady *unsteady = comparison->unsteady;
  IhopTolerance *tolerance = &comparison->tolerance;
  g_autofree char *out_a = contents (a->run.out, 0, unsteady);
  g_autofree char *out_b = contents (b->run.out, 0, unsteady);
  g_autofree char *err_a = contents (a->run.err, 1, unsteady);
  g_autofree char *err_b = contents (b->run.err, 1, unsteady);
  g_autofree char *rest_a = without_own_lines (err_a), *rest_b = without_own_lines (err_b);
  char *difference = compare_text ("standard output", out_a, out_b, tolerance);

  if (difference && ihop_rounding_explains (comparison->rounding, unsteady, out_a, out_b))
    {
      g_clear_pointer (&difference, g_free);
      tolerance->within++;
    }
  return difference ? difference : compare_text ("standard error", rest_a, rest_b, tolerance);
}

static char *
compare_dumps (const IhopProgram *original, const IhopProgram *product, gboolean bench, GHashTable *types,
               IhopComparison *comparison)
{
  g_autoptr (IhopDump) a = ihop_dump_read (bench ? original->bench_path : original->dump_path);
  g_autoptr (IhopDump) b = ihop_dump_read (bench ? product->bench_path : product->dump_path);
  g_autoptr (GArray) spreads = ihop_rounding_spreads (comparison->rounding, original, bench, types);
  char *difference;

  comparison->tolerance.spreads = spreads;
  difference = ihop_dump_compare (a, b, types, &comparison->tolerance);
  comparison->tolerance.spreads = NULL;
  comparison->tolerance.where = NULL; /* it lives in the dump */
  for (guint i = 0; i < a->records->len; i++)
    comparison->bytes += ((const IhopDumpRecord *) a->records->pdata[i])->bytes;
  comparison->records += a->records->len;
  return difference;
}

typedef struct
{
  const IhopProgram *a, *b;
  IhopComparison *comparison;
  gboolean is_outside;
  char *difference;
} Leavings;

/* NULL: no text. Caller frees. */
static char *
text_below (const Leavings *leavings, const IhopProgram *program, const char *below)
{
  g_autofree char *path = g_build_filename (leavings->is_outside ? program->outside : program->run_folder, below, NULL);
  char *text = NULL;
  gsize length;

  if (g_file_get_contents (path, &text, &length, NULL) && strlen (text) != length)
    g_clear_pointer (&text, g_free);
  return text;
}

/* Results that a program writes into a file round as those that it prints. */
static gboolean
is_file_within (Leavings *leavings, const char *below)
{
  IhopComparison *comparison = leavings->comparison;
  IhopTolerance tolerance = comparison->tolerance;
  g_autofree char *a = text_below (leavings, leavings->a, below), *b = text_below (leavings, leavings->b, below);

  if (a == NULL || b == NULL)
    return FALSE;
  if (text_is_within (a, b, &tolerance))
    comparison->tolerance = tolerance;
  else if (ihop_rounding_explains_file (comparison->rounding, leavings->is_outside, below, a, b))
    comparison->tolerance.within++;
  else
    return FALSE;
  return TRUE;
}

static gboolean
note_difference (const IhopLeavingsDifference *difference, gpointer data)
{
  Leavings *leavings = data;

  if (ihop_unsteady_has_file (leavings->comparison->unsteady, difference->name)
      || (difference->is_content && is_file_within (leavings, difference->below)))
    return TRUE;
  leavings->difference = g_strdup (difference->sentence);
  return FALSE;
}

static char *
compare_files (const IhopProgram *a, const IhopProgram *b, IhopComparison *comparison)
{
  Leavings leavings = { a, b, comparison, FALSE, NULL };

  ihop_leavings_compare (a->run_folder, b->run_folder, note_difference, &leavings);
  leavings.is_outside = TRUE;
  if (leavings.difference == NULL)
    ihop_leavings_compare (a->outside, b->outside, note_difference, &leavings);
  return leavings.difference;
}

static char *
compare_ends (const IhopProgram *a, const IhopProgram *b)
{
  if (ihop_process_ended_alike (&a->run, &b->run))
    return NULL;
  g_autofree char *end = ihop_process_end_text (&b->run), *should = ihop_process_end_text (&a->run);
  g_autofree char *said = ihop_program_first_lines (b->run.err, b->folder, 3);
  return g_strdup_printf ("it %s, the original %s%s%s", end, should, *said ? "; it said: " : "",
                          said);
}

/* An early end first: what is missing afterwards follows from it. */
char *
ihop_compare_runs (const IhopProgram *original, const IhopProgram *product, GHashTable *types,
                   IhopComparison *comparison)
{
  char *difference = compare_ends (original, product);

  if (difference == NULL)
    difference = compare_dumps (original, product, FALSE, types, comparison);
  if (difference == NULL)
    difference = compare_dumps (original, product, TRUE, types, comparison);
  if (difference == NULL)
    difference = compare_streams (original, product, comparison);
  if (difference == NULL)
    difference = compare_files (original, product, comparison);
  return difference;
}
