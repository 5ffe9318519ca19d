/* Original, fallback, emulated program (and CUDA): compiled, run, compared. */
#include "check/check.h"
#include "cli/choose.h"
#include "cli/verify_proof.h"
#include "project/report.h"
#include <string.h>

typedef struct
{
  IhopCli cli;
  IhopChoice choice;
  char *arguments, *sizes_text, *compiler, *flags_text, *input, *keep;
  char **copies;
  char **argument_list, **flag_list;
  gboolean faults;
  int most_faults; /* 0: all */
  gint64 seed;
  double seconds;
  gboolean no_cuda;
  gboolean no_proof;
  char *cuda_compiler;
  guint sizes[17];
  IhopCheckOptions options;
} Verify;

static void
verify_clear (Verify *verify)
{
  ihop_cli_clear (&verify->cli);
  ihop_choice_clear (&verify->choice);
  g_free (verify->arguments);
  g_free (verify->sizes_text);
  g_free (verify->compiler);
  g_free (verify->cuda_compiler);
  g_free (verify->flags_text);
  g_free (verify->input);
  g_free (verify->keep);
  g_strfreev (verify->copies);
  g_strfreev (verify->argument_list);
  g_strfreev (verify->flag_list);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Verify, verify_clear)

/* ---- Options ----------------------------------------------------------------------------------- */

static int
split_words (const char *option, const char *text, char ***words)
{
  g_autoptr (GError) error = NULL;

  if (text == NULL || *text == '\0' || g_shell_parse_argv (text, NULL, words, &error))
    return -1;
  return ihop_cli_misuse ("%s: %s", option, error->message);
}

static int
read_sizes (Verify *verify)
{
  g_auto (GStrv) words = g_strsplit (verify->sizes_text ? verify->sizes_text : "", ",", -1);
  guint n = g_strv_length (words);

  if (n >= G_N_ELEMENTS (verify->sizes))
    return ihop_cli_misuse ("--sizes: no more than %u sizes",
                            (guint) G_N_ELEMENTS (verify->sizes) - 1);
  for (guint i = 0; i < n; i++)
    {
      guint64 value;
      if (!g_ascii_string_to_unsigned (g_strstrip (words[i]), 10, 1, 100000, &value, NULL))
        return ihop_cli_misuse ("--sizes %s: expected numbers such as 5,37,101",
                                verify->sizes_text);
      verify->sizes[i] = (guint) value;
    }
  return -1;
}

static void
choose (const IhopProjectFile *file, IhopGenerateOptions *options, gpointer data)
{
  ihop_choice_for_file (data, file, options);
}

static void
progress (const char *what, gpointer data)
{
  ihop_cli_progress (data, what);
}

static int
read_cuda_compiler (const char *name, IhopCudaCompiler *compiler)
{
  *compiler = IHOP_CUDA_ANY;
  if (name && g_str_equal (name, "nvcc"))
    *compiler = IHOP_CUDA_NVCC;
  else if (name && g_str_equal (name, "clang"))
    *compiler = IHOP_CUDA_CLANG;
  else if (name)
    return ihop_cli_misuse ("--cuda-compiler %s: nvcc or clang", name);
  return -1;
}

static int
read_options (Verify *verify)
{
  IhopCheckOptions *options = &verify->options;
  int code = ihop_choice_read (&verify->choice, &options->generate);

  if (code < 0)
    code = split_words ("--args", verify->arguments, &verify->argument_list);
  if (code < 0)
    code = split_words ("--cflags", verify->flags_text, &verify->flag_list);
  if (code < 0)
    code = read_sizes (verify);
  if (code < 0 && verify->most_faults < 0)
    code = ihop_cli_misuse ("--most-faults: expected a number");
  options->choose = choose;
  options->choose_data = &verify->choice;
  options->compiler = verify->compiler;
  options->flags = (const char *const *) verify->flag_list;
  options->arguments = (const char *const *) verify->argument_list;
  options->input = verify->input;
  options->files = (const char *const *) verify->copies;
  options->sizes = verify->sizes[0] ? verify->sizes : NULL;
  options->seconds = verify->seconds;
  options->no_cuda = verify->no_cuda;
  if (code < 0)
    code = read_cuda_compiler (verify->cuda_compiler, &options->cuda_compiler);
  if (verify->faults || verify->most_faults)
    options->faults = verify->most_faults ? (guint) verify->most_faults : G_MAXUINT;
  options->seed = (guint64) verify->seed;
  options->keep = verify->keep;
  options->progress = progress;
  options->progress_data = &verify->cli;
  return code;
}

