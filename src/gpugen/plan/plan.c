/* Plans and what they consist of: made empty, and freed. */
#include "gpugen/plan/plan.h"

void
ihop_kernel_free (IhopKernel *kernel)
{
  GPtrArray *const lists[] = { kernel->statements, kernel->marks, kernel->params, kernel->privates,
                               kernel->last_values, kernel->reductions, kernel->atomics,
                               kernel->iterators_after, kernel->iterator_values, kernel->callees,
                               kernel->conditions };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_ptr_array_unref (lists[i]);
  if (kernel->footprints)
    g_ptr_array_unref (kernel->footprints);
  ihop_profile_free ((IhopProfile *) kernel->profile);
  g_free (kernel->name);
  ihop_message_unref (kernel->reason);
  g_free (kernel);
}

void
ihop_variable_free (IhopDeviceVariable *variable)
{
  g_free (variable->name);
  g_clear_pointer (&variable->ends, g_ptr_array_unref);
  g_clear_pointer (&variable->guesses, g_ptr_array_unref);
  ihop_message_unref (variable->reason);
  g_ptr_array_unref (variable->frees);
  g_free (variable);
}

void
ihop_version_free (IhopDeviceVersion *version)
{
  g_array_unref (version->handed);
  g_array_unref (version->apart);
  g_ptr_array_unref (version->conditions);
  g_free (version->name);
  g_free (version);
}

void
ihop_transfer_trace_free (gpointer data)
{
  IhopTransferTrace *trace = data;

  g_array_unref (trace->events);
  g_free (trace);
}

static void
transfer_free (gpointer data)
{
  IhopTransfer *transfer = data;

  ihop_message_unref (transfer->reason);
  g_free (transfer);
}

static void
pointer_swap_free (gpointer data)
{
  g_ptr_array_unref (((IhopPointerSwap *) data)->variables);
  g_free (data);
}

static void
overlap_free (gpointer data)
{
  IhopOverlapTest *test = data;

  g_free (test->name_a);
  ihop_message_unref (test->reason);
  g_free (test);
}

static void
left_out_free (gpointer data)
{
  IhopLeftOut *left = data;

  ihop_message_unref (left->reason);
  g_free (left);
}

IhopPlan *
ihop_plan_alloc (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *options)
{
  IhopPlan *plan = g_new0 (IhopPlan, 1);

  plan->tree = tree;
  plan->facts = facts;
  plan->mode = options->transfers;
  plan->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_kernel_free);
  plan->kernel_at = g_hash_table_new (NULL, NULL);
  plan->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_kernel_free);
  plan->versions = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_version_free);
  plan->variables = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_variable_free);
  plan->transfers = g_ptr_array_new_with_free_func (transfer_free);
  plan->pointer_swaps = g_ptr_array_new_with_free_func (pointer_swap_free);
  plan->overlaps = g_ptr_array_new_with_free_func (overlap_free);
  plan->assumption_tests = g_ptr_array_new_with_free_func (overlap_free);
  plan->dropped = g_ptr_array_new ();
  plan->uncalled = g_ptr_array_new ();
  plan->left_alone = g_ptr_array_new ();
  plan->left_out = g_ptr_array_new_with_free_func (left_out_free);
  plan->unguarded = g_ptr_array_new_with_free_func (g_free);
  plan->assumptions = g_ptr_array_new ();
  plan->made = g_ptr_array_new_with_free_func (ihop_assumption_free);
  return plan;
}

void
ihop_plan_free (IhopPlan *plan)
{
  if (plan == NULL)
    return;
  g_ptr_array_unref (plan->transfers);
  g_ptr_array_unref (plan->pointer_swaps);
  g_clear_pointer (&plan->traces, g_ptr_array_unref);
  g_ptr_array_unref (plan->kernels);
  g_hash_table_unref (plan->kernel_at);
  g_ptr_array_unref (plan->calls);
  g_ptr_array_unref (plan->versions);
  g_ptr_array_unref (plan->variables);
  g_ptr_array_unref (plan->overlaps);
  g_ptr_array_unref (plan->assumption_tests);
  g_ptr_array_unref (plan->dropped);
  g_ptr_array_unref (plan->uncalled);
  g_ptr_array_unref (plan->left_alone);
  g_ptr_array_unref (plan->left_out);
  g_ptr_array_unref (plan->unguarded);
  g_ptr_array_unref (plan->assumptions);
  g_ptr_array_unref (plan->made);
  ihop_gpu_free (plan->gpu);
  g_free (plan);
}

void
ihop_plan_add_kernel (IhopPlan *plan, IhopKernel *kernel)
{
  g_ptr_array_add (plan->kernels, kernel);
  for (guint i = 0; i < kernel->statements->len; i++)
    g_hash_table_insert (plan->kernel_at, kernel->statements->pdata[i], kernel);
}

gboolean
ihop_stays_covers (const IhopStays *stays, const char *address)
{
  gsize length = strlen (stays->address);

  return strncmp (address, stays->address, length) == 0 && (address[length] == '\0' || address[length] == '/');
}

void
ihop_stays_free (IhopStays *stays)
{
  g_free (stays->address);
  g_free (stays->device);
  g_free (stays->host);
  g_free (stays);
}
