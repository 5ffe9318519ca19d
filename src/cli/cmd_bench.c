/* The comparison runs: polybench measures, report and compare show what was measured. */
#include "bench/run.h"
#include "bench/show.h"
#include "cli/cli.h"
#include "project/output.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  IhopCli cli;
  char *store, *name, *folder, *sizes, *rivals, *executor, *sbatch, *work, *gpu;
  char *paths[IHOP_N_TOOLS];
  char *html, *csv, *json, *svg;
  gboolean resume, device, keep_work;
  int repeats, threads, jobs, retries;
  double least, precision, run_seconds, case_seconds, build_seconds, count_seconds;
  char **size_list, **rival_list, **sbatch_list;
} Bench;

static void
bench_clear (Bench *bench)
{
  char **const texts[] = { &bench->store, &bench->name, &bench->folder, &bench->sizes, &bench->rivals,
                           &bench->executor, &bench->sbatch, &bench->work, &bench->gpu, &bench->html,
                           &bench->csv, &bench->json, &bench->svg };

  ihop_cli_clear (&bench->cli);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (*texts[i]);
  for (guint i = 0; i < IHOP_N_TOOLS; i++)
    g_free (bench->paths[i]);
  g_strfreev (bench->size_list);
  g_strfreev (bench->rival_list);
  g_strfreev (bench->sbatch_list);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Bench, bench_clear)

static int
failed (const GError *error)
{
  ihop_cli_progress (&(IhopCli){ 0 }, NULL);
  g_printerr ("ihop: %s\n", error->message);
  return IHOP_EXIT_OUTSIDE;
}

/* ---- Writing reports -------------------------------------------------------------------------------- */

static int
write_file (const char *path, char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *owned = text;

  return ihop_output_write_text (path, owned, &error) ? IHOP_EXIT_DONE : failed (error);
}

static int
write_reports (const Bench *bench, const IhopRun *run)
{
  int code = IHOP_EXIT_DONE;

  if (bench->html)
    code = MAX (code, write_file (bench->html, ihop_show_html (run)));
  if (bench->svg)
    code = MAX (code, write_file (bench->svg, ihop_show_svg (run)));
  if (bench->csv)
    code = MAX (code, write_file (bench->csv, ihop_show_csv (run)));
  if (bench->json)
    code = MAX (code, write_file (bench->json, ihop_show_json (run)));
  return code;
}

static int
show_run (const Bench *bench, IhopStore *store, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopRun) run = ihop_keep_load (store, name, TRUE, &error);

  if (run == NULL)
    return failed (error);
  g_autofree char *text = bench->cli.is_json ? ihop_show_json (run) : ihop_show_run (run);
  if (!bench->cli.quiet)
    ihop_cli_print ("%s", text);
  return write_reports (bench, run);
}

/* ---- polybench --------------------------------------------------------------------------------------- */

static volatile int stop;

static void
on_signal (int number)
{
  stop = 1;
}

/* On a terminal one line that is written over; else nothing: results speak for themselves. */
static void
show_progress (const IhopRunProgress *progress, gpointer data)
{
  const Bench *bench = data;
  char left[40] = "";
  int seconds = (int) progress->seconds_left;

  if (bench->cli.quiet || !isatty (STDERR_FILENO))
    return;
  if (progress->now == NULL)
    {
      fputs ("\r\033[K", stderr);
      return;
    }
  if (progress->seconds_left >= 0)
    g_snprintf (left, sizeof left, ", about %d:%02d left", seconds / 60, seconds % 60);
  fprintf (stderr, "\r\033[Kihop: %u of %u done%s: %s", progress->done, progress->total, left, progress->now);
}

/* Beside us in a checkout or an installation, or in the current folder. */
static char *
find_kernels (const char *program)
{
  static const char *const places[] = { "../../../polybench", "../share/ihop/polybench" };
  g_autofree char *folder = g_path_get_dirname (program);

  if (g_file_test ("polybench/kernels.txt", G_FILE_TEST_EXISTS))
    return g_strdup ("polybench");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *place = g_build_filename (folder, places[i], NULL);
      g_autofree char *list = g_build_filename (place, "kernels.txt", NULL);
      if (g_file_test (list, G_FILE_TEST_EXISTS))
        return g_canonicalize_filename (place, NULL);
    }
  return NULL;
}

