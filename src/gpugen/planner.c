/* The plan of one file: its functions one after another. */
#include "analysis/program/callgraph.h"
#include "gpugen/kernel/axes.h"
#include "gpugen/kernel/mapped_nest.h"
#include "gpugen/kernel/openmp_directives.h"
#include "gpugen/memory/entry_tests.h"
#include "gpugen/memory/parameters.h"
#include "gpugen/memory/resident_call.h"
#include "gpugen/memory/struct_guards.h"
#include "gpugen/plan/clauses.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/select/automatic.h"
#include "gpugen/select/target_pragmas.h"
#include "gpugen/transfer/copies.h"
#include "gpugen/transfer/device_version.h"
#include "gpugen/transfer/version_settlement.h"
#include "gpugen/transfer/single_thread.h"
#include "ir/print.h"
#include <string.h>

/* ---- names that are taken: every word of the file ---- */

static void
collect_names (IhopPlanner *planner)
{
  const IhopSource *source = planner->tree->source;

  for (gsize i = 0; i < source->length;)
    {
      gsize length = 0;
      while (i + length < source->length
             && (g_ascii_isalnum (source->text[i + length]) || source->text[i + length] == '_'))
        length++;
      if (length && !g_ascii_isdigit (source->text[i]))
        g_hash_table_add (planner->names, g_strndup (source->text + i, length));
      i += MAX (length, 1);
    }
}

/* ---- what stays on the host ---- */

static gboolean
is_in_kernel (const IhopWork *work, const IhopNode *loop)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, loop);

  for (guint i = 0; path && i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      for (guint k = 0; k < path->len; k++)
        if (g_ptr_array_find (kernel->statements, path->pdata[k], NULL))
          return TRUE;
    }
  return FALSE;
}

static const IhopMessage *
inherited_reason (const IhopPlanner *planner, const IhopWork *work, const IhopNode *loop)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, loop);
  const IhopMessage *reason = NULL;

  for (guint i = path ? path->len : 0; i-- > 0 && reason == NULL;)
    reason = g_hash_table_lookup (planner->reasons, path->pdata[i]);
  return reason;
}

static IhopMessage *
left_out_reason (const IhopWork *work, const IhopLoop *loop)
{
  const IhopPlanner *planner = work->planner;
  const IhopMessage *own = g_hash_table_lookup (planner->reasons, loop->name->loop);

  if (own)
    return ihop_message_ref (own);
  if (loop->verdict != IHOP_PARALLEL)
    return ihop_nest_verdict_message (loop);
  if (inherited_reason (planner, work, loop->name->loop))
    return ihop_message ("it stands in a loop that is left out");
  if (planner->options->choose == IHOP_CHOOSE_TARGET)
    return ihop_message ("it is parallel, but not marked with \"#pragma target\"");
  if (planner->options->choose == IHOP_CHOOSE_SCOP)
    return ihop_message ("it is parallel, but outside \"#pragma scop\"");
  return ihop_message ("it is parallel, but was not chosen");
}

static void
list_left_out (IhopWork *work)
{
  IhopPlanner *planner = work->planner;
  const GPtrArray *names = ihop_loops_names (planner->facts, planner->tree);

  for (guint i = 0; i < names->len; i++)
    {
      const IhopLoopName *name = names->pdata[i];
      if (name->function != work->function || is_in_kernel (work, name->loop))
        continue;
      IhopLeftOut *left = g_new0 (IhopLeftOut, 1);
      left->loop = ihop_loops_find (planner->facts, planner->tree, name->loop);
      left->reason = left_out_reason (work, left->loop);
      g_ptr_array_add (planner->plan->left_out, left);
    }
}

/* ---- one function ---- */

static gboolean
look_for_pragma (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_PRAGMA && node->text
            && (ihop_clauses_is_target (node->text) || g_str_has_prefix (node->text, "scop"));
  return !*found && ihop_kind_is_statement (node->kind);
}

static gboolean
is_listed (const GPtrArray *names, const IhopFunction *function)
{
  return names && g_ptr_array_find_with_equal_func ((GPtrArray *) names, function->symbol->name, g_str_equal, NULL);
}

