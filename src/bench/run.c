#include "bench/run.h"
#include "base/folder.h"
#include "bench/files.h"
#include "bench/settings.h"
#include "project/output.h"
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  const IhopRunOptions *options;
  const IhopBenchOptions *bench; /* as the run began */
  IhopStore *store;
  gint64 run;
  char *folder;          /* of its results and builds */
  char *settings_path;
  GPtrArray *rivals;     /* of char *: names of those that take part */
  IhopRunProgress progress;
  gint64 began;
  guint measured;        /* tasks that ended in this sitting */
  guint at_once;
  GError *error;         /* the store failed: everything ends */
} Run;

/* One kernel at one size. */
typedef struct
{
  char *kernel, *size, *result;
  char *rivals;          /* "a,b": only these; NULL: all */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free (work->kernel);
  g_free (work->size);
  g_free (work->result);
  g_free (work->rivals);
  g_free (work);
}

/* ---- The task's side --------------------------------------------------------------------------------- */

/* The original was there to compare with; what is known of it stays. */
static void
drop_original (GPtrArray *cases)
{
  if (cases->len && g_str_equal (((const IhopCase *) cases->pdata[0])->rival, ihop_rivals[0].name))
    g_ptr_array_remove_index (cases, 0);
}

gboolean
ihop_bench_task (const char *settings_path, const char *kernel, const char *size, const char *result_path,
                 const char *const *rivals, GError **error)
{
  g_autofree char *json = NULL, *work = g_strconcat (result_path, ".work", NULL);
  const char *const kernels[] = { kernel, NULL };

  if (!g_file_get_contents (settings_path, &json, NULL, error))
    return FALSE;
  g_autoptr (IhopBenchSettings) settings = ihop_bench_settings_read (json, error);
  if (settings == NULL)
    return FALSE;
  settings->options.kernels = kernels;
  settings->options.work = work;
  if (rivals)
    settings->options.rivals = rivals;
  g_autoptr (GPtrArray) files = ihop_kernels_find (&settings->options, error);
  if (files == NULL)
    return FALSE;
  ihop_folder_remove (work);
  g_mkdir_with_parents (work, 0700);
  g_autoptr (GPtrArray) cases = ihop_bench_measure (&settings->options, files->pdata[0], size);
  if (rivals)
    drop_original (cases);
  return ihop_cases_write (result_path, cases, error);
}

/* ---- Rivals -------------------------------------------------------------------------------------------- */

static char *
command_text (const IhopRival *rival, const IhopToolFound *tools, guint threads)
{
  g_autofree char *flags = ihop_rival_flags (rival, threads);
  g_autofree char *name = g_path_get_basename (tools[rival->compiler].path);
  IhopTool generator = ihop_rival_generator (rival);
  g_autofree char *base = generator < IHOP_N_TOOLS ? g_path_get_basename (tools[generator].path) : NULL;
  g_autofree char *before = base ? g_strdup_printf ("%s %s; ", base, rival->generator_flags) : g_strdup ("");

  return g_strdup_printf ("%s%s %s%s", before, name, flags,
                          rival->compiler == IHOP_TOOL_NVCC ? " -fmad=false" : " -ffp-contract=off");
}

static char *
version_text (const IhopRival *rival, const IhopToolFound *tools)
{
  IhopTool generator = ihop_rival_generator (rival);

  if (generator == IHOP_N_TOOLS)
    return g_strdup (tools[rival->compiler].version);
  return g_strdup_printf ("%s; %s", tools[generator].version, tools[rival->compiler].version);
}

static gboolean
keep_rivals (Run *run, GError **error)
{
  IhopToolFound tools[IHOP_N_TOOLS];
  gboolean good = TRUE;
  guint place = 0;

  ihop_tools_find (tools, run->bench->paths);
  for (const IhopRival *rival = ihop_rivals; rival->name && good; rival++)
    {
      if (!ihop_rival_is_wanted (rival, run->bench))
        continue;
      const char *absent = ihop_rival_absent (rival, tools);
      g_autofree char *command = absent ? NULL : command_text (rival, tools, run->bench->threads);
      g_autofree char *version = absent ? NULL : version_text (rival, tools);
      IhopRunRival kept = { (char *) rival->name, (char *) rival->title, rival->group, version, command,
                            (char *) absent };
      good = ihop_keep_rival (run->store, run->run, place++, &kept, error);
      if (absent == NULL)
        g_ptr_array_add (run->rivals, (gpointer) rival->name);
    }
  ihop_tools_clear (tools);
  return good;
}

