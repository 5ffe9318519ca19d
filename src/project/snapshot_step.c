/* One more step. */
#include "advise/apart.h"
#include "ir/print.h"
#include "project/project.h"
#include "project/project_private.h"
#include "project/script_lines.h"
#include "project/snapshot.h"
#include "project/snapshot_private.h"
#include "transform/script.h"

/* Takes the tree. */
static IhopSnapshotEntry *
entry_after (const IhopSnapshotEntry *before, const char *step, IhopTree *tree, const IhopTree *first)
{
  g_autofree char *text = ihop_print_tree (tree);
  IhopSnapshotEntry *entry = ihop_snapshot_entry_new (before->path, before->original, text);

  for (guint i = 0; i < before->steps->len; i++)
    g_ptr_array_add (entry->steps, g_strdup (before->steps->pdata[i]));
  g_ptr_array_add (entry->steps, g_strdup (step));
  entry->tree = tree;
  if (before->prepared)
    {
      g_autoptr (GArray) origins = ihop_loop_origins (tree, before->prepared);
      entry->prepared = ihop_tree_ref (before->prepared);
      entry->prepared_origins = g_array_ref (before->prepared_origins);
      entry->origins = ihop_loop_origins_behind (origins, before->prepared, before->prepared_origins);
    }
  else
    entry->origins = ihop_loop_origins (tree, first);
  return entry;
}

/* What has become of the file when it was prepared. Takes the tree. */
static IhopSnapshotEntry *
entry_prepared (const IhopSnapshotEntry *before, const char *step, IhopTree *tree, const IhopTree *first)
{
  IhopSnapshotEntry *entry = entry_after (before, step, tree, first);

  g_array_unref (entry->origins);
  entry->origins = ihop_loop_origins_by_address (tree, first);
  entry->prepared = ihop_tree_ref (tree);
  entry->prepared_origins = g_array_ref (entry->origins);
  return entry;
}

/* What the owner vouches for is read from the files as they were written, as a script's steps read
 * it; and the first step starts from those trees. Caller unrefs. */
static IhopTree *
tree_of (IhopSnapshot *root, const IhopSnapshotEntry *entry, guint file)
{
  const IhopProjectFile *first = ihop_project_files (root->project)->pdata[file];
  IhopTree *tree = entry->tree ? entry->tree : first->tree;

  return tree ? ihop_tree_ref (tree) : NULL;
}

/* Takes the tree. */
static IhopSnapshot *
snapshot_after (IhopSnapshot *before, guint file, const char *step, IhopTree *tree, gboolean is_prepared)
{
  IhopSnapshot *after = ihop_snapshot_new (before->settings);
  IhopSnapshot *root = before->root ? before->root : before;
  const IhopProjectFile *owners = ihop_project_files (root->project)->pdata[file];
  const IhopTree *first = owners->tree;

  after->root = ihop_snapshot_ref (root);
  for (guint i = 0; i < before->files->len; i++)
    {
      IhopSnapshotEntry *entry = before->files->pdata[i];
      g_ptr_array_add (after->files, i != file     ? ihop_snapshot_entry_ref (entry)
                                     : is_prepared ? entry_prepared (entry, step, tree, first)
                                                   : entry_after (entry, step, tree, first));
    }
  return after;
}

/* The script's runner names the step behind the refusal itself; here there is only one. */
static void
drop_step_name (IhopDiags *diags)
{
  const IhopDiag *last = diags->len ? diags->pdata[diags->len - 1] : NULL;

  if (last && g_str_equal (last->id, "IHOP-T010"))
    g_ptr_array_set_size (diags, (int) diags->len - 1);
}

/* After steps the tree's places are those of the owner's text: what is refused is said again at the
 * places of the text as it is shown. */
static void
refuse_in_shown_text (IhopSnapshot *snapshot, guint file, const char *step, IhopDiags *diags)
{
  g_autoptr (GPtrArray) again = ihop_diags_new ();
  IhopProject *project = ihop_snapshot_lock (snapshot);
  const IhopProjectFile *shown = ihop_project_files (project)->pdata[file];
  IhopTree *next = shown->tree ? ihop_script_run (shown->tree, step, step,
                                                  ihop_project_facts_options (project), again)
                               : NULL;

  if (next == NULL && again->len)
    {
      g_ptr_array_set_size (diags, 0);
      ihop_diags_copy (diags, again);
    }
  ihop_snapshot_unlock (snapshot);
  ihop_tree_unref (next);
}

