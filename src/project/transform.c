/* Scripts of transformations over a project's files. */
#include "ir/print.h"
#include "project/project_private.h"
#include "transform/transform.h"
#include <string.h>

/* A plan is made from statements that know their places: the new text is read anew. A text that
 * we printed and cannot read is our own mistake: it is said, and NULL comes back. */
IhopTree *
ihop_project_read_anew (const IhopProject *project, const IhopProjectFile *file, const IhopTree *tree)
{
  IhopFrontendOptions options = ihop_project_frontend_options (project);
  g_autoptr (GPtrArray) diags = ihop_diags_new (); /* what there was to say was said before */
  g_autofree char *text = ihop_print_tree (tree);
  IhopTree *again = ihop_frontend_parse_text (file->path, text, strlen (text), &options, diags);

  if (again == NULL)
    {
      const IhopDiag *first = diags->len ? diags->pdata[0] : NULL;
      ihop_diag_remedy (
        ihop_diags_add_at (ihop_project_diags (project), IHOP_REFUSED, "IHOP-T013", file->path, 0, 0,
                           "what these steps made is no C (%s): this is a fault of ihop, and nothing "
                           "was changed", first ? first->message : "it cannot be read"),
        "please report it with the steps; fewer of them may do");
    }
  return again;
}

static gboolean
take_steps (IhopProject *project, const IhopProjectFile *file, const IhopTree *tree,
            const GPtrArray *steps)
{
  IhopProjectFile *own = (IhopProjectFile *) file;
  IhopTree *again = ihop_project_read_anew (project, file, tree);

  if (again == NULL)
    return FALSE;
  if (steps->len && own->first_tree == NULL)
    own->first_tree = ihop_tree_ref (file->tree);
  ihop_project_replace (project, file, again);
  for (guint i = 0; i < steps->len; i++)
    g_ptr_array_add (file->steps, g_strdup (steps->pdata[i]));
  return TRUE;
}

gboolean
ihop_project_transform (IhopProject *project, const IhopProjectFile *file, const char *script,
                        const char *script_name)
{
  IhopTree *tree;

  if (file->tree == NULL)
    return FALSE;
  tree = ihop_script_run (file->tree, script, script_name, ihop_project_facts_options (project),
                          ihop_project_diags (project));
  if (tree == NULL)
    return FALSE;
  g_autoptr (GPtrArray) steps = ihop_script_steps (script);
  gboolean taken = take_steps (project, file, tree, steps);
  ihop_tree_unref (tree);
  return taken;
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
  g_autofree char *before = ihop_advice_seconds (advice->plain);
  g_autofree char *after = ihop_advice_seconds (advice->found);
  IhopDiag *diag = ihop_diags_add_at (
    ihop_project_diags (project), IHOP_NOTE, "IHOP-S001", file->path, 0, 0,
    "These steps were found and taken: %s. Predicted: %s instead of %s.", text, after, before);

  ihop_diag_remedy (diag,
                    "--script-out FILE writes them down; --search off leaves the code as it is");
}

void
ihop_project_advise (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan,
                     IhopAdviseEffort effort, double seconds)
{
  gboolean alone = ihop_project_files (project)->len == 1;
  IhopProjectFile *own = (IhopProjectFile *) file;

  if (file->tree == NULL || effort == IHOP_ADVISE_NOTHING || plan->choose == IHOP_CHOOSE_TARGET)
    return;
  g_clear_pointer (&own->advice, ihop_advice_free);
  own->advice = ihop_advise_program (alone ? ihop_project_facts (project) : NULL, file->tree,
                                     ihop_project_facts_options (project), plan, effort, seconds);
  for (guint i = 0; i < own->advice->notes->len; i++)
    ihop_diags_add_at (ihop_project_diags (project), IHOP_NOTE, "IHOP-S002", file->path, 0, 0, "%s.",
                       (const char *) own->advice->notes->pdata[i]);
  for (guint i = 0; i < own->advice->host_notes->len; i++)
    ihop_diags_add_at (ihop_project_diags (project), IHOP_NOTE, "IHOP-S003", file->path, 0, 0, "%s.",
                       (const char *) own->advice->host_notes->pdata[i]);
  if (own->advice->steps->len == 0)
    return;
  if (take_steps (project, file, own->advice->tree, own->advice->steps))
    say_what_was_found (project, file);
  else
    g_clear_pointer (&own->advice, ihop_advice_free);
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