/* ---- Showing ------------------------------------------------------------------------------------ */

static guint
count_caught (const IhopCheckReport *report)
{
  guint n = 0;

  for (guint i = 0; i < report->faults->len; i++)
    n += ((const IhopFaultResult *) report->faults->pdata[i])->caught != FALSE;
  return n;
}

/* What was compared: the same array counts again at each call that leaves it changed. */
static void
show_compared (const IhopCheckResult *result)
{
  if (result->records == 0)
    ihop_cli_print (" what it prints is compared, %.3f s", result->seconds);
  else
    ihop_cli_print (" what it prints and %" G_GUINT64_FORMAT " array%s (%" G_GUINT64_FORMAT
                    " bytes) compared, %.3f s", result->records, result->records == 1 ? "" : "s",
                    result->bytes, result->seconds);
}

static void
show_result (const IhopCheckResult *result)
{
  static const struct
  {
    IhopColor color;
    const char *symbol;
  } looks[] = { { IHOP_COLOR_GOOD, "✓" }, { IHOP_COLOR_GOOD, "✓" }, { IHOP_COLOR_DIM, "–" },
                { IHOP_COLOR_BAD, "✗" }, { IHOP_COLOR_BAD, "✗" } };

  ihop_cli_print_color (looks[result->state].color, "  %s %-9s %-9s", looks[result->state].symbol,
                        result->product, ihop_check_state_name (result->state));
  if (result->state <= IHOP_CHECK_WITHIN)
    show_compared (result);
  if (result->has_transfers)
    ihop_cli_print (", %" G_GUINT64_FORMAT " bytes copied (least possible %" G_GUINT64_FORMAT ")",
                    result->moved, result->least);
  ihop_cli_print ("\n");
  if (result->message)
    ihop_cli_print ("      %s\n", result->message);
}

static void
show_faults (const IhopCli *cli, const IhopCheckReport *report)
{
  if (report->faults->len == 0)
    return;
  ihop_cli_print ("  faults: %u of %u caught\n", count_caught (report), report->faults->len);
  for (guint i = 0; i < report->faults->len; i++)
    {
      const IhopFaultResult *fault = report->faults->pdata[i];
      if (!fault->caught)
        ihop_cli_print_color (IHOP_COLOR_BAD, "    missed: %s: %s\n", fault->fault, fault->how);
      else if (cli->verbose)
        ihop_cli_print ("    caught: %s: %s\n", fault->fault, fault->how);
    }
}

static void
show_proofs (const IhopVerifyProofs *proofs)
{
  if (proofs == NULL || proofs->kernels->len == 0)
    return;
  guint n = proofs->kernels->len, proved = ihop_verify_proofs_count (proofs, IHOP_PROVED);
  guint refuted = ihop_verify_proofs_count (proofs, IHOP_REFUTED);
  IhopColor color = refuted ? IHOP_COLOR_BAD : proved < n ? IHOP_COLOR_DIM : IHOP_COLOR_GOOD;
  ihop_cli_print_color (color, "  %s %-9s %-9s", refuted ? "✗" : proved < n ? "–" : "✓", "proof",
                        refuted ? "refuted" : proved < n ? "unknown" : "proved");
  ihop_cli_print (" %u of %u kernel%s free of races\n", proved, n, n == 1 ? "" : "s");
  for (guint i = 0; i < n; i++)
    {
      const IhopVerifyProof *proof = proofs->kernels->pdata[i];
      if (proof->verdict != IHOP_PROVED)
        ihop_cli_print ("      %s: %s: %s\n", proof->kernel, ihop_proof_verdict_name (proof->verdict), proof->message);
      for (guint k = 0; k < proof->unneeded->len; k++)
        ihop_cli_print ("      %s: the barrier of line %u is not needed\n", proof->kernel, g_array_index (proof->unneeded, guint, k));
    }
}

