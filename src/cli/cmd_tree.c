/* What was read, and what is known about it, for other programs. */
#include "cli/cli.h"
#include "project/report.h"

int
ihop_command_tree (int argc, char **argv)
{
  g_auto (IhopCli) cli = { 0 };
  int code = ihop_cli_parse (&cli, argc, argv, "FILE… [-- COMPILER FLAGS]",
                             "Prints what was read of C files and what the analysis found, as JSON "
                             "(data/schema/tree.schema.json):\nfunctions with their effects, statements and expressions "
                             "with their places and types, loops with their verdicts.", NULL, "json");

  if (code >= 0)
    return code;
  if (cli.files[0] == NULL)
    return ihop_cli_misuse ("no FILE given");
  g_autoptr (IhopProject) project = ihop_cli_project (&cli, cli.files, &code);
  g_autofree char *text = ihop_report_tree_json (project);
  ihop_cli_progress (&cli, NULL);
  ihop_cli_print ("%s", text);
  ihop_cli_show_diags (&cli, ihop_project_diags (project));
  return ihop_cli_exit_code (code, ihop_project_diags (project));
}
