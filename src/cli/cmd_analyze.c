/* Every loop of every function with its verdict. */
#include "cli/cli.h"
#include "cli/show_loop.h"
#include "project/report.h"

static void
show_file (const IhopCli *cli, IhopProject *project, const IhopProjectFile *file)
{
  const GPtrArray *loops = ihop_project_analyze (project, file);
  guint count[3] = { 0 };

  if (file->tree == NULL)
    return;
  for (guint i = 0; i < loops->len; i++)
    count[((const IhopLoop *) loops->pdata[i])->verdict]++;
  ihop_cli_print_color (IHOP_COLOR_STRONG, "%s", file->path);
  ihop_cli_print (": %u loop%s: %u parallel, %u sequential, %u unknown\n", loops->len,
                  loops->len == 1 ? "" : "s", count[0], count[1], count[2]);
  for (guint i = 0; i < loops->len; i++)
    ihop_show_loop (cli, loops->pdata[i]);
}

static void
show_text (const IhopCli *cli, IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);

  for (guint i = 0; i < files->len; i++)
    show_file (cli, project, files->pdata[i]);
}

/* The analysis itself, apart from showing, so that the progress line is gone before. */
static void
analyze_all (const IhopCli *cli, IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);

  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      ihop_cli_progress (cli, file->path);
      ihop_project_analyze (project, file);
    }
  ihop_cli_progress (cli, NULL);
}

int
ihop_command_analyze (int argc, char **argv)
{
  g_auto (IhopCli) cli = { 0 };
  int code = ihop_cli_parse (&cli, argc, argv, "FILE… [-- COMPILER FLAGS]",
                             "Shows every loop of every function with its verdict: parallel "
                             "(proved),\nsequential (refuted, with two iterations that collide), "
                             "or unknown (with the reason).", NULL, "text json sarif");

  if (code >= 0)
    return code;
  if (cli.files[0] == NULL)
    return ihop_cli_misuse ("no FILE given");
  g_autoptr (IhopProject) project = ihop_cli_project (&cli, cli.files, &code);
  analyze_all (&cli, project);
  if (cli.format && !g_str_equal (cli.format, "text"))
    {
      g_autofree char *text = cli.is_json ? ihop_report_loops_json (project)
                                          : ihop_report_loops_sarif (project);
      ihop_cli_print ("%s", text);
    }
  else
    show_text (&cli, project);
  ihop_cli_show_diags (&cli, ihop_project_diags (project));
  return ihop_cli_exit_code (code, ihop_project_diags (project));
}
