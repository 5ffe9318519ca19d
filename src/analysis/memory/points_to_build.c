/* Statements, what variables hold from the start, and the whole of a system. */
#include "analysis/memory/effective_types.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/memory/pointer_bytes.h"
#include "analysis/program/facts_private.h"

#define SOLVER_STEPS 20000000u
#define RUN_STEPS 200000u

guint
ihop_flow_join (IhopFlow *flow, guint a, guint b)
{
  if (a == 0 || b == 0 || a == b)
    return a ? a : b;

  guint node = ihop_solver_node (flow->solver);

  ihop_solver_copy (flow->solver, a, node);
  ihop_solver_copy (flow->solver, b, node);
  return node;
}

guint
ihop_flow_single (IhopFlow *flow, guint object)
{
  guint node = ihop_solver_node (flow->solver);

  ihop_solver_add (flow->solver, node, object);
  return node;
}

gboolean
ihop_flow_carries (const IhopFlow *flow, const IhopType *type)
{
  const IhopType *plain = ihop_type_strip (type);

  while (plain && plain->kind == IHOP_TYPE_ARRAY)
    plain = ihop_type_strip (plain->target);
  if (plain == NULL)
    return TRUE;
  switch (plain->kind)
    {
    case IHOP_TYPE_VOID:
      return FALSE;
    case IHOP_TYPE_FLOATING:
    case IHOP_TYPE_COMPLEX:
    case IHOP_TYPE_INTEGER:
    case IHOP_TYPE_ENUM:
      return (flow->carriers & (ihop_type_is_bool (plain) ? IHOP_SCALAR_NUMBER : ihop_type_scalars (plain))) != 0;
    case IHOP_TYPE_RECORD:
      for (guint i = 0; plain->fields && i < plain->n_fields; i++)
        if (ihop_flow_carries (flow, plain->fields[i]->type))
          return TRUE;
      return plain->fields == NULL;
    default:
      return TRUE;
    }
}

guint
ihop_flow_library_memory (IhopFlow *flow, const char *memory)
{
  guint node = GPOINTER_TO_UINT (g_hash_table_lookup (flow->memories, memory));

  if (node)
    return node;
  node = ihop_flow_single (flow, ihop_object_of_memory (flow->facts, memory));
  ihop_solver_load (flow->solver, node, node);
  g_hash_table_insert (flow->memories, (gpointer) memory, GUINT_TO_POINTER (node));
  return node;
}

/* Other files may name it: those of the project that we do not have, or the library's (optarg). What is
 * known of stdout and its like is said in data/effects. */
static gboolean
is_known_outside (const IhopFlow *flow, const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->storage == IHOP_STORAGE_EXTERN
         && (!flow->is_closed || symbol->in_system_header) && !ihop_library_find (symbol);
}

guint
ihop_flow_symbol (IhopFlow *flow, const IhopSymbol *symbol)
{
  const IhopSymbol *canonical = ihop_facts_canonical (flow->facts, symbol);
  guint node = GPOINTER_TO_UINT (g_hash_table_lookup (flow->symbols, canonical));
  IhopObjectKind kind
    = symbol->kind == IHOP_SYMBOL_FUNCTION ? IHOP_OBJECT_FUNCTION : IHOP_OBJECT_VARIABLE;

  if (node == 0)
    {
      node = ihop_flow_single (flow, ihop_object_number (flow->facts, kind, canonical, NULL));
      g_hash_table_insert (flow->symbols, (gpointer) canonical, GUINT_TO_POINTER (node));
      if (flow->function == NULL && is_known_outside (flow, canonical))
        ihop_solver_copy (flow->solver, node, flow->out_of_sight);
    }
  return node;
}

static guint
symbol_content (IhopFlow *flow, const IhopSymbol *symbol)
{
  const IhopSymbol *canonical = ihop_facts_canonical (flow->facts, symbol);

  return ihop_solver_content (
    flow->solver, ihop_object_number (flow->facts, IHOP_OBJECT_VARIABLE, canonical, NULL));
}

guint
ihop_flow_result_of (IhopFlow *flow, const IhopFunction *function)
{
  guint node = GPOINTER_TO_UINT (g_hash_table_lookup (flow->results, function));

  if (node == 0)
    {
      node = ihop_solver_node (flow->solver);
      g_hash_table_insert (flow->results, (gpointer) function, GUINT_TO_POINTER (node));
    }
  return node;
}

