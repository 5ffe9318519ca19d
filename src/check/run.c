#include "check/run.h"
#include "check/leavings.h"
#include <glib/gstdio.h>

#define RUN_SECONDS 60.0
#define TIMES_ORIGINAL 60.0

/* A file, or a folder with all that is in it. */
static void
copy_into (const char *path, const char *folder)
{
  g_autofree char *name = g_path_get_basename (path), *text = NULL;
  g_autofree char *to = g_build_filename (folder, name, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *inside;
  gsize length;

  if (dir)
    {
      g_mkdir_with_parents (to, 0777);
      while ((inside = g_dir_read_name (dir)))
        {
          g_autofree char *from = g_build_filename (path, inside, NULL);
          copy_into (from, to);
        }
    }
  else if (g_file_get_contents (path, &text, &length, NULL))
    g_file_set_contents (to, text, (gssize) length, NULL);
}

static void
copy_files (const char *const *files, const char *folder)
{
  for (guint i = 0; files && files[i]; i++)
    copy_into (files[i], folder);
}

static char **
preload (char **list, const IhopBuilder *builder, const IhopProgram *build)
{
  g_autofree char *runtime = build->variant == IHOP_VARIANT_CUDA_HERE ? ihop_cuda_runtime_path () : NULL;
  const char *libraries[3] = { NULL }, **next = libraries;

  if (builder->watcher)
    *next++ = builder->watcher;
  if (runtime)
    *next++ = runtime;
  g_autofree char *all = g_strjoinv (":", (char **) libraries);
  if (*all)
    list = g_environ_setenv (list, "LD_PRELOAD", all, TRUE);
  if (runtime)
    {
      if (!build->is_forwards)
        list = g_environ_setenv (list, "IHOP_SIMT_BACKWARDS", "1", FALSE);
      g_autofree char *cache = ihop_cuda_cache_folder (); /* named, so that it is none of the files that the program leaves */
      list = g_environ_setenv (list, "IHOP_SIMT_CACHE", cache ? cache : "off", TRUE);
    }
  return list;
}

/* Fresh memory gets a pattern, so that what nobody wrote is the same in all variants. Threads are
 * more than one, and emulated ones start with the last, so that what must not run at once shows. */
static char **
environment_of (const IhopBuilder *builder, const IhopProgram *build)
{
  char **list = g_get_environ ();

  list = g_environ_setenv (list, "IHOP_CHECK_DUMP", build->dump_path, TRUE);
  list = g_environ_setenv (list, "BENCH_DUMP", build->bench_path, TRUE);
  list = g_environ_setenv (list, "MALLOC_PERTURB_", "165", TRUE);
  list = g_environ_setenv (list, "OMP_NUM_THREADS", "4", FALSE);
  list = g_environ_setenv (list, "IHOP_CHECK_OUTSIDE", build->outside, TRUE);
  list = g_environ_setenv (list, "IHOP_CHECK_INSIDE", build->run_folder, TRUE);
  list = preload (list, builder, build);
  if (build->rounding)
    list = g_environ_setenv (list, "IHOP_CHECK_ROUND", build->rounding, TRUE);
  if (build->disturbance)
    list = g_environ_setenv (list, "IHOP_CHECK_DISTURB", build->disturbance, TRUE);
  if (build->variant == IHOP_VARIANT_EMULATED)
    {
      list = g_environ_setenv (list, "IHOP_EMU_REPORT", build->report_path, TRUE);
      list = g_environ_setenv (list, "IHOP_EMU_BACKWARDS", "1", FALSE);
    }
  return list;
}

static void
set_path (char **path, const char *folder, const char *name)
{
  g_free (*path);
  *path = g_build_filename (folder, name, NULL);
}

/* An emulated program whose accesses are all looked at takes some twenty times as long as the original, and a busy
 * machine makes that more. */
static double
limit_of (const IhopBuilder *builder)
{
  if (builder->options->seconds > 0)
    return builder->options->seconds;
  return MAX (RUN_SECONDS, TIMES_ORIGINAL * builder->original_seconds);
}

void
ihop_program_run (IhopBuilder *builder, IhopProgram *build, const char *run_name)
{
  const IhopCheckOptions *options = builder->options;
  g_autofree char *notes = g_build_filename (build->folder, run_name, NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();

  set_path (&build->run_folder, notes, "files");
  set_path (&build->outside, notes, "outside");
  set_path (&build->dump_path, notes, "dump");
  set_path (&build->bench_path, notes, "bench");
  set_path (&build->report_path, notes, "report.json");
  set_path (&build->run.out, notes, "stdout");
  set_path (&build->run.err, notes, "stderr");
  g_mkdir_with_parents (build->run_folder, 0700);
  g_mkdir_with_parents (build->outside, 0700);
  g_unlink (build->dump_path); /* programs append to them */
  g_unlink (build->bench_path);
  copy_files (options->files, build->run_folder);
  g_ptr_array_add (argv, build->program);
  for (guint i = 0; options->arguments && options->arguments[i]; i++)
    g_ptr_array_add (argv, (gpointer) options->arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_auto (GStrv) environment = environment_of (builder, build);
  build->run.argv = (const char *const *) argv->pdata;
  build->run.folder = build->run_folder;
  build->run.environment = (const char *const *) environment;
  build->run.input = options->input;
  build->run.seconds = limit_of (builder);
  build->run.cancellable = build->cancellable;
  ihop_process_start (&build->run);
  ihop_process_wait (&build->run);
  ihop_leavings_fetch (build->outside);
}