/* ---- Results -------------------------------------------------------------------------------------------- */

/* Nobody came back: everybody who would have taken part is lost for this kernel. */
static GPtrArray *
lost_cases (const Run *run, const Work *work, const char *why)
{
  GPtrArray *cases = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_case_free);

  g_auto (GStrv) only = work->rivals ? g_strsplit (work->rivals, ",", -1) : NULL;

  for (guint i = 0; i < run->rivals->len; i++)
    {
      if (only && !g_strv_contains ((const char *const *) only, run->rivals->pdata[i]))
        continue;
      IhopCase *lost = ihop_case_new (work->kernel, work->size, run->rivals->pdata[i]);
      ihop_case_set (lost, IHOP_CASE_LOST, g_strdup (why));
      g_ptr_array_add (cases, lost);
    }
  return cases;
}

/* FALSE: there is no (whole) result. */
static gboolean
bring_home (Run *run, const Work *work)
{
  g_autoptr (GPtrArray) cases = ihop_cases_read (work->result, NULL);

  if (cases == NULL || cases->len == 0 || run->error)
    return FALSE;
  if (ihop_keep_cases (run->store, run->run, cases, &run->error))
    g_unlink (work->result);
  return TRUE;
}

static char *
why_lost (const IhopTask *task)
{
  g_autofree char *said = NULL;

  if (task->state == IHOP_TASK_LOST)
    return g_strdup (task->why);
  g_file_get_contents (task->log, &said, NULL, NULL);
  return g_strdup_printf ("its task ended with status %d%s%.300s", task->status, said && *said ? ": " : "",
                          said ? g_strstrip (said) : "");
}

static void
show (Run *run)
{
  guint left = run->progress.total - run->progress.done;
  double spent = (double) (g_get_monotonic_time () - run->began) / G_TIME_SPAN_SECOND;

  run->progress.seconds_left = run->measured ? spent / run->measured * left : -1;
  if (run->options->progress)
    run->options->progress (&run->progress, run->options->data);
}

static void
task_changed (const IhopTask *task, gpointer data)
{
  Run *run = data;
  const Work *work = task->data;
  g_autofree char *folder = g_strconcat (work->result, ".work", NULL);

  if (task->state == IHOP_TASK_RUNNING)
    run->progress.now = task->name;
  if (task->state < IHOP_TASK_ENDED)
    {
      show (run);
      return;
    }
  if (!bring_home (run, work) && run->error == NULL && !(run->options->stop && *run->options->stop))
    {
      g_autofree char *why = why_lost (task);
      g_autoptr (GPtrArray) cases = lost_cases (run, work, why);
      ihop_keep_cases (run->store, run->run, cases, &run->error);
      run->progress.lost++;
    }
  if (!run->options->keep_work)
    {
      ihop_folder_remove (folder);
      g_unlink (task->log);
    }
  run->progress.done++;
  run->measured++;
  show (run);
}

/* ---- The whole -------------------------------------------------------------------------------------------- */

/* NULL: all rivals have to be measured, in turns; "": none is missing; else those that are not timed and
 * are missing. Caller frees. */
static char *
missing_rivals (const Run *run, const char *kernel, const char *size, GHashTable *done)
{
  GString *missing = g_string_new (NULL);

  for (guint i = 0; i < run->rivals->len; i++)
    {
      const char *rival = run->rivals->pdata[i];
      g_autofree char *key = g_strdup_printf ("%s %s %s", kernel, size, rival);
      if (g_hash_table_contains (done, key))
        continue;
      if (ihop_rival_is_timed (ihop_rival_find (rival)))
        {
          g_string_free (missing, TRUE);
          return NULL;
        }
      g_string_append_printf (missing, "%s%s", missing->len ? "," : "", rival);
    }
  return g_string_free (missing, FALSE);
}

