/* The main job over many files, each in a process of its own, here or on a cluster. */
#include "cli/batch.h"
#include "cli/choose.h"
#include "execute/executor.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  IhopCli cli;
  IhopChoice choice;
  char *folder, *emit, *executor, *sbatch;
  int jobs, retries;
  double seconds;
  gboolean resume;
  char **sbatch_list;
  char *program, *work;
  GPtrArray *files;      /* of IhopBatchFile * */
  guint open, ended;
} Batch;

static void
batch_clear (Batch *batch)
{
  ihop_cli_clear (&batch->cli);
  ihop_choice_clear (&batch->choice);
  g_free (batch->folder);
  g_free (batch->emit);
  g_free (batch->executor);
  g_free (batch->sbatch);
  g_strfreev (batch->sbatch_list);
  g_free (batch->program);
  g_free (batch->work);
  g_clear_pointer (&batch->files, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

/* ---- Files ------------------------------------------------------------------------------------------ */

/* The folder that all paths share. Caller frees. */
static char *
common_folder (const GPtrArray *paths)
{
  char *common = g_path_get_dirname (paths->pdata[0]);

  for (guint i = 1; i < paths->len; i++)
    for (;;)
      {
        gsize length = strlen (common);
        const char *path = paths->pdata[i];
        if (g_str_has_prefix (path, common) && (path[length] == '/' || common[length - 1] == '/'))
          break;
        char *shorter = g_path_get_dirname (common);
        g_free (common);
        common = shorter;
      }
  return common;
}

/* Products of a/x.c and b/x.c go to folders of their own: the tree of the sources is kept. */
static IhopBatchFile *
file_new (const Batch *batch, const char *name, const char *path, const char *common)
{
  IhopBatchFile *file = g_new0 (IhopBatchFile, 1);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, path, -1);
  g_autofree char *stem = ihop_project_stem (path);
  const char *below = folder + strlen (common);

  file->path = g_strdup (name);
  file->folder = g_build_filename (batch->folder, below, NULL);
  file->result = g_strdup_printf ("%s/%s-%.12s", batch->work, stem, hash);
  return file;
}

/* A file that is named twice is done once. */
static void
list_files (Batch *batch, const GPtrArray *names)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (paths, g_canonicalize_filename (names->pdata[i], NULL));
  g_autofree char *common = common_folder (paths);
  batch->files = g_ptr_array_new_with_free_func (ihop_batch_file_free);
  for (guint i = 0; i < names->len; i++)
    if (g_hash_table_add (seen, paths->pdata[i]))
      g_ptr_array_add (batch->files, file_new (batch, names->pdata[i], paths->pdata[i], common));
}

/* Those of the command line; without any, those of the database. NULL: the misuse was shown. */
static GPtrArray *
find_names (const Batch *batch)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *names;

  if (batch->cli.files[0] == NULL && batch->cli.database)
    {
      names = ihop_batch_database (batch->cli.database, &error);
      if (names == NULL)
        ihop_cli_misuse ("%s", error->message);
      return names;
    }
  if (batch->cli.files[0] == NULL)
    {
      ihop_cli_misuse ("no FILE.c given, and no -p DIR with a compile_commands.json");
      return NULL;
    }
  names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; batch->cli.files[i]; i++)
    g_ptr_array_add (names, g_strdup (batch->cli.files[i]));
  return names;
}

/* ---- Tasks -------------------------------------------------------------------------------------------- */

/* "$0" is the result. A status above 128 is a signal's: the task is lost then, and says so in the same
 * way. */
static const char wrapper[] = "\"$@\" > \"$0.part\"; status=$?; [ $status -le 128 ] || kill -9 $$; "
                              "echo $status >> \"$0.part\"; mv \"$0.part\" \"$0\"";

static void
add_option (GPtrArray *argv, const char *option, const char *value)
{
  if (value == NULL)
    return;
  g_ptr_array_add (argv, g_strdup (option));
  g_ptr_array_add (argv, g_strdup (value));
}