static int
read_sizes (Bench *bench)
{
  g_autofree char *upper = g_ascii_strup (bench->sizes ? bench->sizes : "MEDIUM", -1);

  bench->size_list = g_strsplit (upper, ",", -1);
  for (guint i = 0; bench->size_list[i]; i++)
    if (!g_strv_contains (ihop_bench_sizes, bench->size_list[i]))
      return ihop_cli_misuse ("--sizes %s: expected some of mini, small, medium, large, extralarge",
                              bench->sizes);
  return bench->size_list[0] ? -1 : ihop_cli_misuse ("--sizes: expected at least one");
}

static int
read_rivals (Bench *bench)
{
  if (bench->rivals == NULL)
    return -1;
  bench->rival_list = g_strsplit (bench->rivals, ",", -1);
  for (guint i = 0; bench->rival_list[i]; i++)
    if (ihop_rival_find (bench->rival_list[i]) == NULL)
      {
        GString *names = g_string_new (NULL);
        for (const IhopRival *rival = ihop_rivals; rival->name; rival++)
          g_string_append_printf (names, "%s%s", names->len ? ", " : "", rival->name);
        int code = ihop_cli_misuse ("--only %s: there is no such rival; expected some of %s",
                                    bench->rival_list[i], names->str);
        g_string_free (names, TRUE);
        return code;
      }
  return -1;
}

/* --polybench DIR: kernels are named, whatever the path to them. */
static int
read_tree (Bench *bench)
{
  if (bench->cli.polybench == NULL)
    return -1;
  if (bench->folder)
    return ihop_cli_misuse ("--kernels and --polybench: only one of them can say where the kernels are");
  bench->folder = g_strdup (bench->cli.polybench);
  for (guint i = 0; bench->cli.files[i]; i++)
    {
      g_autofree char *file = bench->cli.files[i];
      bench->cli.files[i] = ihop_project_stem (file);
    }
  return -1;
}

static int
read_numbers (Bench *bench)
{
  if (bench->repeats < 1 || bench->threads < 1 || bench->jobs < 0 || bench->retries < 0)
    return ihop_cli_misuse ("--repeats, --threads, --jobs and --retries: expected positive numbers");
  if (bench->precision < 0 || bench->least < 0)
    return ihop_cli_misuse ("--precision and --least-time: expected positive numbers");
  if (!(bench->run_seconds > 0) || !(bench->case_seconds > 0) || !(bench->build_seconds > 0)
      || !(bench->count_seconds > 0))
    return ihop_cli_misuse ("--time-limit, --case-limit, --build-limit and --count-limit: expected positive numbers");
  if (bench->sbatch && !g_shell_parse_argv (bench->sbatch, NULL, &bench->sbatch_list, NULL))
    return ihop_cli_misuse ("--sbatch: expected words such as '--partition=gpu --exclusive'");
  return -1;
}

static int
end_of_run (Bench *bench, IhopStore *store, const char *name, gboolean complete)
{
  int code = show_run (bench, store, name);

  if (!complete)
    g_printerr ("ihop: the run \"%s\" is not at its end; continue it with: ihop bench polybench --resume "
                "--name %s\n", name, name);
  if (code == IHOP_EXIT_DONE && stop)
    return 128 + SIGINT;
  return code == IHOP_EXIT_DONE && !complete ? IHOP_EXIT_OUTSIDE : code;
}

/* A kernel, run or executor that there is not. */
static gboolean
is_misuse (const GError *error)
{
  return g_error_matches (error, IHOP_EXECUTOR_ERROR, IHOP_EXECUTOR_ERROR_KIND)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)
         || g_error_matches (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_REFUSED);
}

