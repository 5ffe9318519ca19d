/* Calls that hand copies on the device over: which statements, and what they do to the caller's arrays. */
#include "gpugen/memory/resident_call.h"
#include "gpugen/memory/call_substitution.h"
#include "gpugen/memory/resolved_size.h"
#include "analysis/memory/abnormal_exit.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "ir/query.h"
#include "gpugen/kernel/kernel.h"
#include "gpugen/kernel/openmp_directives.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* ---- can this call hand its arrays over? ---- */

typedef enum { CERTAIN, PERHAPS, UNKNOWN } Whether;

/* Whether the call is made whenever the code around it is run. */
static Whether
is_made (const IhopNode *code, const IhopNode *call)
{
  g_autoptr (GPtrArray) path = ihop_node_path (code, call);
  Whether made = path ? CERTAIN : UNKNOWN;

  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i], *inside = path->pdata[i + 1];
      gboolean is_choice = node->kind == IHOP_CONDITIONAL
                           || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR));
      if (node->kind == IHOP_SIZEOF || node->kind == IHOP_OPAQUE_EXPR || node->kind == IHOP_OPAQUE)
        return UNKNOWN;
      if (is_choice && inside != node->child[0])
        made = PERHAPS;
    }
  return made;
}

/* Rank and element of what a variable points to, or is. */
static const IhopType *
shape_of (const IhopSymbol *symbol, guint *rank)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  *rank = 1;
  if (type->kind != IHOP_TYPE_POINTER && type->kind != IHOP_TYPE_ARRAY)
    return NULL;
  for (type = ihop_type_strip (type->target); type->kind == IHOP_TYPE_ARRAY; type = ihop_type_strip (type->target))
    (*rank)++;
  return type;
}

static gboolean
is_alike (const IhopSymbol *ours, const IhopDeviceVariable *theirs)
{
  guint rank, their_rank;
  const IhopType *element = shape_of (ours, &rank), *their_element = shape_of (theirs->symbol, &their_rank);

  return element && their_element && rank == their_rank && rank == theirs->rank
         && ihop_type_equal (element, their_element);
}

/* The part of the statement beside the call is worked out before or after it, nobody knows which. */
static gboolean
touches_beside (IhopWork *work, const IhopNode *node, const IhopNode *call, const IhopSymbol *symbol)
{
  IhopFacts *facts = work->planner->facts;

  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || (node == call && ihop_node_unconverted (child)->kind == IHOP_REF))
        continue;
      gboolean around = node != call && ihop_node_holds (child, call);
      if (around ? touches_beside (work, child, call, symbol)
                 : ihop_touch_of (facts, work->function, child, symbol) != IHOP_TOUCH_NONE)
        return TRUE;
    }
  return FALSE;
}

static IhopSymbol *
symbol_passed (const IhopNode *call, const IhopHanded *handed)
{
  if (handed->index == G_MAXUINT)
    return handed->variable->symbol;
  if (handed->index + 1 >= call->n_children)
    return NULL;
  const IhopNode *argument = ihop_node_unconverted (call->child[handed->index + 1]);
  g_autofree char *words = argument->kind == IHOP_REF ? ihop_range_text (argument->range) : NULL;
  return words && g_str_equal (words, argument->symbol->name) ? argument->symbol : NULL;
}

/* How often the call's arguments name the array. "dot (n, r, r)" only reads both: what it would write under one name is
 * handed over once. */
static guint
times_passed (const IhopNode *call, const IhopDeviceVersion *version, const IhopSymbol *symbol)
{
  gboolean is_written = FALSE;
  guint n = 0;

  for (guint i = 0; i < version->handed->len; i++)
    {
      const IhopHanded *handed = &g_array_index (version->handed, IhopHanded, i);
      if (handed->index == G_MAXUINT || symbol_passed (call, handed) != symbol)
        continue;
      is_written |= handed->is_written;
      n++;
    }
  return is_written ? MIN (n, 1) : n;
}

static gboolean
can_hand (IhopWork *work, const IhopNode *statement, const IhopNode *call, const IhopDeviceVersion *version, const IhopHanded *handed,
          const IhopSymbol *symbol)
{
  guint mentions = symbol ? times_passed (call, version, symbol) : 0;
  gboolean is_shadowed = symbol && handed->index == G_MAXUINT && !ihop_name_is_unique (work, symbol);

  return symbol && symbol->kind != IHOP_SYMBOL_FUNCTION && !is_shadowed && is_alike (symbol, handed->variable)
         && ihop_node_count_mentions (statement, symbol) == mentions && !touches_beside (work, statement, call, symbol)
         && !ihop_leaving_reads (work->planner->facts, work->function, statement, symbol);
}

/* What the callee tests before it does anything is proved of these arguments, or tested in the caller, for
 * whom both are device variables (variable.c). */
