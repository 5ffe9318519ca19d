#include "project/device_check.h"
#include "advise/apart.h"
#include "ir/address.h"
#include "project/localize.h"
#include "project/plan_view.h"
#include "project/project.h"
#include "project/project_private.h"
#include "project/reread.h"
#include "project/snapshot_private.h"
#include "transform/script.h"

static char *
first_message (const IhopDiags *diags)
{
  return diags->len ? ihop_message_localize (((const IhopDiag *) diags->pdata[0])->message) : g_strdup ("");
}

/* The first refusal that stands in the loop. */
static char *
refusal_in (const IhopTree *tree, const char *address, const IhopDiags *diags, guint first)
{
  g_autoptr (GPtrArray) names = ihop_address_list (tree);
  const IhopLoopName *name = ihop_address_find (names, address);

  for (guint i = first; name && i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      if (diag->severity >= IHOP_REFUSED && diag->line >= ihop_range_line (name->loop->place)
          && diag->line <= ihop_node_last_line (name->loop))
        return ihop_message_localize (diag->message);
    }
  return NULL;
}

/* Marks in front of all of them, each tried by itself; what refuses a mark is its loop's refusal. */
static void
mark_all (IhopProject *project, const IhopProjectFile *file, const GPtrArray *addresses, GPtrArray *refusals)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (IhopTree) tree = ihop_tree_ref (file->tree);
  IhopFactsOptions options = *ihop_project_facts_options (project);
  g_autofree const char **words = ihop_apart_words (&options, file->apart);

  options.noalias = words;
  for (guint i = 0; i < addresses->len; i++)
    {
      g_autofree char *step = g_strdup_printf ("target %s", (const char *) addresses->pdata[i]);
      g_autoptr (GPtrArray) diags = ihop_diags_new ();
      IhopTree *next = ihop_script_run (tree, step, step, &options, diags);
      if (next == NULL)
        {
          refusals->pdata[i] = first_message (diags);
          continue;
        }
      ihop_tree_unref (tree);
      tree = next;
      g_ptr_array_add (steps, g_steal_pointer (&step));
    }
  if (steps->len)
    ihop_project_take_steps (project, file, tree, steps);
}

/* In a project of its own: whoever takes the next step must not wait for what nobody has asked for. */
static IhopProject *
project_of (const IhopSnapshot *snapshot)
{
  g_autoptr (IhopProject) project = ihop_snapshot_project_new (snapshot);

  return ihop_snapshot_retake (project, snapshot) ? g_steal_pointer (&project) : NULL;
}

GPtrArray *
ihop_snapshot_device_refusals (const IhopSnapshot *snapshot, guint file, const GPtrArray *addresses, gboolean are_marked,
                               gboolean (*stop) (gpointer data), gpointer data)
{
  GPtrArray *refusals = g_ptr_array_new_with_free_func (g_free);
  IhopGenerateOptions options = { .plan = { .choose = IHOP_CHOOSE_TARGET, .gpu = ihop_snapshot_settings (snapshot)->gpu } };

  g_ptr_array_set_size (refusals, (int) addresses->len);
  g_autoptr (IhopProject) project = project_of (snapshot);
  if (project == NULL || stop (data))
    return refusals;
  const IhopProjectFile *input = ihop_project_files (project)->pdata[file];
  if (input->tree == NULL)
    return refusals;
  if (!are_marked)
    mark_all (project, input, addresses, refusals);
  if (stop (data))
    return refusals;
  guint told = ihop_project_diags (project)->len;
  ihop_project_unpack (project, input, &options.plan);
  if (stop (data))
    return refusals;
  g_autoptr (IhopGenerated) generated = ihop_project_generate (project, input, &options);
  for (guint i = 0; generated && i < addresses->len; i++)
    if (refusals->pdata[i] == NULL)
      refusals->pdata[i] = refusal_in (input->tree, addresses->pdata[i], ihop_project_diags (project), told);
  return refusals;
}

char *
ihop_snapshot_device_refusal (const IhopSnapshot *snapshot, guint file, const char *address, gboolean is_marked,
                              gboolean (*stop) (gpointer data), gpointer data)
{
  g_autoptr (GPtrArray) addresses = g_ptr_array_new ();

  g_ptr_array_add (addresses, (char *) address);
  g_autoptr (GPtrArray) refusals = ihop_snapshot_device_refusals (snapshot, file, addresses, is_marked, stop, data);
  return g_steal_pointer (&refusals->pdata[0]);
}