static int
run_all (Bench *bench)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = bench->folder ? g_strdup (bench->folder) : find_kernels (program);
  g_autoptr (GError) error = NULL;
  IhopBenchOptions options = { .folder = folder, .is_tree = bench->cli.polybench != NULL, .repeats = (guint) bench->repeats,
                               .threads = (guint) bench->threads, .run_seconds = bench->run_seconds,
                               .least_seconds = bench->least / 1000, .precision = bench->precision / 100,
                               .case_seconds = bench->case_seconds, .build_seconds = bench->build_seconds,
                               .count_seconds = bench->count_seconds, .device = bench->device,
                               .gpu = bench->gpu, .work = bench->work,
                               .sizes = (const char *const *) bench->size_list,
                               .rivals = (const char *const *) bench->rival_list };
  const IhopRunOptions run = { .bench = &options, .program = program, .version = IHOP_VERSION,
                               .name = bench->name, .resume = bench->resume,
                               .executor = bench->executor ? bench->executor : "local",
                               .jobs = (guint) bench->jobs, .retries = (guint) bench->retries,
                               .sbatch = (const char *const *) bench->sbatch_list,
                               .keep_work = bench->keep_work, .progress = show_progress, .data = bench,
                               .stop = &stop };
  gboolean complete;

  if (folder == NULL && !bench->resume)
    return ihop_cli_misuse ("the kernels are not found; say where with --kernels DIR (the folder with "
                            "kernels.txt)");
  if (bench->cli.files[0])
    options.kernels = (const char *const *) bench->cli.files;
  for (guint i = 0; i < IHOP_N_TOOLS; i++)
    options.paths[i] = bench->paths[i];
  g_autoptr (IhopStore) store = ihop_keep_open (bench->store, FALSE, &error);
  if (store == NULL)
    return failed (error);
  signal (SIGINT, on_signal);
  signal (SIGTERM, on_signal);
  g_autofree char *name = ihop_bench_run (store, &run, &complete, &error);
  if (name)
    return end_of_run (bench, store, name, complete);
  g_printerr ("ihop: %s\n", error->message);
  return is_misuse (error) ? IHOP_EXIT_USAGE : IHOP_EXIT_OUTSIDE;
}

static int
bench_polybench (int argc, char **argv)
{
  g_auto (Bench) bench = { .cli.reads_no_c = TRUE, .repeats = 5, .threads = (int) g_get_num_processors (), .jobs = 1, .retries = 2, .least = 1,
                           .run_seconds = 60, .case_seconds = 60, .build_seconds = 300, .count_seconds = 300 };
  const GOptionEntry entries[] = {
    { "polybench", 0, 0, G_OPTION_ARG_FILENAME, &bench.cli.polybench,
      "root of a PolyBench/C tree to take the kernels from (default: ihop's own kernels)", "DIR" },
    { "sizes", 0, 0, G_OPTION_ARG_STRING, &bench.sizes, "data sets (default: medium)", "LIST" },
    { "only", 0, 0, G_OPTION_ARG_STRING, &bench.rivals, "rivals that take part, beside the original (default: "
      "all that are installed)", "LIST" },
    { "kernels", 0, 0, G_OPTION_ARG_FILENAME, &bench.folder, "folder with kernels.txt (default: ihop's own)", "DIR" },
    { "name", 0, 0, G_OPTION_ARG_STRING, &bench.name, "of the run (default: the time)", "NAME" },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &bench.resume, "continue a run that was broken off, as it began; "
      "--only can add rivals that are not timed (emu, cuda)", NULL },
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &bench.store, "where measurements are kept (default: in the user's data folder)", "FILE" },
    { "repeats", 0, 0, G_OPTION_ARG_INT, &bench.repeats, "measured runs of each (default: 5)", "N" },
    { "least-time", 0, 0, G_OPTION_ARG_DOUBLE, &bench.least,
      "measured in all for each of these: a shorter program is run several times for one (default: 1)", "MILLISECONDS" },
    { "precision", 0, 0, G_OPTION_ARG_DOUBLE, &bench.precision,
      "goes on, up to four times --repeats, until each median is known to so many percent (default: does not)", "PERCENT" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &bench.threads, "of parallel programs (default: all processors)",
      "N" },
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &bench.run_seconds, "for one run (default: 60)", "SECONDS" },
    { "case-limit", 0, 0, G_OPTION_ARG_DOUBLE, &bench.case_seconds,
      "for all runs of one rival on one kernel (default: 60)", "SECONDS" },
    { "build-limit", 0, 0, G_OPTION_ARG_DOUBLE, &bench.build_seconds,
      "for one generator or compiler (default: 300)", "SECONDS" },
    { "count-limit", 0, 0, G_OPTION_ARG_DOUBLE, &bench.count_seconds,
      "for one run of the emulated device, which is not timed (default: 300)", "SECONDS" },
    { "device", 0, 0, G_OPTION_ARG_NONE, &bench.device, "run what needs a card", NULL },
    { "gpu", 0, 0, G_OPTION_ARG_STRING, &bench.gpu, "for which device to generate, of 'ihop list gpus' (default: generic)", "NAME" },
    { "gcc", 0, 0, G_OPTION_ARG_FILENAME, &bench.paths[IHOP_TOOL_GCC], "where it is (default: on PATH)", "PATH" },
    { "clang", 0, 0, G_OPTION_ARG_FILENAME, &bench.paths[IHOP_TOOL_CLANG], "where it is (default: on PATH)", "PATH" },
    { "nvcc", 0, 0, G_OPTION_ARG_FILENAME, &bench.paths[IHOP_TOOL_NVCC], "where it is (default: on PATH)", "PATH" },
    { "ppcg", 0, 0, G_OPTION_ARG_FILENAME, &bench.paths[IHOP_TOOL_PPCG], "where it is (default: on PATH)", "PATH" },
    { "pluto", 0, 0, G_OPTION_ARG_FILENAME, &bench.paths[IHOP_TOOL_PLUTO], "where polycc is (default: on PATH)", "PATH" },
    { "executor", 0, 0, G_OPTION_ARG_STRING, &bench.executor, "who runs them (default: local)", "local|slurm" },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &bench.jobs, "kernels at once (default: 1, since they disturb each "
      "other; slurm: 0 is no limit)", "N" },
    { "sbatch", 0, 0, G_OPTION_ARG_STRING, &bench.sbatch, "more arguments for it, such as '--partition=gpu "
      "--exclusive' (default: none)", "WORDS" },
    { "retries", 0, 0, G_OPTION_ARG_INT, &bench.retries, "of what was killed (default: 2)", "N" },
    { "work", 0, 0, G_OPTION_ARG_FILENAME, &bench.work, "folder for builds and results on their way; with "
      "slurm, one that all nodes see (default: a temporary one)", "DIR" },
    { "keep-work", 0, 0, G_OPTION_ARG_NONE, &bench.keep_work, "leave what was compiled there", NULL },
    { "html", 0, 0, G_OPTION_ARG_FILENAME, &bench.html, "write the report as a page (default: no)", "FILE" },
    { "svg", 0, 0, G_OPTION_ARG_FILENAME, &bench.svg, "write the figure (default: no)", "FILE" },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &bench.csv, "write a line for every case (default: no)", "FILE" },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &bench.json, "write all measurements (default: no)", "FILE" },
    G_OPTION_ENTRY_NULL
  };
  int code = ihop_cli_parse (&bench.cli, argc, argv, "[KERNEL…]",
                             "Compiles the kernels with ihop and with everybody else who is installed, runs "
                             "them in turns,\nchecks the results, and keeps the times.", entries, "text json");

  if (code < 0)
    code = read_tree (&bench);
  if (code < 0)
    code = read_numbers (&bench);
  if (code < 0)
    code = read_sizes (&bench);
  if (code < 0)
    code = read_rivals (&bench);
  return code >= 0 ? code : run_all (&bench);
}

