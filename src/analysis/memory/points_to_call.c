/* What a call does to pointers. The program's system binds arguments to the parameters of the
 * bodies; a function's own takes the summary of what is called. Library functions are taken from
 * their entries in both. */
#include "analysis/memory/effects.h"
#include "analysis/memory/allocators.h"
#include "analysis/memory/points_to.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/memory/points_to_instances.h"

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

/* The library's memories that the call works in, with what is kept there. */
static guint
memory_of (Call *call, const IhopLibraryEntry *entry)
{
  guint memory = 0;

  for (char **name = entry->memory; *name; name++)
    memory = ihop_flow_join (call->flow, memory, ihop_flow_library_memory (call->flow, *name));
  return memory;
}

/* Handed to the library, where later calls find it, or to somebody out of sight. */
static void
keep (Call *call, const IhopLibraryEntry *entry)
{
  guint kept = join_of (call, entry->keeps);
  IhopSolver *solver = call->flow->solver;

  if (*entry->memory)
    {
      guint memory = ihop_object_of_memory (call->flow->facts, *entry->memory);
      ihop_solver_copy (solver, kept, ihop_solver_content (solver, memory));
    }
  ihop_solver_copy (solver, kept, *entry->memory ? call->flow->kept : call->flow->out_of_sight);
}

/* Whether what an argument points to can hold a pointer, by the type that it has in the caller's hands. */
static gboolean
may_hold (Call *call, guint i)
{
  const IhopNode *node = ihop_node_strip (call->call->child[i + 1], TRUE);

  while (node->kind == IHOP_CAST)
    node = ihop_node_strip (node->child[0], TRUE);

  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;
  const IhopType *target = type && type->target ? ihop_type_strip (type->target) : NULL;

  return target == NULL || target->kind == IHOP_TYPE_VOID || ihop_flow_carries (call->flow, target);
}

/* Bytes of pointers go out into the world by "%p" and fwrite, and come back by fread: as any that went out. */
static void
pass_bytes (Call *call, const IhopLibraryEntry *entry)
{
  IhopFlow *flow = call->flow;
  gboolean prints = ihop_format_may_have (call->call, entry, 'p');

  for (guint i = 0; i < call->n; i++)
    {
      if ((ihop_library_has (entry->fills, i) || (entry->io && ihop_library_has (entry->writes, i)))
          && may_hold (call, i))
        ihop_solver_store (flow->solver, call->value[i], flow->external);
      if (ihop_library_has (entry->emits, i) && may_hold (call, i))
        ihop_solver_copy (flow->solver, load_from (flow, call->value[i]), flow->out_of_sight);
      if (entry->format >= 0 && i > (guint) entry->format
          && (prints || ihop_type_is_integer (call->call->child[i + 1]->type)))
        ihop_solver_copy (flow->solver, call->value[i], flow->out_of_sight);
    }
}

/* What can be reached from the arguments, and may be put in any place there. */
static guint
follow (Call *call, const IhopLibraryEntry *entry)
{
  guint start = join_of (call, entry->follows);
  guint all = start ? reach (call->flow, start) : 0;

  ihop_solver_store (call->flow->solver, all, all);
  return all ? load_from (call->flow, start) : 0;
}

static guint
result_of (Call *call, const IhopLibraryEntry *entry, guint memory, guint followed)
{
  guint result = entry->returns ? join_of (call, entry->returns) : 0;

  if (entry->returns_memory)
    result = ihop_flow_join (call->flow, result, memory);
  result = ihop_flow_join (call->flow, result, entry->returns & entry->follows ? followed : 0);
  return entry->returns || entry->returns_memory ? result : call->flow->external;
}

static guint
library (Call *call, const IhopLibraryEntry *entry)
{
  IhopSolver *solver = call->flow->solver;
  guint written = join_of (call, entry->writes), stored = join_of (call, entry->stores);
  guint read = entry->copies ? load_from (call->flow, join_of (call, entry->reads)) : 0;
  guint memory = memory_of (call, entry);

  keep (call, entry);
  if (entry->unknown)
    return stranger (call);
  ihop_solver_store (solver, written, read);
  ihop_solver_store (solver, written, stored);
  pass_bytes (call, entry);

  guint followed = follow (call, entry);

  if (entry->allocates_into)
    ihop_solver_store (solver, join_of (call, entry->allocates_into), site (call));
  if (entry->allocates || ihop_library_allocates (entry, call->call))
    {
      guint fresh = site (call);
      ihop_solver_store (solver, fresh, read);
      return fresh;
    }
  return result_of (call, entry, memory, followed);
}

/* What a body's objects hold, they hold behind the call under their names there. */
static void
link_names (Call *call, GHashTable *names)
{
  IhopSolver *solver = call->flow->solver;
  GHashTableIter each;
  gpointer object, name;

  if (names == NULL)
    return;
  g_hash_table_iter_init (&each, names);
  while (g_hash_table_iter_next (&each, &object, &name))
    ihop_solver_link (solver, GPOINTER_TO_UINT (object), GPOINTER_TO_UINT (name), names);
}

static guint
renamed (Call *call, guint from, GHashTable *names)
{
  guint node = from && names ? ihop_solver_node (call->flow->solver) : from;

  if (node != from)
    ihop_solver_rename (call->flow->solver, from, node, names);
  return node;
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
  gboolean is_fresh = ihop_points_to_is_fresh (flow->facts, function->symbol);
  guint number = is_fresh ? ihop_object_number (flow->facts, IHOP_OBJECT_SITE, NULL, call->call) : 0;
  GHashTable *names = ihop_instance_names (flow->facts, function, call->call, number);

  link_names (call, names);
  if (!is_fresh)
    return renamed (call, result, names);

  /* Fresh memory starts with what the function put into it. */
  guint fresh = site (call);

  ihop_solver_gather (flow->solver, result, number, names);
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
    if (i >= effects->n_params || effects->params[i] & (IHOP_EFFECT_WRITES | IHOP_EFFECT_FOLLOWS))
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
  if (function && function->symbol->is_replaceable)
    result = ihop_flow_join (flow, result, stranger (&call));
  g_free (call.value);
  return result;
}