static gboolean
are_apart (IhopWork *work, const IhopDeviceVersion *version, GPtrArray *symbols)
{
  for (guint i = 0; i < version->apart->len; i++)
    {
      IhopPair pair = g_array_index (version->apart, IhopPair, i);
      IhopSymbol *a = symbols->pdata[pair.a], *b = pair.global ? pair.global : symbols->pdata[pair.b];
      const IhopAliasAnswer *answer = ihop_alias_judge (work->planner->facts, work->function, a, b);
      if (answer->alias == IHOP_ALIAS_SAME || answer->alias == IHOP_ALIAS_MAYBE)
        return FALSE;
      if (answer->alias == IHOP_ALIAS_TESTABLE || answer->alias == IHOP_ALIAS_APART_TESTABLE)
        ihop_overlap_note_tests (work, a, b, answer->reason);
    }
  return TRUE;
}

/* ---- the call as a kernel ---- */

static void
set_shape (IhopPool *pool, IhopFootprint *f)
{
  const IhopType *type = ihop_type_strip (f->symbol->type);

  f->extents = ihop_pool_alloc (pool, (f->rank + 1) * sizeof *f->extents);
  for (guint d = 0; d < f->rank; d++)
    {
      f->extents[d] = type->kind == IHOP_TYPE_ARRAY ? ihop_footprint_extent (pool, type) : NULL;
      f->element = type->target;
      type = ihop_type_strip (type->target);
    }
}

/* All of it, as the callee counts; NULL: the caller has no words for that. */
static const IhopBox *
whole_box (IhopWork *work, const IhopKernel *call, const IhopDeviceVariable *theirs)
{
  IhopPool *pool = ihop_work_pool (work);
  IhopBox *box = ihop_box_new (pool, theirs->rank);
  gboolean good = TRUE;

  for (guint d = 0; d < box->rank; d++)
    {
      box->lower[d] = ihop_expression_number (pool, 0);
      box->count[d] = ihop_call_substitute (work, call, theirs->extents[d]);
      good &= box->count[d] != NULL;
    }
  return good ? box : NULL;
}

static IhopFootprint *
footprint_new (IhopWork *work, const IhopKernel *call, const IhopHanded *handed, IhopSymbol *symbol, Whether made)
{
  IhopFootprint *f = g_new0 (IhopFootprint, 1);

  f->symbol = symbol;
  f->is_read = handed->is_read;
  f->is_written = handed->is_written;
  f->is_exposed = handed->is_exposed;
  f->is_plain = TRUE;
  f->rank = handed->variable->rank;
  f->begins_before = handed->variable->begins_before || handed->variable->begins_inside;
  if (!handed->variable->begins_before)
    f->begins_inside = ihop_call_substitute (work, call, handed->variable->begins_inside);
  f->nodes = g_ptr_array_new ();
  set_shape (ihop_work_pool (work), f);
  if (handed->is_filled && made == CERTAIN)
    f->written = whole_box (work, call, handed->variable);
  f->writes_all_of_box = f->written != NULL;
  return f;
}

gboolean
ihop_resident_can_be_asked (const IhopKernel *call)
{
  const IhopNode *statement = call->statements->pdata[0];
  const IhopNode *node = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], TRUE) : statement;

  if (node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE && ihop_node_effect (node->child[0]) == NULL)
    node = ihop_node_strip (node->child[1], TRUE);
  return node == call->call;
}

/* What the version takes for granted is proved of these arguments, or asked before the call. */
static gboolean
ask_conditions (IhopWork *work, IhopKernel *kernel)
{
  const GPtrArray *conditions = kernel->version->conditions;

  for (guint i = 0; i < conditions->len; i++)
    {
      const IhopNode *condition = ihop_call_substitute (work, kernel, conditions->pdata[i]);
      gboolean holds = FALSE;
      if (condition && ihop_condition_is_certain (work->planner->facts, work->function, condition, &holds) && holds)
        continue;
      if (condition == NULL || !ihop_resident_can_be_asked (kernel))
        return FALSE;
      ihop_kernel_ask (work, kernel, condition,
                       ihop_message ("%s works on what is on the device only if this holds", kernel->version->function->symbol->name));
    }
  return TRUE;
}

static void
add_call (IhopWork *work, const IhopNode *statement, const IhopNode *call, const IhopDeviceVersion *version)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  for (guint i = 0; i < version->handed->len; i++)
    {
      const IhopHanded *handed = &g_array_index (version->handed, IhopHanded, i);
      IhopSymbol *symbol = symbol_passed (call, handed);
      if (!can_hand (work, statement, call, version, handed, symbol))
        return;
      g_ptr_array_add (symbols, symbol);
    }
  Whether made = is_made (statement, call);
  if (made == UNKNOWN || !are_apart (work, version, symbols))
    return;
  IhopKernel *kernel = ihop_kernel_new (work, IHOP_KERNEL_CALL);
  g_ptr_array_add (kernel->statements, (gpointer) statement);
  kernel->call = call;
  kernel->version = version;
  kernel->line = ihop_line_of (statement);
  kernel->footprints = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_params_footprint_free);
  for (guint i = 0; i < symbols->len; i++)
    g_ptr_array_add (kernel->footprints,
                     footprint_new (work, kernel, &g_array_index (version->handed, IhopHanded, i),
                                    symbols->pdata[i], made));
  if (ask_conditions (work, kernel))
    g_ptr_array_add (work->kernels, kernel);
  else
    ihop_kernel_free (kernel);
}