static void
variable (IhopFlow *flow, const IhopNode *node)
{
  if (node->n_children == 0 || node->child[0] == NULL)
    return;

  if (ihop_flow_carries (flow, node->symbol->type))
    ihop_flow_assign (flow, ihop_flow_symbol (flow, node->symbol), IHOP_PLACE_ANY, node->child[0]);
  else
    ihop_flow_value (flow, node->child[0]);
}

void
ihop_flow_statement (IhopFlow *flow, const IhopNode *node, guint result)
{
  if (node->kind == IHOP_VARIABLE)
    {
      variable (flow, node);
      return;
    }
  if (node->kind == IHOP_OPAQUE)
    {
      ihop_flow_opaque (flow, node);
      return;
    }
  if (node->kind == IHOP_BLOCK)
    {
      ihop_flow_block (flow, node, result);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] == NULL)
      continue;
    else if (ihop_kind_is_statement (node->child[i]->kind))
      ihop_flow_statement (flow, node->child[i], result);
    else
      {
        guint value = ihop_flow_value (flow, node->child[i]);
        if (node->kind == IHOP_RETURN)
          ihop_solver_copy (flow->solver, value, result);
      }
}

/* A variable of the library points into its memories. */
static void
seed_library_variable (IhopFlow *flow, const IhopSymbol *symbol, guint node)
{
  const IhopLibraryEntry *entry
    = symbol->kind == IHOP_SYMBOL_VARIABLE ? ihop_library_find (symbol) : NULL;

  for (char **name = entry ? entry->memory : NULL; name && *name; name++)
    ihop_solver_copy (flow->solver, ihop_flow_library_memory (flow, *name), node);
}

/* A function's own system does not see what others gave the library. In the program's that is seen, except
 * for what functions do that are in no file. */
static gboolean
is_filled_elsewhere (const IhopFlow *flow, const IhopObject *object)
{
  return object->kind == IHOP_OBJECT_MEMORY
         && (flow->function || (!flow->is_closed && ihop_library_is_shared (object->memory)));
}

static void
seed_own (IhopFlow *flow, const IhopObject *object, guint number, guint node)
{
  IhopObjectKind kind = object->kind;
  const IhopSymbol *symbol = object->symbol;

  if (kind == IHOP_OBJECT_PARAM || kind == IHOP_OBJECT_PARAM_DEEP)
    ihop_solver_add (flow->solver, node,
                     ihop_object_number (flow->facts, IHOP_OBJECT_PARAM_DEEP, symbol, NULL));
  if (kind == IHOP_OBJECT_GLOBAL)
    ihop_solver_add (flow->solver, node, number);
  if (kind == IHOP_OBJECT_VARIABLE && symbol->kind == IHOP_SYMBOL_PARAMETER
      && ihop_flow_carries (flow, symbol->type))
    ihop_solver_add (flow->solver, node,
                     ihop_object_number (flow->facts, IHOP_OBJECT_PARAM, symbol, NULL));
  if (kind == IHOP_OBJECT_VARIABLE && symbol->storage != IHOP_STORAGE_AUTO
      && ihop_flow_carries (flow, symbol->type))
    ihop_solver_add (flow->solver, node,
                     ihop_object_number (flow->facts, IHOP_OBJECT_GLOBAL, symbol, NULL));
  if (kind == IHOP_OBJECT_GLOBAL
      || (kind == IHOP_OBJECT_VARIABLE && symbol->storage != IHOP_STORAGE_AUTO))
    ihop_solver_copy (flow->solver, flow->out_of_sight, node);
}

static void
seed (IhopSolver *solver, guint number, guint node, gpointer data)
{
  IhopFlow *flow = data;
  const IhopObject object = *ihop_object (flow->facts, number);

  if (object.kind == IHOP_OBJECT_EXTERNAL || is_filled_elsewhere (flow, &object))
    ihop_solver_add (solver, node, IHOP_EXTERNAL_OBJECT);
  if (object.kind == IHOP_OBJECT_VARIABLE)
    seed_library_variable (flow, object.symbol, node);
  if (object.kind == IHOP_OBJECT_EXTERNAL)
    return;
  /* What was there before the function was entered is out of sight. */
  if (flow->run && object.kind == IHOP_OBJECT_VARIABLE && object.symbol->storage != IHOP_STORAGE_AUTO)
    ihop_solver_add (solver, node, IHOP_EXTERNAL_OBJECT);
  if (flow->function)
    seed_own (flow, &object, number, node);
}

/* What is out of sight may be read and written there: its contents are out of sight as well, and
 * anything out of sight may have been stored in it. */
