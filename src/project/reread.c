/* A file after its text or its tree was changed. */
#include "project/reread.h"
#include "project/owners_lines.h"
#include "ir/print.h"
#include <string.h>

/* What cannot be said anew (print.h) is printed as a word that is no C; the owner's code is to blame. */
static void
say_why_not (const IhopProject *project, const IhopProjectFile *file, const char *text,
             const IhopDiags *diags)
{
  g_autoptr (IhopMessage) first = diags->len ? ihop_message_ref (((const IhopDiag *) diags->pdata[0])->message)
                                             : ihop_message ("it cannot be read");

  if (strstr (text, "ihop_cannot_print_this"))
    ihop_diag_remedy (
      ihop_diags_add_at (ihop_project_diags (project), IHOP_REFUSED, "IHOP-T013", file->path, 0, 0,
                         "what these steps made cannot be written down: it means something that only "
                         "the owner's own text says (by a name that a macro has, too, or in assembly); "
                         "nothing was changed"),
      "give the macro another name than what it stands for");
  else
    ihop_diag_remedy (
      ihop_diags_add_at (ihop_project_diags (project), IHOP_REFUSED, "IHOP-T013", file->path, 0, 0,
                         "what these steps made is no C (%s): this is a fault of ihop, and nothing "
                         "was changed", first),
      "please report it with the steps; fewer of them may do");
}

/* A plan is made from statements that know their places: the new text is read anew. A text that
 * we printed and cannot read is our own mistake: it is said, and NULL comes back. */
IhopTree *
ihop_project_read_anew (const IhopProject *project, const IhopProjectFile *file, const IhopTree *tree)
{
  IhopFrontendOptions options = ihop_project_frontend_options (project);
  g_autoptr (GPtrArray) diags = ihop_diags_new (); /* what there was to say was said before */
  g_autofree char *text = ihop_print_tree (tree);
  IhopTree *again = ihop_frontend_parse_text (file->path, text, strlen (text), &options, diags);

  ihop_run_profile_apply (ihop_project_run_profile (project), again, file->split);
  if (again)
    ihop_owners_lines_follow (again, tree);
  else
    say_why_not (project, file, text, diags);
  return again;
}

IhopFacts *
ihop_project_trial_facts (IhopProject *project, const IhopProjectFile *file, IhopTree *tree,
                          IhopDiags *diags)
{
  const GPtrArray *files = ihop_project_files (project);
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();

  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *other = files->pdata[i];
      if (other->tree)
        g_ptr_array_add (trees, other == file ? tree : other->tree);
    }
  return ihop_facts_new (trees, ihop_project_facts_options (project), diags);
}

gboolean
ihop_project_take_steps (IhopProject *project, const IhopProjectFile *file, const IhopTree *tree,
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

IhopTree *
ihop_project_read_edits (IhopProject *project, const IhopProjectFile *file, IhopEdits *edits)
{
  IhopFrontendOptions options = ihop_project_frontend_options (project);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  gsize length;
  g_autofree char *text = ihop_edits_apply (edits, &length);
  IhopTree *again = ihop_frontend_parse_text (file->path, text, length, &options, diags);

  ihop_run_profile_apply (ihop_project_run_profile (project), again, file->split);
  if (again)
    ihop_source_set_owners (again->source, ihop_edits_lines (edits));
  return again;
}

gboolean
ihop_project_read_text (IhopProject *project, const IhopProjectFile *file, IhopEdits *edits)
{
  IhopTree *again = ihop_project_read_edits (project, file, edits);

  if (again)
    ihop_project_replace (project, file, again);
  return again != NULL;
}