/* ---- The others ----------------------------------------------------------------------------------------- */

/* What a command shows of runs, and how many kinds of files it writes. */
static GOptionEntry *
show_entries (Bench *bench, guint n_files)
{
  static GOptionEntry entries[6];
  const GOptionEntry own[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &bench->store, "where measurements are kept (default: in the user's data folder)",
      "FILE" },
    { "html", 0, 0, G_OPTION_ARG_FILENAME, &bench->html, "write the report as a page (default: no)", "FILE" },
    { "svg", 0, 0, G_OPTION_ARG_FILENAME, &bench->svg, "write the figure (default: no)", "FILE" },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &bench->csv, "write a line for every case (default: no)", "FILE" },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &bench->json, "write all measurements (default: no)", "FILE" },
    G_OPTION_ENTRY_NULL
  };

  memcpy (entries, own, sizeof own);
  memset (entries + 1 + n_files, 0, sizeof *entries);
  return entries;
}

/* The user's own store comes with the first run: until then nothing is wrong. Gives the exit code. */
static int
not_opened (const Bench *bench, const GError *error)
{
  if (bench->store == NULL && g_error_matches (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_ABSENT))
    return ihop_cli_misuse ("no run has been kept yet: 'ihop bench polybench' makes one");
  return failed (error);
}

static int
bench_report (int argc, char **argv)
{
  g_auto (Bench) bench = { .cli.reads_no_c = TRUE };
  g_autoptr (GError) error = NULL;
  int code = ihop_cli_parse (&bench.cli, argc, argv, "[RUN]", "Shows a run (the newest one, if none is named).",
                             show_entries (&bench, 4), "text json");

  if (code >= 0)
    return code;
  g_autoptr (IhopStore) store = ihop_keep_open (bench.store, TRUE, &error);
  return store ? show_run (&bench, store, bench.cli.files[0]) : not_opened (&bench, error);
}

