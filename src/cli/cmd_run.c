/* CUDA programs run here, without a card. */
#include "check/cuda.h"
#include "base/folder.h"
#include "check/process.h"
#include "cli/checking.h"
#include "cli/cli.h"
#include "counts/counts.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  IhopCli cli;
  char *run, *compiler, *output, *count, *count_output, *gpu;
  IhopChecking check;
  int threads, devices;
  char **arguments; /* for the program */
} Run;

/* As the runtime has it (cudart/devices.h). */
enum { MOST_DEVICES = 16 };

static void
run_clear (Run *run)
{
  ihop_cli_clear (&run->cli);
  g_free (run->run);
  g_free (run->compiler);
  g_free (run->output);
  g_free (run->count);
  g_free (run->count_output);
  g_free (run->gpu);
  ihop_checking_clear (&run->check);
  g_strfreev (run->arguments);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
is_source (const char *name)
{
  return g_str_has_suffix (name, ".cu");
}

/* How many of the words are ours: all for a source; up to and with the program otherwise, as what is
 * behind belongs to it. */
static int
own_words (int argc, char **argv)
{
  static const char *const with_value[] = { "--run", "--compiler", "--output", "--threads", "--devices", "--color", "--format",
                                           "--count-output", "--gpu", "--budget", "--schedules", "--check-output", NULL };

  for (int i = 1; i < argc; i++)
    {
      if (argv[i][0] != '-')
        return is_source (argv[i]) ? argc : i + 1;
      i += g_strv_contains (with_value, argv[i]);
    }
  return argc;
}

static int
parse (Run *run, int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &run->run, "arguments for a program that is compiled (default: none)", "'ARGS'" },
    { "compiler", 0, 0, G_OPTION_ARG_STRING, &run->compiler, "nvcc or clang (default: nvcc where it is)", "NAME" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &run->output, "keeps the program that is compiled (default: it is removed)", "FILE" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &run->threads, "processors that run blocks (default: all)", "N" },
    { "devices", 0, 0, G_OPTION_ARG_INT, &run->devices, "devices that the program finds, from 1 to 16 (default: 1)", "N" },
    { "count", 0, 0, G_OPTION_ARG_STRING, &run->count,
      "what kernels ask of a card, on standard error; --count alone: text (default: nothing is counted)", "text|json" },
    { "count-output", 0, 0, G_OPTION_ARG_FILENAME, &run->count_output, "file for the counts (default: standard error)", "FILE" },
    { "check", 0, 0, G_OPTION_ARG_STRING, &run->check.words,
      "memory, races and barriers are checked; what is found, on standard error; --check alone: text; memory or races, "
      "also behind a comma: without the other one (default: nothing is checked)", "text|json|sarif|memory|races" },
    { "check-output", 0, 0, G_OPTION_ARG_FILENAME, &run->check.output, "file for what is found (default: standard error)", "FILE" },
    { "budget", 0, 0, G_OPTION_ARG_INT, &run->check.budget, "seconds after which blocks that --check sees waiting wait in vain (default: 4)", "SECONDS" },
    { "schedules", 0, 0, G_OPTION_ARG_INT, &run->check.schedules,
      "other orders of blocks and warps in which --check tries each launch, to say what depends on them (default: none)", "N" },
    { "gpu", 0, 0, G_OPTION_ARG_STRING, &run->gpu, "the card whose multiprocessors the program finds, and that counts are for (default: h100; counts: generic)", "NAME" },
    G_OPTION_ENTRY_NULL
  };
  int own = own_words (argc, argv);
  g_auto (GStrv) words = g_new0 (char *, own + 1);

  for (int i = 0; i < own; i++)
    words[i] = g_strdup (g_str_equal (argv[i], "--count") ? "--count=text" : g_str_equal (argv[i], "--check") ? "--check=text" : argv[i]);
  g_autofree char **parsed = g_memdup2 (words, (own + 1) * sizeof *words);
  int code = ihop_cli_parse (&run->cli, own, parsed, "PROGRAM [ARGS] | FILE.cu [--run 'ARGS'] [-- COMPILER FLAGS]",
                             "Runs a program that nvcc has built, unchanged, on this machine's processors; or compiles a\n"
                             "CUDA source first, by nvcc or, where that is not, by Clang with headers of ihop's own.\n"
                             "The exit code is the program's.",
                             entries, "text");
  if (code >= 0)
    return code;
  if (run->cli.files[0] == NULL)
    return ihop_cli_misuse ("no PROGRAM or FILE.cu given");
  if (run->cli.files[1])
    return ihop_cli_misuse ("%s: one source at a time; arguments of the program go into --run", run->cli.files[1]);
  if (g_str_has_suffix (run->cli.files[0], ".c"))
    return ihop_cli_misuse ("%s is C, and no program: 'ihop %s -o out' makes CUDA of it, and 'ihop run' runs that", run->cli.files[0],
                            run->cli.files[0]);
  if (run->devices < 1 || run->devices > MOST_DEVICES)
    return ihop_cli_misuse ("--devices %d: expected a number from 1 to %d", run->devices, MOST_DEVICES);
  if (run->compiler && !g_str_equal (run->compiler, "nvcc") && !g_str_equal (run->compiler, "clang"))
    return ihop_cli_misuse ("--compiler %s: nvcc or clang", run->compiler);
  if (run->count && !g_str_equal (run->count, "text") && !g_str_equal (run->count, "json"))
    return ihop_cli_misuse ("--count=%s: text or json", run->count);
  if ((code = ihop_checking_parse (&run->check)) >= 0)
    return code;
  if (run->check.words && run->count)
    return ihop_cli_misuse ("--check or --count, not both");
  if (run->count == NULL && run->count_output)
    return ihop_cli_misuse ("--count-output goes with --count");
  g_autoptr (GError) error = NULL;
  if (run->run && *run->run && !g_shell_parse_argv (run->run, NULL, &run->arguments, &error))
    return ihop_cli_misuse ("--run: %s", error->message);
  if (run->output && !is_source (run->cli.files[0]))
    return ihop_cli_misuse ("--output is for a source that is compiled");
  if (!is_source (run->cli.files[0]))
    run->arguments = g_strdupv (argv + own);
  return -1;
}

