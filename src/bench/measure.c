/* One kernel at one size: everybody is compiled, run once to be checked (which warms up, too), and then
 * all whose results are right run in turns: A B C, A B C, … */
#include "bench/counted.h"
#include "bench/entrant.h"
#include "check/dump.h"
#include "check/leaves.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Rounding in another order: of the largest value of the array. */
#define DOUBLE_BOUND 1e-9
#define FLOAT_BOUND 1e-3
#define MOST_REPEATS 4 /* times those that were asked for */
#define MOST_RUNS 200  /* that make one sample of a short kernel */

/* ---- Running --------------------------------------------------------------------------------------- */

static char **
environment_of (const IhopTaskContext *context, const IhopEntrant *entrant)
{
  g_autofree char *threads
    = g_strdup_printf ("%u", entrant->rival->is_parallel ? context->options->threads : 1);
  char **list = g_get_environ ();

  list = g_environ_unsetenv (list, "BENCH_DUMP");
  list = g_environ_setenv (list, "BENCH_TIME", "1", TRUE);
  list = g_environ_setenv (list, "OMP_NUM_THREADS", threads, TRUE);
  list = g_environ_setenv (list, "OMP_PROC_BIND", "true", TRUE);
  list = g_environ_setenv (list, "OMP_PLACES", "threads", TRUE);
  list = g_environ_setenv (list, "OMP_DYNAMIC", "false", TRUE);
  return list;
}

/* The launch's strings are those of the caller. */
static IhopBenchLaunch
launch_of (const IhopTaskContext *context, const IhopEntrant *entrant, const char *const *argv,
           const char *err)
{
  const IhopBenchOptions *options = context->options;

  return (IhopBenchLaunch) { .argv = argv, .folder = entrant->folder, .err = err,
                        .processors = entrant->rival->is_parallel ? options->threads : 1,
                        .seconds = entrant->rival->is_counted ? options->count_seconds : options->run_seconds };
}

/* The last line that is a number: the program's own clock. NaN: there is none. */
static double
seconds_said (const char *path)
{
  g_autofree char *text = NULL;
  double found = NAN;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NAN;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      char *end;
      double value = g_ascii_strtod (lines[i], &end);
      if (end > lines[i] && *end == '\0')
        found = value;
    }
  return found;
}

/* TRUE: it ended well. Our kernels write their time to the standard error, and their results where BENCH_DUMP
 * says; the original ones their time to the standard output, and their results to the standard error. */
static gboolean
run_once (const IhopTaskContext *context, IhopEntrant *entrant, char **environment, gboolean watch_memory,
          double *seconds, double *whole)
{
  const char *const argv[] = { entrant->program, NULL };
  g_autofree char *err = g_build_filename (entrant->folder, "stderr", NULL);
  g_autofree char *out = g_build_filename (entrant->folder, "stdout", NULL);
  IhopBenchLaunch launch = launch_of (context, entrant, argv, err);

  launch.environment = (const char *const *) environment;
  launch.watch_memory = watch_memory;
  launch.out = context->options->is_tree ? out : NULL;
  ihop_launch (&launch);
  *seconds = seconds_said (context->options->is_tree ? out : err);
  *whole = launch.took;
  if (watch_memory)
    entrant->result->memory = launch.memory;
  if (launch.status == 0 && !launch.timed_out)
    return TRUE;
  g_autofree char *end = ihop_launch_end_text (&launch), *said = ihop_entrant_said (entrant, err);
  ihop_case_set (entrant->result, IHOP_CASE_BROKEN, g_strdup_printf ("it %s%s", end, said));
  return FALSE;
}

/* A run of its own, with the host waiting for every launch. */
static void
run_with_events (const IhopTaskContext *context, IhopEntrant *entrant)
{
  g_auto (GStrv) environment = g_environ_setenv (environment_of (context, entrant), "IHOP_EVENTS", "1", TRUE);
  g_autofree char *err = g_build_filename (entrant->folder, "stderr", NULL);
  double seconds, whole;

  if (run_once (context, entrant, environment, FALSE, &seconds, &whole))
    ihop_counted_events (entrant->result, err);
}

/* ---- Checking ---------------------------------------------------------------------------------------- */