GPtrArray *
ihop_snapshot_entry_pairs (const IhopSnapshotEntry *entry)
{
  GPtrArray *pairs = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < entry->steps->len; i++)
    {
      char *pair = ihop_script_pair (entry->steps->pdata[i]);
      if (pair)
        g_ptr_array_add (pairs, pair);
    }
  return pairs;
}

/* Whether a program made of this could test it. */
static gboolean
is_pair (IhopTree *tree, const char *step, const IhopFactsOptions *options)
{
  const IhopPlanOptions all = { .choose = IHOP_CHOOSE_AUTO };
  g_autofree char *pair = ihop_script_pair (step);
  g_autoptr (GPtrArray) trees = g_ptr_array_new (), diags = ihop_diags_new ();

  if (pair == NULL)
    return FALSE;
  g_ptr_array_add (trees, tree);
  g_autoptr (IhopFacts) facts = ihop_facts_new (trees, options, diags);
  g_autoptr (GPtrArray) known = ihop_apart_pairs (facts, tree, &all);
  return g_ptr_array_find_with_equal_func (known, pair, g_str_equal, NULL);
}

/* The tree after the step, referenced; NULL: refused. */
static IhopTree *
run_step (IhopProject *project, const IhopSnapshotEntry *entry, IhopTree *tree, const char *step, IhopDiags *diags)
{
  IhopFactsOptions options = *ihop_project_facts_options (project);
  IhopStays *stays = ihop_script_stays (step);

  if (stays || is_pair (tree, step, &options))
    {
      gboolean is_fine = stays == NULL || ihop_script_check_stays (tree, stays, diags);
      g_clear_pointer (&stays, ihop_stays_free);
      return is_fine ? ihop_tree_ref (tree) : NULL;
    }
  g_autoptr (GPtrArray) pairs = ihop_snapshot_entry_pairs (entry);
  g_autofree const char **words = ihop_apart_words (&options, pairs);
  options.noalias = words;
  return ihop_script_run (tree, step, step, &options, diags);
}

/* The file prepared for a search (project.h). It is the whole way from the owner's text anew, since what is prepared
 * is read anew. */
static IhopSnapshot *
prepare (IhopSnapshot *snapshot, guint file, const char *step, IhopDiags *diags)
{
  g_autoptr (IhopProject) project = ihop_snapshot_project_new (snapshot);
  const IhopProjectFile *input = ihop_snapshot_replay (project, snapshot) ? ihop_project_files (project)->pdata[file] : NULL;
  IhopDiags *told = ihop_project_diags (project);

  g_ptr_array_set_size (told, 0);
  if (input && ihop_project_transform (project, input, step, step))
    return snapshot_after (snapshot, file, step, ihop_tree_ref (input->tree), TRUE);
  ihop_diags_copy (diags, told);
  return NULL;
}

IhopSnapshot *
ihop_snapshot_step (IhopSnapshot *snapshot, guint file, const char *step, IhopDiags *diags)
{
  IhopSnapshot *root = snapshot->root ? snapshot->root : snapshot;
  const IhopSnapshotEntry *entry = snapshot->files->pdata[file];
  IhopProject *project = ihop_snapshot_lock (root);
  g_autoptr (IhopTree) tree = tree_of (root, entry, file);
  IhopChoose choose;
  gboolean is_prepare = tree && ihop_script_is_prepare (step, &choose);
  IhopTree *next = tree && !is_prepare ? run_step (project, entry, tree, step, diags) : NULL;

  ihop_snapshot_unlock (root);
  if (is_prepare)
    return prepare (snapshot, file, step, diags);
  if (next == NULL)
    {
      if (snapshot != root)
        refuse_in_shown_text (snapshot, file, step, diags);
      drop_step_name (diags);
      return NULL;
    }
  return snapshot_after (snapshot, file, step, next, FALSE);
}

gboolean
ihop_snapshot_says_more (const IhopSnapshot *snapshot, guint file)
{
  const GPtrArray *steps = ((const IhopSnapshotEntry *) snapshot->files->pdata[file])->steps;
  gboolean says = FALSE;
  IhopChoose choose;

  for (guint i = 0; i < steps->len && !says; i++)
    {
      g_autofree char *pair = ihop_script_pair (steps->pdata[i]);
      IhopStays *stays = ihop_script_stays (steps->pdata[i]);
      says = pair || stays || ihop_script_is_prepare (steps->pdata[i], &choose);
      g_clear_pointer (&stays, ihop_stays_free);
    }
  return says;
}
