/* Every loop order and block size of each kernel with its predicted cost. */
#include "cli/choose.h"
#include "cli/show_plan.h"
#include "base/json.h"

#define SHOWN 10 /* candidates in text without -v; JSON has all */

static char *
order_text (const IhopKernel *kernel, const IhopCandidate *candidate)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < kernel->n_axes; i++)
    g_string_append_printf (text, "%s%s→%c", i ? ", " : "", kernel->axes[i].iterator->name,
                            "xyz"[candidate->axis_of[i] % 3]);
  return g_string_free (text, FALSE);
}

static void
show_candidate (const IhopKernel *kernel, const IhopCandidate *candidate, double best)
{
  g_autofree char *order = order_text (kernel, candidate);
  g_autofree char *block = ihop_show_block (candidate->block);

  ihop_cli_print ("    %-24s %-10s %10.3f %8.2f %8.2f %5.0f %%   ×%.2f\n", order, block,
                  candidate->cost, candidate->sectors, candidate->lines,
                  100 * candidate->occupancy, best > 0 ? candidate->cost / best : 1.0);
}

static void
show_profile (const IhopCli *cli, const IhopKernel *kernel)
{
  const IhopProfile *profile = kernel->profile;

  ihop_cli_print_color (IHOP_COLOR_STRONG, "%s\n", kernel->name);
  if (profile == NULL || profile->candidates->len == 0)
    {
      ihop_cli_print ("    one thread: nothing to choose\n");
      return;
    }
  double best = g_array_index (profile->candidates, IhopCandidate, 0).cost;
  guint n = profile->candidates->len, shown = cli->verbose ? n : MIN (n, SHOWN);
  ihop_cli_print ("    %-24s %-10s %10s %8s %8s %7s   %s\n", "order", "block", "cost", "sectors",
                  "lines", "occup.", "to the best");
  for (guint i = 0; i < shown; i++)
    show_candidate (kernel, &g_array_index (profile->candidates, IhopCandidate, i), best);
  if (shown < n)
    ihop_cli_print ("    and %u more: -v\n", n - shown);
  for (guint i = 0; i < profile->notes->len; i++)
    ihop_cli_print ("    note: %s\n", ihop_message_text (profile->notes->pdata[i]));
}

static void
put_candidate (JsonBuilder *json, const IhopKernel *kernel, const IhopCandidate *candidate)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_begin_object (json, "axes");
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      const char axis[] = { "xyz"[candidate->axis_of[i] % 3], '\0' };
      ihop_json_put_text (json, kernel->axes[i].iterator->name, axis);
    }
  json_builder_end_object (json);
  ihop_json_put_numbers (json, "block", candidate->block, 3);
  ihop_json_put_double (json, "cost", candidate->cost);
  ihop_json_put_double (json, "sectors", candidate->sectors);
  ihop_json_put_double (json, "lines", candidate->lines);
  ihop_json_put_double (json, "occupancy", candidate->occupancy);
  json_builder_end_object (json);
}

static void
put_profile (JsonBuilder *json, const IhopKernel *kernel)
{
  const IhopProfile *profile = kernel->profile;

  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "kernel", kernel->name);
  ihop_json_begin_array (json, "candidates");
  for (guint i = 0; profile && i < profile->candidates->len; i++)
    put_candidate (json, kernel, &g_array_index (profile->candidates, IhopCandidate, i));
  json_builder_end_array (json);
  ihop_json_put_messages (json, "notes", profile ? profile->notes : NULL);
  json_builder_end_object (json);
}

static void
profile_file (const IhopCli *cli, IhopProject *project, const IhopProjectFile *file,
              const IhopGenerateOptions *options, JsonBuilder *json)
{
  ihop_cli_progress (cli, file->path);
  g_autoptr (IhopGenerated) generated = ihop_project_generate (project, file, options);
  ihop_cli_progress (cli, NULL);
  for (guint i = 0; generated && i < generated->plan->kernels->len; i++)
    if (json)
      put_profile (json, generated->plan->kernels->pdata[i]);
    else
      show_profile (cli, generated->plan->kernels->pdata[i]);
  if (generated && generated->plan->kernels->len == 0 && !json)
    ihop_cli_print ("%s: nothing runs on the device\n", file->path);
}

static void
profile_all (const IhopCli *cli, IhopProject *project, const IhopChoice *choice,
             IhopGenerateOptions *options)
{
  const GPtrArray *files = ihop_project_files (project);
  JsonBuilder *json = cli->is_json ? json_builder_new () : NULL;

  if (json)
    {
      ihop_json_begin_object (json, NULL);
      ihop_json_put_int (json, "version", 1);
      ihop_json_begin_array (json, "kernels");
    }
  for (guint i = 0; i < files->len; i++)
    {
      ihop_choice_for_file (choice, files->pdata[i], options);
      profile_file (cli, project, files->pdata[i], options, json);
    }
  if (json)
    {
      json_builder_end_array (json);
      json_builder_end_object (json);
      g_autofree char *text = ihop_json_finish (json);
      ihop_cli_print ("%s", text);
    }
}

int
ihop_command_profile (int argc, char **argv)
{
  g_auto (IhopCli) cli = { 0 };
  g_auto (IhopChoice) choice = { 0 };
  IhopGenerateOptions options = { 0 };
  g_autofree GOptionEntry *entries = ihop_choice_entries (&choice, "no-motion transfers script-out", NULL);
  int code = ihop_cli_parse (&cli, argc, argv, "FILE… [-- COMPILER FLAGS]",
                             "Shows for each kernel every loop order and block size, best first.",
                             entries, "text json");

  if (code < 0)
    code = ihop_choice_read (&choice, &options);
  if (code < 0 && cli.files[0] == NULL)
    code = ihop_cli_misuse ("no FILE given");
  if (code >= 0)
    return code;
  g_autoptr (IhopProject) project = ihop_cli_project (&cli, cli.files, &code);
  if (code == IHOP_EXIT_DONE)
    code = ihop_choice_replay (&choice, project);
  if (code == IHOP_EXIT_DONE)
    code = ihop_choice_search (&cli, &choice, project, &options);
  if (code == IHOP_EXIT_DONE || choice.script == NULL)
    profile_all (&cli, project, &choice, &options);
  ihop_cli_show_diags (&cli, ihop_project_diags (project));
  return ihop_cli_exit_code (code, ihop_project_diags (project));
}
