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

char *
ihop_snapshot_device_refusal (IhopSnapshot *snapshot, guint file, const char *address, gboolean is_marked)
{
  g_autofree char *step = g_strdup_printf ("target %s", address);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopSnapshot) marked
    = is_marked ? ihop_snapshot_ref (snapshot) : ihop_snapshot_step (snapshot, file, step, diags);
  g_autoptr (IhopProject) project = marked ? ihop_snapshot_project (marked) : NULL;
  IhopGenerateOptions options = { .plan = { .choose = IHOP_CHOOSE_TARGET, .gpu = ihop_snapshot_settings (snapshot)->gpu } };

  if (project == NULL)
    return first_message (diags);
  const IhopProjectFile *input = ihop_project_files (project)->pdata[file];
  guint told = ihop_project_diags (project)->len;
  ihop_project_unpack (project, input, &options.plan);
  g_autoptr (IhopGenerated) generated = ihop_project_generate (project, input, &options);
  return generated ? refusal_in (input->tree, address, ihop_project_diags (project), told) : NULL;
}
