/* All variants of a project's program: generated, instrumented, built, run, compared. */
#include "check/compare.h"
#include "check/driver.h"
#include "check/verify.h"
#include <glib/gstdio.h>
#include <float.h>
#include <string.h>

static const struct
{
  const char *name;
  IhopProducts product;
} variants[] = {
  [IHOP_VARIANT_ORIGINAL] = { "original", 0 },
  [IHOP_VARIANT_CPU] = { "cpu", IHOP_PRODUCT_CPU },
  [IHOP_VARIANT_EMULATED] = { "emulated", IHOP_PRODUCT_EMULATED },
  [IHOP_VARIANT_CUDA] = { "cuda", IHOP_PRODUCT_CUDA },
};

void
ihop_check_progress (const IhopCheckOptions *options, const char *what)
{
  if (options->progress)
    options->progress (what, options->progress_data);
}

IhopGenerated *
ihop_check_generate (IhopCheck *check, const IhopProjectFile *file, IhopProducts products,
                     void (*change) (IhopPlan *plan, gpointer data), gpointer change_data)
{
  IhopGenerateOptions options = check->options->generate;

  if (check->options->choose)
    check->options->choose (file, &options, check->options->choose_data);
  options.products = products;
  options.emit.bounds = TRUE; /* costs nothing, and tells bytes moved from bytes needed */
  options.change_plan = change;
  options.change_data = change_data;
  return ihop_project_generate (check->project, file, &options);
}

/* ---- What the plan says about values ---------------------------------------------------------- */

static void
note_types (GHashTable *types, const IhopPlan *plan)
{
  for (guint i = 0; i < plan->variables->len; i++)
    {
      const IhopDeviceVariable *variable = plan->variables->pdata[i];
      const IhopType *element = ihop_type_element (variable->element, NULL);
      g_hash_table_insert (types, g_strdup (variable->symbol->name), (gpointer) element);
      g_hash_table_insert (types, g_strdup_printf ("%s:%s", variable->function->symbol->name,
                                                   variable->symbol->name), (gpointer) element);
    }
}

/* Sums and products of floating values depend on the order; minima and maxima do not. */
static gboolean
changes_rounding (const GPtrArray *reductions)
{
  for (guint i = 0; reductions && i < reductions->len; i++)
    {
      const IhopReduction *reduction = reductions->pdata[i];
      if (ihop_type_is_floating (reduction->type)
          && (reduction->operator== IHOP_REDUCE_ADD || reduction->operator== IHOP_REDUCE_MUL))
        return TRUE;
    }
  return FALSE;
}

static void
note_reductions (IhopCheck *check, const IhopPlan *plan)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      if (changes_rounding (kernel->reductions) || changes_rounding (kernel->atomics))
        check->reorders = TRUE;
    }
}

/* A thousand roundings' worth of the element that was computed with the least digits. */
static double
relative_bound (GHashTable *types)
{
  GHashTableIter iter;
  gpointer type;
  double epsilon = DBL_EPSILON;

  g_hash_table_iter_init (&iter, types);
  while (g_hash_table_iter_next (&iter, NULL, &type))
    if (ihop_type_is_floating (type) && ihop_type_strip (type)->size == 4)
      epsilon = FLT_EPSILON;
  return 1024 * epsilon;
}

/* Sums that the program's own threads make, in functions where no kernel takes their place. */
static void
note_own_reductions (IhopCheck *check, const IhopTree *tree)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_PRAGMA && g_str_has_prefix (directive->name, "omp ")
          && (strstr (directive->name, "reduction") || strstr (directive->name, "atomic")
              || strstr (directive->name, "critical")))
        check->reorders = TRUE;
    }
}

/* ---- Texts -------------------------------------------------------------------------------------- */

static gboolean
is_cuda_text (const char *name)
{
  return g_str_has_suffix (name, ".cu");
}

/* Instrumented, with the driver behind it if the project needs one. Notes of the original are
 * enough: the products have the same functions. */
static void
add_unit (IhopCheck *check, IhopProgram *build, guint number, const char *name, const char *text,
          gboolean with_driver)
{
  const IhopCheckFile *file = check->files->pdata[number];
  gboolean is_cuda = is_cuda_text (name);
  g_autoptr (GPtrArray) unused = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *notes = build->variant == IHOP_VARIANT_ORIGINAL ? check->report->notes : unused;
  IhopTextKind kind = build->variant == IHOP_VARIANT_ORIGINAL ? IHOP_TEXT_ORIGINAL
                      : is_cuda ? IHOP_TEXT_CUDA : IHOP_TEXT_PRODUCT;
  char *instrumented = ihop_instrument_text (text, file->watched, kind, notes);

  if (with_driver && check->needs_driver)
    {
      g_autofree char *driver = ihop_driver_text (file->watched, check->options->sizes, is_cuda,
                                                  notes);
      char *whole = g_strconcat (instrumented, driver ? driver : "", NULL);
      g_free (instrumented);
      instrumented = whole;
    }
  ihop_program_add (build, g_strdup_printf ("%u_%s", number, name), instrumented, file->file->path);
}