/* Of const IhopType *, by the name of the parameter: what the results are made of. */
static GHashTable *
element_types (IhopProject *project)
{
  GHashTable *types = g_hash_table_new (g_str_hash, g_str_equal);
  const IhopProjectFile *file = ihop_project_files (project)->pdata[0];

  for (guint i = 0; file->tree && i < file->tree->functions->len; i++)
    {
      const IhopFunction *function = file->tree->functions->pdata[i];
      for (guint j = 0; j < function->n_params; j++)
        {
          const IhopSymbol *symbol = function->params[j];
          const IhopType *element = ihop_type_element (symbol->declared_type, NULL);
          while (element && ihop_type_strip (element)->kind == IHOP_TYPE_POINTER)
            element = ihop_type_element (ihop_type_strip (element)->target, NULL);
          if (element)
            g_hash_table_insert (types, (gpointer) symbol->name, (gpointer) ihop_type_strip (element));
        }
    }
  return types;
}

static void
judge_printed (IhopEntrant *entrant, const char *original)
{
  g_autofree char *own = NULL, *difference = NULL;
  guint64 within = 0;

  if (g_file_get_contents (entrant->dump, &own, NULL, NULL))
    difference = ihop_printed_compare (original, own, &within);
  if (own == NULL || difference)
    ihop_case_set (entrant->result, IHOP_CASE_DIFFERENT,
                   difference ? g_steal_pointer (&difference) : g_strdup ("it printed nothing"));
  else if (within)
    ihop_case_set (entrant->result, IHOP_CASE_WITHIN,
                   g_strdup_printf ("%" G_GUINT64_FORMAT " values differ in the last digit printed", within));
  else
    ihop_case_set (entrant->result, IHOP_CASE_EQUAL, NULL);
}

static void
judge_dumped (IhopEntrant *entrant, const IhopDump *original, GHashTable *types)
{
  g_autoptr (IhopDump) own = ihop_dump_read (entrant->dump);
  IhopTolerance tolerance = { .relative = 0 };
  g_autofree char *difference = ihop_dump_compare (original, own, types, &tolerance);

  if (difference == NULL)
    {
      ihop_case_set (entrant->result, IHOP_CASE_EQUAL, NULL);
      return;
    }
  tolerance.relative = DOUBLE_BOUND;
  for (guint i = 0; i < original->records->len; i++)
    {
      const IhopDumpRecord *record = original->records->pdata[i];
      const IhopType *type = g_hash_table_lookup (types, record->label);
      if (type && ihop_leaves_have_float (type))
        tolerance.relative = FLOAT_BOUND;
    }
  g_autofree char *still = ihop_dump_compare (original, own, types, &tolerance);
  if (still)
    ihop_case_set (entrant->result, IHOP_CASE_DIFFERENT, g_steal_pointer (&difference));
  else
    ihop_case_set (entrant->result, IHOP_CASE_WITHIN,
                   g_strdup_printf ("%" G_GUINT64_FORMAT " values differ by rounding, at most %.1e of the "
                                    "largest", tolerance.within, tolerance.largest));
}

/* Sectors cost the emulated device much time: they have a run of their own, and where that is not done in
 * time they are just not known. */
static void
count_sectors (const IhopTaskContext *context, IhopEntrant *entrant)
{
  const char *const argv[] = { entrant->program, NULL };
  g_autofree char *sectors = g_build_filename (entrant->folder, "sectors.json", NULL);
  g_auto (GStrv) environment
    = g_environ_setenv (environment_of (context, entrant), "IHOP_EMU_SECTORS", sectors, TRUE);
  IhopBenchLaunch launch = launch_of (context, entrant, argv, NULL);

  launch.environment = (const char *const *) environment;
  ihop_launch (&launch);
  if (launch.status == 0 && !launch.timed_out)
    ihop_counted_sectors (entrant->result, sectors);
}

/* What it has just printed is its dump. */
static void
keep_printed (const IhopEntrant *entrant)
{
  g_autofree char *err = g_build_filename (entrant->folder, "stderr", NULL);

  g_rename (err, entrant->dump);
}

