/* One product beside the original: run, compared, and what it means where they differ. */
#include "check/compile.h"
#include "check/leaves.h"
#include "check/run.h"
#include "check/verify.h"
#include <float.h>

/* A thousand roundings' worth of the element that was computed with the least digits. */
static double
relative_bound (GHashTable *types)
{
  GHashTableIter iter;
  gpointer type;
  double epsilon = DBL_EPSILON;

  g_hash_table_iter_init (&iter, types);
  while (g_hash_table_iter_next (&iter, NULL, &type))
    if (ihop_leaves_have_float (type))
      epsilon = FLT_EPSILON;
  return 1024 * epsilon;
}

IhopCheckResult *
ihop_check_result_new (IhopCheck *check, IhopVariant variant, IhopCheckState state, char *message)
{
  IhopCheckResult *result = g_new0 (IhopCheckResult, 1);

  result->product = g_strdup (ihop_variant_name (variant));
  result->state = state;
  result->message = message;
  g_ptr_array_add (check->report->results, result);
  return result;
}

/* The original without optimization: other times, other addresses, the same results. */
static void
compare_with_slow (IhopCheck *check)
{
  IhopProgram *slow = ihop_program_new (check->builder, IHOP_VARIANT_ORIGINAL, "original-slow");

  slow->level = "-O0";
  for (guint i = 0; i < check->files->len; i++)
    ihop_check_add_original (check, slow, i);
  ihop_check_progress (check->options, "looking for what differs from run to run");
  ihop_program_all (check->builder, &slow, 1);
  if (slow->failure == NULL)
    ihop_program_run (check->builder, slow, "run");
  if (slow->failure == NULL && !slow->run.timed_out)
    ihop_unsteady_add (check->unsteady, check->original, slow);
  ihop_program_free (slow);
}

/* Whether the program is the same from one run to the next: asked only after a difference. */
static gboolean
original_is_steady (IhopCheck *check)
{
  IhopProgram *again = check->original_again;

  if (again == NULL)
    {
      again = check->original_again = ihop_program_new (check->builder, IHOP_VARIANT_ORIGINAL,
                                                      "original");
      ihop_program_run (check->builder, again, "run2");
      IhopComparison comparison = { 0 };
      check->original_differs = ihop_compare_runs (check->original, again, check->types,
                                                   &comparison);
      check->unsteady = ihop_unsteady_new ();
      ihop_unsteady_add (check->unsteady, check->original, again);
      compare_with_slow (check);
    }
  return check->original_differs == NULL;
}

static char *
bound_text (const IhopCheck *check, const IhopComparison *comparison)
{
  const IhopTolerance *tolerance = &comparison->tolerance;
  const char *cause = check->reorders ? "the order of a sum or product changed"
                                      : "CUDA's mathematical functions are not the C library's";

  if (comparison->rounding)
    return g_strdup_printf ("values differ (%" G_GUINT64_FORMAT ") because %s: no more than %d times what the "
                            "original's own values move when its arithmetic rounds up or down",
                            tolerance->within, cause, IHOP_ROUNDING_FACTOR);
  return g_strdup_printf ("%" G_GUINT64_FORMAT " values differ in their last digits, by %.2g of the largest at most; "
                          "up to %.2g is taken because %s", tolerance->within, tolerance->largest,
                          tolerance->relative, cause);
}

/* A device's mathematical functions are its own library's. */
static gboolean
is_cuda (const IhopProgram *build)
{
  return build->variant == IHOP_VARIANT_CUDA || build->variant == IHOP_VARIANT_CUDA_HERE;
}

IhopCheckState
ihop_check_compare (IhopCheck *check, const IhopProgram *original, const IhopProgram *build,
                    char **message, IhopComparison *comparison)
{
  if (check->reorders || is_cuda (build))
    comparison->tolerance.relative = relative_bound (check->types);
  *message = ihop_compare_runs (original, build, check->types, comparison);
  if (*message)
    return IHOP_CHECK_DIFFERENT;
  if (comparison->tolerance.within == 0)
    return IHOP_CHECK_EQUAL;
  *message = bound_text (check, comparison);
  return IHOP_CHECK_WITHIN;
}

/* What the original prints differently each time is left out of the comparison, and named. Where sums are
 * summed in another order, values may also move as far as the original's own rounding moves them. */
static IhopCheckState
compare_again (IhopCheck *check, const IhopProgram *build, char **message, IhopComparison *comparison,
               const IhopRounding *rounding)
{
  g_autofree char *lines = check->unsteady->is_known ? ihop_unsteady_text (check->unsteady) : NULL;
  IhopComparison again = { .unsteady = lines ? check->unsteady : NULL, .rounding = rounding };
  g_autofree char *said = NULL;

  if (lines == NULL && rounding == NULL)
    return IHOP_CHECK_DIFFERENT;
  IhopCheckState state = ihop_check_compare (check, check->original, build, &said, &again);
  g_free (*message);
  *message = state == IHOP_CHECK_DIFFERENT || lines == NULL
               ? g_steal_pointer (&said)
               : g_strdup_printf ("%s%snot compared: %s, which the original prints differently from run "
                                  "to run", said ? said : "", said ? "; " : "", lines);
  *comparison = again;
  return state;
}

