/* Verdicts of loops, and diagnostics, as SARIF (base/sarif.h). */
#include "base/sarif.h"
#include "project/report.h"

/* "Loop f/i is sequential: flow dependence on A from iteration i = 1 to i = 2." */
static IhopMessage *
sequential_message (const IhopLoop *loop)
{
  if (loop->dependences == NULL || loop->dependences->len == 0)
    return ihop_message ("Loop %s is sequential.", loop->name->address);

  const IhopDependence *dependence = loop->dependences->pdata[0];
  g_autofree char *from = ihop_report_iteration (dependence->source_names,
                                                 dependence->source_iteration);
  g_autofree char *to = ihop_report_iteration (dependence->sink_names,
                                               dependence->sink_iteration);
  return ihop_message ("Loop %s is sequential: %s dependence on %s from iteration %s to %s.", loop->name->address,
                       ihop_argument_phrase (ihop_dependence_kind_name (dependence->kind)), dependence->variable, from,
                       to);
}

static void
add_loop (IhopSarif *sarif, const IhopLoop *loop, const char *path)
{
  guint line = ihop_range_line (loop->name->loop->place);
  guint column = ihop_range_column (loop->name->loop->place);

  if (loop->verdict == IHOP_SEQUENTIAL)
    ihop_sarif_add (sarif, "IHOP-sequential", "note", sequential_message (loop), path, line, column);
  for (guint i = 0; loop->verdict == IHOP_UNKNOWN && i < loop->reasons->len; i++)
    {
      const IhopReason *reason = loop->reasons->pdata[i];
      ihop_sarif_add (sarif, reason->id, "warning", ihop_message ("Loop %s: %s", loop->name->address, reason->message),
                  path, line, column);
    }
}

static IhopSarif *
find_results (IhopProject *project)
{
  static const char *const levels[] = { "note", "warning", "warning", "error" };
  IhopSarif *sarif = ihop_sarif_new ();
  const GPtrArray *files = ihop_project_files (project);
  const IhopDiags *diags = ihop_project_diags (project);

  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      const GPtrArray *loops = ihop_project_analyze (project, file);
      for (guint j = 0; j < loops->len; j++)
        add_loop (sarif, loops->pdata[j], file->path);
    }
  for (guint i = 0; i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      ihop_sarif_add (sarif, diag->id, levels[diag->severity], ihop_message_ref (diag->message), diag->path, diag->line,
                  diag->column);
    }
  return sarif;
}

char *
ihop_report_loops_sarif (IhopProject *project)
{
  return ihop_sarif_finish (find_results (project));
}