/* Nothing runs it: its calls have become its body, or run copies in other files, or stand in functions of which this is so. */
static gboolean
has_no_callers (const IhopPlanner *planner, const IhopFunction *function)
{
  const IhopPlanOptions *options = planner->options;
  const IhopCallNode *node = ihop_callgraph_node (planner->facts, function);
  gboolean is_static = function->symbol->storage == IHOP_STORAGE_STATIC;
  gboolean is_left = is_static ? is_listed (options->once_called, function)
                               : is_listed (options->imported, function) && ihop_callgraph_is_closed (planner->facts);

  if (!is_left || node == NULL || node->is_address_taken || node->is_recursive)
    return FALSE;
  for (guint i = 0; i < node->callers->len; i++)
    if (!has_no_callers (planner, ((const IhopCallSite *) node->callers->pdata[i])->caller))
      return FALSE;
  return TRUE;
}

/* Of what leaves the products, callers leave, too. */
static gboolean
stays_in_text (const IhopPlanner *planner, const IhopFunction *function)
{
  const IhopCallNode *node = ihop_callgraph_node (planner->facts, function);

  if (function->symbol->storage != IHOP_STORAGE_STATIC)
    return TRUE;
  for (guint i = 0; node && i < node->callers->len; i++)
    if (stays_in_text (planner, ((const IhopCallSite *) node->callers->pdata[i])->caller))
      return TRUE;
  return FALSE;
}

static void
note_uncalled (IhopPlanner *planner, const IhopFunction *function)
{
  IhopPlan *plan = planner->plan;

  if (!function->in_main_file || planner->options->choose != IHOP_CHOOSE_AUTO || planner->options->function
      || !has_no_callers (planner, function))
    return;
  g_ptr_array_add (stays_in_text (planner, function) ? plan->left_alone : plan->uncalled, (gpointer) function);
}

static gboolean
is_worked_on (const IhopPlanner *planner, const IhopFunction *function)
{
  const char *only = planner->options->function;

  return function->in_main_file && !g_ptr_array_find (planner->plan->uncalled, function, NULL)
         && !g_ptr_array_find (planner->plan->left_alone, function, NULL)
         && (only == NULL || strcmp (only, function->symbol->name) == 0)
         && !g_str_has_prefix (function->symbol->name, "ihop_"); /* ours, from a step */
}

/* Whether loops of it may become kernels. A function without is looked at for its calls: what they hand over stays on
 * the device. */
static gboolean
gets_kernels (const IhopPlanner *planner, const IhopFunction *function)
{
  gboolean marked = FALSE;

  ihop_node_walk (function->body, look_for_pragma, &marked);
  return marked || planner->options->choose == IHOP_CHOOSE_AUTO;
}

static void
take_over (IhopWork *work)
{
  IhopPlan *plan = work->planner->plan;

  for (guint i = 0; i < work->kernels->len; i++)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      gboolean is_call = kernel->kind == IHOP_KERNEL_CALL;
      if (!is_call)
        ihop_axes_decide (work, kernel);
      if (is_call)
        g_ptr_array_add (plan->calls, kernel);
      else
        ihop_plan_add_kernel (plan, kernel);
    }
  for (guint i = 0; i < work->variables->len; i++)
    g_ptr_array_add (plan->variables, work->variables->pdata[i]);
}

static void
choose_kernels (IhopWork *work)
{
  const IhopPlanOptions *options = work->planner->options;

  ihop_entry_tests_require (work);
  ihop_struct_guards_add (work);
  if (options->choose == IHOP_CHOOSE_TARGET)
    ihop_fragment_choose_marked (work);
  else
    ihop_fragment_choose_found (work);
}

/* What stands between kernels, or between calls that hand copies over. */
static void
join_serial (IhopWork *work)
{
  const IhopPlanOptions *options = work->planner->options;

  if (options->choose != IHOP_CHOOSE_TARGET && work->kernels->len && !options->cpu_only)
    ihop_fragment_join_serial (work);
}

