/* In which order functions are planned, and which of their versions for the device are kept once all of them are. */
#include "gpugen/transfer/version_settlement.h"
#include "analysis/program/callgraph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/transfer/device_version.h"

static void
add_in_order (IhopPlanner *planner, const IhopFunction *function, GHashTable *seen, GPtrArray *order)
{
  const IhopCallNode *node = ihop_callgraph_node (planner->facts, function);

  if (!g_hash_table_add (seen, (gpointer) function))
    return;
  for (guint i = 0; node && i < node->calls->len; i++)
    {
      const IhopFunction *callee = ((const IhopCallSite *) node->calls->pdata[i])->function;
      if (callee && g_ptr_array_find (planner->tree->functions, callee, NULL))
        add_in_order (planner, callee, seen, order);
    }
  g_ptr_array_add (order, (gpointer) function);
}

GPtrArray *
ihop_resident_order (IhopPlanner *planner)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GPtrArray *order = g_ptr_array_new ();

  for (guint i = 0; i < planner->tree->functions->len; i++)
    add_in_order (planner, planner->tree->functions->pdata[i], seen, order);
  return order;
}

static gboolean
is_called (const IhopPlan *plan, const IhopDeviceVersion *version)
{
  for (guint i = 0; i < plan->calls->len; i++)
    if (((const IhopKernel *) plan->calls->pdata[i])->version == version)
      return TRUE;
  return FALSE;
}

static gboolean
keeps_original (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->overlaps->len; i++)
    if (((const IhopOverlapTest *) plan->overlaps->pdata[i])->function == function)
      return TRUE;
  return FALSE;
}

/* Whether the host calls the function nowhere. The original of a caller, kept for memory that overlaps, does. */
static gboolean
is_for_device_only (IhopPlanner *planner, const IhopDeviceVersion *version)
{
  const IhopCallNode *node = ihop_callgraph_node (planner->facts, version->function);

  if (node->is_address_taken || ihop_callgraph_is_entry (planner->facts, version->function))
    return FALSE;
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      const IhopDeviceVersion *around = ihop_plan_version (planner->plan, site->caller);
      const IhopKernel *call = ihop_plan_call (planner->plan, site->call);
      if (call == NULL || call->conditions->len
          || (keeps_original (planner->plan, site->caller) && !(around && around->is_only)))
        return FALSE;
    }
  return TRUE;
}

static void
leave_conditions (const IhopDeviceVersion *version, const GPtrArray *kernels)
{
  for (guint i = 0; i < kernels->len; i++)
    {
      IhopKernel *kernel = kernels->pdata[i];
      if (kernel->function == version->function)
        g_ptr_array_set_size (kernel->conditions, 0);
    }
}

static void
leave_to_callers (IhopPlan *plan, const IhopDeviceVersion *version)
{
  leave_conditions (version, plan->kernels);
  leave_conditions (version, plan->calls);
  for (guint i = 0; i < version->handed->len; i++)
    {
      IhopDeviceVariable *variable = g_array_index (version->handed, IhopHanded, i).variable;
      variable->is_handed = TRUE;
      ihop_message_unref (variable->reason);
      variable->reason = ihop_message ("%s: all callers hand its copy over", variable->symbol->name);
    }
  for (guint i = plan->transfers->len; i-- > 0;)
    if (((const IhopTransfer *) plan->transfers->pdata[i])->variable->is_handed)
      g_ptr_array_remove_index (plan->transfers, i);
  for (guint i = plan->traces ? plan->traces->len : 0; i-- > 0;)
    if (((const IhopTransferTrace *) plan->traces->pdata[i])->variable->is_handed)
      g_ptr_array_remove_index (plan->traces, i);
  GPtrArray *const tests[] = { plan->overlaps, plan->assumption_tests };
  for (guint k = 0; k < G_N_ELEMENTS (tests); k++)
    for (guint i = tests[k]->len; i-- > 0;)
      if (((const IhopOverlapTest *) tests[k]->pdata[i])->function == version->function)
        g_ptr_array_remove_index (tests[k], i);
}

static void
name_version (IhopPlanner *planner, IhopDeviceVersion *version)
{
  g_autofree char *base = g_strconcat (version->function->symbol->name, "_on_device", NULL);

  version->name = g_strdup (ihop_name_make (planner, base));
}

/* Whether a version is taken. Callers come behind what they call: so their fate is known before. */
static gboolean
settle (IhopPlanner *planner, IhopDeviceVersion *version)
{
  gboolean is_used = is_called (planner->plan, version);

  version->is_only = is_used && is_for_device_only (planner, version);
  if ((version->is_needed && !version->is_only) || (version->is_hoped_for && !is_used))
    ihop_planner_deny (planner, version->function);
  if (!is_used)
    return FALSE;
  name_version (planner, version);
  if (version->is_only)
    leave_to_callers (planner->plan, version);
  return TRUE;
}

gboolean
ihop_resident_settle (IhopPlanner *planner)
{
  GPtrArray *versions = planner->plan->versions;
  guint before = planner->n_denied;

  for (guint i = versions->len; i-- > 0;)
    if (!settle (planner, versions->pdata[i]))
      g_ptr_array_remove_index (versions, i);
  planner->n_denied = g_hash_table_size (planner->denied);
  return planner->n_denied == before;
}