static void
add_choice (GPtrArray *argv, const Batch *batch)
{
  const IhopChoice *choice = &batch->choice;

  add_option (argv, "--pragma", choice->pragma);
  add_option (argv, "--search", choice->search);
  add_option (argv, "--block", choice->block);
  add_option (argv, "--map", choice->map);
  add_option (argv, "--gpu", choice->gpu);
  add_option (argv, "--model", choice->model);
  add_option (argv, "--transfers", choice->transfers);
  add_option (argv, "--math", choice->math);
  add_option (argv, "--emit", batch->emit);
  add_option (argv, "--alias", batch->cli.alias);
  add_option (argv, "-p", batch->cli.database);
  for (guint i = 0; batch->cli.assume && batch->cli.assume[i]; i++)
    add_option (argv, "--assume", batch->cli.assume[i]);
  if (choice->all)
    g_ptr_array_add (argv, g_strdup ("--auto"));
  if (choice->no_motion)
    g_ptr_array_add (argv, g_strdup ("--no-motion"));
  if (choice->search_seconds > 0)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];
      add_option (argv, "--search-seconds",
                  g_ascii_dtostr (buffer, sizeof buffer, choice->search_seconds));
    }
}

static char **
task_words (const Batch *batch, const IhopBatchFile *file)
{
  GPtrArray *argv = g_ptr_array_new ();
  const char *const first[] = { "sh", "-c", wrapper, file->result, batch->program, "--format", "json", "-q" };

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    g_ptr_array_add (argv, g_strdup (first[i]));
  add_choice (argv, batch);
  add_option (argv, "-o", file->folder);
  g_ptr_array_add (argv, g_strdup (file->path));
  if (batch->cli.flags[0])
    g_ptr_array_add (argv, g_strdup ("--"));
  for (guint i = 0; batch->cli.flags[i]; i++)
    g_ptr_array_add (argv, g_strdup (batch->cli.flags[i]));
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

static void
add_task (const Batch *batch, IhopExecutor *executor, IhopBatchFile *file)
{
  g_autofree char *log = g_strconcat (file->result, ".log", NULL);
  IhopTask *task = ihop_task_new (g_strdup (file->path), task_words (batch, file), NULL, log);

  task->seconds = batch->seconds;
  task->data = file;
  ihop_executor_add (executor, task);
}

static void
show_progress (const Batch *batch)
{
  if (batch->cli.quiet || !isatty (STDERR_FILENO))
    return;
  if (batch->ended == batch->open)
    fputs ("\r\033[K", stderr);
  else
    fprintf (stderr, "\r\033[Kihop: %u of %u files", batch->ended, batch->open);
}

static void
task_changed (const IhopTask *task, gpointer data)
{
  Batch *batch = data;
  IhopBatchFile *file = task->data;

  if (task->state < IHOP_TASK_ENDED)
    return;
  batch->ended++;
  if (!ihop_batch_file_read (file))
    {
      g_free (file->lost);
      file->lost = task->why ? g_strdup (task->why)
                             : g_strdup_printf ("its task ended with status %d and left no result",
                                                task->status);
    }
  show_progress (batch);
}

/* ---- The whole -------------------------------------------------------------------------------------------- */

static volatile int stop;

static void
on_signal (int number)
{
  stop = 1;
}

static int
work_off (Batch *batch)
{
  g_autofree char *slurm = g_build_filename (batch->work, "slurm", NULL);
  g_autoptr (GError) error = NULL;
  const IhopExecutorOptions options = { .kind = batch->executor ? batch->executor : "local",
                                        .most = (guint) batch->jobs, .retries = (guint) batch->retries,
                                        .folder = slurm, .arguments = (const char *const *) batch->sbatch_list,
                                        .changed = task_changed, .data = batch };
  g_autoptr (IhopExecutor) executor = ihop_executor_new (&options, &error);

  if (executor == NULL && g_error_matches (error, IHOP_EXECUTOR_ERROR, IHOP_EXECUTOR_ERROR_KIND))
    return ihop_cli_misuse ("--executor: %s", error->message);
  if (executor == NULL)
    {
      g_printerr ("ihop: %s\n", error->message);
      return IHOP_EXIT_OUTSIDE;
    }
  for (guint i = 0; i < batch->files->len; i++)
    {
      IhopBatchFile *file = batch->files->pdata[i];
      if (batch->resume && ihop_batch_file_read (file))
        continue;
      g_unlink (file->result);
      add_task (batch, executor, file);
      batch->open++;
    }
  while (ihop_executor_step (executor, 250) && !stop)
    show_progress (batch);
  return IHOP_EXIT_DONE;
}

/* What is needed to resume goes when there is nothing to resume. */
static void
tidy (const Batch *batch)
{
  for (guint i = 0; i < batch->files->len; i++)
    if (!((const IhopBatchFile *) batch->files->pdata[i])->is_known)
      return;
  g_autoptr (GDir) dir = g_dir_open (batch->work, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (batch->work, name, NULL);
      if (!g_file_test (path, G_FILE_TEST_IS_DIR))
        g_unlink (path);
    }
  g_rmdir (batch->work);
}

static int
run (Batch *batch)
{
  g_autoptr (GPtrArray) names = find_names (batch);

  if (names == NULL)
    return IHOP_EXIT_USAGE;
  g_autofree char *work = g_build_filename (batch->folder, ".ihop-batch", NULL);
  batch->work = g_canonicalize_filename (work, NULL);
  batch->program = g_file_read_link ("/proc/self/exe", NULL);
  if (g_mkdir_with_parents (batch->work, 0777) != 0)
    {
      g_printerr ("ihop: %s cannot be made\n", batch->work);
      return IHOP_EXIT_OUTSIDE;
    }
  list_files (batch, names);
  signal (SIGINT, on_signal);
  signal (SIGTERM, on_signal);
  int code = work_off (batch);
  if (code != IHOP_EXIT_DONE)
    return code;
  ihop_batch_show (&batch->cli, batch->files);
  if (stop)
    {
      g_printerr ("ihop: stopped; the same with --resume goes on from here\n");
      return 128 + SIGINT;
    }
  tidy (batch);
  return ihop_batch_code (batch->files);
}

static int
check (Batch *batch)
{
  IhopGenerateOptions options = { 0 };
  int code = ihop_choice_read (&batch->choice, &options);

  if (code >= 0)
    return code;
  if (batch->jobs < 0 || batch->retries < 0 || !(batch->seconds > 0))
    return ihop_cli_misuse ("--jobs, --retries and --time-limit: expected positive numbers");
  if (batch->folder == NULL)
    return ihop_cli_misuse ("say with -o DIR where the products go");
  if (batch->sbatch && !g_shell_parse_argv (batch->sbatch, NULL, &batch->sbatch_list, NULL))
    return ihop_cli_misuse ("--sbatch: expected words such as '--partition=long'");
  return -1;
}

int
ihop_command_batch (int argc, char **argv)
{
  g_auto (Batch) batch = { .retries = 2, .seconds = 600 };
  const GOptionEntry more[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &batch.folder,
      "where to write; folders of the sources are kept below (no default)", "DIR" },
    { "emit", 0, 0, G_OPTION_ARG_STRING, &batch.emit, "some of cu,cpu,emu,json (default: cu,cpu,json)", "LIST" },
    { "executor", 0, 0, G_OPTION_ARG_STRING, &batch.executor, "who runs them (default: local)", "local|slurm" },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &batch.jobs,
      "files at once (default: as many as processors; slurm: no limit)", "N" },
    { "sbatch", 0, 0, G_OPTION_ARG_STRING, &batch.sbatch, "more arguments for it, such as '--partition=long' (default: none)",
      "WORDS" },
    { "retries", 0, 0, G_OPTION_ARG_INT, &batch.retries, "of what was killed (default: 2)", "N" },
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &batch.seconds, "for one file (default: 600)", "SECONDS" },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &batch.resume, "leave out what an earlier call has done", NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autofree GOptionEntry *entries = ihop_choice_entries (&batch.choice, "script script-out", more);
  int code = ihop_cli_parse (&batch.cli, argc, argv, "[FILE.c…] -o DIR [-- COMPILER FLAGS]",
                             "The main job for many files, or (with -p DIR and no FILE) for every C file of "
                             "DIR's\ncompile_commands.json, each in a process of its own; says in the end "
                             "what became of each.", entries, "text json");

  if (code < 0)
    code = check (&batch);
  return code >= 0 ? code : run (&batch);
}