/* Runs it once with its results written down. TRUE: it ended. */
static gboolean
run_to_check (const IhopTaskContext *context, IhopEntrant *entrant)
{
  g_auto (GStrv) environment = environment_of (context, entrant);
  g_autofree char *report = g_build_filename (entrant->folder, "report.json", NULL);
  gboolean is_emulated = entrant->rival->source == IHOP_FROM_EMULATED;
  double seconds, whole;

  g_unlink (entrant->dump); /* programs append to it */
  environment = g_environ_setenv (environment, "BENCH_DUMP", entrant->dump, TRUE);
  if (is_emulated)
    environment = g_environ_setenv (environment, "IHOP_EMU_REPORT", report, TRUE);
  if (!run_once (context, entrant, environment, TRUE, &seconds, &whole))
    return FALSE;
  if (context->options->is_tree)
    keep_printed (entrant);
  if (is_emulated)
    {
      ihop_counted_by_device (entrant->result, report);
      ihop_case_add_figure (entrant->result, "", "seconds emulated", seconds);
      if (g_str_equal (entrant->rival->mode, "scop")) /* generate.c marks the accesses of this one alone */
        count_sectors (context, entrant);
    }
  return TRUE;
}

/* What everybody has to compute. */
typedef struct
{
  gboolean is_known;
  IhopDump *dump;        /* of our kernels … */
  GHashTable *types;
  char *printed;         /* … and of original ones */
} Original;

static void
read_original (const IhopTaskContext *context, IhopEntrant *first, Original *original)
{
  if (context->options->is_tree)
    g_file_get_contents (first->dump, &original->printed, NULL, NULL);
  else
    original->dump = ihop_dump_read (first->dump);
  original->is_known = original->dump || (original->printed && *original->printed);
  if (original->is_known)
    ihop_case_set (first->result, IHOP_CASE_EQUAL, NULL);
  else
    ihop_case_set (first->result, IHOP_CASE_BROKEN, g_strdup ("it shows no results, so nobody can be compared"));
}

static void
judge (const IhopTaskContext *context, IhopEntrant *entrant, const Original *original)
{
  if (context->options->is_tree)
    judge_printed (entrant, original->printed);
  else
    judge_dumped (entrant, original->dump, original->types);
}

static gboolean
needs_card (const IhopRival *rival)
{
  return rival->compiler == IHOP_TOOL_NVCC;
}

/* The first entrant is the original. */
static void
check_all (const IhopTaskContext *context, GPtrArray *entrants, GHashTable *types)
{
  IhopEntrant *first = entrants->pdata[0];
  Original original = { .types = types };

  if (first->compile && run_to_check (context, first))
    read_original (context, first, &original);
  for (guint i = 1; i < entrants->len; i++)
    {
      IhopEntrant *entrant = entrants->pdata[i];
      if (entrant->compile == NULL)
        continue;
      if (!original.is_known)
        ihop_case_set (entrant->result, IHOP_CASE_BROKEN,
                       g_strdup ("the original does not work, so there is nothing to compare with"));
      else if (needs_card (entrant->rival) && !(context->options->device && context->has_card))
        ihop_case_set (entrant->result, IHOP_CASE_UNRUN,
                       g_strdup (context->has_card ? "not run: --device was not given"
                                                   : "not run: there is no NVIDIA card here"));
      else if (run_to_check (context, entrant))
        judge (context, entrant, &original);
      g_unlink (entrant->dump); /* they can be large */
    }
  g_unlink (first->dump);
  g_clear_pointer (&original.dump, ihop_dump_free);
  g_free (original.printed);
}

/* ---- Measuring --------------------------------------------------------------------------------------- */

static gboolean
goes_on (const IhopTaskContext *context, const IhopEntrant *entrant)
{
  double spent = 0;

  if (entrant->result->state > IHOP_CASE_WITHIN || entrant->rival->is_counted)
    return FALSE;
  for (guint i = 0; i < entrant->result->samples->len; i++)
    spent += g_array_index (entrant->result->samples, IhopSample, i).whole;
  return entrant->result->samples->len == 0 || spent < context->options->case_seconds;
}

/* Somebody's median is not yet known as well as is wanted. Then all go on: they are compared with each other. */
static gboolean
is_unsettled (const IhopTaskContext *context, const GPtrArray *entrants)
{
  for (guint i = 0; i < entrants->len; i++)
    {
      const IhopEntrant *entrant = entrants->pdata[i];
      if (goes_on (context, entrant) && IHOP_CASE_ERRORS * ihop_case_error (entrant->result) > context->options->precision)
        return TRUE;
    }
  return FALSE;
}

/* One run of a kernel that is over in microseconds says more of the page faults on the way than of the kernel: as many as
 * have taken the least measured time together are one sample, their mean. */