static void
add_work (Run *run, GPtrArray *works, const char *kernel, const char *size, GHashTable *done)
{
  g_autofree char *missing = missing_rivals (run, kernel, size, done);
  Work *work = g_new0 (Work, 1);

  work->kernel = g_strdup (kernel);
  work->size = g_strdup (size);
  work->result = g_strdup_printf ("%s/%s-%s.json", run->folder, kernel, size);
  run->progress.total++;
  if (g_strcmp0 (missing, "") == 0 || bring_home (run, work))
    {
      run->progress.done++;
      work_free (work);
      return;
    }
  work->rivals = g_steal_pointer (&missing);
  g_ptr_array_add (works, work);
}

/* What is still to do; results that lie about are brought home first. */
static GPtrArray *
list_works (Run *run, const GPtrArray *kernels)
{
  GPtrArray *works = g_ptr_array_new_with_free_func (work_free);
  g_autoptr (GHashTable) done = ihop_keep_done (run->store, run->run);

  for (guint i = 0; run->bench->sizes[i]; i++)
    for (guint j = 0; j < kernels->len; j++)
      add_work (run, works, ((const IhopKernelFile *) kernels->pdata[j])->name, run->bench->sizes[i], done);
  return works;
}

static void
add_task (const Run *run, IhopExecutor *executor, Work *work)
{
  const char *words[] = { run->options->program, "bench", "task", run->settings_path, work->kernel,
                          work->size, work->result, work->rivals, NULL };
  g_autofree char *log = g_strconcat (work->result, ".log", NULL);
  IhopTask *task = ihop_task_new (g_strdup_printf ("%s %s", work->kernel, work->size),
                                  g_strdupv ((char **) words), NULL, log);

  task->data = work;
  ihop_executor_add (executor, task);
}

static gboolean
work_off (Run *run, GPtrArray *works, GError **error)
{
  g_autofree char *slurm = g_build_filename (run->folder, "slurm", NULL);
  const IhopExecutorOptions options = { .kind = run->options->executor, .most = run->options->jobs,
                                        .retries = run->options->retries, .folder = slurm,
                                        .arguments = run->options->sbatch, .changed = task_changed,
                                        .data = run };
  g_autoptr (IhopExecutor) executor = ihop_executor_new (&options, error);

  if (executor == NULL)
    return FALSE;
  for (guint i = 0; i < works->len; i++)
    add_task (run, executor, works->pdata[i]);
  run->began = g_get_monotonic_time ();
  while (ihop_executor_step (executor, 250) && run->error == NULL
         && !(run->options->stop && *run->options->stop))
    show (run);
  run->progress.now = NULL;
  show (run);
  return TRUE;
}

static gboolean
prepare_folder (Run *run, const char *name, GError **error)
{
  g_autofree char *usual = g_build_filename (g_get_user_cache_dir (), "ihop", "bench", NULL);
  const char *work = run->options->bench->work;
  /* Runs of the same name in two stores must not meet. */
  g_autofree char *store = g_canonicalize_filename (ihop_store_path (run->store), NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, store, -1);
  g_autofree char *own = g_strdup_printf ("%s-%.8s", name, hash);
  g_autofree char *json = ihop_bench_settings_to_json (run->bench);
  g_autofree char *path = g_build_filename (work ? work : usual, own, NULL);

  run->folder = g_canonicalize_filename (path, NULL);
  run->settings_path = g_build_filename (run->folder, "settings.json", NULL);
  g_mkdir_with_parents (run->folder, 0700);
  return ihop_output_write_text (run->settings_path, json, error);
}

static gboolean
carry_out (Run *run, const char *name, gboolean *complete, GError **error)
{
  g_autoptr (GPtrArray) kernels = ihop_kernels_find (run->bench, error);

  if (kernels == NULL || !prepare_folder (run, name, error) || !keep_rivals (run, error))
    return FALSE;
  g_autoptr (GPtrArray) works = list_works (run, kernels);
  if (run->error == NULL && works->len > 0 && !work_off (run, works, error))
    return FALSE;
  *complete = run->progress.done == run->progress.total && run->progress.lost == 0;
  if (run->error)
    {
      g_propagate_error (error, g_steal_pointer (&run->error));
      return FALSE;
    }
  if (*complete && !run->options->keep_work)
    ihop_folder_remove (run->folder);
  return !*complete || ihop_keep_end (run->store, run->run, error);
}

