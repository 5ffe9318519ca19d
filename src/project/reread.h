/* A file of a project is another text, or another tree: read anew, or looked at only. */
#pragma once
#include "base/edits.h"
#include "project/state.h"

/* A tree made by steps as the front end sees it: with ranges. */
IhopTree *ihop_project_read_anew (const IhopProject *project, const IhopProjectFile *file,
                                  const IhopTree *tree);
/* The file with these changes, which stays as it is; NULL: nothing comes of a text that cannot be read. The caller unrefs. */
IhopTree *ihop_project_read_edits (IhopProject *project, const IhopProjectFile *file, IhopEdits *edits);
/* The file with these changes. FALSE: nothing comes of a text that cannot be read, and the file stays as it is. */
gboolean ihop_project_read_text (IhopProject *project, const IhopProjectFile *file, IhopEdits *edits);
/* Facts about all files with another tree for this one, for looking only. The caller frees. */
IhopFacts *ihop_project_trial_facts (IhopProject *project, const IhopProjectFile *file, IhopTree *tree,
                                     IhopDiags *diags);
/* Takes steps that were found: the tree is read anew, the steps (of char *) are noted. FALSE: what they
 * made cannot be read, and nothing changed. */
gboolean ihop_project_take_steps (IhopProject *project, const IhopProjectFile *file,
                                  const IhopTree *tree, const GPtrArray *steps);