/* What the program is started with, added to the list, which is taken. Caller frees; NULL and an error: there is no such card. */
static char **
environment_of (const Run *run, char **list, const char *folder, GError **error)
{
  g_autofree char *threads = g_strdup_printf ("%d", run->threads), *devices = g_strdup_printf ("%d", run->devices);

  if (run->threads > 0)
    list = g_environ_setenv (list, "IHOP_SIMT_THREADS", threads, TRUE);
  list = g_environ_setenv (list, "IHOP_SIMT_DEVICES", devices, TRUE);
  if (run->check.words)
    list = ihop_checking_prepare (&run->check, list, folder);
  if (run->gpu && (list = ihop_counts_take_card (list, run->gpu, error)) == NULL)
    return NULL;
  return run->count ? ihop_counts_prepare (list, folder, run->gpu, error) : list;
}

static int
status_code (int status)
{
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

/* The program gets our standard input and output. Gives its exit code. Not by fork: our pages, all of which would be marked as shared,
 * are many. */
static int
start_with (const Run *run, const char *program, char **environment)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  pid_t child;
  int status = 0;

  g_ptr_array_add (argv, (gpointer) program);
  for (char **word = run->arguments; word && *word; word++)
    g_ptr_array_add (argv, *word);
  g_ptr_array_add (argv, NULL);
  int failure = posix_spawnp (&child, program, NULL, NULL, (char **) argv->pdata, environment);
  if (failure)
    {
      g_printerr ("ihop run: %s: %s\n", program, g_strerror (failure));
      return IHOP_EXIT_USAGE;
    }
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  return status_code (status);
}

static int
fail (int code, const char *message)
{
  g_printerr ("ihop run: %s\n", message);
  return code;
}

/* The program's exit code, unless its counts cannot be had. */
static int
report (const Run *run, const char *folder, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopCounts) counts = ihop_counts_read (folder, run->gpu, &error);

  if (counts == NULL)
    return code ? code : fail (IHOP_EXIT_OUTSIDE, error->message);
  g_autofree char *text = g_str_equal (run->count, "json") ? ihop_counts_to_json (counts) : ihop_counts_to_text (counts);
  if (run->count_output == NULL)
    g_printerr ("%s", text);
  else if (!g_file_set_contents (run->count_output, text, -1, &error))
    return fail (IHOP_EXIT_USAGE, error->message);
  return code;
}

static int
start (const Run *run, const char *program)
{
  g_auto (GStrv) list = ihop_cuda_environment ();
  g_autoptr (GError) error = NULL;

  if (list == NULL)
    return fail (IHOP_EXIT_OUTSIDE, "the CUDA runtime of ihop is not where it belongs");
  g_autofree char *folder = run->count || run->check.words ? g_dir_make_tmp ("ihop-run-XXXXXX", &error) : NULL;
  if (error)
    return fail (IHOP_EXIT_OUTSIDE, error->message);
  g_auto (GStrv) environment = environment_of (run, g_steal_pointer (&list), folder, &error);
  int code = environment ? start_with (run, program, environment) : fail (IHOP_EXIT_USAGE, error->message);
  if (folder && environment)
    code = run->check.words ? ihop_checking_report (&run->check, folder, code) : report (run, folder, code);
  if (folder)
    ihop_folder_remove (folder);
  return code;
}

static int
compile_and_start (const Run *run)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ihop-run-XXXXXX", &error);
  g_autofree char *program = run->output ? g_canonicalize_filename (run->output, NULL)
                             : folder      ? g_build_filename (folder, "program", NULL)
                                           : NULL;
  IhopCudaCompiler compiler = run->compiler == NULL               ? IHOP_CUDA_ANY
                              : g_str_equal (run->compiler, "nvcc") ? IHOP_CUDA_NVCC
                                                                    : IHOP_CUDA_CLANG;
  gboolean is_outside;
  int code;

  if (folder == NULL)
    {
      g_printerr ("ihop run: %s\n", error->message);
      return IHOP_EXIT_OUTSIDE;
    }
  g_autofree char *messages
    = ihop_cuda_build (compiler, run->cli.files[0], run->cli.flags, run->count || run->check.words, folder, program, &is_outside);
  if (messages)
    {
      g_printerr ("%s%s", messages, g_str_has_suffix (messages, "\n") ? "" : "\n");
      code = is_outside ? IHOP_EXIT_OUTSIDE : IHOP_EXIT_NOT_C;
    }
  else
    code = start (run, program);
  ihop_folder_remove (folder);
  return code;
}

int
ihop_command_run (int argc, char **argv)
{
  g_auto (Run) run = { .cli = { .reads_no_c = FALSE }, .devices = 1 };
  int code = parse (&run, argc, argv);

  if (code >= 0)
    return code;
  return is_source (run.cli.files[0]) ? compile_and_start (&run) : start (&run, run.cli.files[0]);
}