/* The settings' rivals and those that are asked for now; FALSE with an error: one of them is timed. The
 * list belongs to the settings. */
static gboolean
widen (IhopBenchSettings *settings, const char *const *more, GError **error)
{
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; settings->options.rivals[i]; i++)
    g_ptr_array_add (all, (gpointer) settings->options.rivals[i]);
  for (guint i = 0; more[i]; i++)
    {
      if (g_strv_contains (settings->options.rivals, more[i]))
        continue;
      if (ihop_rival_is_timed (ihop_rival_find (more[i])))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s cannot join a run that has begun: it would "
                       "not be measured in turns with the others", more[i]);
          g_ptr_array_unref (all);
          return FALSE;
        }
      char *name = g_strdup (more[i]);
      g_ptr_array_add (settings->strings, name);
      g_ptr_array_add (all, name);
    }
  g_ptr_array_add (all, NULL);
  settings->options.rivals = (const char *const *) g_ptr_array_free (all, FALSE);
  g_ptr_array_add (settings->strings, (gpointer) settings->options.rivals);
  return TRUE;
}

/* As it began, perhaps with more rivals. */
static IhopBenchSettings *
reopen (Run *run, char **name, GError **error)
{
  g_autoptr (IhopRun) old = ihop_keep_load (run->store, run->options->name, FALSE, error);
  g_autoptr (IhopBenchSettings) settings = old ? ihop_bench_settings_read (old->settings, error) : NULL;
  const char *const *more = run->options->bench->rivals;

  if (settings == NULL)
    return NULL;
  run->run = old->id;
  *name = g_strdup (old->name);
  if (more == NULL || settings->options.rivals == NULL) /* NULL: it has all of them */
    return g_steal_pointer (&settings);
  if (!widen (settings, more, error))
    return NULL;
  g_autofree char *json = ihop_bench_settings_to_json (&settings->options);
  return ihop_keep_settings (run->store, run->run, json, error) ? g_steal_pointer (&settings) : NULL;
}

static gboolean
is_taken (IhopStore *store, const char *name)
{
  g_autoptr (IhopRun) run = ihop_keep_load (store, name, FALSE, NULL);

  return run != NULL;
}

/* Two runs may begin in one second: the second one is "…-2" then. */
static char *
name_of (IhopStore *store, const IhopRunOptions *options)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *second = g_date_time_format (now, "%Y-%m-%d-%H%M%S");
  char *name = g_strdup (options->name ? options->name : second);

  for (guint n = 2; options->name == NULL && is_taken (store, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s-%u", second, n);
    }
  return name;
}

char *
ihop_bench_run (IhopStore *store, const IhopRunOptions *options, gboolean *complete, GError **error)
{
  Run run = { .options = options, .store = store, .rivals = g_ptr_array_new () };
  g_autoptr (IhopBenchSettings) settings = NULL;
  g_autofree char *name = NULL, *machine = ihop_machine_json ();
  gboolean good;

  *complete = FALSE;
  if (options->resume)
    {
      settings = reopen (&run, &name, error);
      run.bench = settings ? &settings->options : NULL;
    }
  else
    {
      g_autofree char *json = ihop_bench_settings_to_json (options->bench);
      g_autoptr (GPtrArray) kernels = ihop_kernels_find (options->bench, error);
      name = name_of (store, options);
      run.bench = options->bench;
      run.run = kernels ? ihop_keep_begin (store, name, options->version, machine, json, error) : 0;
    }
  good = run.run > 0 && run.bench && carry_out (&run, name, complete, error);
  g_ptr_array_unref (run.rivals);
  g_free (run.folder);
  g_free (run.settings_path);
  g_clear_error (&run.error);
  return good ? g_steal_pointer (&name) : NULL;
}