/* The plan's report is no source; of NAME.c and NAME_kernels.cu only the first can be driven. */
void
ihop_check_add_products (IhopCheck *check, IhopProgram *build, guint number,
                         const IhopGenerated *generated)
{
  gboolean first = TRUE;

  for (guint i = 0; i < generated->products->len; i++)
    {
      const IhopProduct *product = generated->products->pdata[i];
      gboolean is_c = g_str_has_suffix (product->name, ".c");
      if (!is_c && !is_cuda_text (product->name))
        continue;
      add_unit (check, build, number, product->name, product->text, first);
      first = FALSE;
    }
}

static void
add_original (IhopCheck *check, IhopProgram *build, guint number)
{
  const IhopProjectFile *file = ((const IhopCheckFile *) check->files->pdata[number])->file;
  g_autofree char *name = g_strconcat (file->name, ".c", NULL);

  add_unit (check, build, number, name, file->original, TRUE);
}

/* ---- Preparation -------------------------------------------------------------------------------- */

static void
check_file_free (gpointer data)
{
  IhopCheckFile *file = data;

  ihop_generated_free (file->emulated);
  g_ptr_array_unref (file->watched);
  g_free (file);
}

static void
add_file (IhopCheck *check, const IhopProjectFile *file)
{
  IhopCheckFile *entry = g_new0 (IhopCheckFile, 1);

  entry->file = file;
  entry->emulated = ihop_check_generate (check, file, IHOP_PRODUCT_EMULATED, NULL, NULL);
  entry->watched = ihop_instrument_watch (ihop_project_facts (check->project),
                                          entry->emulated->plan, check->report->notes);
  if (entry->emulated->plan->kernels->len == 0)
    g_ptr_array_add (check->report->notes,
                     g_strdup_printf ("nothing of %s runs on the device", file->path));
  note_types (check->types, entry->emulated->plan);
  note_reductions (check, entry->emulated->plan);
  g_ptr_array_add (check->files, entry);
}

static gboolean
has_main (const IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);

  for (guint i = 0; i < files->len; i++)
    if (ihop_tree_function (((const IhopProjectFile *) files->pdata[i])->tree, "main"))
      return TRUE;
  return FALSE;
}

static void
fail (IhopCheck *check, gboolean is_outside, const char *message)
{
  if (check->report->failure == NULL)
    {
      check->report->failure = g_strdup (message);
      check->report->is_outside = is_outside;
    }
}

/* Nothing to call, and nobody who calls: then there is nothing to run. */
static gboolean
can_be_driven (IhopCheck *check)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < check->files->len; i++)
    {
      const IhopCheckFile *file = check->files->pdata[i];
      g_autofree char *text = ihop_driver_text (file->watched, NULL, FALSE, notes);
      if (text)
        return TRUE;
    }
  GString *message = g_string_new ("there is no main, and no function that could be called with "
                                   "random data; add a file with a main");
  for (guint i = 0; i < MIN (notes->len, 5); i++)
    g_string_append_printf (message, "\n    %s", (const char *) notes->pdata[i]);
  fail (check, FALSE, message->str);
  g_string_free (message, TRUE);
  return FALSE;
}

/* FALSE: the report says why it goes no further. */
static gboolean
prepare (IhopCheck *check)
{
  const GPtrArray *files = ihop_project_files (check->project);

  ihop_check_progress (check->options, "generating");
  for (guint i = 0; i < files->len; i++)
    add_file (check, files->pdata[i]);
  check->needs_driver = !has_main (check->project);
  return !check->needs_driver || can_be_driven (check);
}

/* ---- The comparison of one product ---------------------------------------------------------------- */

