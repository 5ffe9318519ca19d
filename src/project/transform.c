/* Scripts of transformations over a project's files. */
#include "advise/apart.h"
#include "gpugen/plan/plan.h"
#include "project/project.h"
#include "project/project_private.h"
#include "project/reread.h"
#include "project/script_lines.h"
#include "transform/script.h"

/* ---- what steps rest on ---- */

/* The script with those lines left empty; the pairs are added. Only pairs that the search itself could
 * have tests for: a line of somebody's own for other names would vouch for them in silence. */
static char *
without_pairs (IhopProject *project, const IhopProjectFile *file, const char *script, GPtrArray *pairs)
{
  const IhopPlanOptions all = { .choose = IHOP_CHOOSE_AUTO };
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);
  g_autoptr (GPtrArray) known = NULL;

  for (guint i = 0; lines[i]; i++)
    {
      g_autofree char *pair = ihop_script_pair (g_strstrip (lines[i]));
      if (pair == NULL)
        continue;
      if (known == NULL)
        known = ihop_apart_pairs (ihop_project_facts (project), file->tree, &all);
      if (!g_ptr_array_find_with_equal_func (known, pair, g_str_equal, NULL))
        continue; /* refused as a step that there is not */
      g_ptr_array_add (pairs, g_steal_pointer (&pair));
      *lines[i] = '\0';
    }
  return g_strjoinv ("\n", lines);
}

void
ihop_project_take_back (IhopProject *project, const IhopProjectFile *file)
{
  IhopProjectFile *own = (IhopProjectFile *) file;
  IhopDiag *diag = ihop_diags_add_at (
    ihop_project_diags (project), IHOP_REFUSED, "IHOP-T014", file->path, 0, 0,
    "the steps are right only if memory does not overlap (%s), which cannot be tested in what is "
    "generated here: they are left out", (const char *) file->apart->pdata[0]);

  ihop_diag_remedy (diag, "declare the parameters restrict");
  ihop_project_replace (project, file, g_steal_pointer (&own->first_tree));
  g_clear_pointer (&own->advice, ihop_advice_free);
  g_ptr_array_set_size (own->steps, 0);
  g_ptr_array_set_size (own->on_host, 0);
  g_ptr_array_set_size (own->apart, 0);
  own->n_marks = own->n_prepared = 0;
}

/* ---- what is left to the host ---- */

/* The script with those lines left empty; what they say is added. Caller frees. */
static char *
without_stays (const char *script, GPtrArray *on_host)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      IhopStays *stays = ihop_script_stays (g_strstrip (lines[i]));
      if (stays == NULL)
        continue;
      g_ptr_array_add (on_host, stays);
      *lines[i] = '\0';
    }
  return g_strjoinv ("\n", lines);
}

static gboolean
check_stays (const IhopTree *tree, const GPtrArray *on_host, IhopDiags *diags)
{
  for (guint i = 0; i < on_host->len; i++)
    if (!ihop_script_check_stays (tree, on_host->pdata[i], diags))
      return FALSE;
  return TRUE;
}

/* ---- replaying ---- */

static gboolean
run_steps (IhopProject *project, const IhopProjectFile *file, const char *script, const char *script_name)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) on_host = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_stays_free);
  g_autofree char *steps_and_pairs = without_stays (script, on_host);
  g_autofree char *own = without_pairs (project, file, steps_and_pairs, pairs);
  IhopFactsOptions options = *ihop_project_facts_options (project);
  g_autofree const char **words = ihop_apart_words (&options, pairs);

  options.noalias = words;
  g_autoptr (IhopTree) tree = ihop_script_run (file->tree, own, script_name, &options, ihop_project_diags (project));
  if (tree == NULL || !check_stays (tree, on_host, ihop_project_diags (project)))
    return FALSE;
  g_autoptr (GPtrArray) steps = ihop_script_steps (steps_and_pairs);
  if (steps->len && !ihop_project_take_steps (project, file, tree, steps))
    return FALSE;
  g_ptr_array_extend_and_steal (file->apart, g_steal_pointer (&pairs));
  g_ptr_array_extend_and_steal (file->on_host, g_steal_pointer (&on_host));
  return TRUE;
}

/* The script's lines, those before "first" and from "end" on left empty. Caller frees. */
static char *
part_of (char **lines, guint first, guint end)
{
  GString *part = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    g_string_append_printf (part, "%s\n", i < first || i >= end ? "" : lines[i]);
  return g_string_free (part, FALSE);
}

static gboolean
run_prepared (IhopProject *project, const IhopProjectFile *file, char **lines, guint at, const IhopPlanOptions *plan,
              const char *script_name)
{
  g_autofree char *marks = part_of (lines, 0, at), *rest = part_of (lines, at + 1, G_MAXUINT);

  if (!run_steps (project, file, marks, script_name))
    return FALSE;
  if (!ihop_project_can_unpack (file))
    {
      ihop_diags_add_at (ihop_project_diags (project), IHOP_REFUSED, "IHOP-T001", script_name, at + 1, 1,
                         "“prepare” stands in front of all steps but marks, and once");
      return FALSE;
    }
  ihop_project_unpack (project, file, plan);
  return run_steps (project, file, rest, script_name);
}

gboolean
ihop_project_transform (IhopProject *project, const IhopProjectFile *file, const char *script,
                        const char *script_name)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);
  IhopPlanOptions plan = { 0 };

  if (file->tree == NULL)
    return FALSE;
  for (guint i = 0; lines[i]; i++)
    if (ihop_script_is_prepare (g_strchug (lines[i]), &plan.choose))
      return run_prepared (project, file, lines, i, &plan, script_name);
  return run_steps (project, file, script, script_name);
}

