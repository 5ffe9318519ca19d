/* Summaries of all functions, bottom-up over the call graph, and what is asked of them (effects.h, effects_summary.h). */
#include "analysis/memory/effects.h"
#include "analysis/memory/exit_handlers.h"
#include "analysis/memory/effects_summary.h"
#include "analysis/memory/errno_reads.h"
#include "analysis/memory/points_to.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/program/facts_private.h"

#define ROUNDS 64 /* of a recursive component; more is our fault, and then nothing is known */

static GHashTable *
summaries_of (IhopFacts *facts)
{
  return ihop_facts_cache (facts, "effects", (GDestroyNotify) ihop_summary_free);
}

/* Functions of math.h may set errno. That is state only to a program that sees it there. */
static gboolean
errno_matters (IhopFacts *facts)
{
  GHashTable *cache = ihop_facts_cache (facts, "errno", NULL);
  gpointer known = g_hash_table_lookup (cache, facts);
  const GPtrArray *functions = ihop_facts_functions (facts);
  gboolean found = FALSE;

  if (known)
    return GPOINTER_TO_INT (known) - 1;
  for (guint i = 0; i < functions->len && !found; i++)
    found = ihop_errno_is_seen (((const IhopFunction *) functions->pdata[i])->body);
  g_hash_table_insert (cache, facts, GINT_TO_POINTER (found + 1));
  return found;
}

static gboolean
find_float_environment (const IhopNode *node, gpointer data)
{
  static const char *const names[]
    = { "fesetround", "fesetenv", "feupdateenv", "feholdexcept", "fesetmode", "fetestexcept",
        "fegetexceptflag", "feenableexcept", "_mm_setcsr", "__builtin_ia32_ldmxcsr", NULL };
  const char **found = data;

  if (node->kind == IHOP_REF && node->symbol && g_strv_contains (names, node->symbol->name))
    *found = node->symbol->name;
  return *found == NULL;
}

const char *
ihop_effects_float_environment (IhopFacts *facts)
{
  GHashTable *cache = ihop_facts_cache (facts, "rounding", NULL);
  const GPtrArray *functions = ihop_facts_functions (facts);
  const char *found = NULL;
  gpointer known;

  if (g_hash_table_lookup_extended (cache, facts, NULL, &known))
    return known;
  for (guint i = 0; i < functions->len && !found; i++)
    ihop_node_walk (((const IhopFunction *) functions->pdata[i])->body, find_float_environment, &found);
  g_hash_table_insert (cache, facts, (gpointer) found);
  return found;
}

/* A body that may not be the one that runs says nothing. */
static IhopSummary *
summary_of (IhopFacts *facts, const IhopFunction *function)
{
  IhopSummary *summary = ihop_effects_compute (facts, function);

  if (!function->symbol->is_replaceable)
    return summary;
  ihop_summary_free (summary);
  return ihop_summary_unknown (function->n_params, ihop_message ("another file may define %s",
                                                                    function->symbol->name));
}

static gboolean
compute_round (IhopFacts *facts, const GPtrArray *component)
{
  GHashTable *summaries = summaries_of (facts);
  gboolean is_stable = TRUE;

  for (guint i = 0; i < component->len; i++)
    {
      const IhopCallNode *node = component->pdata[i];
      IhopSummary *old = g_hash_table_lookup (summaries, node->function->symbol);
      IhopSummary *next = summary_of (facts, node->function);

      is_stable &= !node->is_recursive || ihop_summary_equal (old, next);
      g_hash_table_insert (summaries, node->function->symbol, next);
    }
  return is_stable;
}

static void
compute_component (IhopFacts *facts, const GPtrArray *component)
{
  GHashTable *summaries = summaries_of (facts);

  for (guint i = 0; i < component->len; i++)
    {
      const IhopCallNode *node = component->pdata[i];
      g_hash_table_insert (summaries, node->function->symbol,
                           ihop_summary_new (node->function->n_params));
    }
  for (guint round = 0; round < ROUNDS; round++)
    if (compute_round (facts, component))
      return;
  for (guint i = 0; i < component->len; i++)
    {
      const IhopCallNode *node = component->pdata[i];
      IhopSummary *summary = ihop_summary_unknown (node->function->n_params,
                                                   ihop_message ("its recursion is too involved"));
      g_hash_table_insert (summaries, node->function->symbol, summary);
    }
}

/* Bodies call each other while they are summed up; by the order of components, what is asked for
 * then is there already. */
static void
ensure (IhopFacts *facts)
{
  GHashTable *begun = ihop_facts_cache (facts, "effects begun", NULL);
  const IhopCallGraph *graph;

  if (!g_hash_table_add (begun, facts))
    return;
  graph = ihop_callgraph_of (facts);
  for (guint i = 0; i < graph->components->len; i++)
    compute_component (facts, graph->components->pdata[i]);
}

static IhopSummary *
summary_without_body (IhopFacts *facts, const IhopSymbol *function, gboolean stores)
{
  const IhopLibraryEntry *entry = function ? ihop_library_find (function) : NULL;
  const IhopType *type = function && function->type ? ihop_type_strip (function->type) : NULL;
  guint n = type && type->kind == IHOP_TYPE_FUNCTION ? type->n_params : 0;

  /* A handler may do anything that code out of sight may. */
  if (entry && (entry->leaves & IHOP_LEAVES_SIGNAL) && !entry->no_return
      && ihop_leaving_has_handlers (facts))
    return ihop_summary_unknown (n, ihop_message ("%s may run a handler of a signal", function->name));
  if (entry)
    return ihop_summary_of_library (facts, entry, function, errno_matters (facts), stores);
  if (function == NULL)
    return ihop_summary_unknown (n, ihop_message ("a function is called through a pointer"));
  return ihop_summary_unknown (n, ihop_message ("%s has no body here", function->name));
}

