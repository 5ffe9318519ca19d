/* What the commands are: for a terminal, and as pages for man. */
#include "cli/cli.h"
#include "cli/man.h"

const IhopCommand *
ihop_cli_find_command (const char *name)
{
  for (const IhopCommand *command = ihop_cli_commands; command->name; command++)
    if (g_str_equal (command->name, name))
      return command;
  return NULL;
}

int
ihop_cli_no_command (const char *word)
{
  const char *nearest = ihop_cli_nearest_command (word);

  if (nearest)
    return ihop_cli_misuse ("there is no command '%s', nor such a file; did you mean '%s'?", word, nearest);
  return ihop_cli_misuse ("there is no command '%s', nor such a file; 'ihop help' names the commands", word);
}

/* The command says it itself. */
static int
show_help (const IhopCommand *command)
{
  char *argv[] = { (char *) (command ? command->name : "ihop"), (char *) "--help", NULL };
  g_autofree char *name = command ? g_strdup_printf ("ihop %s", command->name) : g_strdup ("ihop");

  g_set_prgname (name);
  return (command ? command->run : ihop_command_generate) (2, argv);
}

int
ihop_command_help (int argc, char **argv)
{
  g_auto (IhopCli) cli = { .reads_no_c = TRUE };
  int code = ihop_cli_parse (&cli, argc, argv, "[COMMAND]",
                             "Says what a command does and takes, as 'ihop COMMAND --help'; without a COMMAND, "
                             "which there are.\nWith --format man as a page for man.",
                             NULL, "text man");
  const IhopCommand *command;

  if (code >= 0)
    return code;
  if (g_strv_length (cli.files) > 1)
    return ihop_cli_misuse ("expected one COMMAND");
  command = cli.files[0] ? ihop_cli_find_command (cli.files[0]) : NULL;
  if (cli.files[0] && command == NULL)
    return ihop_cli_no_command (cli.files[0]);
  if (g_strcmp0 (cli.format, "man") != 0)
    return show_help (command);
  g_autofree char *page = ihop_man_page (command);
  ihop_cli_print ("%s", page);
  return IHOP_EXIT_DONE;
}