/* ---- the automatic mode ---- */

static char *
steps_text (const GPtrArray *steps)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < steps->len; i++)
    g_string_append_printf (text, "%s%s", i ? "; " : "", (const char *) steps->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
say_what_was_found (IhopProject *project, const IhopProjectFile *file)
{
  const IhopAdvice *advice = file->advice;
  g_autofree char *text = steps_text (advice->steps);
  g_autoptr (IhopMessage) before = ihop_advice_time (advice->plain);
  g_autoptr (IhopMessage) after = ihop_advice_time (advice->found);
  IhopDiag *diag = ihop_diags_add_at (
    ihop_project_diags (project), IHOP_NOTE, "IHOP-S001", file->path, 0, 0,
    "These steps were found and taken: %s. Predicted: %s instead of %s.", text, after, before);

  ihop_diag_remedy (diag,
                    "--script-out FILE writes them down; --search off leaves the code as it is");
}

static void
advise_once (IhopProject *project, IhopProjectFile *file, const IhopPlanOptions *plan,
             IhopAdviseEffort effort, double seconds, gboolean may_test)
{
  gboolean alone = ihop_project_files (project)->len == 1;

  g_clear_pointer (&file->advice, ihop_advice_free);
  file->advice = ihop_advise_program (alone ? ihop_project_facts (project) : NULL, file->tree,
                                      ihop_project_facts_options (project), plan, effort, seconds,
                                      may_test, ihop_project_watch (project));
}

/* Whether a plan of what was found can test what it rests on. */
static gboolean
can_test (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  g_autoptr (IhopTree) again = ihop_project_read_anew (project, file, file->advice->tree);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopPlanOptions options = *plan;

  if (again == NULL)
    return FALSE;
  options.apart = file->advice->apart;
  options.on_host = file->advice->on_host;
  g_autoptr (IhopFacts) facts = ihop_project_trial_facts (project, file, again, diags);
  g_autoptr (IhopPlan) trial = ihop_plan_new (facts, again, &options);
  return trial->unguarded->len == 0;
}

/* In front of the steps, as a script has them. */
static void
take_apart (const IhopProjectFile *file)
{
  const GPtrArray *pairs = file->advice->apart;

  for (guint i = 0; i < pairs->len; i++)
    {
      g_ptr_array_add (file->apart, g_strdup (pairs->pdata[i]));
      g_ptr_array_insert (file->advice->steps, (gint) i, ihop_script_pair_line (pairs->pdata[i]));
    }
}

static void
note_stays (IhopProjectFile *file)
{
  const GPtrArray *on_host = file->advice->on_host;

  for (guint i = 0; i < on_host->len; i++)
    {
      const IhopStays *one = on_host->pdata[i];
      IhopStays *stays = g_new0 (IhopStays, 1);
      *stays = (IhopStays) { g_strdup (one->address), g_strdup (one->device), g_strdup (one->host) };
      g_ptr_array_add (file->on_host, stays);
    }
}

static void
take_advice (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan,
             IhopAdviseEffort effort, double seconds)
{
  IhopProjectFile *own = (IhopProjectFile *) file;

  advise_once (project, own, plan, effort, seconds, file->steps->len == 0 && file->packed_tree == NULL);
  if (own->advice->apart->len && !can_test (project, own, plan))
    advise_once (project, own, plan, effort, seconds, FALSE);
  for (guint i = 0; i < own->advice->notes->len; i++)
    ihop_diags_add_at (ihop_project_diags (project), IHOP_NOTE, "IHOP-S002", file->path, 0, 0, "%s.",
                       (IhopMessage *) own->advice->notes->pdata[i]);
  for (guint i = 0; i < own->advice->host_notes->len; i++)
    ihop_diags_add_at (ihop_project_diags (project), IHOP_NOTE, "IHOP-S003", file->path, 0, 0, "%s.",
                       (IhopMessage *) own->advice->host_notes->pdata[i]);
  note_stays (own);
  if (own->advice->steps->len == 0)
    return;
  take_apart (file);
  if (ihop_project_take_steps (project, file, own->advice->tree, own->advice->steps))
    say_what_was_found (project, file);
  else
    {
      g_clear_pointer (&own->advice, ihop_advice_free);
      g_ptr_array_set_size (own->apart, 0);
      g_ptr_array_set_size (own->on_host, 0);
    }
}

/* If steps are found, the file is read again: its headers meanwhile. */
void
ihop_project_advise (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan,
                     IhopAdviseEffort effort, double seconds)
{
  IhopFrontendOptions options = ihop_project_frontend_options (project);

  if (file->tree == NULL || effort == IHOP_ADVISE_NOTHING || plan->choose == IHOP_CHOOSE_TARGET)
    return;
  ihop_frontend_expect_again (file->path, file->tree->source->text, &options);
  take_advice (project, file, plan, effort, seconds);
  ihop_frontend_forget_again ();
}

GPtrArray *
ihop_project_remedies (IhopProject *project, const IhopLoop *loop, const char *gpu, guint most)
{
  IhopFacts *facts = ihop_project_facts (project);
  const IhopTree *tree = ihop_facts_tree_of (facts, loop->name->function);
  const IhopPlanOptions plan = { .gpu = gpu };
  gboolean alone = ihop_project_files (project)->len == 1;

  return ihop_advise_loop (alone ? facts : NULL, (IhopTree *) tree,
                           ihop_project_facts_options (project), &plan, loop->name, most);
}
