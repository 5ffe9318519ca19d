/* Versions of functions that take pointers to copies on the device. */
#include "gpugen/transfer/device_version.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "gpugen/transfer/handed_array.h"
#include "ir/expression.h"
#include "ir/query.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/memory/allocated_blocks.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"
#include "gpugen/plan/work.h"
#include <string.h>

/* Where they do not hold the host does the kernel's work, in memory of its own. */
static gboolean
has_conditions (const IhopWork *work, const IhopSymbol *symbol)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      if (kernel->conditions->len && ihop_kernel_param (kernel, symbol))
        return TRUE;
    }
  return FALSE;
}

/* ---- which functions ---- */

static gboolean
is_named (const IhopNode *argument)
{
  return ihop_node_unconverted (argument)->kind == IHOP_REF;
}

static gboolean
passes_names (const IhopFunction *function, const IhopNode *call)
{
  for (guint i = 0; i < function->n_params && i + 1 < call->n_children; i++)
    if (ihop_type_strip (function->params[i]->type)->kind == IHOP_TYPE_POINTER && is_named (call->child[i + 1]))
      return TRUE;
  return FALSE;
}

gsize
ihop_resident_head_end (const IhopFunction *function)
{
  const IhopSource *source = function->range.source;
  gsize at = function->body->range.begin;

  if (source == NULL || function->body->range.source != source)
    return 0;
  while (at > function->range.begin && g_ascii_isspace (source->text[at - 1]))
    at--;
  g_autofree char *head = g_strndup (source->text + function->range.begin, at - function->range.begin);
  return g_str_has_suffix (head, ")") && strchr (head, '#') == NULL && strstr (head, "__attribute__") == NULL
           && strstr (head, "//") == NULL && ihop_text_has_word (head, function->symbol->name)
           ? at : 0;
}

/* Whether it is worth asking: some function of this file calls it, with arrays that have names. */
static gboolean
may_be_called (const IhopWork *work)
{
  const IhopFunction *function = work->function;
  const IhopTree *tree = work->planner->tree;
  const IhopCallNode *node = ihop_callgraph_node (work->planner->facts, function);
  gboolean takes_arrays = FALSE;

  if (node == NULL || node->is_recursive || ihop_function_head_acts (function) || function->range.source != tree->source
      || ihop_resident_head_end (function) == 0
      || ihop_type_strip (function->symbol->type)->is_variadic || work->planner->options->no_motion)
    return FALSE;
  for (guint i = 0; i < function->n_params; i++)
    takes_arrays |= ihop_type_strip (function->params[i]->type)->kind == IHOP_TYPE_POINTER;
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      if (site->caller->in_main_file && site->caller->range.source == tree->source
          && (!takes_arrays || passes_names (function, site->call)))
        return TRUE;
    }
  return FALSE;
}

static gint
by_index (gconstpointer a, gconstpointer b)
{
  guint x = ((const IhopHanded *) a)->index, y = ((const IhopHanded *) b)->index;

  return x < y ? -1 : x > y;
}

static guint
number_of (const IhopDeviceVersion *version, const IhopSymbol *symbol)
{
  for (guint i = 0; i < version->handed->len; i++)
    if (g_array_index (version->handed, IhopHanded, i).variable->symbol == symbol)
      return i;
  return G_MAXUINT;
}

/* The two sides of a test as whoever calls the version knows them. FALSE: nobody else does. */
static gboolean
pair_of (const IhopWork *work, const IhopDeviceVersion *version, const IhopOverlapTest *test, IhopPair *pair)
{
  guint a = number_of (version, test->a);
  guint b = number_of (version, test->b);
  IhopSymbol *other = a == G_MAXUINT ? test->a : test->b;

  *pair = (IhopPair){ a == G_MAXUINT ? b : a, b, NULL };
  if (test->a == NULL || pair->a == G_MAXUINT)
    return FALSE;
  if (a != G_MAXUINT && b != G_MAXUINT)
    return TRUE;
  pair->global = other;
  return other->is_global && !ihop_variable_is_pointer (other) && ihop_work_variable (work, other) == NULL;
}

/* That nothing before the place pointed to is meant, or how large it is at all: who hands it in sees to that. */
static gboolean
is_of_handed (const IhopWork *work, const IhopDeviceVersion *version, const IhopNode *condition)
{
  gboolean found = FALSE;

  for (guint i = 0; i < work->variables->len; i++)
    {
      const IhopDeviceVariable *v = work->variables->pdata[i];
      gboolean is_of_size = v->guesses && v->is_known_where && ihop_expression_equal (v->is_known_where, condition);
      if (!is_of_size && !(v->begins_inside && ihop_expression_equal (v->begins_inside, condition)))
        continue;
      if (number_of (version, v->symbol) == G_MAXUINT)
        return FALSE;
      found = TRUE;
    }
  return found;
}

