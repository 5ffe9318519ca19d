/* The main job: fragments of C files as CUDA, with the fallback, the emulated program, the plan. */
#include "cli/choose.h"
#include "cli/show_plan.h"
#include "project/output.h"
#include "project/plan_view.h"
#include "project/inputs.h"
#include "project/report.h"
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  IhopCli cli;
  IhopChoice choice;
  char *emit, *folder;
  gboolean dry_run;
  IhopGenerateOptions options;
  IhopProject *project;
  JsonBuilder *json; /* NULL: text */
  int code;
} Job;

static void
job_clear (Job *job)
{
  ihop_project_free (job->project);
  ihop_cli_clear (&job->cli);
  ihop_choice_clear (&job->choice);
  g_free (job->emit);
  g_free (job->folder);
  g_clear_object (&job->json);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static int
read_products (Job *job)
{
  static const char *const names[] = { "cu", "cpu", "json", "emu", NULL };
  g_auto (GStrv) words = g_strsplit (job->emit ? job->emit : "cu,cpu,json", ",", -1);

  for (guint i = 0; words[i]; i++)
    {
      guint j = 0;
      while (names[j] && !g_str_equal (names[j], g_strstrip (words[i])))
        j++;
      if (names[j] == NULL)
        return ihop_cli_misuse ("--emit %s: expected some of cu, cpu, emu, json", job->emit);
      job->options.products |= 1u << j;
    }
  if (job->options.products == 0)
    return ihop_cli_misuse ("--emit: expected some of cu, cpu, emu, json");
  return -1;
}

/* "a/x.c b/x.c" would write one x.cu over the other. */
static int
check_names (char **files)
{
  for (guint i = 0; files[i]; i++)
    for (guint j = 0; j < i; j++)
      {
        g_autofree char *a = ihop_project_stem (files[i]), *b = ihop_project_stem (files[j]);
        if (g_str_equal (a, b))
          return ihop_cli_misuse ("%s and %s would both be written as %s.cu: give them to two runs "
                                  "with different -o", files[j], files[i], a);
      }
  return -1;
}

/* A product must never take the place of a file it was made from. */
static gboolean
would_overwrite_input (const Job *job, const GPtrArray *products)
{
  for (guint i = 0; i < products->len; i++)
    {
      const IhopProduct *product = products->pdata[i];
      g_autofree char *path = g_build_filename (job->folder, product->name, NULL);
      g_autofree char *real = realpath (path, NULL);
      for (guint j = 0; real && job->cli.files[j]; j++)
        {
          g_autofree char *input = realpath (job->cli.files[j], NULL);
          if (g_strcmp0 (real, input) == 0)
            {
              ihop_cli_misuse ("%s would take the place of its own source; choose another folder "
                               "with -o", path);
              return TRUE;
            }
        }
    }
  return FALSE;
}

static gboolean
write_products (Job *job, const IhopGenerated *generated)
{
  g_autoptr (GError) error = NULL;

  if (would_overwrite_input (job, generated->products))
    {
      job->code = IHOP_EXIT_USAGE;
      return FALSE;
    }
  if (job->dry_run || ihop_output_write (job->folder, generated->products, &error))
    return TRUE;
  g_printerr ("ihop: %s\n", error->message);
  job->code = IHOP_EXIT_OUTSIDE;
  return FALSE;
}

static void
show_written (const Job *job, const IhopGenerated *generated)
{
  ihop_cli_print ("%s", job->dry_run ? "would write" : "wrote");
  for (guint i = 0; i < generated->products->len; i++)
    {
      const IhopProduct *product = generated->products->pdata[i];
      g_autofree char *path = g_build_filename (job->folder, product->name, NULL);
      ihop_cli_print ("%s %s", i ? "," : "", g_str_has_prefix (path, "./") ? path + 2 : path);
    }
  ihop_cli_print ("\n");
}

/* For each line of a product the line of the source that it stands for; 0: none. */
static void
put_lines (JsonBuilder *json, const IhopGenerated *generated, const IhopProduct *product)
{
  g_autoptr (GArray) lines = ihop_generated_lines (generated, product);

  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "product", product->name);
  ihop_json_begin_array (json, "source_lines");
  for (guint i = 0; i < lines->len; i++)
    json_builder_add_int_value (json, g_array_index (lines, guint, i));
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
put_all_lines (JsonBuilder *json, const IhopGenerated *generated)
{
  ihop_json_begin_array (json, "lines");
  for (guint i = 0; i < generated->products->len; i++)
    if (!g_str_has_suffix (((const IhopProduct *) generated->products->pdata[i])->name, ".json"))
      put_lines (json, generated, generated->products->pdata[i]);
  json_builder_end_array (json);
}

static void
put_json (const Job *job, const IhopGenerated *generated)
{
  g_autofree char *plan = ihop_plan_to_json (generated->plan);
  g_auto (GStrv) inputs = ihop_project_inputs (job->project, generated->file->path);

  ihop_json_begin_object (job->json, NULL);
  ihop_json_put_text (job->json, "file", generated->file->path);
  ihop_json_put_bool (job->json, "written", !job->dry_run);
  ihop_json_begin_array (job->json, "products");
  for (guint i = 0; i < generated->products->len; i++)
    {
      const IhopProduct *product = generated->products->pdata[i];
      g_autofree char *path = g_build_filename (job->folder, product->name, NULL);
      ihop_json_add_text (job->json, path);
    }
  json_builder_end_array (job->json);
  ihop_json_begin_array (job->json, "inputs");
  for (guint i = 0; inputs[i]; i++)
    ihop_json_add_text (job->json, inputs[i]);
  json_builder_end_array (job->json);
  if (job->cli.verbose)
    put_all_lines (job->json, generated);
  ihop_json_put_document (job->json, "plan", plan);
  json_builder_end_object (job->json);
}

static void
generate_file (Job *job, const IhopProjectFile *file)
{
  ihop_cli_progress (&job->cli, file->path);
  ihop_choice_for_file (&job->choice, file, &job->options);
  g_autoptr (IhopGenerated) generated = ihop_project_generate (job->project, file, &job->options);
  ihop_cli_progress (&job->cli, NULL);
  if (generated == NULL || !write_products (job, generated))
    return;
  if (job->json)
    put_json (job, generated);
  else if (!job->cli.quiet)
    {
      ihop_show_plan (&job->cli, generated);
      show_written (job, generated);
    }
}

static void
finish_json (Job *job)
{
  json_builder_end_array (job->json);
  ihop_report_put_diags (job->json, ihop_project_diags (job->project));
  json_builder_end_object (job->json);
  g_autofree char *text = ihop_json_finish (g_steal_pointer (&job->json));
  ihop_cli_print ("%s", text);
}

/* Whoever asks for what is marked, and has marked nothing, would get a copy of the program. */
static void
say_if_unmarked (const Job *job)
{
  const GPtrArray *files = ihop_project_files (job->project);
  const char *word = job->choice.pragma;
  gboolean is_target = g_strcmp0 (word, "target") == 0;

  if (word == NULL || job->code != IHOP_EXIT_DONE || files->len == 0 || ihop_project_has_pragma (job->project, word))
    return;
  IhopDiag *diag
    = ihop_diags_add_at (ihop_project_diags (job->project), IHOP_WARNING, "IHOP-S005", ((IhopProjectFile *) files->pdata[0])->path,
                         0, 0, "No function has a \"#pragma %s\": nothing is put on the device.", word);
  ihop_diag_remedy (diag, is_target ? N_ ("put \"#pragma target\" in front of a loop, or have loops found: --auto")
                                    : N_ ("put \"#pragma scop\" and \"#pragma endscop\" around loops, or have loops found: --auto"));
}

static void
run_job (Job *job)
{
  job->cli.makes_cuda = (job->options.products & IHOP_PRODUCT_CUDA) != 0;
  job->options.plan.for_cpu = !(job->options.products & (IHOP_PRODUCT_CUDA | IHOP_PRODUCT_EMULATED));
  job->project = ihop_cli_project (&job->cli, job->cli.files, &job->code);
  const GPtrArray *files = ihop_project_files (job->project);

  if (job->code == IHOP_EXIT_DONE)
    job->code = ihop_choice_replay (&job->choice, job->project);
  if (job->choice.script && job->code != IHOP_EXIT_DONE)
    {
      ihop_cli_show_diags (&job->cli, ihop_project_diags (job->project));
      return;
    }
  if (job->code != IHOP_EXIT_USAGE)
    {
      int code = ihop_choice_search (&job->cli, &job->choice, job->project, &job->options);
      job->code = MAX (job->code, code);
    }
  say_if_unmarked (job);
  if (job->cli.is_json)
    {
      job->json = json_builder_new ();
      ihop_json_begin_object (job->json, NULL);
      ihop_json_put_int (job->json, "version", 1);
      ihop_json_begin_array (job->json, "files");
    }
  for (guint i = 0; i < files->len; i++)
    generate_file (job, files->pdata[i]);
  if (job->json)
    finish_json (job);
  ihop_cli_show_diags (&job->cli, ihop_project_diags (job->project));
  job->code = ihop_cli_exit_code (job->code, ihop_project_diags (job->project));
}

int
ihop_command_generate (int argc, char **argv)
{
  g_auto (Job) job = { .cli.is_main = TRUE };
  const GOptionEntry more[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &job.folder,
      "where to write (default: the current folder)", "DIR" },
    { "emit", 0, 0, G_OPTION_ARG_STRING, &job.emit, "some of cu,cpu,emu,json (default: cu,cpu,json)", "LIST" },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &job.dry_run, "write nothing", NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autofree GOptionEntry *entries = ihop_choice_entries (&job.choice, NULL, more);
  int code = ihop_cli_parse (&job.cli, argc, argv, "FILE.c… [-- COMPILER FLAGS]",
                             "Turns loop nests of ordinary C into CUDA and a CPU fallback.", entries, "text json");

  if (code < 0)
    code = ihop_choice_read (&job.choice, &job.options);
  if (code < 0)
    code = read_products (&job);
  if (code < 0 && job.cli.files[0] == NULL)
    code = ihop_cli_misuse ("no FILE.c given");
  if (code < 0)
    code = check_names (job.cli.files);
  if (code >= 0)
    return code;
  if (job.folder == NULL)
    job.folder = g_strdup (".");
  run_job (&job);
  return job.code;
}
