/* SARIF 2.1.0 (OASIS standard): what editors and code hosts show beside the source. */
#include "project/report.h"

static void
put_message (JsonBuilder *builder, const char *text)
{
  ihop_json_begin_object (builder, "message");
  ihop_json_put_text (builder, "text", text);
  json_builder_end_object (builder);
}

/* Line 0 means that the whole file is meant: then there is no region. */
static void
put_location (JsonBuilder *builder, const char *path, guint line, guint column)
{
  g_autofree char *uri = g_uri_escape_string (path ? path : "", "/", TRUE);

  ihop_json_begin_array (builder, "locations");
  ihop_json_begin_object (builder, NULL);
  ihop_json_begin_object (builder, "physicalLocation");
  ihop_json_begin_object (builder, "artifactLocation");
  ihop_json_put_text (builder, "uri", uri);
  json_builder_end_object (builder);
  if (line)
    {
      ihop_json_begin_object (builder, "region");
      ihop_json_put_int (builder, "startLine", line);
      ihop_json_put_int (builder, "startColumn", MAX (column, 1));
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  json_builder_end_array (builder);
}

static void
put_result (JsonBuilder *builder, const char *id, const char *level, const char *message,
            const char *path, guint line, guint column)
{
  ihop_json_begin_object (builder, NULL);
  ihop_json_put_text (builder, "ruleId", id);
  ihop_json_put_text (builder, "level", level);
  put_message (builder, message);
  put_location (builder, path, line, column);
  json_builder_end_object (builder);
}

/* "loop f/i is sequential: flow dependence on A from i = 1 to i = 2" */
static char *
sequential_message (const IhopLoop *loop)
{
  if (loop->dependences == NULL || loop->dependences->len == 0)
    return g_strdup_printf ("Loop %s is sequential.", loop->name->address);

  const IhopDependence *dependence = loop->dependences->pdata[0];
  g_autofree char *from = ihop_report_iteration (dependence->source_names,
                                                 dependence->source_iteration);
  g_autofree char *to = ihop_report_iteration (dependence->sink_names,
                                               dependence->sink_iteration);
  return g_strdup_printf ("Loop %s is sequential: %s dependence on %s from iteration %s to %s.",
                          loop->name->address, ihop_dependence_kind_name (dependence->kind),
                          dependence->variable, from, to);
}

static void
put_loop_result (JsonBuilder *builder, const IhopLoop *loop, const char *path)
{
  guint line = ihop_range_line (loop->name->loop->place);
  guint column = ihop_range_column (loop->name->loop->place);

  if (loop->verdict == IHOP_SEQUENTIAL)
    {
      g_autofree char *message = sequential_message (loop);
      put_result (builder, "IHOP-sequential", "note", message, path, line, column);
    }
  for (guint i = 0; loop->verdict == IHOP_UNKNOWN && i < loop->reasons->len; i++)
    {
      const IhopReason *reason = loop->reasons->pdata[i];
      g_autofree char *message = g_strdup_printf ("Loop %s: %s", loop->name->address,
                                                  reason->message);
      put_result (builder, reason->id, "warning", message, path, line, column);
    }
}

static void
put_diag_result (JsonBuilder *builder, const IhopDiag *diag)
{
  static const char *const levels[] = { "note", "warning", "warning", "error" };

  put_result (builder, diag->id, levels[diag->severity], diag->message, diag->path, diag->line,
              diag->column);
}

static void
put_tool (JsonBuilder *builder)
{
  ihop_json_begin_object (builder, "tool");
  ihop_json_begin_object (builder, "driver");
  ihop_json_put_text (builder, "name", "ihop");
  ihop_json_put_text (builder, "version", IHOP_VERSION);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
put_results (JsonBuilder *builder, IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);
  const IhopDiags *diags = ihop_project_diags (project);

  ihop_json_begin_array (builder, "results");
  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      const GPtrArray *loops = ihop_project_analyze (project, file);
      for (guint j = 0; j < loops->len; j++)
        put_loop_result (builder, loops->pdata[j], file->path);
    }
  for (guint i = 0; i < diags->len; i++)
    put_diag_result (builder, diags->pdata[i]);
  json_builder_end_array (builder);
}

char *
ihop_report_loops_sarif (IhopProject *project)
{
  JsonBuilder *builder = json_builder_new ();

  ihop_json_begin_object (builder, NULL);
  ihop_json_put_text (builder, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  ihop_json_put_text (builder, "version", "2.1.0");
  ihop_json_begin_array (builder, "runs");
  ihop_json_begin_object (builder, NULL);
  put_tool (builder);
  put_results (builder, project);
  json_builder_end_object (builder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return ihop_json_finish (builder);
}
