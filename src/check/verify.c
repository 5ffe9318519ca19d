/* All variants of a project's program: generated, instrumented, built, run, compared. */
#include "check/verify.h"
#include "check/compare.h"
#include "check/compile.h"
#include "check/driver.h"
#include "check/objects.h"
#include "check/run.h"
#include <glib/gstdio.h>
#include <string.h>

static const struct
{
  const char *name, *running;
  IhopProducts product;
} variants[] = {
  [IHOP_VARIANT_ORIGINAL] = { "original", "running the original", 0 },
  [IHOP_VARIANT_CPU] = { "cpu", "running the fallback", IHOP_PRODUCT_CPU },
  [IHOP_VARIANT_EMULATED] = { "emulated", "running the emulated program", IHOP_PRODUCT_EMULATED },
  [IHOP_VARIANT_CUDA] = { "cuda", "running on the device", IHOP_PRODUCT_CUDA },
  [IHOP_VARIANT_CUDA_HERE] = { "cuda-here", "running the CUDA program on this machine's processors", IHOP_PRODUCT_CUDA },
};

const char *
ihop_variant_name (IhopVariant variant)
{
  return variants[variant].name;
}

const char *
ihop_variant_running (IhopVariant variant)
{
  return variants[variant].running;
}

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

/* Steps that the owner lets round anew, or --math fast does. */
static void
note_steps (IhopCheck *check, const IhopProjectFile *file)
{
  for (guint i = 0; i < file->steps->len; i++)
    if (strstr (file->steps->pdata[i], " reassociate"))
      check->reorders = TRUE;
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
  gboolean is_owners = build->variant == IHOP_VARIANT_ORIGINAL || build->variant == IHOP_VARIANT_CPU;
  char *instrumented = ihop_instrument_text (text, file->watched, kind, is_owners ? file->file : NULL, notes);

  if (with_driver && check->needs_driver)
    {
      g_autofree char *driver = ihop_driver_text (file->watched, check->options->sizes, is_cuda,
                                                  notes);
      g_autofree char *owners = driver && is_owners ? ihop_project_owners_text (file->file, driver) : NULL;
      char *whole = g_strconcat (instrumented, owners ? owners : driver ? driver : "", NULL);
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

void
ihop_check_add_original (IhopCheck *check, IhopProgram *build, guint number)
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
  entry->watched = ihop_watch_functions (check->project, file,
                                          entry->emulated->plan, check->report->notes);
  if (entry->emulated->plan->kernels->len == 0)
    g_ptr_array_add (check->report->notes,
                     g_strdup_printf ("nothing of %s runs on the device", file->path));
  note_types (check->types, entry->emulated->plan);
  note_reductions (check, entry->emulated->plan);
  note_steps (check, file);
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

/* ---- The whole -------------------------------------------------------------------------------------- */

static gboolean
has_source (const IhopGenerated *generated)
{
  for (guint i = 0; i < generated->products->len; i++)
    {
      const IhopProduct *product = generated->products->pdata[i];
      if (g_str_has_suffix (product->name, ".c") || is_cuda_text (product->name))
        return TRUE;
    }
  return FALSE;
}

/* The emulated program as it was made for the preparation. With several files the plans of later ones may have changed
 * what the first ones' callers are given. NULL: it is to be made. */
static const IhopGenerated *
there_already (const IhopCheck *check, IhopVariant variant)
{
  const IhopCheckFile *only = check->files->len == 1 ? check->files->pdata[0] : NULL;

  return only && variant == IHOP_VARIANT_EMULATED ? only->emulated : NULL;
}

/* *unwritten: path of a file of which no such program could be written (IHOP-E002), or NULL; it belongs to the
 * check. */
static IhopProgram *
build_for (IhopCheck *check, IhopVariant variant, const char **unwritten)
{
  IhopProgram *build = ihop_program_new (check->builder, variant, variants[variant].name);

  for (guint i = 0; i < check->files->len; i++)
    {
      const IhopCheckFile *file = check->files->pdata[i];
      g_autoptr (IhopGenerated) made = NULL;
      if (variant == IHOP_VARIANT_ORIGINAL)
        ihop_check_add_original (check, build, i);
      else
        {
          const IhopGenerated *some = there_already (check, variant);
          if (some == NULL)
            some = made = ihop_check_generate (check, file->file, variants[variant].product, NULL, NULL);
          if (unwritten && !has_source (some))
            *unwritten = file->file->path;
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
  ihop_check_progress (check->options, ihop_variant_running (IHOP_VARIANT_ORIGINAL));
  ihop_program_run (check->builder, original, "run");
  check->report->original_seconds = check->builder->original_seconds = original->run.took;
  check->report->original_output = ihop_check_output (original);
  if (!original->run.timed_out && original->run.was_started && original->run.signal == 0)
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

/* The program for the device: where there is none, this machine's processors run it. */
static IhopVariant
cuda_variant (void)
{
  return gpu_is_there () ? IHOP_VARIANT_CUDA : IHOP_VARIANT_CUDA_HERE;
}

/* Why there is no CUDA program; NULL: it can be built. */
static const char *
cuda_obstacle (const IhopCheckOptions *options, gboolean has_nvcc)
{
  g_autofree char *clang = g_find_program_in_path ("clang-19");

  if (options->no_cuda)
    return "not asked for";
  if (has_nvcc)
    return NULL;
  if (options->cuda_compiler == IHOP_CUDA_NVCC || gpu_is_there ())
    return "nvcc is not installed";
  return clang ? NULL : "neither nvcc nor clang-19 is installed";
}

/* NULL: a result says that no such program was written. */
static IhopProgram *
product_build (IhopCheck *check, IhopVariant variant)
{
  const char *unwritten = NULL;
  IhopProgram *build = build_for (check, variant, &unwritten);

  if (unwritten == NULL)
    return build;
  ihop_check_result_new (check, variant == IHOP_VARIANT_CUDA_HERE ? IHOP_VARIANT_CUDA : variant, IHOP_CHECK_SKIPPED,
                         g_strdup_printf ("there is no such program to build: of %s none could be written", unwritten));
  ihop_program_free (build);
  return NULL;
}

/* NULL: a result says why. */
static IhopProgram *
cuda_build (IhopCheck *check)
{
  g_autofree char *nvcc = check->options->cuda_compiler == IHOP_CUDA_CLANG ? NULL : ihop_cuda_find_nvcc ();
  const char *obstacle = cuda_obstacle (check->options, nvcc != NULL);

  if (obstacle)
    {
      ihop_check_result_new (check, IHOP_VARIANT_CUDA, IHOP_CHECK_SKIPPED, g_strdup (obstacle));
      return NULL;
    }
  IhopProgram *build = product_build (check, cuda_variant ());
  if (build)
    build->by_clang = nvcc == NULL;
  return build;
}

static void
run_variants (IhopCheck *check)
{
  check->original = build_for (check, IHOP_VARIANT_ORIGINAL, NULL);
  IhopProgram *cpu = product_build (check, IHOP_VARIANT_CPU);
  IhopProgram *emulated = product_build (check, IHOP_VARIANT_EMULATED), *cuda = cuda_build (check);
  IhopProgram *made[] = { cpu, emulated, cuda }, *builds[1 + G_N_ELEMENTS (made)] = { check->original };
  guint n = 1;

  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    if (made[i])
      builds[n++] = made[i];
  ihop_check_progress (check->options, "compiling");
  ihop_program_all (check->builder, builds, n);
  if (original_works (check))
    {
      for (guint i = 1; i < n; i++)
        ihop_check_judge (check, builds[i]);
      if (emulated)
        ihop_check_faults (check, emulated);
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
  ihop_program_free (check->original_by_clang);
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
