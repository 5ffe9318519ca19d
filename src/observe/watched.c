#include "observe/watched.h"
#include "check/compile.h"
#include "check/process.h"
#include "observe/observe_data.h"
#include "observe/record.h"
#include "project/inputs.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define COMPILE_SECONDS 300
#define RUN_SECONDS 600
#define COMPILER "clang-19"

static void
remove_files (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder)))
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);
      g_remove (inside);
    }
  g_remove (path);
}

void
ihop_watched_free (IhopWatched *watched, gboolean keep)
{
  if (watched == NULL)
    return;
  if (watched->folder && !keep)
    remove_files (watched->folder);
  ihop_names_free (watched->names);
  g_free (watched->folder);
  g_free (watched->program);
  g_free (watched->record);
  g_free (watched->log);
  g_free (watched->output);
  g_free (watched->failure);
  g_free (watched);
}

static char *
in_folder (const IhopWatched *watched, const char *name)
{
  return g_build_filename (watched->folder, name, NULL);
}

/* The pass and the runtime travel inside ihop. */
static gboolean
unpack (IhopWatched *watched, const char *name)
{
  g_autofree char *inside = g_strconcat ("/ihop/observe/", name, NULL), *path = in_folder (watched, name);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ihop_observe_data_get_resource (), inside,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GError) error = NULL;

  if (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error))
    return TRUE;
  watched->failure = g_strdup (error->message);
  return FALSE;
}

/* ---- Compiling ---------------------------------------------------------------------------------------- */

static void
add (GPtrArray *argv, const char *word)
{
  g_ptr_array_add (argv, g_strdup (word));
}

static void
add_all (GPtrArray *argv, const char *const *words)
{
  for (guint i = 0; words && words[i]; i++)
    add (argv, words[i]);
}

static gboolean
is_linker_flag (const char *flag)
{
  return g_str_has_prefix (flag, "-l") || g_str_has_prefix (flag, "-L") || g_str_has_prefix (flag, "-Wl,")
         || g_str_equal (flag, "-pthread");
}

/* What the verdicts are about is the program as one thread runs it. */
static const char *
sequential (const char *flag)
{
  return g_str_has_prefix (flag, "-fopenmp") ? "-D_OPENMP=201511" : flag;
}

static void
add_flags (GPtrArray *argv, IhopProject *project, const IhopProjectFile *file, const IhopObserveOptions *options)
{
  const char *const *flags = ihop_project_flags (project);
  g_auto (GStrv) database = ihop_project_database_flags (project, file->path);

  add_all (argv, (const char *const *) database);
  for (guint i = 0; flags[i]; i++)
    if (!is_linker_flag (flags[i]))
      add (argv, sequential (flags[i]));
  for (guint i = 0; options->flags && options->flags[i]; i++)
    if (!is_linker_flag (options->flags[i]))
      add (argv, options->flags[i]);
}

static char *
object_of (const IhopWatched *watched, guint number)
{
  return g_strdup_printf ("%s/%u.o", watched->folder, number);
}

static GPtrArray *
compile_command (const IhopWatched *watched, IhopProject *project, const IhopProjectFile *file,
                 const IhopObserveOptions *options, guint number, const char *text)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  add (argv, COMPILER);
  add_flags (argv, project, file, options);
  /* Places need names of blocks; sanitizers and optimisation are ours to choose. */
  add_all (argv, (const char *const[]){ "-O2", "-g", "-w", "-ffp-contract=off", "-fno-sanitize=all",
                                        "-fno-discard-value-names", "-fno-caret-diagnostics",
                                        /* What the front end lets pass as other compilers do: */
                                        "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                                        "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
                                        "-Wno-error=return-mismatch",
                                        "-Wno-error=return-type",
                                        NULL });
  if (watched->kind != IHOP_WATCH_CONDITIONS)
    g_ptr_array_add (argv, g_strdup_printf ("-fpass-plugin=%s/pass.so", watched->folder));
  add (argv, "-c");
  if (text)
    {
      add (argv, "-iquote"); /* where its own headers lie */
      g_ptr_array_add (argv, g_path_get_dirname (file->path));
    }
  add (argv, text ? text : file->path);
  add (argv, "-o");
  g_ptr_array_add (argv, object_of (watched, number));
  g_ptr_array_add (argv, NULL);
  return argv;
}

