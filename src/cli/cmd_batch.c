/* The main job over many files, each in a process of its own, here or on a cluster. */
#include "cli/batch.h"
#include "cli/choose.h"
#include "execute/executor.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct
{
  IhopCli cli;
  IhopChoice choice;
  char *folder, *emit, *executor, *sbatch, *html;
  int jobs, retries;
  double seconds;
  gboolean resume;
  char **sbatch_list;
  char *program, *work;
  GPtrArray *files;      /* of IhopBatchFile * */
  guint open, ended;
  gint64 began;           /* monotonic */
} Batch;

static volatile int stop; /* a signal has come */

static void
batch_clear (Batch *batch)
{
  ihop_cli_clear (&batch->cli);
  ihop_choice_clear (&batch->choice);
  g_free (batch->folder);
  g_free (batch->emit);
  g_free (batch->executor);
  g_free (batch->sbatch);
  g_free (batch->html);
  g_strfreev (batch->sbatch_list);
  g_free (batch->program);
  g_free (batch->work);
  g_clear_pointer (&batch->files, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

/* Those of the command line; without any, those of the database. FALSE: the misuse was shown. */
static gboolean
find_files (Batch *batch)
{
  g_autoptr (GError) error = NULL;

  if (batch->cli.files[0])
    batch->files = ihop_batch_files_named (batch->cli.files, batch->folder, batch->work);
  else if (batch->cli.database)
    batch->files = ihop_batch_files_of_database (batch->cli.database, batch->folder, batch->work, &error);
  if (error)
    ihop_cli_misuse ("%s", error->message);
  else if (batch->files == NULL)
    ihop_cli_misuse ("no FILE.c given, and no -p DIR with a compile_commands.json");
  return batch->files != NULL;
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
add_choice (GPtrArray *argv, const Batch *batch, const IhopBatchFile *file)
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
  add_option (argv, "-p", file->database ? file->database : batch->cli.database);
  for (guint i = 0; batch->cli.assume && batch->cli.assume[i]; i++)
    add_option (argv, "--assume", batch->cli.assume[i]);
  if (choice->all)
    g_ptr_array_add (argv, g_strdup ("--auto"));
  if (choice->no_motion)
    g_ptr_array_add (argv, g_strdup ("--no-motion"));
  if (choice->keep_slower)
    g_ptr_array_add (argv, g_strdup ("--keep-slower"));
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
  add_choice (argv, batch, file);
  add_option (argv, "-o", file->folder);
  g_ptr_array_add (argv, g_strdup (file->path));
  if (batch->cli.flags[0])
    g_ptr_array_add (argv, g_strdup ("--"));
  for (guint i = 0; batch->cli.flags[i]; i++)
    g_ptr_array_add (argv, g_strdup (batch->cli.flags[i]));
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

/* Whatever decides about the products, but for the texts that are read. The program itself stands for its version. */
static char *
key_of (const Batch *batch, char **words)
{
  g_autofree char *folder = g_get_current_dir (), *joined = g_strjoinv ("\n", words + 4); /* from the program on */
  GStatBuf info = { 0 };

  g_stat (batch->program, &info);
  g_autofree char *whole = g_strdup_printf ("%s\n%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n%s\n%s", IHOP_VERSION,
                                            (gint64) info.st_size, (gint64) info.st_mtim.tv_sec, folder, joined);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
}

static void
add_task (const Batch *batch, IhopExecutor *executor, IhopBatchFile *file)
{
  g_autofree char *log = g_strconcat (file->result, ".log", NULL), *stamp = g_strconcat (file->result, ".stamp", NULL);
  IhopTask *task = ihop_task_new (g_strdup (file->path), task_words (batch, file), NULL, log);

  g_unlink (file->result);
  g_unlink (stamp);

  task->seconds = batch->seconds;
  task->data = file;
  ihop_executor_add (executor, task);
}

/* "src/a.c, src/b.c" of those that are worked at. Caller frees. */
static char *
names_at_work (const Batch *batch)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < batch->files->len; i++)
    {
      const IhopBatchFile *file = batch->files->pdata[i];
      g_autofree char *name = file->has_begun && !file->is_known && file->lost == NULL ? ihop_batch_file_name (file) : NULL;
      if (name)
        g_string_append_printf (names, "%s%s", names->len ? ", " : "", name);
    }
  return g_string_free (names, FALSE);
}

/* ", 3 min left", as those that have ended went; "" before the first. Caller frees. */
static char *
time_left (const Batch *batch)
{
  double spent = (double) (g_get_monotonic_time () - batch->began) / G_USEC_PER_SEC;
  double left = batch->ended ? spent / batch->ended * (batch->open - batch->ended) : 0;

  if (batch->ended == 0 || batch->ended == batch->open)
    return g_strdup ("");
  return left < 100 ? g_strdup_printf (", %.0f s left", left) : g_strdup_printf (", %.0f min left", left / 60);
}

static int
columns (void)
{
  struct winsize size = { 0 };

  return ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

/* One line that is written over, and gone in the end. */
static void
show_progress (const Batch *batch)
{
  g_autofree char *names = names_at_work (batch), *left = time_left (batch);
  g_autofree char *line = g_strdup_printf ("ihop: %u of %u files%s: %s", batch->ended, batch->open, left, names);

  if (batch->cli.quiet || !isatty (STDERR_FILENO))
    return;
  if ((int) g_utf8_strlen (line, -1) > columns () - 1)
    *g_utf8_offset_to_pointer (line, columns () - 1) = '\0';
  fprintf (stderr, batch->ended == batch->open ? "\r\033[K" : "\r\033[K%s", line);
}

/* With -v a line for each that has ended, for logs. */
static void
show_ended (const Batch *batch, const IhopBatchFile *file)
{
  g_autofree char *name = ihop_batch_file_name (file), *left = time_left (batch);

  if (batch->cli.verbose)
    fprintf (stderr, "%sihop: %u of %u%s: %s %s (%.1f s)\n", isatty (STDERR_FILENO) ? "\r\033[K" : "", batch->ended, batch->open,
             left, ihop_batch_file_end (file), name, file->seconds);
}

static void
task_ended (Batch *batch, const IhopTask *task, IhopBatchFile *file)
{
  batch->ended++;
  file->seconds = task->took;
  if (ihop_batch_file_read (file))
    {
      if (ihop_batch_file_is_good (file))
        ihop_batch_stamp_write (file);
    }
  else if (!stop) /* else nothing failed: it was not let go on */
    {
      g_free (file->lost);
      file->lost = task->why ? g_strdup (task->why)
                             : g_strdup_printf ("its task ended with status %d and left no result",
                                                task->status);
    }
  show_ended (batch, file);
}

static void
task_changed (const IhopTask *task, gpointer data)
{
  Batch *batch = data;
  IhopBatchFile *file = task->data;

  if (task->state == IHOP_TASK_RUNNING)
    {
      file->has_begun = TRUE;
      file->began = g_get_real_time ();
    }
  if (task->state >= IHOP_TASK_ENDED)
    task_ended (batch, task, file);
  show_progress (batch);
}

/* ---- The whole -------------------------------------------------------------------------------------------- */

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
  IhopBatchSums *sums;

  if (executor == NULL && g_error_matches (error, IHOP_EXECUTOR_ERROR, IHOP_EXECUTOR_ERROR_KIND))
    return ihop_cli_misuse ("--executor: %s", error->message);
  if (executor == NULL)
    {
      g_printerr ("ihop: %s\n", error->message);
      return IHOP_EXIT_OUTSIDE;
    }
  batch->began = g_get_monotonic_time ();
  sums = ihop_batch_sums_new ();
  for (guint i = 0; i < batch->files->len; i++)
    {
      IhopBatchFile *file = batch->files->pdata[i];
      g_auto (GStrv) words = task_words (batch, file);
      file->key = key_of (batch, words);
      file->is_kept = batch->resume && ihop_batch_stamp_is_good (file, sums) && ihop_batch_file_read (file);
      if (file->is_kept)
        continue;
      add_task (batch, executor, file);
      batch->open++;
    }
  ihop_batch_sums_free (sums);
  while (ihop_executor_step (executor, 250) && !stop)
    show_progress (batch);
  return IHOP_EXIT_DONE;
}

/* The exit code so far, or that the page could not be written. */
static int
write_html (const Batch *batch, int code)
{
  g_autoptr (GError) error = NULL;

  if (batch->html == NULL || ihop_batch_write_html (batch->html, batch->files, &error))
    return code;
  g_printerr ("ihop: %s\n", error->message);
  return MAX (code, IHOP_EXIT_OUTSIDE);
}

static int
run (Batch *batch)
{
  g_autofree char *work = g_build_filename (batch->folder, ".ihop-batch", NULL);

  batch->work = g_canonicalize_filename (work, NULL);
  batch->program = g_file_read_link ("/proc/self/exe", NULL);
  if (!find_files (batch))
    return IHOP_EXIT_USAGE;
  if (g_mkdir_with_parents (batch->work, 0777) != 0)
    {
      g_printerr ("ihop: %s cannot be made\n", batch->work);
      return IHOP_EXIT_OUTSIDE;
    }
  signal (SIGINT, on_signal);
  signal (SIGTERM, on_signal);
  int code = work_off (batch);
  if (code != IHOP_EXIT_DONE)
    return code;
  ihop_batch_show (&batch->cli, batch->files);
  code = write_html (batch, ihop_batch_code (batch->files));
  if (stop)
    g_printerr ("ihop: stopped; the same with --resume goes on from here\n");
  return stop ? 128 + SIGINT : code;
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
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &batch.jobs,
      "files at once (default: as many as processors; slurm: no limit)", "N" },
    { "sbatch", 0, 0, G_OPTION_ARG_STRING, &batch.sbatch, "more arguments for it, such as '--partition=long' (default: none)",
      "WORDS" },
    { "retries", 0, 0, G_OPTION_ARG_INT, &batch.retries, "of what was killed (default: 2)", "N" },
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &batch.seconds, "for one file (default: 600)", "SECONDS" },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &batch.resume, "keep what an earlier call made from the same texts, headers, flags and options by the same ihop", NULL },
    { "html", 0, 0, G_OPTION_ARG_FILENAME, &batch.html, "write what became of each file as a page, with all errors "
      "(default: no)", "FILE" },
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
