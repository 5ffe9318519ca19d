#include "project/device_check.h"
#include "ir/address.h"
#include "project/localize.h"
#include "project/plan_view.h"

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

/* The snapshot with marks in front of all of them; what refuses a mark is its loop's refusal. */
static IhopSnapshot *
mark_all (IhopSnapshot *snapshot, guint file, const GPtrArray *addresses, GPtrArray *refusals)
{
  IhopSnapshot *marked = ihop_snapshot_ref (snapshot);

  for (guint i = 0; i < addresses->len; i++)
    {
      g_autofree char *step = g_strdup_printf ("target %s", (const char *) addresses->pdata[i]);
      g_autoptr (GPtrArray) diags = ihop_diags_new ();
      IhopSnapshot *next = ihop_snapshot_step (marked, file, step, diags);
      if (next == NULL)
        {
          refusals->pdata[i] = first_message (diags);
          continue;
        }
      ihop_snapshot_unref (marked);
      marked = next;
    }
  return marked;
}

GPtrArray *
ihop_snapshot_device_refusals (IhopSnapshot *snapshot, guint file, const GPtrArray *addresses, gboolean are_marked)
{
  GPtrArray *refusals = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_set_size (refusals, (int) addresses->len);
  g_autoptr (IhopSnapshot) marked
    = are_marked ? ihop_snapshot_ref (snapshot) : mark_all (snapshot, file, addresses, refusals);
  g_autoptr (IhopProject) project = ihop_snapshot_project (marked);
  IhopGenerateOptions options = { .plan = { .choose = IHOP_CHOOSE_TARGET, .gpu = ihop_snapshot_settings (snapshot)->gpu } };
  if (project == NULL)
    return refusals;
  const IhopProjectFile *input = ihop_project_files (project)->pdata[file];
  guint told = ihop_project_diags (project)->len;
  ihop_project_unpack (project, input, &options.plan);
  g_autoptr (IhopGenerated) generated = ihop_project_generate (project, input, &options);
  for (guint i = 0; generated && i < addresses->len; i++)
    if (refusals->pdata[i] == NULL)
      refusals->pdata[i] = refusal_in (input->tree, addresses->pdata[i], ihop_project_diags (project), told);
  return refusals;
}

char *
ihop_snapshot_device_refusal (IhopSnapshot *snapshot, guint file, const char *address, gboolean is_marked)
{
  g_autoptr (GPtrArray) addresses = g_ptr_array_new ();

  g_ptr_array_add (addresses, (char *) address);
  g_autoptr (GPtrArray) refusals = ihop_snapshot_device_refusals (snapshot, file, addresses, is_marked);
  return g_steal_pointer (&refusals->pdata[0]);
}
