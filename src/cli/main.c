/* ihop: which command is meant. The first word decides; without one it is the main job. */
#include "cli/cli.h"
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const IhopCommand ihop_cli_commands[] = {
  { "analyze", "FILE…", "every loop of every function with its verdict", ihop_command_analyze },
  { "explain", "FILE LOOP", "one loop in full: dependences, witness, remedies",
    ihop_command_explain },
  { "tree", "FILE…", "what was read: functions, statements, types, with verdicts, as JSON", ihop_command_tree },
  { "list", "transforms|gpus|diagnostics", "what there is", ihop_command_list },
  { "profile", "FILE…", "loop orders and block sizes of each kernel with predicted cost",
    ihop_command_profile },
  { "graph", "FILE… --kind deps|calls|flow|iterations -o OUT", "pictures of a program",
    ihop_command_graph },
  { "verify", "FILE…", "original and products compiled, run and compared", ihop_command_verify },
  { "observe", "FILE… [-- FLAGS] [--run 'ARGS']", "what really happens in a run: trips, and whether iterations meet",
    ihop_command_observe },
  { "run", "PROGRAM [ARGS] | FILE.cu", "CUDA programs on this machine's processors, without a card", ihop_command_run },
  { "prove", "FILE.cu", "kernels of a CUDA source: no races, barriers reached, for all sizes", ihop_command_prove },
  { "transform", "FILE --step '…'", "loop transformations, each proved before it is taken",
    ihop_command_transform },
  { "batch", "FILE… | -p DIR", "the main job over many files", ihop_command_batch },
  { "bench", "polybench|report|compare|list", "the comparison runs", ihop_command_bench, NULL,
    "polybench report compare list" },
  { "serve", "[OPTIONS]", "the web service (same as ihop-web)", ihop_command_serve, "ihop-web" },
  { "gui", "[FILE…]", "the window (same as ihop-gui)", ihop_command_gui, "ihop-gui" },
  { "help", "[COMMAND]", "what a command does and takes", ihop_command_help },
  { "version", "", "which version this is", ihop_command_version },
  { "completion", "bash|zsh|fish", "lets a shell complete commands and options", ihop_command_completion },
  { NULL, NULL, NULL, NULL }
};

#ifndef __SANITIZE_ADDRESS__
/* A crash or a failed assertion is ours: say so and leave with the code promised for it. Only
 * calls that are allowed in a signal handler. */
static void
own_fault (int number)
{
  static const char text[] = "\nihop: internal error: this is our fault, not your file's. "
                             "Please report it with the command line and the file.\n";

  if (write (STDERR_FILENO, text, sizeof text - 1) < 0)
    _exit (IHOP_EXIT_OURS);
  _exit (IHOP_EXIT_OURS);
}
#endif

/* On a stack of its own, since running out of stack is one of the ways to crash. */
static void
catch_own_faults (void)
{
#ifndef __SANITIZE_ADDRESS__
  static char stack[64 * 1024];
  stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
  struct sigaction action = { .sa_handler = own_fault, .sa_flags = SA_ONSTACK };
  static const int signals[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP };

  sigaltstack (&alternate, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    sigaction (signals[i], &action, NULL);
#endif
}

/* "analyse f.c": no option, no file, nothing that looks like one, nor the name of a PolyBench kernel. */
static gboolean
is_mistyped (int argc, char **argv)
{
  const char *word = argc > 1 ? argv[1] : "-";

  for (int i = 2; i < argc; i++)
    if (g_str_has_prefix (argv[i], "--polybench"))
      return FALSE;
  return *word != '-' && strpbrk (word, "./") == NULL && !g_file_test (word, G_FILE_TEST_EXISTS);
}

int
main (int argc, char **argv)
{
  const IhopCommand *command = argc > 1 ? ihop_cli_find_command (argv[1]) : NULL;
  int code;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C"); /* numbers read the same everywhere */
  signal (SIGPIPE, SIG_IGN);
  catch_own_faults ();
  if (command)
    {
      g_autofree char *name = g_strdup_printf ("ihop %s", command->name);
      g_set_prgname (name);
      code = command->run (argc - 1, argv + 1);
    }
  else
    {
      g_set_prgname ("ihop");
      code = is_mistyped (argc, argv) ? ihop_cli_no_command (argv[1]) : ihop_command_generate (argc, argv);
    }
  if (!ihop_cli_flush ())
    {
      fputs ("ihop: standard output could not be written\n", stderr);
      return code == IHOP_EXIT_DONE ? IHOP_EXIT_OUTSIDE : code;
    }
  return code;
}