/* Every file has its own range of numbers, as far as they go. */
static char **
compile_environment (const IhopWatched *watched, guint number, guint n, const char *list)
{
  guint share = (IHOP_RECORD_LOOPS - IHOP_RECORD_FIRST) / n;
  g_autofree char *range = g_strdup_printf ("%u,%u", IHOP_RECORD_FIRST + number * share,
                                            IHOP_RECORD_FIRST + (number + 1) * share);
  g_autofree char *inlined = in_folder (watched, "inline.bc");
  char **environment = g_get_environ ();

  environment = g_environ_setenv (environment, "IHOP_OBSERVE_RANGE", range, TRUE);
  environment = g_environ_setenv (environment, "IHOP_OBSERVE_NAMES", list, TRUE);
  environment = g_environ_setenv (environment, "IHOP_OBSERVE_MODE", watched->kind == IHOP_WATCH_TRIPS ? "trips" : "accesses", TRUE);
  return g_environ_setenv (environment, "IHOP_OBSERVE_INLINE", inlined, TRUE);
}

/* Runs a compiler; FALSE with the failure's text set. */
static gboolean
run_tool (IhopWatched *watched, GPtrArray *argv, char **environment, const IhopObserveOptions *options)
{
  g_autofree char *out = in_folder (watched, "compile.out"), *err = in_folder (watched, "compile.err");
  IhopProcess process = { .argv = (const char *const *) argv->pdata, .seconds = COMPILE_SECONDS, .out = out,
                          .err = err, .environment = (const char *const *) environment,
                          .cancellable = options->cancellable };

  ihop_process_start (&process);
  ihop_process_wait (&process);
  if (ihop_process_succeeded (&process))
    return TRUE;
  g_autofree char *messages = ihop_program_first_lines (err, watched->folder, 6);
  g_autofree char *end = ihop_process_end_text (&process);
  watched->failure = !process.was_started
                       ? g_strdup (COMPILER " is not installed, which the observed program is built with")
                       : g_strdup_printf (COMPILER " %s%s%s", end, *messages ? ":\n" : "", messages);
  return FALSE;
}

/* What the project works on, where that is not what the file holds, as a window's text that was typed or transformed:
 * NULL, or a text that names the file as its origin. Caller frees. */
static char *
text_in_memory (const IhopProjectFile *file)
{
  g_autofree char *on_disk = NULL;

  if (file->original == NULL
      || (g_file_get_contents (file->path, &on_disk, NULL, NULL) && g_str_equal (on_disk, file->original)))
    return NULL;
  g_autofree char *path = ihop_names_real_path (file->path), *name = g_strescape (path, NULL);
  return g_strdup_printf ("#line 1 \"%s\"\n%s", name, file->original);
}

static gboolean
compile (IhopWatched *watched, IhopProject *project, const IhopObserveOptions *options, guint number, const char *text)
{
  const GPtrArray *files = ihop_project_files (project);
  g_autofree char *list = g_strdup_printf ("%s/%u.names", watched->folder, number);
  g_autofree char *own = text ? g_strdup (text) : text_in_memory (files->pdata[number]);
  g_autofree char *path = own ? g_strdup_printf ("%s/%u.c", watched->folder, number) : NULL;
  g_autoptr (GPtrArray) argv = compile_command (watched, project, files->pdata[number], options, number, path);
  g_auto (GStrv) environment = compile_environment (watched, number, files->len, list);

  if ((path && !g_file_set_contents (path, own, -1, NULL)) || !run_tool (watched, argv, environment, options))
    return FALSE;
  if (watched->kind == IHOP_WATCH_CONDITIONS || ihop_names_read (watched->names, list))
    return TRUE;
  watched->failure = g_strdup ("the list of what is watched cannot be read");
  return FALSE;
}

/* For calls such as omp_get_wtime. */
static gboolean
uses_openmp (IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);
  const char *const *flags = ihop_project_flags (project);
  gboolean found = FALSE;

  for (guint i = 0; flags[i]; i++)
    found = found || g_str_has_prefix (flags[i], "-fopenmp");
  for (guint i = 0; !found && i < files->len; i++)
    {
      g_auto (GStrv) database = ihop_project_database_flags (project, ((const IhopProjectFile *) files->pdata[i])->path);
      found = g_strv_contains ((const char *const *) database, sequential ("-fopenmp"));
    }
  return found;
}

