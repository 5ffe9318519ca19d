/* Scripts of transformations over a project's files. */
#include "ir/print.h"
#include "project/project_private.h"
#include "transform/transform.h"
#include <string.h>

/* A plan is made from statements that know their places: the new text is read anew. A text that
 * we printed and cannot read is our own mistake. */
static IhopTree *
read_anew (const IhopProject *project, const IhopProjectFile *file, const IhopTree *tree)
{
  IhopFrontendOptions options = ihop_project_frontend_options (project);
  g_autoptr (GPtrArray) diags = ihop_diags_new (); /* what there was to say was said before */
  g_autofree char *text = ihop_print_tree (tree);
  IhopTree *again = ihop_frontend_parse_text (file->path, text, strlen (text), &options, diags);

  if (again == NULL)
    for (guint i = 0; i < diags->len; i++)
      {
        g_autofree char *said = ihop_diag_to_text (diags->pdata[i]);
        g_critical ("transformed text is no C: %s", said);
      }
  g_assert (again != NULL);
  return again;
}

gboolean
ihop_project_transform (IhopProject *project, const IhopProjectFile *file, const char *script,
                        const char *script_name)
{
  IhopTree *tree, *again;

  if (file->tree == NULL)
    return FALSE;
  tree = ihop_script_run (file->tree, script, script_name, ihop_project_facts_options (project),
                          ihop_project_diags (project));
  if (tree == NULL)
    return FALSE;
  again = read_anew (project, file, tree);
  ihop_tree_unref (tree);
  ihop_project_replace (project, file, again);
  return TRUE;
}