static void
plan_function (IhopPlanner *planner, const IhopFunction *function)
{
  IhopWork work = { planner, function, g_ptr_array_new (), g_ptr_array_new (), NULL, -1 };
  gboolean is_chosen_from = gets_kernels (planner, function);

  if (is_chosen_from)
    choose_kernels (&work);
  if (!ihop_function_is_left (planner, function))
    ihop_resident_choose (&work);
  if (is_chosen_from)
    join_serial (&work);
  if (work.kernels->len)
    ihop_variables_make (&work);
  ihop_kernels_name (&work);
  if (work.kernels->len && !planner->options->cpu_only)
    {
      ihop_copies_place (&work);
      ihop_resident_offer (&work);
    }
  ihop_entry_tests_finish (&work);
  if (is_chosen_from)
    list_left_out (&work);
  take_over (&work);
  ihop_graph_free (work.graph);
  g_clear_pointer (&work.early, g_hash_table_unref);
  g_ptr_array_unref (work.kernels);
  g_ptr_array_unref (work.variables);
}

/* ---- the whole ---- */

/* What is called was planned before its callers; the plan is in the order of the file. */
static gint
by_function (const IhopFunction *a, const IhopFunction *b)
{
  return a->range.begin < b->range.begin ? -1 : a->range.begin > b->range.begin;
}

static gint
kernel_by_function (gconstpointer a, gconstpointer b)
{
  return by_function ((*(const IhopKernel *const *) a)->function, (*(const IhopKernel *const *) b)->function);
}

static gint
variable_by_function (gconstpointer a, gconstpointer b)
{
  return by_function ((*(const IhopDeviceVariable *const *) a)->function,
                      (*(const IhopDeviceVariable *const *) b)->function);
}

static gint
left_out_by_function (gconstpointer a, gconstpointer b)
{
  return by_function ((*(const IhopLeftOut *const *) a)->loop->name->function,
                      (*(const IhopLeftOut *const *) b)->loop->name->function);
}

static void
sort_functions (IhopPlan *plan)
{
  g_ptr_array_sort (plan->kernels, kernel_by_function);
  g_ptr_array_sort (plan->calls, kernel_by_function);
  g_ptr_array_sort (plan->variables, variable_by_function);
  g_ptr_array_sort (plan->left_out, left_out_by_function);
}

static gsize
transfer_offset (const IhopTransfer *transfer)
{
  const IhopNode *anchor = transfer->at.anchor;
  IhopRange range = anchor->range.source ? anchor->range : anchor->place;

  return transfer->at.kind == IHOP_POINT_AFTER || transfer->at.kind == IHOP_POINT_BLOCK_END
           ? range.end : range.begin;
}

/* Stable: at one place copies out come before copies in. */
static gint
by_place (gconstpointer a, gconstpointer b)
{
  const IhopTransfer *x = *(IhopTransfer *const *) a, *y = *(IhopTransfer *const *) b;
  gsize p = transfer_offset (x), q = transfer_offset (y);

  if (p != q)
    return p < q ? -1 : 1;
  if (x->to_device != y->to_device)
    return x->to_device ? 1 : -1;
  return strcmp (x->variable->name, y->variable->name);
}

static void
number_transfers (IhopPlan *plan)
{
  g_ptr_array_sort (plan->transfers, by_place);
  for (guint i = 0; i < plan->transfers->len; i++)
    ((IhopTransfer *) plan->transfers->pdata[i])->id = i + 1;
}

static void
note_word (IhopPlan *plan, IhopAssumeKind kind, IhopMessage *message, const char *words)
{
  IhopAssumption *assumption = ihop_assumption_new (kind, NULL, NULL, message);

  assumption->by_owner = TRUE;
  if (kind == IHOP_ASSUME_CONDITION)
    assumption->condition = g_strdup (words);
  g_ptr_array_add (plan->made, assumption);
  g_ptr_array_add (plan->assumptions, assumption);
}

