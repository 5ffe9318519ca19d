/* Compiling, running and comparing all variants, for a worker. */
#include "gui/run.h"
#include "gui/text.h"
#include "project/plan_view.h"
#include <string.h>

const char *const ihop_run_products[] = { "original", "cpu", "emulated", "cuda" };

const char *
ihop_run_title (guint variant)
{
  static const char *const titles[] = { N_ ("Original"), N_ ("Fallback (CPU)"), N_ ("Emulated device"),
                                        N_ ("CUDA") };

  return _ (titles[variant]);
}

void
ihop_run_result_free (gpointer data)
{
  IhopRunResult *result = data;

  if (result == NULL)
    return;
  ihop_check_report_free (result->report);
  g_free (result->error);
  g_free (result);
}

static void
choose (const IhopProjectFile *file, IhopGenerateOptions *options, gpointer data)
{
  options->plan.choose = ihop_project_usual_choice (file);
}

/* Of all files together; the emulated device's time is nobody's concern. */
static void
predict (IhopRunResult *result, IhopSnapshot *snapshot)
{
  for (guint i = 0; i < ihop_snapshot_n_files (snapshot); i++)
    {
      g_autoptr (IhopPlanView) plan = ihop_snapshot_plan (snapshot, i);
      const double own[] = { plan ? plan->original : -1, plan ? plan->cpu : -1, -1, plan ? plan->device : -1 };
      for (guint k = 0; k < IHOP_RUN_VARIANTS; k++)
        if (own[k] >= 0)
          result->predicted[k] = MAX (result->predicted[k], 0) + own[k];
      result->is_guess |= plan && plan->is_guess;
    }
}

static void
read_times (IhopRunResult *result)
{
  const IhopCheckReport *report = result->report;

  if (report->original_seconds > 0)
    result->measured[0] = report->original_seconds;
  for (guint i = 0; i < report->results->len; i++)
    {
      const IhopCheckResult *one = report->results->pdata[i];
      for (guint k = 1; k < IHOP_RUN_VARIANTS; k++)
        if (g_str_equal (one->product, ihop_run_products[k])
            && (one->state == IHOP_CHECK_EQUAL || one->state == IHOP_CHECK_WITHIN))
          result->measured[k] = one->seconds;
    }
}

/* FALSE: there is a file that Clang refuses. */
static gboolean
is_whole (const IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);

  for (guint i = 0; i < files->len; i++)
    if (((const IhopProjectFile *) files->pdata[i])->tree == NULL)
      return FALSE;
  return files->len > 0;
}

IhopRunResult *
ihop_run_work (IhopSnapshot *all, guint file, double seconds, GCancellable *cancellable,
               void (*progress) (const char *what, gpointer data), gpointer data)
{
  IhopRunResult *result = g_new0 (IhopRunResult, 1);
  IhopCheckOptions options = { .seconds = seconds, .choose = choose, .progress = progress,
                               .progress_data = data, .cancellable = cancellable };

  for (guint k = 0; k < IHOP_RUN_VARIANTS; k++)
    result->predicted[k] = result->measured[k] = -1;
  progress ("planning", data);
  g_autoptr (IhopSnapshot) snapshot = ihop_snapshot_program (all, file);
  result->is_one_of_several = snapshot != all;
  g_autoptr (IhopProject) project = snapshot ? ihop_snapshot_project (snapshot) : NULL;
  if (project == NULL || !is_whole (project))
    {
      result->error = g_strdup (_ ("The program cannot be generated: a file is no valid C, or a step does "
                                   "not apply."));
      return result;
    }
  options.generate.plan.gpu = ihop_snapshot_settings (snapshot)->gpu;
  predict (result, snapshot);
  if (g_cancellable_is_cancelled (cancellable))
    return result;
  result->report = ihop_check_project (project, &options);
  read_times (result);
  return result;
}
