/* Loop transformations from the command line: steps and scripts, each proved before it is taken. */
#include "cli/cli.h"
#include "project/output.h"
#include "project/report.h"

typedef struct
{
  IhopCli cli;
  char **steps;
  char *script, *output;
} Transform;

static void
transform_clear (Transform *transform)
{
  ihop_cli_clear (&transform->cli);
  g_strfreev (transform->steps);
  g_free (transform->script);
  g_free (transform->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Transform, transform_clear)

static int
check (const Transform *transform)
{
  if (g_strv_length (transform->cli.files) != 1)
    return ihop_cli_misuse ("expected one FILE");
  if (transform->steps == NULL && transform->script == NULL)
    return ihop_cli_misuse ("nothing to do: give --step or --script");
  return -1;
}

/* The script first, then the steps. */
static int
take_steps (const Transform *transform, IhopProject *project)
{
  const IhopProjectFile *file = ihop_project_files (project)->pdata[0];
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (transform->script && !g_file_get_contents (transform->script, &text, NULL, &error))
    return ihop_cli_misuse ("%s", error->message);
  if (text && !ihop_project_transform (project, file, text, transform->script))
    return IHOP_EXIT_REFUSED;
  for (guint i = 0; transform->steps && transform->steps[i]; i++)
    if (!ihop_project_transform (project, file, transform->steps[i], "--step"))
      return IHOP_EXIT_REFUSED;
  if (file->apart->len || (file->guards && file->guards->len))
    {
      /* What is written here is the code alone. */
      const IhopGuard *guard = file->apart->len ? NULL : file->guards->pdata[0];
      ihop_diag_remedy (
        ihop_diags_add_at (ihop_project_diags (project), IHOP_REFUSED, "IHOP-T014", file->path, 0, 0,
                           "these steps rest on a test (%s) that only generated programs have",
                           guard ? guard->address : (const char *) file->apart->pdata[0]),
        "declare the parameters restrict, or generate: ihop --script");
      return IHOP_EXIT_REFUSED;
    }
  return IHOP_EXIT_DONE;
}

static int
write_result (const Transform *transform, const IhopProject *project)
{
  const IhopProjectFile *file = ihop_project_files (project)->pdata[0];
  g_autoptr (GError) error = NULL;

  if (transform->output == NULL)
    ihop_cli_print ("%s", file->tree->source->text);
  else if (!ihop_output_write_text (transform->output, file->tree->source->text, &error))
    {
      g_printerr ("ihop: %s\n", error->message);
      return IHOP_EXIT_OUTSIDE;
    }
  return IHOP_EXIT_DONE;
}

static void
show_json (const Transform *transform, const IhopProject *project, int code)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_put_text (json, "file", transform->cli.files[0]);
  ihop_json_put_text (json, "output", code == IHOP_EXIT_DONE ? transform->output : NULL);
  ihop_report_put_diags (json, ihop_project_diags (project));
  json_builder_end_object (json);
  g_autofree char *text = ihop_json_finish (json);
  ihop_cli_print ("%s", text);
}

int
ihop_command_transform (int argc, char **argv)
{
  g_auto (Transform) transform = { 0 };
  const GOptionEntry entries[] = {
    { "step", 0, 0, G_OPTION_ARG_STRING_ARRAY, &transform.steps,
      "a transformation, such as 'interchange f/i/j' (repeatable)", "STEP" },
    { "script", 0, 0, G_OPTION_ARG_FILENAME, &transform.script, "a file of steps (default: none)", "FILE" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &transform.output,
      "where to write (default: standard output)", "OUT.c" },
    G_OPTION_ENTRY_NULL
  };
  int code = ihop_cli_parse (&transform.cli, argc, argv, "FILE [-- COMPILER FLAGS]",
                             "Transforms loops; each step is proved before it is taken.\n"
                             "'ihop list transforms' names them.", entries, "text json");

  if (code < 0)
    code = check (&transform);
  if (code >= 0)
    return code;
  g_autoptr (IhopProject) project = ihop_cli_project (&transform.cli, transform.cli.files, &code);
  if (code == IHOP_EXIT_DONE)
    code = take_steps (&transform, project);
  if (code == IHOP_EXIT_DONE && (transform.output || !transform.cli.is_json))
    code = write_result (&transform, project);
  if (transform.cli.is_json)
    show_json (&transform, project, code);
  ihop_cli_show_diags (&transform.cli, ihop_project_diags (project));
  return code;
}