/* What the owner vouches for is said in the report, whether or not a verdict needed it. */
static void
note_words_of_owner (IhopPlan *plan)
{
  const IhopFactsOptions *options = ihop_facts_options (plan->facts);

  for (guint i = 0; options && options->assume && options->assume[i]; i++)
    note_word (plan, IHOP_ASSUME_CONDITION, ihop_message_word (options->assume[i]), options->assume[i]);
  for (guint i = 0; options && options->noalias && options->noalias[i]; i++)
    note_word (plan, IHOP_ASSUME_NO_OVERLAP, ihop_message ("%s do not overlap", options->noalias[i]), options->noalias[i]);
}

static void
planner_init (IhopPlanner *planner)
{
  planner->diags = ihop_facts_diags (planner->facts);
  planner->plan = ihop_plan_alloc (planner->facts, planner->tree, planner->options);
  planner->plan->gpu = ihop_gpu_load (planner->options->gpu, planner->diags);
  planner->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  planner->reasons = g_hash_table_new_full (NULL, NULL, NULL, ihop_message_unref);
  planner->pins = g_hash_table_new (NULL, NULL);
  planner->clauses = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_clauses_free);
  planner->footprints
    = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  planner->settled = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  planner->told = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ihop_told_trips_free);
}

static void
planner_clear (IhopPlanner *planner)
{
  g_hash_table_unref (planner->names);
  g_hash_table_unref (planner->reasons);
  g_hash_table_unref (planner->pins);
  g_ptr_array_unref (planner->clauses);
  g_hash_table_unref (planner->footprints);
  g_hash_table_unref (planner->settled);
  g_hash_table_unref (planner->told);
}

/* The original that is called where a test at a function's start fails works the lengths of its parameters out once more. */
static void
deny_heads (IhopPlanner *planner)
{
  const GPtrArray *overlaps = planner->plan->overlaps;

  for (guint i = 0; i < overlaps->len; i++)
    {
      const IhopFunction *function = ((const IhopOverlapTest *) overlaps->pdata[i])->function;
      if (ihop_function_head_acts (function))
        ihop_planner_deny (planner, function);
    }
}

/* FALSE: some function was taken to have callers that it has not, or to be one that can be called twice. */
static gboolean
plan_functions (IhopPlanner *planner)
{
  g_autoptr (GPtrArray) order = ihop_resident_order (planner);

  collect_names (planner);
  note_words_of_owner (planner->plan);
  for (guint i = 0; i < order->len; i++)
    note_uncalled (planner, order->pdata[i]);
  for (guint i = 0; i < order->len; i++)
    if (is_worked_on (planner, order->pdata[i]))
      plan_function (planner, order->pdata[i]);
  sort_functions (planner->plan);
  deny_heads (planner);
  return ihop_resident_settle (planner);
}

IhopPlan *
ihop_plan_new (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *options)
{
  g_autoptr (GHashTable) denied = g_hash_table_new (NULL, NULL);
  IhopPlanner planner = { .facts = facts, .tree = tree, .options = options, .denied = denied };
  guint n_diags = ihop_facts_diags (facts)->len;

  for (planner_init (&planner); !plan_functions (&planner); planner_init (&planner))
    {
      planner_clear (&planner);
      ihop_plan_free (planner.plan);
      g_ptr_array_set_size (ihop_facts_diags (facts), (gint) n_diags);
    }
  number_transfers (planner.plan);
  ihop_own_threads_drop (&planner);
  planner_clear (&planner);
  return planner.plan;
}

static void
outline_function (IhopPlanner *planner, const IhopFunction *function)
{
  IhopWork work = { planner, function, g_ptr_array_new (), g_ptr_array_new (), NULL, -1 };

  ihop_fragment_choose_found (&work);
  take_over (&work);
  g_ptr_array_unref (work.kernels);
  g_ptr_array_unref (work.variables);
}

IhopPlan *
ihop_plan_outline (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *options)
{
  IhopPlanner planner = { .facts = facts, .tree = tree, .options = options };

  planner_init (&planner);
  for (guint i = 0; i < tree->functions->len; i++)
    if (is_worked_on (&planner, tree->functions->pdata[i]))
      outline_function (&planner, tree->functions->pdata[i]);
  planner_clear (&planner);
  return planner.plan;
}