static int
show_comparison (const Bench *bench, const IhopRun *before, const IhopRun *after)
{
  guint worse;
  g_autofree char *text = ihop_show_compare (before, after, &worse);
  g_autofree char *json = bench->cli.is_json ? ihop_show_compare_json (before, after) : NULL;

  int code = bench->html ? write_file (bench->html, ihop_show_compare_html (before, after)) : IHOP_EXIT_DONE;

  ihop_cli_print ("%s", json ? json : text);
  return code ? code : worse ? IHOP_EXIT_REFUSED : IHOP_EXIT_DONE;
}

static int
bench_compare (int argc, char **argv)
{
  g_auto (Bench) bench = { .cli.reads_no_c = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopRun) before = NULL, after = NULL;
  int code = ihop_cli_parse (&bench.cli, argc, argv, "RUN RUN",
                             "Says what got better or worse from the first run to the second, beyond noise.\n"
                             "Exit code 1: something got worse.", show_entries (&bench, 1), "text json");

  if (code < 0 && g_strv_length (bench.cli.files) != 2)
    code = ihop_cli_misuse ("expected two runs; 'ihop bench list' shows those that there are");
  if (code >= 0)
    return code;
  g_autoptr (IhopStore) store = ihop_keep_open (bench.store, TRUE, &error);
  before = store ? ihop_keep_load (store, bench.cli.files[0], FALSE, &error) : NULL;
  after = before ? ihop_keep_load (store, bench.cli.files[1], FALSE, &error) : NULL;
  return after ? show_comparison (&bench, before, after) : not_opened (&bench, error);
}

static int
bench_list (int argc, char **argv)
{
  g_auto (Bench) bench = { .cli.reads_no_c = TRUE };
  g_autoptr (GError) error = NULL;
  int code = ihop_cli_parse (&bench.cli, argc, argv, "", "Lists the runs, newest first.",
                             show_entries (&bench, 0), "text");

  if (code >= 0)
    return code;
  g_autoptr (IhopStore) store = ihop_keep_open (bench.store, TRUE, &error);
  g_autoptr (GPtrArray) runs = store ? ihop_keep_list (store, &error) : NULL;
  for (guint i = 0; runs && i < runs->len; i++)
    {
      const IhopRun *run = runs->pdata[i];
      ihop_cli_print ("%-24s begun %s, %s\n", run->name, run->began, run->ended ? "done" : "not at its end");
    }
  return runs ? IHOP_EXIT_DONE : not_opened (&bench, error);
}

/* For executors only: SETTINGS KERNEL SIZE RESULT [RIVALS]. */
static int
bench_task (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  g_auto (GStrv) rivals = argc == 6 ? g_strsplit (argv[5], ",", -1) : NULL;

  if (argc != 5 && argc != 6)
    return ihop_cli_misuse ("task SETTINGS KERNEL SIZE RESULT is what 'ihop bench polybench' starts");
  return ihop_bench_task (argv[1], argv[2], argv[3], argv[4], (const char *const *) rivals, &error)
           ? IHOP_EXIT_DONE : failed (error);
}

static const struct
{
  const char *name;
  int (*run) (int argc, char **argv);
} parts[] = { { "polybench", bench_polybench }, { "report", bench_report }, { "compare", bench_compare },
              { "list", bench_list }, { "task", bench_task } };

static const char use[] =
  "Usage:\n"
  "  ihop bench polybench [KERNEL…]   measure: every kernel with everybody who is installed\n"
  "  ihop bench report [RUN]          show a run; --html, --svg, --csv, --json write it\n"
  "  ihop bench compare RUN RUN       what got better or worse, beyond noise\n"
  "  ihop bench list                  the runs that there are\n"
  "\n'ihop bench polybench --help' and so on tell more.\n";

int
ihop_command_bench (int argc, char **argv)
{
  if (argc > 1 && (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h")))
    {
      ihop_cli_print ("%s", use);
      return IHOP_EXIT_DONE;
    }
  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (parts); i++)
    if (g_str_equal (argv[1], parts[i].name))
      {
        g_autofree char *name = g_strdup_printf ("ihop bench %s", argv[1]);
        g_set_prgname (name);
        return parts[i].run (argc - 1, argv + 1);
      }
  if (argc > 1 && *argv[1] == '-')
    {
      g_auto (IhopCli) cli = { 0 };
      int code = ihop_cli_parse (&cli, argc, argv, "", "", NULL, "text");
      if (code >= 0)
        return code;
    }
  return ihop_cli_misuse ("expected one of: bench polybench, bench report, bench compare, bench list");
}
