/* One loop in full. */
#include "cli/choose.h"
#include "cli/show_loop.h"
#include "project/report.h"
#include <string.h>

/* "f/i" for "f/j", so that nobody has to guess. */
static void
name_the_loops (IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);

  for (guint i = 0; i < files->len; i++)
    {
      const GPtrArray *loops = ihop_project_analyze (project, files->pdata[i]);
      for (guint j = 0; j < loops->len; j++)
        g_printerr ("  %s\n", ((const IhopLoop *) loops->pdata[j])->name->address);
    }
}

#define MOST_REMEDIES 5

typedef struct
{
  IhopCli cli;
  char *gpu;
} Explain;

static void
explain_clear (Explain *self)
{
  ihop_cli_clear (&self->cli);
  g_free (self->gpu);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Explain, explain_clear)

static int
explain_loop (const Explain *explain, IhopProject *project, const char *address)
{
  const IhopLoop *loop = ihop_project_find_loop (project, address);

  if (loop == NULL)
    {
      int code = ihop_cli_misuse ("there is no loop %s; the loops are:", address);
      name_the_loops (project);
      return code;
    }
  g_autoptr (GPtrArray) remedies
    = ihop_project_remedies (project, loop, explain->gpu, MOST_REMEDIES);
  if (explain->cli.is_json)
    {
      g_autofree char *text = ihop_report_loop_json (project, loop, remedies);
      ihop_cli_print ("%s", text);
    }
  else
    {
      ihop_show_loop_in_full (loop);
      ihop_show_remedies (remedies);
    }
  return IHOP_EXIT_DONE;
}

int
ihop_command_explain (int argc, char **argv)
{
  g_auto (Explain) explain = { 0 };
  IhopCli *cli = &explain.cli;
  const GOptionEntry entries[] = {
    { "gpu", 0, 0, G_OPTION_ARG_STRING, &explain.gpu,
      "the device that effects are predicted for (default: generic; see 'ihop list gpus')", "NAME" },
    G_OPTION_ENTRY_NULL
  };
  int code = ihop_cli_parse (cli, argc, argv, "FILE… LOOP [-- COMPILER FLAGS]",
                             "Explains one loop, and what would help it: LOOP is function/i/j "
                             "(iterators from the\noutside in) or FILE:LINE[:COLUMN].", entries,
                             "text json");

  if (code < 0)
    code = ihop_choice_check_gpu (explain.gpu);
  if (code >= 0)
    return code;
  guint n = g_strv_length (cli->files);
  if (n < 2)
    return ihop_cli_misuse ("expected FILE and LOOP, such as 'f.c kernel/i/j'");
  g_autofree char *address = g_steal_pointer (&cli->files[n - 1]);
  g_autoptr (IhopProject) project = ihop_cli_project (cli, cli->files, &code);
  if (code == IHOP_EXIT_DONE)
    {
      ihop_cli_progress (cli, address);
      ihop_project_facts (project);
      code = explain_loop (&explain, project, address);
    }
  ihop_cli_show_diags (cli, ihop_project_diags (project));
  return ihop_cli_exit_code (code, ihop_project_diags (project));
}