static void
show_text (const IhopCli *cli, IhopProject *project, const IhopCheckReport *report, const IhopVerifyProofs *proofs)
{
  const GPtrArray *files = ihop_project_files (project);

  for (guint i = 0; i < files->len; i++)
    ihop_cli_print_color (IHOP_COLOR_STRONG, "%s%s", i ? " " : "",
                          ((const IhopProjectFile *) files->pdata[i])->path);
  ihop_cli_print (": the original took %.3f s\n", report->original_seconds);
  for (guint i = 0; i < report->results->len; i++)
    show_result (report->results->pdata[i]);
  show_proofs (proofs);
  show_faults (cli, report);
  for (guint i = 0; i < report->notes->len; i++)
    ihop_cli_print_color (IHOP_COLOR_DIM, "  note: %s\n", (char *) report->notes->pdata[i]);
}

static void
put_result (JsonBuilder *json, const IhopCheckResult *result)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "product", result->product);
  ihop_json_put_text (json, "state", ihop_check_state_name (result->state));
  ihop_json_put_text (json, "message", result->message);
  ihop_json_put_int (json, "arrays", (gint64) result->records);
  ihop_json_put_int (json, "bytes", (gint64) result->bytes);
  ihop_json_put_double (json, "seconds", result->seconds);
  if (result->has_transfers)
    {
      ihop_json_put_int (json, "bytes_copied", (gint64) result->moved);
      ihop_json_put_int (json, "bytes_least", (gint64) result->least);
    }
  json_builder_end_object (json);
}

static void
put_fault (JsonBuilder *json, const IhopFaultResult *fault)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "fault", fault->fault);
  ihop_json_put_bool (json, "caught", fault->caught);
  ihop_json_put_text (json, "how", fault->how);
  json_builder_end_object (json);
}

static void
put_proof (JsonBuilder *json, const IhopVerifyProof *proof)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "kernel", proof->kernel);
  ihop_json_put_text (json, "verdict", ihop_proof_verdict_name (proof->verdict));
  ihop_json_put_text (json, "message", proof->message);
  ihop_json_begin_array (json, "unneeded_barriers");
  for (guint i = 0; i < proof->unneeded->len; i++)
    json_builder_add_int_value (json, g_array_index (proof->unneeded, guint, i));
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
show_json (IhopProject *project, const IhopCheckReport *report, const IhopVerifyProofs *proofs)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_put_text (json, "failure", report->failure);
  ihop_json_put_double (json, "original_seconds", report->original_seconds);
  ihop_json_begin_array (json, "results");
  for (guint i = 0; i < report->results->len; i++)
    put_result (json, report->results->pdata[i]);
  json_builder_end_array (json);
  ihop_json_begin_array (json, "proofs");
  for (guint i = 0; proofs && i < proofs->kernels->len; i++)
    put_proof (json, proofs->kernels->pdata[i]);
  json_builder_end_array (json);
  ihop_json_begin_array (json, "faults");
  for (guint i = 0; i < report->faults->len; i++)
    put_fault (json, report->faults->pdata[i]);
  json_builder_end_array (json);
  ihop_json_begin_array (json, "notes");
  for (guint i = 0; i < report->notes->len; i++)
    ihop_json_add_text (json, report->notes->pdata[i]);
  json_builder_end_array (json);
  ihop_report_put_diags (json, ihop_project_diags (project));
  json_builder_end_object (json);
  g_autofree char *text = ihop_json_finish (json);
  ihop_cli_print ("%s", text);
}

/* ---- The command --------------------------------------------------------------------------------- */

static int
exit_code (const IhopCheckReport *report, const IhopVerifyProofs *proofs)
{
  if (report->failure)
    return report->is_outside ? IHOP_EXIT_OUTSIDE : IHOP_EXIT_USAGE;
  if (ihop_check_report_state (report) >= IHOP_CHECK_DIFFERENT || (proofs && ihop_verify_proofs_count (proofs, IHOP_REFUTED))
      || count_caught (report) < report->faults->len)
    return IHOP_EXIT_DIFFERENT;
  return IHOP_EXIT_DONE;
}