const IhopSummary *
ihop_effects_summary (IhopFacts *facts, const IhopSymbol *function)
{
  const IhopFunction *body = ihop_facts_function (facts, function);
  gconstpointer key = body ? (gconstpointer) body->symbol : function;
  GHashTable *summaries = summaries_of (facts);

  ensure (facts);

  IhopSummary *summary = g_hash_table_lookup (summaries, key);

  if (summary == NULL)
    {
      summary = summary_without_body (facts, function, FALSE);
      g_hash_table_insert (summaries, (gpointer) key, summary);
    }
  return summary;
}

const IhopSummary *
ihop_effects_summary_of_call (IhopFacts *facts, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopLibraryEntry *entry
    = callee && !ihop_facts_function (facts, callee) ? ihop_library_find (callee) : NULL;
  GHashTable *storing = ihop_facts_cache (facts, "effects storing", (GDestroyNotify) ihop_summary_free);
  IhopSummary *summary;

  if (entry == NULL || !ihop_format_may_have (call, entry, 'n'))
    return ihop_effects_summary (facts, callee);
  ensure (facts);
  summary = g_hash_table_lookup (storing, callee);
  if (summary == NULL)
    {
      summary = summary_without_body (facts, callee, TRUE);
      g_hash_table_insert (storing, (gpointer) callee, summary);
    }
  return summary;
}

const IhopEffects *
ihop_effects_of_call (IhopFacts *facts, const IhopNode *call)
{
  return &ihop_effects_summary_of_call (facts, call)->effects;
}

const IhopEffects *
ihop_effects_of (IhopFacts *facts, const IhopSymbol *function)
{
  return &ihop_effects_summary (facts, function)->effects;
}

IhopFlow *
ihop_points_to_function (IhopFacts *facts, const IhopFunction *function)
{
  ensure (facts);
  return g_hash_table_lookup (
    ihop_facts_cache (facts, "points-to functions", (GDestroyNotify) ihop_flow_free), function);
}

/* Library entries and strangers end with an entry for all further arguments; a body's further
 * arguments are only reached by va_arg, which is out of sight. */
static IhopParamEffect
param_of (const IhopSummary *summary, const IhopParamEffect *params, guint i, gboolean is_known)
{
  guint n = summary->effects.n_params;

  if (i < n)
    return params[i];
  if (!is_known || n == 0)
    return IHOP_EFFECT_READS | IHOP_EFFECT_WRITES | IHOP_EFFECT_KEEPS | IHOP_EFFECT_FREES;
  return params[n - 1];
}

IhopParamEffect
ihop_summary_param (const IhopSummary *summary, guint i)
{
  return param_of (summary, summary->effects.params, i, summary->effects.is_known);
}

IhopParamEffect
ihop_summary_deep (const IhopSummary *summary, guint i)
{
  return param_of (summary, summary->deep, i, summary->effects.is_known);
}

gboolean
ihop_effects_is_pure (const IhopEffects *effects)
{
  if (!effects->is_known || effects->has_state || effects->does_io || effects->may_not_return
      || effects->allocates || g_hash_table_size (effects->globals_written) > 0)
    return FALSE;
  for (guint i = 0; i < effects->n_params; i++)
    if (effects->params[i] & (IHOP_EFFECT_WRITES | IHOP_EFFECT_FREES | IHOP_EFFECT_FOLLOWS))
      return FALSE;
  return ((const IhopSummary *) effects)->written->len == 0
         && ((const IhopSummary *) effects)->freed->len == 0;
}

typedef struct
{
  IhopFacts *facts;
  const IhopNode *found;
} First;

static gboolean
find_first (const IhopNode *node, gpointer data)
{
  First *self = data;
  gboolean is_pure = node->kind == IHOP_CALL && ihop_effects_is_pure (ihop_effects_of_call (self->facts, node))
                     && !(node->type && ihop_type_is_volatile (node->type));

  if (self->found == NULL && ihop_node_is_effect (node) && !is_pure)
    self->found = node;
  return self->found == NULL;
}

const IhopNode *
ihop_effects_first (IhopFacts *facts, const IhopNode *expression)
{
  First self = { facts, NULL };

  ihop_node_walk (expression, find_first, &self);
  return self.found;
}

typedef struct
{
  const IhopNode *loop;
  gboolean leaves;
} Ends;

/* A goto or a return may leave any loop around it; a break leaves the innermost one or a switch. */
static gboolean
find_end (const IhopNode *node, gpointer data)
{
  Ends *ends = data;

  ends->leaves |= node->kind == IHOP_RETURN || node->kind == IHOP_GOTO;
  return !ends->leaves;
}

static gboolean
find_break (const IhopNode *node, gpointer data)
{
  Ends *ends = data;

  if (node->kind == IHOP_BREAK)
    ends->leaves = TRUE;
  return node == ends->loop || (!ihop_kind_is_loop (node->kind) && node->kind != IHOP_SWITCH);
}

static gboolean
is_true (const IhopNode *condition)
{
  const IhopNode *plain = condition ? ihop_node_strip (condition, TRUE) : NULL;

  return plain == NULL || ((plain->flags & IHOP_NODE_CONSTANT) && plain->integer != 0);
}

gboolean
ihop_loop_is_endless (const IhopNode *loop)
{
  const IhopNode *condition = loop->child[loop->kind == IHOP_WHILE ? 0 : 1];
  Ends ends = { loop, FALSE };

  if (!is_true (condition))
    return FALSE;
  ihop_node_walk (loop, find_end, &ends);
  ihop_node_walk (loop, find_break, &ends);
  return !ends.leaves;
}
