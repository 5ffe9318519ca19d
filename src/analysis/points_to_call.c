/* What a call does to pointers. The program's system binds arguments to the parameters of the
 * bodies; a function's own takes the summary of what is called. Library functions are taken from
 * their entries in both. */
#include "analysis/points_to_build.h"
#include "analysis/effects.h"
#include "analysis/facts_private.h"

typedef struct
{
  IhopFlow *flow;
  const IhopNode *call;
  guint n;      /* arguments */
  guint *value; /* what each may point to */
} Call;

static guint
load_from (IhopFlow *flow, guint pointer)
{
  if (pointer == 0)
    return 0;

  guint node = ihop_solver_node (flow->solver);

  ihop_solver_load (flow->solver, pointer, node);
  return node;
}

/* The objects of a node and all that can be reached from them. */
static guint
reach (IhopFlow *flow, guint from)
{
  if (from == 0)
    return 0;

  guint node = ihop_solver_node (flow->solver);

  ihop_solver_copy (flow->solver, from, node);
  ihop_solver_load (flow->solver, node, node);
  return node;
}

static guint
site (Call *call)
{
  guint object = ihop_object_number (call->flow->facts, IHOP_OBJECT_SITE, NULL, call->call);

  return ihop_flow_single (call->flow, object);
}

/* A function of which nothing is known sees its arguments and keeps them. */
static guint
stranger (Call *call)
{
  for (guint i = 0; i < call->n; i++)
    ihop_solver_copy (call->flow->solver, call->value[i], call->flow->out_of_sight);
  return call->flow->external;
}

static guint
join_of (Call *call, guint set)
{
  guint node = 0;

  for (guint i = 0; i < call->n; i++)
    if (ihop_library_has (set, i))
      node = ihop_flow_join (call->flow, node, call->value[i]);
  return node;
}

static guint
library (Call *call, const IhopLibraryEntry *entry)
{
  IhopSolver *solver = call->flow->solver;
  guint written = join_of (call, entry->writes);
  guint read = entry->copies ? load_from (call->flow, join_of (call, entry->reads)) : 0;

  if (entry->unknown)
    return stranger (call);
  ihop_solver_store (solver, written, read);
  ihop_solver_store (solver, written, join_of (call, entry->stores));
  ihop_solver_copy (solver, join_of (call, entry->keeps), call->flow->out_of_sight);
  if (entry->allocates_into)
    ihop_solver_store (solver, join_of (call, entry->allocates_into), site (call));
  if (entry->allocates)
    {
      guint fresh = site (call);
      ihop_solver_store (solver, fresh, read);
      return fresh;
    }
  return entry->returns ? join_of (call, entry->returns) : call->flow->external;
}

static guint
body (Call *call, const IhopFunction *function)
{
  IhopFlow *flow = call->flow;

  for (guint i = 0; i < call->n; i++)
    if (i >= function->n_params)
      ihop_solver_copy (flow->solver, call->value[i], flow->out_of_sight);
    else if (ihop_flow_carries (flow, function->params[i]->type))
      ihop_solver_store (flow->solver, ihop_flow_symbol (flow, function->params[i]),
                         call->value[i]);

  guint result = ihop_flow_result_of (flow, function);

  if (!ihop_points_to_is_fresh (flow->facts, function->symbol))
    return result;

  /* Fresh memory starts with what the function put into it. */
  guint fresh = site (call);

  ihop_solver_store (flow->solver, fresh, load_from (flow, result));
  return fresh;
}

static guint
summary (Call *call, const IhopFunction *function)
{
  IhopFlow *flow = call->flow;
  const IhopEffects *effects = ihop_effects_of (flow->facts, function->symbol);
  guint kept = flow->external;

  if (!effects->is_known)
    stranger (call);
  for (guint i = 0; i < call->n; i++)
    if (i >= effects->n_params || effects->params[i] & IHOP_EFFECT_KEEPS)
      {
        guint all = reach (flow, call->value[i]);
        kept = ihop_flow_join (flow, kept, all);
        ihop_solver_copy (flow->solver, all, flow->out_of_sight);
      }
  for (guint i = 0; i < call->n; i++)
    if (i >= effects->n_params || effects->params[i] & IHOP_EFFECT_WRITES)
      ihop_solver_store (flow->solver, reach (flow, call->value[i]), kept);
  if (!ihop_points_to_is_fresh (flow->facts, function->symbol))
    return kept;

  guint fresh = site (call);

  ihop_solver_store (flow->solver, fresh, kept);
  return fresh;
}

static guint
argument (IhopFlow *flow, const IhopNode *node)
{
  guint value = ihop_flow_value (flow, node);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (flow->arguments, node));

  if (value == 0)
    return known;
  if (known == 0)
    {
      known = ihop_solver_node (flow->solver);
      g_hash_table_insert (flow->arguments, (gpointer) node, GUINT_TO_POINTER (known));
    }
  ihop_solver_copy (flow->solver, value, known);
  return known;
}

guint
ihop_flow_call (IhopFlow *flow, const IhopNode *node)
{
  const IhopSymbol *callee = ihop_call_callee (node);
  const IhopFunction *function = ihop_facts_function (flow->facts, callee);
  const IhopLibraryEntry *entry = callee && !function ? ihop_library_find (callee) : NULL;
  Call call = { flow, node, node->n_children - 1, g_new0 (guint, node->n_children) };
  guint result;

  for (guint i = 0; i < call.n; i++)
    call.value[i] = argument (flow, node->child[i + 1]);
  if (callee == NULL)
    ihop_flow_value (flow, node->child[0]);
  if (entry)
    result = library (&call, entry);
  else if (function)
    result = flow->function ? summary (&call, function) : body (&call, function);
  else
    result = stranger (&call);
  g_free (call.value);
  return result;
}