char *
ihop_check_output (const IhopProgram *build)
{
  static const gsize most = 16000;
  const char *const paths[] = { build->run.out, build->run.err };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *part = NULL;
      gsize length = 0;
      if (paths[i] && g_file_get_contents (paths[i], &part, &length, NULL))
        g_string_append_len (text, part, (gssize) MIN (length, most));
    }
  g_autofree char *valid = g_utf8_make_valid (text->str, (gssize) text->len);
  g_string_free (text, TRUE);
  return g_steal_pointer (&valid);
}

static const IhopRounding *
rounding_of (IhopCheck *check, const IhopProgram *build)
{
  if (!check->reorders && !is_cuda (build))
    return NULL;
  if (check->rounding == NULL)
    check->rounding = ihop_rounding_new (check->builder, check->original);
  return check->rounding;
}

/* What C leaves open (in which order arguments are worked out, above all) two compilers may do differently: then Clang's
 * product is compared with what Clang makes of the original. */
static IhopCheckState
compare_with_clang (IhopCheck *check, const IhopProgram *build, char **message, IhopComparison *comparison)
{
  IhopProgram *original = check->original_by_clang;
  IhopComparison again = { 0 };
  g_autofree char *said = NULL;

  if (original == NULL)
    {
      original = check->original_by_clang = ihop_program_new (check->builder, IHOP_VARIANT_ORIGINAL, "original-clang");
      original->clang = "clang-19";
      for (guint i = 0; i < check->files->len; i++)
        ihop_check_add_original (check, original, i);
      ihop_program_all (check->builder, &original, 1);
      if (original->failure == NULL)
        ihop_program_run (check->builder, original, "run");
    }
  if (original->failure || original->run.timed_out)
    return IHOP_CHECK_DIFFERENT;
  IhopCheckState state = ihop_check_compare (check, original, build, &said, &again);
  if (state == IHOP_CHECK_DIFFERENT)
    return state;
  char *why = g_strdup_printf ("compared with the original as Clang compiles it%s%s; as the other compiler does, the original does "
                               "something else, too: %s", said ? "; " : "", said ? said : "", *message);
  g_free (*message);
  *message = why;
  *comparison = again;
  return state;
}

/* Runs it and says how it compares. */
static IhopCheckState
run_and_compare (IhopCheck *check, IhopProgram *build, const char *run_name, char **told, IhopComparison *compared)
{
  IhopComparison comparison = { 0 };
  char *message = NULL;

  ihop_check_progress (check->options, ihop_variant_running (build->variant));
  ihop_program_run (check->builder, build, run_name);
  IhopCheckState state = ihop_check_compare (check, check->original, build, &message, &comparison);
  gboolean is_steady = state != IHOP_CHECK_DIFFERENT || original_is_steady (check);
  if (state == IHOP_CHECK_DIFFERENT)
    state = compare_again (check, build, &message, &comparison, NULL);
  if (state == IHOP_CHECK_DIFFERENT && ihop_process_ended_alike (&build->run, &check->original->run))
    state = compare_again (check, build, &message, &comparison, rounding_of (check, build));
  if (state == IHOP_CHECK_DIFFERENT && build->by_clang)
    state = compare_with_clang (check, build, &message, &comparison);
  if (state == IHOP_CHECK_DIFFERENT && !is_steady)
    {
      char *why = g_strdup_printf ("%s; but the original differs from itself, too: %s", message,
                                   check->original_differs);
      g_free (message);
      message = why;
    }
  else if (state == IHOP_CHECK_DIFFERENT && !ihop_process_ended_alike (&build->run, &check->original->run))
    state = IHOP_CHECK_BROKEN;
  *told = message;
  *compared = comparison;
  return state;
}

/* What the device leaves open, as users run it: blocks and warps in the order of their numbers. */
static IhopCheckState
in_the_other_order (IhopCheck *check, IhopProgram *build, char **message)
{
  g_autofree char *told = NULL;
  IhopComparison comparison;

  build->is_forwards = TRUE;
  IhopCheckState state = run_and_compare (check, build, "forwards", &told, &comparison);
  if (state > IHOP_CHECK_WITHIN)
    {
      g_free (*message);
      *message = g_strdup_printf ("with blocks and warps from the first to the last, though not the other way round: %s", told);
    }
  return state;
}

static void
judge (IhopCheck *check, IhopProgram *build)
{
  IhopComparison comparison;
  char *message;
  IhopCheckState state = run_and_compare (check, build, "run", &message, &comparison);

  if (build->variant == IHOP_VARIANT_CUDA_HERE && state <= IHOP_CHECK_WITHIN)
    state = MAX (state, in_the_other_order (check, build, &message));
  IhopCheckResult *result = ihop_check_result_new (check, build->variant, state, message);
  result->records = comparison.records;
  result->bytes = comparison.bytes;
  result->seconds = build->run.took;
  result->output = ihop_check_output (build);
  if (build->variant == IHOP_VARIANT_EMULATED)
    ihop_check_read_transfers (build->report_path, result);
}

void
ihop_check_judge (IhopCheck *check, IhopProgram *build)
{
  if (build->failure == NULL)
    judge (check, build);
  else
    ihop_check_result_new (check, build->variant, IHOP_CHECK_BROKEN,
                g_strdup_printf ("it could not be built: %s", build->failure));
}
