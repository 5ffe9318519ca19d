/* What there is: transformations, devices, diagnostics. */
#include "cli/cli.h"
#include "project/catalog.h"
#include "base/json.h"

static void
put_entry (JsonBuilder *json, const IhopCatalogEntry *entry)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "name", entry->name);
  ihop_json_put_text (json, "usage", entry->usage);
  ihop_json_put_text (json, "summary", entry->summary);
  json_builder_end_object (json);
}

static void
show_json (const char *what, const GPtrArray *entries)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_begin_array (json, what);
  for (guint i = 0; i < entries->len; i++)
    put_entry (json, entries->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  g_autofree char *text = ihop_json_finish (json);
  ihop_cli_print ("%s", text);
}

static void
show_text (const GPtrArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const IhopCatalogEntry *entry = entries->pdata[i];
      ihop_cli_print_color (IHOP_COLOR_STRONG, "%-12s", entry->name);
      ihop_cli_print (" %s%s%s\n", entry->usage ? entry->usage : "", entry->usage ? "  " : "",
                      entry->summary);
    }
}

int
ihop_command_list (int argc, char **argv)
{
  g_auto (IhopCli) cli = { .reads_no_c = TRUE };
  int code = ihop_cli_parse (&cli, argc, argv, "transforms|gpus|diagnostics",
                             "Lists what there is.", NULL, "text json");

  if (code >= 0)
    return code;
  if (g_strv_length (cli.files) != 1)
    return ihop_cli_misuse ("expected one of transforms, gpus, diagnostics");
  g_autoptr (GPtrArray) entries = ihop_catalog_list (cli.files[0]);
  if (entries == NULL)
    return ihop_cli_misuse ("%s: expected transforms, gpus or diagnostics", cli.files[0]);
  if (cli.is_json)
    show_json (cli.files[0], entries);
  else
    show_text (entries);
  if (entries->len == 0 && !cli.quiet)
    g_printerr ("ihop: there are no %s in this version yet\n", cli.files[0]);
  return IHOP_EXIT_DONE;
}
