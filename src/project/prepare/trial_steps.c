#include "project/prepare/trial_steps.h"
#include "gpugen/plan/plan.h"
#include "transform/run.h"

IhopTrial
ihop_trial_begin (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  return (IhopTrial) { project, file, plan, ihop_tree_ref (file->tree), g_ptr_array_new_with_free_func (g_free), ihop_diags_new () };
}

void
ihop_trial_end (IhopTrial *trial)
{
  if (trial->steps->len)
    ihop_project_take_steps (trial->project, trial->file, trial->tree, trial->steps);
  ihop_tree_unref (trial->tree);
  g_ptr_array_unref (trial->steps);
  g_ptr_array_unref (trial->diags);
}

IhopFacts *
ihop_trial_facts (const IhopTrial *trial, IhopTree *tree)
{
  return ihop_project_trial_facts (trial->project, trial->file, tree, trial->diags);
}

IhopTree *
ihop_trial_run (const IhopTrial *trial, const char *step)
{
  g_autoptr (IhopFacts) facts = ihop_trial_facts (trial, trial->tree);

  return ihop_transform_run (facts, trial->tree, step, trial->diags);
}

void
ihop_trial_keep (IhopTrial *trial, IhopTree *next, const char *step)
{
  ihop_tree_unref (trial->tree);
  trial->tree = next;
  g_ptr_array_add (trial->steps, g_strdup (step));
}

void
ihop_trial_restart (IhopTrial *trial, IhopTree *tree, guint n_steps)
{
  ihop_tree_unref (trial->tree);
  trial->tree = tree;
  g_ptr_array_set_size (trial->steps, (gint) n_steps);
}

guint
ihop_trial_count_kernels (const IhopTrial *trial, IhopTree *tree)
{
  g_autoptr (IhopFacts) facts = ihop_trial_facts (trial, tree);
  g_autoptr (IhopPlan) outline = ihop_plan_outline (facts, tree, trial->plan);

  return outline->kernels->len;
}

gboolean
ihop_trial_covers (const IhopTrial *trial, const IhopFunction *function)
{
  const char *only = trial->plan->function;

  return function->in_main_file && (only == NULL || g_str_equal (only, function->symbol->name));
}