static void
close_external (IhopFlow *flow)
{
  flow->kept = ihop_solver_node (flow->solver);
  flow->external = ihop_flow_single (flow, IHOP_EXTERNAL_OBJECT);
  flow->out_of_sight = ihop_solver_content (flow->solver, IHOP_EXTERNAL_OBJECT);
  ihop_solver_load (flow->solver, flow->out_of_sight, flow->out_of_sight);
  ihop_solver_store (flow->solver, flow->out_of_sight, flow->external);
}

static void
arguments_from_outside (IhopFlow *flow, const IhopFunction *function)
{
  for (guint i = 0; i < function->n_params; i++)
    if (ihop_flow_carries (flow, function->params[i]->type))
      ihop_solver_copy (flow->solver, flow->external, symbol_content (flow, function->params[i]));
}

static void
enter_from_outside (IhopFlow *flow, const IhopFunction *function)
{
  arguments_from_outside (flow, function);
  ihop_solver_copy (flow->solver, ihop_flow_result_of (flow, function), flow->out_of_sight);
}

static void
build_globals (IhopFlow *flow, const IhopTree *tree)
{
  for (guint i = 0; i < tree->global_nodes->len; i++)
    variable (flow, tree->global_nodes->pdata[i]);
  for (guint i = 0; i < tree->globals->len; i++)
    ihop_flow_symbol (flow, tree->globals->pdata[i]);
}

static void
build_program (IhopFlow *flow)
{
  const GPtrArray *functions = ihop_facts_functions (flow->facts);
  const GPtrArray *trees = ihop_facts_trees (flow->facts);

  for (guint i = 0; i < trees->len; i++)
    build_globals (flow, trees->pdata[i]);
  for (guint i = 0; i < functions->len; i++)
    {
      const IhopFunction *function = functions->pdata[i];
      ihop_flow_body (flow, function);
      if (ihop_callgraph_is_entry (flow->facts, function))
        enter_from_outside (flow, function);
    }
}

/* With nothing in it yet. */
static IhopFlow *
flow_new (IhopFacts *facts, const IhopFunction *function, const IhopFunction *run)
{
  IhopFlow *flow = g_new0 (IhopFlow, 1);

  flow->facts = facts;
  flow->function = function;
  flow->run = run;
  flow->solver = ihop_solver_new (seed, ihop_flow_has_members, flow);
  flow->places = g_hash_table_new (NULL, NULL);
  flow->arguments = g_hash_table_new (NULL, NULL);
  flow->symbols = g_hash_table_new (NULL, NULL);
  flow->results = g_hash_table_new (NULL, NULL);
  flow->memories = g_hash_table_new (NULL, NULL);
  flow->held = g_hash_table_new (NULL, NULL);
  flow->tells_members = ihop_effective_is_believed (facts);
  flow->is_closed = ihop_callgraph_is_closed (facts);
  flow->carriers = ihop_pointer_carriers (facts);
  close_external (flow);
  return flow;
}

IhopFlow *
ihop_flow_build (IhopFacts *facts, const IhopFunction *function)
{
  IhopFlow *flow = flow_new (facts, function, NULL);

  if (function)
    ihop_flow_body (flow, function);
  else
    build_program (flow);
  flow->is_exact = ihop_solver_run (flow->solver, SOLVER_STEPS);
  return flow;
}

IhopFlow *
ihop_flow_build_run (IhopFacts *facts, const IhopFunction *run, const GPtrArray *functions)
{
  IhopFlow *flow = flow_new (facts, NULL, run);

  arguments_from_outside (flow, run);
  for (guint i = 0; i < functions->len; i++)
    {
      const IhopFunction *function = functions->pdata[i];
      ihop_flow_body (flow, function);
      if (function != run && ihop_callgraph_node (facts, function)->is_address_taken)
        enter_from_outside (flow, function);
    }
  flow->is_exact = ihop_solver_run (flow->solver, RUN_STEPS);
  return flow;
}

void
ihop_flow_free (IhopFlow *flow)
{
  if (flow == NULL)
    return;
  ihop_solver_free (flow->solver);
  g_hash_table_unref (flow->places);
  g_hash_table_unref (flow->arguments);
  g_hash_table_unref (flow->symbols);
  g_hash_table_unref (flow->results);
  g_hash_table_unref (flow->memories);
  g_hash_table_unref (flow->held);
  g_clear_pointer (&flow->leaked, g_array_unref);
  g_free (flow);
}
