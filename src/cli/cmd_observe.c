/* What really happens when a program runs: trips, time, and whether iterations meet. */
#include "cli/show_loop.h"
#include "observe/observe.h"
#include "project/report.h"
#include <string.h>

typedef struct
{
  IhopCli cli;
  char *run, *flags_text, *input, *keep;
  char **argument_list, **flag_list;
  gboolean trips, no_time;
  double seconds;
} Observe;

static void
observe_clear (Observe *observe)
{
  ihop_cli_clear (&observe->cli);
  g_free (observe->run);
  g_free (observe->flags_text);
  g_free (observe->input);
  g_free (observe->keep);
  g_strfreev (observe->argument_list);
  g_strfreev (observe->flag_list);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Observe, observe_clear)

/* ---- Options --------------------------------------------------------------------------------------- */

/* "--run ARGS" may stand behind the compiler's flags: those words come first in the result. */
static GPtrArray *
run_first (int argc, char **argv)
{
  GPtrArray *words = g_ptr_array_new ();
  gboolean behind = FALSE;

  g_ptr_array_add (words, argv[0]);
  for (int i = 1; i < argc; i++)
    {
      behind = behind || g_str_equal (argv[i], "--");
      if (!behind || !(g_str_equal (argv[i], "--run") || g_str_has_prefix (argv[i], "--run=")))
        g_ptr_array_add (words, argv[i]);
      else
        {
          g_ptr_array_insert (words, 1, argv[i]);
          if (argv[i][5] == '\0' && i + 1 < argc)
            g_ptr_array_insert (words, 2, argv[++i]);
        }
    }
  return words;
}

static int
split_words (const char *option, const char *text, char ***words)
{
  g_autoptr (GError) error = NULL;

  if (text == NULL || *text == '\0' || g_shell_parse_argv (text, NULL, words, &error))
    return -1;
  return ihop_cli_misuse ("%s: %s", option, error->message);
}

static int
parse (Observe *observe, int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &observe->run, "arguments for the program (default: none)", "'ARGS'" },
    { "input", 0, 0, G_OPTION_ARG_FILENAME, &observe->input, "standard input of the program (default: empty)", "FILE" },
    { "trips", 0, 0, G_OPTION_ARG_NONE, &observe->trips, "only trips and time, at nearly full speed", NULL },
    { "no-time", 0, 0, G_OPTION_ARG_NONE, &observe->no_time, "leave out the run that takes the time", NULL },
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &observe->seconds, "for one run (default: 600)", "SECONDS" },
    { "cflags", 0, 0, G_OPTION_ARG_STRING, &observe->flags_text, "more for the compiler and linker (default: none)", "'FLAGS'" },
    { "keep", 0, 0, G_OPTION_ARG_FILENAME, &observe->keep, "leave the observed program and its record here (default: nothing is left)", "DIR" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GPtrArray) words = run_first (argc, argv);
  int code = ihop_cli_parse (&observe->cli, (int) words->len, (char **) words->pdata,
                             "FILE… [-- COMPILER FLAGS] [--run 'ARGS']",
                             "Builds the program with its accesses to memory recorded, runs it, and tells of every\n"
                             "loop how often it ran and whether its iterations met. One run is no proof; but a loop\n"
                             "that was called parallel and whose iterations met is our fault: exit code 70.",
                             entries, "text json");

  if (code < 0)
    code = split_words ("--run", observe->run, &observe->argument_list);
  if (code < 0)
    code = split_words ("--cflags", observe->flags_text, &observe->flag_list);
  if (code < 0 && observe->trips && observe->no_time)
    code = ihop_cli_misuse ("--trips and --no-time: nothing is left to observe");
  if (code < 0 && observe->seconds < 0)
    code = ihop_cli_misuse ("--time-limit: expected a number of seconds");
  if (code < 0 && observe->cli.files[0] == NULL)
    code = ihop_cli_misuse ("no FILE given");
  if (code < 0 && observe->input && !g_file_test (observe->input, G_FILE_TEST_IS_REGULAR))
    code = ihop_cli_misuse ("--input %s: there is no such file", observe->input);
  if (code < 0 && observe->cli.polybench)
    ihop_cli_link_polybench (&observe->cli);
  return code;
}

/* ---- Text ------------------------------------------------------------------------------------------ */