static void
add_condition (IhopDeviceVersion *version, const IhopNode *condition)
{
  for (guint i = 0; i < version->conditions->len; i++)
    if (ihop_expression_equal (version->conditions->pdata[i], condition))
      return;
  g_ptr_array_add (version->conditions, (gpointer) condition);
}

/* Where a condition does not hold the host does the kernel's work, and may come upon what is handed over, also by another
 * name. It would need the host's memory, which the version does not have: callers ask instead, and call the function as
 * it was where one does not hold. */
static void
take_conditions (const IhopWork *work, IhopDeviceVersion *version)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const GPtrArray *conditions = ((const IhopKernel *) work->kernels->pdata[i])->conditions;
      for (guint k = 0; k < conditions->len; k++)
        add_condition (version, ((const IhopAssumption *) conditions->pdata[k])->holds);
    }
}

/* The version has no tests of its own: what they compare has to be in the caller's hands. */
static gboolean
take_tests (const IhopWork *work, IhopDeviceVersion *version)
{
  const GPtrArray *overlaps = work->planner->plan->overlaps;

  for (guint i = 0; i < overlaps->len; i++)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      IhopPair pair;
      if (test->function != work->function || (test->condition && is_of_handed (work, version, test->condition)))
        continue;
      if (test->condition)
        {
          add_condition (version, test->condition);
          continue;
        }
      if (!pair_of (work, version, test, &pair))
        return FALSE;
      g_array_append_val (version->apart, pair);
    }
  return TRUE;
}

static gboolean
hands_all_unmeasured (const IhopWork *work, const IhopDeviceVersion *version)
{
  for (guint i = 0; i < work->variables->len; i++)
    if (((const IhopDeviceVariable *) work->variables->pdata[i])->is_unmeasured
        && !ihop_version_hands (version, work->variables->pdata[i]))
      return FALSE;
  return TRUE;
}

static gboolean
find_static (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_VARIABLE && node->symbol->storage != IHOP_STORAGE_AUTO;
  return !*found;
}

/* There must not be two of it: variables of its own that outlive calls, or lines that it tells. */
static gboolean
is_one_of_a_kind (const IhopWork *work)
{
  const IhopTree *tree = work->planner->tree;
  IhopRange range = work->function->range;
  gboolean found = FALSE;
  IhopRange end = { range.source, range.end, range.end };
  guint first = ihop_range_text_line (range), last = ihop_range_text_line (end);

  for (guint i = 0; i < tree->line_uses->len; i++)
    {
      guint line = g_array_index (tree->line_uses, IhopLineUse, i).line;
      found |= line >= first && line <= last;
    }
  ihop_node_walk (work->function->body, find_static, &found);
  return found;
}

static gboolean
says_its_name (const IhopWork *work)
{
  g_autofree char *text = ihop_range_text (work->function->range);

  return strstr (text, "__func__") || strstr (text, "__FUNCTION__") || strstr (text, "__PRETTY");
}

gboolean
ihop_resident_has_places (const IhopWork *work, const IhopKernel *kernel)
{
  IhopPoint before = { IHOP_POINT_BEFORE, kernel->statements->pdata[0] };
  IhopPoint after = { IHOP_POINT_AFTER, kernel->statements->pdata[kernel->statements->len - 1] };

  return ihop_graph_find_point (work->graph, before) != G_MAXUINT
         && ihop_graph_find_point (work->graph, after) != G_MAXUINT;
}

void
ihop_resident_deny_placeless (IhopWork *work, const IhopSymbol *symbol)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      if (kernel->kind == IHOP_KERNEL_CALL && ihop_kernel_param (kernel, symbol)
          && !ihop_resident_has_places (work, kernel))
        ihop_planner_deny (work->planner, kernel->version->function);
    }
}

/* ---- arrays of unknown size ---- */