static gboolean
take_sample (const IhopTaskContext *context, IhopEntrant *entrant, double *seconds, double *whole)
{
  g_auto (GStrv) environment = environment_of (context, entrant);
  double sum = 0;
  guint n = 0;

  *whole = 0;
  do
    {
      double own, all;
      if (!run_once (context, entrant, environment, FALSE, &own, &all))
        return FALSE;
      sum += isnan (own) ? all : own;
      *whole += all;
      n++;
    }
  while (sum < context->options->least_seconds && n < MOST_RUNS && *whole < context->options->case_seconds);
  *seconds = sum / n;
  return TRUE;
}

static void
measure_in_turns (const IhopTaskContext *context, GPtrArray *entrants)
{
  guint turn = 0, most = context->options->repeats * (context->options->precision > 0 ? MOST_REPEATS : 1);

  for (guint round = 0; round < most && (round < context->options->repeats || is_unsettled (context, entrants)); round++)
    for (guint i = 0; i < entrants->len; i++)
      {
        IhopEntrant *entrant = entrants->pdata[i];
        double seconds, whole;
        if (goes_on (context, entrant) && take_sample (context, entrant, &seconds, &whole))
          ihop_case_add_sample (entrant->result, turn++, seconds, whole);
      }
}

/* ---- The task ------------------------------------------------------------------------------------------ */

static char *
architecture_of (const IhopBenchOptions *options, gboolean has_card)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load (options->gpu, NULL);

  if (options->device && has_card)
    return g_strdup ("native");
  return g_strdup (gpu ? gpu->architecture : "sm_80");
}

static void
open_context (IhopTaskContext *context)
{
  g_autofree char *folder = g_canonicalize_filename (context->options->folder, NULL);

  context->flags = g_new0 (char *, 5);
  context->flags[0] = g_strdup_printf ("-I%s/%s", folder, context->options->is_tree ? "utilities" : "common");
  context->flags[1] = g_strdup_printf ("-D%s_DATASET", context->size);
  if (context->options->is_tree)
    {
      context->flags[2] = g_strdup ("-DPOLYBENCH_TIME");
      context->flags[3] = g_strdup ("-DPOLYBENCH_DUMP_ARRAYS");
    }
  context->made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, ihop_made_free);
  context->has_card = ihop_machine_has_card ();
  context->architecture = architecture_of (context->options, context->has_card);
  ihop_tools_find (context->tools, context->options->paths);
}

static void
close_context (IhopTaskContext *context)
{
  ihop_tools_clear (context->tools);
  g_hash_table_unref (context->made);
  g_strfreev (context->flags);
  g_free (context->architecture);
}

static GPtrArray *
enter_all (IhopTaskContext *context)
{
  GPtrArray *entrants = g_ptr_array_new_with_free_func (ihop_entrant_free);

  for (const IhopRival *rival = ihop_rivals; rival->name; rival++)
    {
      if (!ihop_rival_is_wanted (rival, context->options) || ihop_rival_absent (rival, context->tools))
        continue;
      IhopEntrant *entrant = ihop_entrant_new (context, rival);
      ihop_entrant_prepare (context, entrant);
      g_ptr_array_add (entrants, entrant);
    }
  return entrants;
}

GPtrArray *
ihop_bench_measure (const IhopBenchOptions *options, const IhopKernelFile *kernel, const char *size)
{
  g_autofree char *path = g_canonicalize_filename (kernel->path, NULL);
  IhopKernelFile absolute = { kernel->name, path, kernel->listed };
  IhopTaskContext context = { .options = options, .kernel = &absolute, .size = size };
  GPtrArray *cases = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_case_free);

  open_context (&context);
  const IhopProjectOptions project_options = { .flags = (const char *const *) context.flags };
  g_autoptr (IhopProject) project = ihop_project_new (&project_options);
  ihop_project_open (project, absolute.path);
  g_autoptr (GHashTable) types = element_types (project);
  g_autoptr (GPtrArray) entrants = enter_all (&context);
  ihop_entrants_compile (&context, entrants, MAX (options->threads, 1));
  if (entrants->len)
    check_all (&context, entrants, types);
  measure_in_turns (&context, entrants);
  for (guint i = 0; i < entrants->len; i++)
    {
      IhopEntrant *entrant = entrants->pdata[i];
      if (needs_card (entrant->rival) && ihop_case_counts (entrant->result))
        run_with_events (&context, entrant);
      g_ptr_array_add (cases, g_steal_pointer (&entrant->result));
    }
  close_context (&context);
  return cases;
}