/* ---- which statements ---- */

typedef struct
{
  IhopWork *work;
  const IhopNode *call;
  const IhopDeviceVersion *version;
  guint n;
} FindCall;

static gboolean
find_call (const IhopNode *node, gpointer data)
{
  FindCall *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const IhopFunction *function = callee ? ihop_facts_function (self->work->planner->facts, callee) : NULL;
  const IhopDeviceVersion *version = function ? ihop_plan_version (self->work->planner->plan, function) : NULL;

  if (version)
    {
      self->call = node;
      self->version = version;
      self->n++;
    }
  return TRUE;
}

/* Threads of the program's own would share the copies. */
static gboolean
is_in_threads (const IhopWork *work, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, statement);

  for (guint i = 0; path && i < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      const IhopDirective *above
        = node->range.source == work->planner->tree->source
            ? ihop_pragma_above (work->planner->tree, node->range.begin) : NULL;
      if (above && above->name && ihop_is_threads_directive (above->name))
        return TRUE;
    }
  return FALSE;
}

/* The name and the arguments change where they stand. */
static gboolean
stands_in_file (const IhopWork *work, const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);
  g_autofree char *words = ihop_range_text (callee->range);

  return callee->kind == IHOP_REF && callee->range.source == work->planner->tree->source
         && call->range.source == callee->range.source && g_strcmp0 (words, callee->symbol->name) == 0;
}

/* "code" is what a node of the graph runs: a statement, or an expression in a head. */
static void
look_at_code (IhopWork *work, const IhopNode *code)
{
  FindCall find = { .work = work };

  if (code == NULL)
    return;
  ihop_node_walk (code, find_call, &find);
  if (find.n == 1 && stands_in_file (work, find.call) && !is_in_threads (work, code))
    add_call (work, code, find.call, find.version);
}

static gboolean
is_launched (const IhopWork *work, const IhopNode *node)
{
  for (guint i = 0; i < work->kernels->len; i++)
    if (g_ptr_array_find (((const IhopKernel *) work->kernels->pdata[i])->statements, node, NULL))
      return TRUE;
  return FALSE;
}

/* Behind what is returned no copy could stand. */
static void
look_at_statement (IhopWork *work, const IhopNode *node)
{
  if (is_launched (work, node) || node->kind == IHOP_RETURN)
    return;
  if (node->kind == IHOP_EXPRESSION || node->kind == IHOP_DECLARATION)
    {
      look_at_code (work, node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      look_at_statement (work, node->child[i]);
    else if (node->kind != IHOP_CASE)
      look_at_code (work, node->child[i]);
}

static gboolean
is_repeated (const IhopWork *work, const IhopKernel *call)
{
  g_autoptr (GPtrArray) path
    = ihop_defs_path (work->planner->facts, work->function, call->statements->pdata[0]);

  for (guint i = 0; path && i < path->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
      return TRUE;
  return FALSE;
}

/* Whether the copy may serve more than this one call: another kernel, or one further up. */
static gboolean
is_shared (const IhopWork *work, const IhopKernel *call)
{
  const IhopCallNode *node = ihop_callgraph_node (work->planner->facts, work->function);

  for (guint i = 0; i < call->footprints->len; i++)
    {
      const IhopSymbol *symbol = ((const IhopFootprint *) call->footprints->pdata[i])->symbol;
      if (node && node->callers->len && (symbol->is_global || symbol->kind == IHOP_SYMBOL_PARAMETER))
        return TRUE;
      for (guint k = 0; k < work->kernels->len; k++)
        {
          const IhopKernel *other = work->kernels->pdata[k];
          const GPtrArray *footprints = other->footprints;
          if (other == call)
            continue;
          if (footprints ? ihop_kernel_footprint (other, symbol) != NULL
                         : ihop_footprint_at ((IhopWork *) work, other->statements->pdata[0], symbol) != NULL)
            return TRUE;
        }
    }
  return FALSE;
}

static gint
by_place (gconstpointer a, gconstpointer b)
{
  const IhopKernel *x = *(IhopKernel *const *) a, *y = *(IhopKernel *const *) b;
  gsize p = ((const IhopNode *) x->statements->pdata[0])->place.begin;
  gsize q = ((const IhopNode *) y->statements->pdata[0])->place.begin;

  return p < q ? -1 : p > q;
}

void
ihop_resident_choose (IhopWork *work)
{
  const IhopPlanner *planner = work->planner;
  guint before = work->kernels->len;

  if (planner->plan->versions->len == 0 || planner->options->cpu_only
      || ihop_defs_has_labels (planner->facts, work->function))
    return;
  look_at_statement (work, work->function->body);
  for (guint i = work->kernels->len; i-- > before;)
    {
      IhopKernel *call = work->kernels->pdata[i];
      if (is_repeated (work, call) || is_shared (work, call))
        continue;
      g_ptr_array_remove_index (work->kernels, i);
      ihop_kernel_free (call);
    }
  if (work->kernels->len > before)
    g_ptr_array_sort (work->kernels, by_place);
}