gboolean
ihop_resident_may_be_handed (const IhopWork *work, const IhopDeviceVariable *variable)
{
  IhopPlanner *planner = work->planner;
  const IhopFunction *function = work->function;
  const IhopCallNode *node = ihop_callgraph_node (planner->facts, function);
  guint index = 0;

  while (index < function->n_params && function->params[index] != variable->symbol)
    index++;
  if (index == function->n_params || variable->passing != IHOP_PASS_ARRAY || variable->rank == 0
      || planner->options->cpu_only || g_hash_table_contains (planner->denied, function)
      || !may_be_called (work) || node->is_address_taken || work->graph->has_goto
      || ihop_callgraph_is_entry (planner->facts, function) || says_its_name (work)
      || ihop_handed_array_is_named_on_host (work, variable->symbol) || has_conditions (work, variable->symbol))
    return FALSE;
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      if (index + 1 >= site->call->n_children || !is_named (site->call->child[index + 1]))
        return FALSE;
    }
  return TRUE;
}

void
ihop_resident_hand (IhopPool *pool, IhopDeviceVariable *variable)
{
  variable->extents[0] = variable->count = ihop_expression_word (pool, IHOP_UNMEASURED);
  variable->when = variable->bare = NULL;
  variable->is_measured = variable->is_mixed = variable->is_local = FALSE;
  variable->is_handed = variable->is_unmeasured = TRUE;
}

/* ---- before anything is placed ---- */

static gboolean
has_version (const IhopWork *work)
{
  return may_be_called (work) && !g_hash_table_contains (work->planner->denied, work->function) && !says_its_name (work);
}

static gboolean
has_lone_thread (const IhopWork *work)
{
  for (guint i = 0; i < work->kernels->len; i++)
    if (((const IhopKernel *) work->kernels->pdata[i])->kind == IHOP_KERNEL_SERIAL)
      return TRUE;
  return FALSE;
}

/* Whoever was denied a version because callers do not know all sizes may have one when allocations are asked for them. */
static gboolean
asks_for_sizes (const IhopWork *work)
{
  return ihop_allocated_blocks_are_asked (work) && !has_lone_thread (work) && may_be_called (work) && !says_its_name (work);
}

gboolean
ihop_resident_is_handed (IhopWork *work, IhopDeviceVariable *variable)
{
  IhopHanded handed;

  return work->kernels->len && !work->graph->has_goto && (has_version (work) || asks_for_sizes (work))
         && ihop_handed_array_find (work, variable, &handed);
}

static gboolean
stands_in_loop (IhopFacts *facts, const IhopCallSite *site)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, site->caller, site->call);

  for (guint k = 0; path && k < path->len; k++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[k])->kind))
      return TRUE;
  return FALSE;
}

/* "seen" has the functions that were asked about. */
static gboolean
is_repeated (IhopFacts *facts, const IhopFunction *function, GHashTable *seen)
{
  const IhopCallNode *node = g_hash_table_add (seen, (gpointer) function) ? ihop_callgraph_node (facts, function) : NULL;

  for (guint i = 0; node && i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      if (stands_in_loop (facts, site) || is_repeated (facts, site->caller, seen))
        return TRUE;
    }
  return FALSE;
}

gboolean
ihop_resident_is_repeated (const IhopWork *work)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  return has_version (work) && is_repeated (work->planner->facts, work->function, seen);
}

/* ---- what is offered ---- */

void
ihop_resident_offer (IhopWork *work)
{
  GPtrArray *versions = work->planner->plan->versions;

  if (work->kernels->len == 0 || work->graph->has_goto || !(has_version (work) || asks_for_sizes (work)))
    return;
  IhopDeviceVersion *version = g_new0 (IhopDeviceVersion, 1);
  version->function = work->function;
  version->is_needed = is_one_of_a_kind (work);
  version->is_hoped_for = has_lone_thread (work) && ihop_resident_is_repeated (work);
  version->handed = g_array_new (FALSE, FALSE, sizeof (IhopHanded));
  version->apart = g_array_new (FALSE, FALSE, sizeof (IhopPair));
  version->conditions = g_ptr_array_new ();
  for (guint i = 0; i < work->variables->len; i++)
    {
      IhopHanded handed;
      version->is_needed |= ((const IhopDeviceVariable *) work->variables->pdata[i])->is_unmeasured;
      if (ihop_handed_array_find (work, work->variables->pdata[i], &handed))
        g_array_append_val (version->handed, handed);
    }
  g_array_sort (version->handed, by_index);
  take_conditions (work, version);
  if (version->handed->len && take_tests (work, version) && hands_all_unmeasured (work, version)
      && !(version->is_needed && version->conditions->len))
    g_ptr_array_add (versions, version);
  else
    {
      if (version->is_needed || version->is_hoped_for)
        ihop_planner_deny (work->planner, work->function);
      ihop_version_free (version);
    }
}
