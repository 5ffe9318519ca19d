/* The versions of ihop and of the Clang in it. */
#include "cli/cli.h"
#include "project/catalog.h"
#include "base/json.h"

static void
show_json (void)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_put_text (json, "ihop", IHOP_VERSION);
  ihop_json_put_text (json, "clang", ihop_catalog_clang_version ());
  json_builder_end_object (json);
  g_autofree char *text = ihop_json_finish (json);
  ihop_cli_print ("%s", text);
}

int
ihop_cli_show_version (void)
{
  ihop_cli_print ("ihop %s (Clang %s)\n", IHOP_VERSION, ihop_catalog_clang_version ());
  return IHOP_EXIT_DONE;
}

int
ihop_command_version (int argc, char **argv)
{
  g_auto (IhopCli) cli = { .reads_no_c = TRUE };
  int code = ihop_cli_parse (&cli, argc, argv, "", "Says which version of ihop this is, and which Clang reads C for it.",
                             NULL, "text json");

  if (code >= 0)
    return code;
  if (cli.files[0])
    return ihop_cli_misuse ("expected no word behind 'version'");
  if (!cli.is_json)
    return ihop_cli_show_version ();
  show_json ();
  return IHOP_EXIT_DONE;
}
