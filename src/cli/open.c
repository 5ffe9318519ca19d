/* From options and names to a project with its files open. */
#include "cli/cli.h"
#include "project/profile.h"
#include <string.h>

static IhopAliasMode
alias_mode (const IhopCli *cli)
{
  if (g_strcmp0 (cli->alias, "trust") == 0)
    return IHOP_ALIAS_TRUST;
  if (g_strcmp0 (cli->alias, "refuse") == 0)
    return IHOP_ALIAS_REFUSE;
  return IHOP_ALIAS_CHECK;
}

/* "ihop --format json analyze f.c": the word was meant as a command. */
static void
hint_at_command (IhopDiags *diags, const char *word)
{
  IhopDiag *last = diags->len ? diags->pdata[diags->len - 1] : NULL;

  for (const IhopCommand *command = ihop_cli_commands; last && command->name; command++)
    if (g_str_equal (command->name, word))
      ihop_diag_remedy (last, "a command comes first: ihop %s …", word);
}

IhopProject *
ihop_cli_project (const IhopCli *cli, char **files, int *exit_code)
{
  IhopProjectOptions options = { .flags = (const char *const *) cli->flags,
                                 .database = cli->database,
                                 .alias = alias_mode (cli),
                                 .assume = (const char *const *) cli->assume,
                                 .makes_cuda = cli->makes_cuda };
  g_autoptr (GError) error = NULL;

  IhopProject *project = ihop_project_new (&options);
  if (cli->profile && !cli->writes_profile)
    ihop_project_set_run_profile (project, ihop_run_profile_read (cli->profile, &error));
  *exit_code = IHOP_EXIT_DONE;
  if (error)
    {
      ihop_diags_add_at (ihop_project_diags (project), IHOP_ERROR, "IHOP-P001", cli->profile, 0, 0, "%s", error->message);
      *exit_code = IHOP_EXIT_USAGE;
    }
  for (guint i = 0; files[i]; i++)
    {
      ihop_cli_progress (cli, files[i]);
      IhopOpenResult result = ihop_project_open (project, files[i]);
      if (result == IHOP_OPEN_NO_FILE)
        {
          hint_at_command (ihop_project_diags (project), files[i]);
          *exit_code = MAX (*exit_code, IHOP_EXIT_USAGE);
        }
      else if (result == IHOP_OPEN_NOT_C)
        *exit_code = MAX (*exit_code, IHOP_EXIT_NOT_C);
    }
  return project;
}
