/* One loop in full. */
#include "cli/cli.h"
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

static int
explain (const IhopCli *cli, IhopProject *project, const char *address)
{
  const IhopLoop *loop = ihop_project_find_loop (project, address);

  if (loop == NULL)
    {
      int code = ihop_cli_misuse ("there is no loop %s; the loops are:", address);
      name_the_loops (project);
      return code;
    }
  if (cli->is_json)
    {
      g_autofree char *text = ihop_report_loop_json (project, loop);
      ihop_cli_print ("%s", text);
    }
  else
    ihop_show_loop_in_full (loop);
  return IHOP_EXIT_DONE;
}

int
ihop_command_explain (int argc, char **argv)
{
  g_auto (IhopCli) cli = { 0 };
  int code = ihop_cli_parse (&cli, argc, argv, "FILE… LOOP [-- COMPILER FLAGS]",
                             "Explains one loop: LOOP is function/i/j (iterators from the outside "
                             "in)\nor FILE:LINE[:COLUMN].", NULL, "text json");

  if (code >= 0)
    return code;
  guint n = g_strv_length (cli.files);
  if (n < 2)
    return ihop_cli_misuse ("expected FILE and LOOP, such as 'f.c kernel/i/j'");
  g_autofree char *address = g_steal_pointer (&cli.files[n - 1]);
  g_autoptr (IhopProject) project = ihop_cli_project (&cli, cli.files, &code);
  if (code == IHOP_EXIT_DONE)
    {
      ihop_cli_progress (&cli, address);
      ihop_project_facts (project);
      code = explain (&cli, project, address);
    }
  ihop_cli_show_diags (&cli, ihop_project_diags (project));
  return code;
}