static void
show_loop (const IhopCli *cli, const IhopObservedLoop *observed)
{
  static const char *const symbols[] = { "✓", "✗", "?" };
  static const IhopColor colors[] = { IHOP_COLOR_GOOD, IHOP_COLOR_BAD, IHOP_COLOR_DOUBT };
  const IhopLoopName *name = observed->loop->name;
  IhopVerdict verdict = observed->loop->verdict;
  g_autofree char *text = ihop_observed_text (observed);
  g_autofree char *address = g_strdup_printf ("%*s%s", 2 * (int) (name->depth - 1), "", name->address);

  ihop_cli_print_color (colors[verdict], "  %s %-10s", symbols[verdict], ihop_verdict_name (verdict));
  ihop_cli_print (" %5u  %-28s", ihop_range_line (name->loop->place), address);
  if (observed->runs == 0)
    ihop_cli_print ("\n");
  else
    {
      ihop_cli_print (" %10" G_GUINT64_FORMAT "  %6" G_GUINT64_FORMAT " %8.6g %6" G_GUINT64_FORMAT, observed->runs,
                      observed->least, (double) observed->trips / (double) observed->runs, observed->most);
      if (observed->share >= 0)
        ihop_cli_print (" %5.1f %%", 100 * observed->share);
      ihop_cli_print ("\n");
    }
  if (observed->judgement == IHOP_JUDGED_REFUTED)
    ihop_cli_print_color (IHOP_COLOR_BAD, "      REFUTED: %s\n", text);
  else if (!cli->quiet)
    ihop_cli_print ("      %s\n", text);
  if (observed->assertion && !cli->quiet)
    ihop_cli_print ("        what would settle it: %s\n", ihop_message_text (observed->assertion));
  for (guint i = 0; cli->verbose && i < observed->meetings->len; i++)
    {
      g_autofree char *met = ihop_meeting_text (observed->meetings->pdata[i]);
      ihop_cli_print ("        %s\n", met);
    }
}

static void
show_text (const IhopCli *cli, const IhopObservation *observation)
{
  const char *last = NULL;

  if (observation->signal)
    ihop_cli_print ("The program was ended by signal %d after", observation->signal);
  else
    ihop_cli_print ("The program ended with status %d after", observation->status);
  ihop_cli_print (" %.3f s", observation->plain_seconds > 0 ? observation->plain_seconds : observation->seconds);
  if (observation->has_accesses)
    ihop_cli_print ("%s%.3f s with its accesses recorded", observation->plain_seconds > 0 ? ", " : ", which is ",
                    observation->seconds);
  ihop_cli_print (".\n");
  for (guint i = 0; i < observation->loops->len; i++)
    {
      const IhopObservedLoop *observed = observation->loops->pdata[i];
      const char *path = ihop_report_loop_path (observed->loop);
      if (g_strcmp0 (path, last) != 0)
        {
          ihop_cli_print_color (IHOP_COLOR_STRONG, "%s\n", path);
          ihop_cli_print_color (IHOP_COLOR_DIM, "               line  %-28s %10s  %6s %8s %6s %7s\n", "loop", "runs",
                                "least", "mean", "most", "time");
        }
      last = path;
      show_loop (cli, observed);
    }
}

/* ---- The command --------------------------------------------------------------------------------------- */

static void
progress (const char *what, gpointer data)
{
  ihop_cli_progress (data, what);
}

static int
run (Observe *observe, IhopProject *project)
{
  const IhopCli *cli = &observe->cli;
  IhopObserveOptions options = { .flags = (const char *const *) observe->flag_list,
                                 .arguments = (const char *const *) observe->argument_list,
                                 .input = observe->input, .seconds = observe->seconds, .trips_only = observe->trips,
                                 .accesses_only = observe->no_time,
                                 .keep = observe->keep, .progress = progress, .progress_data = &observe->cli };
  g_autoptr (IhopObservation) observation = ihop_observe_project (project, &options);
  g_autoptr (GError) error = NULL;

  ihop_cli_progress (cli, NULL);
  if (observation->failure)
    {
      g_printerr ("ihop: %s\n", observation->failure);
      return observation->is_no_program ? IHOP_EXIT_USAGE : IHOP_EXIT_OUTSIDE;
    }
  g_autofree char *json = ihop_observation_json (project, observation);
  if (cli->is_json)
    ihop_cli_print ("%s", json);
  else
    show_text (cli, observation);
  if (cli->profile && !g_file_set_contents (cli->profile, json, -1, &error))
    {
      g_printerr ("ihop: %s\n", error->message);
      return IHOP_EXIT_OUTSIDE;
    }
  return ihop_observation_refutes (observation) ? IHOP_EXIT_OURS : IHOP_EXIT_DONE;
}

int
ihop_command_observe (int argc, char **argv)
{
  g_auto (Observe) observe = { .cli = { .writes_profile = TRUE } };
  int code = parse (&observe, argc, argv);

  if (code >= 0)
    return code;
  g_autoptr (IhopProject) project = ihop_cli_project (&observe.cli, observe.cli.files, &code);
  if (code == IHOP_EXIT_DONE)
    code = run (&observe, project);
  ihop_cli_show_diags (&observe.cli, ihop_project_diags (project));
  return ihop_cli_exit_code (code, ihop_project_diags (project));
}