static int
run (Verify *verify)
{
  const IhopCli *cli = &verify->cli;
  int code;
  g_autoptr (IhopProject) project = ihop_cli_project (cli, cli->files, &code);

  if (code == IHOP_EXIT_DONE)
    code = ihop_choice_replay (&verify->choice, project);
  if (code == IHOP_EXIT_DONE)
    code = ihop_choice_search (cli, &verify->choice, project, &verify->options.generate);
  if (code == IHOP_EXIT_DONE)
    {
      g_autoptr (IhopCheckReport) report = ihop_check_project (project, &verify->options);
      gboolean proves = report->failure == NULL && !verify->no_cuda && !verify->no_proof;
      if (proves)
        ihop_cli_progress (cli, "proving");
      g_autoptr (IhopVerifyProofs) proofs = proves ? ihop_verify_proofs (project, &verify->options) : NULL;
      ihop_cli_progress (cli, NULL);
      code = exit_code (report, proofs);
      if (cli->is_json)
        show_json (project, report, proofs);
      else if (report->failure == NULL && !(cli->quiet && code == IHOP_EXIT_DONE))
        show_text (cli, project, report, proofs);
      if (report->failure)
        g_printerr ("ihop: %s\n", report->failure);
    }
  ihop_cli_show_diags (cli, ihop_project_diags (project));
  return ihop_cli_exit_code (code, ihop_project_diags (project));
}

int
ihop_command_verify (int argc, char **argv)
{
  g_auto (Verify) verify = { .seed = 1 };
  const GOptionEntry more[] = {
    { "args", 0, 0, G_OPTION_ARG_STRING, &verify.arguments, "arguments for the program (default: none)", "'A B'" },
    { "input", 0, 0, G_OPTION_ARG_FILENAME, &verify.input, "standard input of the program (default: empty)", "FILE" },
    { "copy", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &verify.copies,
      "a file or folder that the program wants in its own (repeatable)", "FILE" },
    { "sizes", 0, 0, G_OPTION_ARG_STRING, &verify.sizes_text,
      "sizes to call functions with when there is no main (default: 1,5,37,101)", "N,N,N" },
    { "cc", 0, 0, G_OPTION_ARG_STRING, &verify.compiler, "the C compiler (default: $CC, or cc)",
      "COMMAND" },
    { "cflags", 0, 0, G_OPTION_ARG_STRING, &verify.flags_text,
      "more flags for compiling and linking the programs (default: none)", "'-O3 -lfoo'" },
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &verify.seconds, "for one run (default: 60, or 60 times the original's)",
      "SECONDS" },
    { "no-cuda", 0, 0, G_OPTION_ARG_NONE, &verify.no_cuda, "leave the CUDA program alone", NULL },
    { "no-proof", 0, 0, G_OPTION_ARG_NONE, &verify.no_proof, "run the kernels only, without asking the prover about them", NULL },
    { "cuda-compiler", 0, 0, G_OPTION_ARG_STRING, &verify.cuda_compiler,
      "what compiles it where there is no GPU (default: nvcc where it is)", "nvcc|clang" },
    { "faults", 0, 0, G_OPTION_ARG_NONE, &verify.faults,
      "plant faults in the products, and see that each is noticed", NULL },
    { "most-faults", 0, 0, G_OPTION_ARG_INT, &verify.most_faults, "no more than so many (default: all)", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &verify.seed, "which faults, when there are more (default: 1)", "N" },
    { "keep", 0, 0, G_OPTION_ARG_FILENAME, &verify.keep, "leave everything in this folder (default: nothing is left)", "DIR" },
    G_OPTION_ENTRY_NULL
  };
  g_autofree GOptionEntry *entries = ihop_choice_entries (&verify.choice, NULL, more);
  int code = ihop_cli_parse (&verify.cli, argc, argv, "FILE… [-- COMPILER FLAGS]",
                             "Compiles and runs the original, the fallback and the emulated "
                             "program (and CUDA where\nthere is a GPU) and compares all results.",
                             entries, "text json");

  if (code < 0)
    code = read_options (&verify);
  if (code < 0 && verify.cli.files[0] == NULL)
    code = ihop_cli_misuse ("no FILE given");
  if (code < 0 && verify.cli.polybench)
    ihop_cli_link_polybench (&verify.cli);
  return code >= 0 ? code : run (&verify);
}