static gboolean
link_all (IhopWatched *watched, IhopProject *project, const IhopObserveOptions *options)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  const char *const *flags = ihop_project_flags (project);
  guint n = ihop_project_files (project)->len;

  add (argv, COMPILER);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (argv, object_of (watched, i));
  g_ptr_array_add (argv, in_folder (watched, "runtime.o"));
  for (guint i = 0; flags[i]; i++)
    if (is_linker_flag (flags[i]))
      add (argv, flags[i]);
  if (uses_openmp (project))
    add (argv, "-lgomp");
  for (guint i = 0; options->flags && options->flags[i]; i++)
    if (is_linker_flag (options->flags[i]))
      add (argv, options->flags[i]);
  add_all (argv, (const char *const[]){ "-lm", "-Wl,--wrap=pthread_create", "-o", watched->program, NULL });
  g_ptr_array_add (argv, NULL);
  return run_tool (watched, argv, NULL, options);
}

/* ---- Running -------------------------------------------------------------------------------------------- */

static gboolean
make_record (IhopWatched *watched)
{
  int file = g_open (watched->record, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  gboolean good = file >= 0 && ftruncate (file, sizeof (IhopRecord)) == 0;

  if (!good)
    watched->failure = g_strdup_printf ("%s: %s", watched->record, g_strerror (errno));
  if (file >= 0)
    close (file);
  return good && g_file_set_contents (watched->log, "", -1, NULL);
}

static char *
first_part (const char *path)
{
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");
  if (strlen (text) > 4000)
    text[4000] = '\0';
  return text;
}

static void
run (IhopWatched *watched, const IhopObserveOptions *options)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *out = in_folder (watched, "run.out"), *err = in_folder (watched, "run.err");
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "IHOP_OBSERVE_RECORD", watched->record, TRUE);

  environment = g_environ_setenv (environment, "IHOP_OBSERVE_CONDITIONS", watched->log, TRUE);
  if (watched->kind != IHOP_WATCH_ACCESSES)
    environment = g_environ_setenv (environment, "IHOP_OBSERVE_TRIPS", "1", TRUE);
  g_ptr_array_add (argv, watched->program);
  for (guint i = 0; options->arguments && options->arguments[i]; i++)
    g_ptr_array_add (argv, (char *) options->arguments[i]);
  g_ptr_array_add (argv, NULL);
  IhopProcess process = { .argv = (const char *const *) argv->pdata, .input = options->input, .out = out, .err = err,
                          .seconds = options->seconds > 0 ? options->seconds : RUN_SECONDS,
                          .environment = (const char *const *) environment, .cancellable = options->cancellable };
  ihop_process_start (&process);
  ihop_process_wait (&process);
  watched->status = process.status;
  watched->signal = process.signal;
  watched->timed_out = process.timed_out;
  watched->seconds = process.took;
  watched->output = first_part (out);
}

static gboolean
build (IhopWatched *watched, IhopProject *project, const IhopObserveOptions *options, char **texts)
{
  if (!unpack (watched, "pass.so") || !unpack (watched, "runtime.o") || !unpack (watched, "inline.bc"))
    return FALSE;
  for (guint i = 0; i < ihop_project_files (project)->len; i++)
    if (!compile (watched, project, options, i, texts ? texts[i] : NULL))
      return FALSE;
  return link_all (watched, project, options) && make_record (watched);
}

static char *
make_folder (const IhopObserveOptions *options, IhopWatchKind kind, GError **error)
{
  static const char *const parts[] = { "accesses", "trips", "conditions" };
  g_autofree char *kept = NULL;

  if (options->keep == NULL)
    return g_dir_make_tmp ("ihop-observe-XXXXXX", error);
  kept = g_build_filename (options->keep, parts[kind], NULL);
  if (g_mkdir_with_parents (kept, 0777) == 0)
    return g_canonicalize_filename (kept, NULL);
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", kept, g_strerror (errno));
  return NULL;
}

IhopWatched *
ihop_watched_run (IhopProject *project, const IhopObserveOptions *options, IhopWatchKind kind, char **texts)
{
  static const char *const building[] = { "building the observed program", "building the program that is timed",
                                          "building what tells whether assumptions hold" };
  static const char *const running[] = { "running the observed program", "running the program that is timed",
                                         "running what tells whether assumptions hold" };
  IhopWatched *watched = g_new0 (IhopWatched, 1);
  g_autoptr (GError) error = NULL;

  watched->kind = kind;
  watched->names = ihop_names_new ();
  watched->folder = make_folder (options, kind, &error);
  if (watched->folder == NULL)
    {
      watched->failure = g_strdup (error->message);
      return watched;
    }
  watched->program = in_folder (watched, "program");
  watched->record = in_folder (watched, "record");
  watched->log = in_folder (watched, "conditions");
  if (options->progress)
    options->progress (building[kind], options->progress_data);
  if (!build (watched, project, options, texts))
    return watched;
  if (options->progress)
    options->progress (running[kind], options->progress_data);
  run (watched, options);
  return watched;
}