static IhopCheckResult *
result_new (IhopCheck *check, IhopVariant variant, IhopCheckState state, char *message)
{
  IhopCheckResult *result = g_new0 (IhopCheckResult, 1);

  result->product = g_strdup (variants[variant].name);
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

  slow->is_slow = TRUE;
  for (guint i = 0; i < check->files->len; i++)
    add_original (check, slow, i);
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
bound_text (const IhopComparison *comparison)
{
  const IhopTolerance *tolerance = &comparison->tolerance;

  if (comparison->rounding)
    return g_strdup_printf ("values differ (%" G_GUINT64_FORMAT ") because the order of a sum or product changed: "
                            "no more than %d times what the original's own values move when its arithmetic "
                            "rounds up or down", tolerance->within, IHOP_ROUNDING_FACTOR);
  return g_strdup_printf ("%" G_GUINT64_FORMAT " values differ in their last digits, by %.2g of the "
                          "largest at most; up to %.2g is taken because the order of a sum or "
                          "product changed", tolerance->within, tolerance->largest,
                          tolerance->relative);
}

IhopCheckState
ihop_check_compare (IhopCheck *check, const IhopProgram *build, char **message,
                    IhopComparison *comparison)
{
  if (check->reorders || build->variant == IHOP_VARIANT_CUDA)
    comparison->tolerance.relative = relative_bound (check->types);
  *message = ihop_compare_runs (check->original, build, check->types, comparison);
  if (*message)
    return IHOP_CHECK_DIFFERENT;
  if (comparison->tolerance.within == 0)
    return IHOP_CHECK_EQUAL;
  *message = bound_text (comparison);
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
  IhopCheckState state = ihop_check_compare (check, build, &said, &again);
  g_free (*message);
  *message = state == IHOP_CHECK_DIFFERENT || lines == NULL
               ? g_steal_pointer (&said)
               : g_strdup_printf ("%s%snot compared: %s, which the original prints differently from run "
                                  "to run", said ? said : "", said ? "; " : "", lines);
  *comparison = again;
  return state;
}

/* The first pages of what it said, made UTF-8. */
static char *
output_of (const IhopProgram *build)
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

static const char *
running (IhopVariant variant)
{
  static const char *const texts[] = { "running the original", "running the fallback",
                                       "running the emulated program", "running on the device" };

  return texts[variant];
}

static const IhopRounding *
rounding_of (IhopCheck *check, const IhopProgram *build)
{
  if (!check->reorders && build->variant != IHOP_VARIANT_CUDA)
    return NULL;
  if (check->rounding == NULL)
    check->rounding = ihop_rounding_new (check->builder, check->original);
  return check->rounding;
}

static void
judge (IhopCheck *check, IhopProgram *build)
{
  IhopComparison comparison = { 0 };
  char *message = NULL;

  ihop_check_progress (check->options, running (build->variant));
  ihop_program_run (check->builder, build, "run");
  IhopCheckState state = ihop_check_compare (check, build, &message, &comparison);
  gboolean is_steady = state != IHOP_CHECK_DIFFERENT || original_is_steady (check);
  if (state == IHOP_CHECK_DIFFERENT)
    state = compare_again (check, build, &message, &comparison, NULL);
  if (state == IHOP_CHECK_DIFFERENT && build->run.status == check->original->run.status)
    state = compare_again (check, build, &message, &comparison, rounding_of (check, build));
  if (state == IHOP_CHECK_DIFFERENT && !is_steady)
    {
      char *why = g_strdup_printf ("%s; but the original differs from itself, too: %s", message,
                                   check->original_differs);
      g_free (message);
      message = why;
    }
  else if (state == IHOP_CHECK_DIFFERENT && build->run.status != check->original->run.status)
    state = IHOP_CHECK_BROKEN;
  IhopCheckResult *result = result_new (check, build->variant, state, message);
  result->records = comparison.records;
  result->bytes = comparison.bytes;
  result->seconds = build->run.took;
  result->output = output_of (build);
  if (build->variant == IHOP_VARIANT_EMULATED)
    ihop_check_read_transfers (build->report_path, result);
}

static void
judge_or_explain (IhopCheck *check, IhopProgram *build)
{
  if (build->failure == NULL)
    judge (check, build);
  else
    result_new (check, build->variant, IHOP_CHECK_BROKEN,
                g_strdup_printf ("it could not be built: %s", build->failure));
}

/* ---- The whole -------------------------------------------------------------------------------------- */

static IhopProgram *
build_for (IhopCheck *check, IhopVariant variant)
{
  IhopProgram *build = ihop_program_new (check->builder, variant, variants[variant].name);

  for (guint i = 0; i < check->files->len; i++)
    {
      const IhopCheckFile *file = check->files->pdata[i];
      g_autoptr (IhopGenerated) some = NULL;
      if (variant == IHOP_VARIANT_ORIGINAL)
        add_original (check, build, i);
      else
        {
          some = ihop_check_generate (check, file->file, variants[variant].product, NULL, NULL);
          if (some->cpu_plan)
            note_reductions (check, some->cpu_plan);
          note_own_reductions (check, file->file->tree);
          ihop_check_add_products (check, build, i, some);
        }
    }
  return build;
}

static gboolean
original_works (IhopCheck *check)
{
  IhopProgram *original = check->original;

  if (original->failure)
    {
      g_autofree char *text = g_strdup_printf ("the original could not be built: %s",
                                               original->failure);
      fail (check, TRUE, text);
      return FALSE;
    }
  ihop_check_progress (check->options, running (IHOP_VARIANT_ORIGINAL));
  ihop_program_run (check->builder, original, "run");
  check->report->original_seconds = original->run.took;
  check->report->original_output = output_of (original);
  if (!original->run.timed_out && original->run.status < 127)
    return TRUE;
  g_autofree char *end = ihop_process_end_text (&original->run);
  g_autofree char *text = g_strdup_printf ("the original %s: there is nothing to compare with",
                                           end);
  fail (check, TRUE, text);
  return FALSE;
}

static gboolean
gpu_is_there (void)
{
  return g_file_test ("/dev/nvidia0", G_FILE_TEST_EXISTS)
         || g_file_test ("/dev/nvidiactl", G_FILE_TEST_EXISTS);
}

/* NULL: there is a compiler, and a result was or will be added. */
static IhopProgram *
cuda_build (IhopCheck *check)
{
  g_autofree char *nvcc = ihop_program_find_nvcc ();

  if (check->options->no_cuda || nvcc == NULL)
    {
      result_new (check, IHOP_VARIANT_CUDA, IHOP_CHECK_SKIPPED,
                  g_strdup (check->options->no_cuda ? "not asked for" : "nvcc is not installed"));
      return NULL;
    }
  return build_for (check, IHOP_VARIANT_CUDA);
}

static void
judge_cuda (IhopCheck *check, IhopProgram *build)
{
  if (build == NULL)
    return;
  if (build->failure || gpu_is_there ())
    judge_or_explain (check, build);
  else
    result_new (check, IHOP_VARIANT_CUDA, IHOP_CHECK_SKIPPED,
                g_strdup ("compiled by nvcc without an error; there is no GPU to run it on"));
}

static void
run_variants (IhopCheck *check)
{
  check->original = build_for (check, IHOP_VARIANT_ORIGINAL);
  IhopProgram *cpu = build_for (check, IHOP_VARIANT_CPU);
  IhopProgram *emulated = build_for (check, IHOP_VARIANT_EMULATED), *cuda = cuda_build (check);
  IhopProgram *builds[] = { check->original, cpu, emulated, cuda };

  ihop_check_progress (check->options, "compiling");
  ihop_program_all (check->builder, builds, cuda ? 4 : 3);
  if (original_works (check))
    {
      judge_or_explain (check, cpu);
      judge_or_explain (check, emulated);
      judge_cuda (check, cuda);
      ihop_check_faults (check);
    }
  ihop_program_free (cpu);
  ihop_program_free (emulated);
  ihop_program_free (cuda);
}

static void
check_clear (IhopCheck *check)
{
  ihop_program_free (check->original);
  ihop_program_free (check->original_again);
  ihop_rounding_free (check->rounding);
  ihop_unsteady_free (check->unsteady);
  g_free (check->original_differs);
  ihop_builder_free (check->builder);
  g_ptr_array_unref (check->files);
  g_hash_table_unref (check->types);
}

/* Programs may have written anything into their folders; links are not followed. */
static void
remove_tree (const char *path)
{
  g_autoptr (GDir) folder = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL
                                                                       : g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder)))
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);
      remove_tree (inside);
    }
  g_remove (path);
}

static char *
make_folder (IhopCheck *check)
{
  g_autoptr (GError) error = NULL;
  char *folder = NULL;

  if (check->options->keep && g_mkdir_with_parents (check->options->keep, 0777) == 0)
    folder = g_canonicalize_filename (check->options->keep, NULL);
  else
    folder = g_dir_make_tmp ("ihop-verify-XXXXXX", &error);
  if (folder == NULL)
    fail (check, TRUE, error->message);
  return folder;
}

IhopCheckReport *
ihop_check_project (IhopProject *project, const IhopCheckOptions *options)
{
  IhopCheck check = { .project = project, .options = options,
                      .report = ihop_check_report_new () };
  g_autofree char *folder = make_folder (&check), *failure = NULL;

  check.files = g_ptr_array_new_with_free_func (check_file_free);
  check.types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (folder)
    check.builder = ihop_builder_new (options, (char **) ihop_project_flags (project), folder,
                                      &failure);
  if (failure)
    fail (&check, TRUE, failure);
  else if (folder && prepare (&check))
    run_variants (&check);
  check_clear (&check);
  if (folder && options->keep == NULL)
    remove_tree (folder);
  return check.report;
}
