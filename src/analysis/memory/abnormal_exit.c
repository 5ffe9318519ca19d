#include "analysis/memory/abnormal_exit.h"
#include "analysis/memory/access_walk.h"
#include "analysis/memory/disjointness.h"
#include "analysis/memory/effects.h"
#include "analysis/program/facts_private.h"

/* Whether a jump out of the function can land anywhere: further out on the stack something has called
 * setjmp. Code out of sight may have done so if it can have called the function. */
static gboolean
can_land (IhopFacts *facts, const IhopFunction *function)
{
  const GPtrArray *landings = ihop_exit_names (facts)->landings;

  if (!ihop_callgraph_is_closed (facts) && ihop_function_is_exposed (facts, function))
    return TRUE;
  for (guint i = 0; i < landings->len; i++)
    if (ihop_callgraph_reaches (facts, landings->pdata[i], function))
      return TRUE;
  return FALSE;
}

static void
visit (const IhopMemoryAccess *access, gpointer data)
{
  IhopFacts *facts = ((gpointer *) data)[0];
  IhopAbnormalExits *leaves = ((gpointer *) data)[1];

  if (access->is_call)
    *leaves |= ihop_effects_of (facts, ihop_call_callee (access->node))->leaves;
  else if (access->is_opaque)
    *leaves = IHOP_LEAVES_ANYHOW;
}

static IhopAbnormalExits
leaves_of (IhopFacts *facts, const IhopNode *code)
{
  GHashTable *cache = ihop_facts_cache (facts, "leaves", NULL);
  IhopAbnormalExits leaves = 0;
  gpointer data[] = { facts, &leaves }, known;

  if (g_hash_table_lookup_extended (cache, code, NULL, &known))
    return GPOINTER_TO_UINT (known);
  ihop_access_walk (code, visit, data);
  g_hash_table_insert (cache, (gpointer) code, GUINT_TO_POINTER (leaves));
  return leaves;
}

/* Whether memory may be there when the function is gone, and not only for itself. */
static gboolean
outlives (IhopFacts *facts, const IhopFunction *function, IhopObjectSet *own)
{
  IhopFlow *flow = ihop_points_to_function (facts, function);
  IhopObjectSet *leaked = ihop_flow_leaked (flow);

  for (guint i = 0; i < own->len; i++)
    {
      guint number = g_array_index (own, guint, i);
      const IhopObject *object = ihop_object (facts, number);
      gboolean is_local
        = object->kind == IHOP_OBJECT_VARIABLE && object->symbol->storage == IHOP_STORAGE_AUTO;
      if (!is_local && (object->kind != IHOP_OBJECT_SITE || ihop_set_has (leaked, number)))
        return TRUE;
    }
  return !ihop_flow_is_exact (flow);
}

static gboolean
any_exposed (IhopFacts *facts, IhopObjectSet *set)
{
  for (guint i = 0; i < set->len; i++)
    if (ihop_object_is_exposed (facts, g_array_index (set, guint, i)))
      return TRUE;
  return !ihop_flow_is_exact (ihop_points_to_program (facts));
}

gboolean
ihop_leaving_reads (IhopFacts *facts, const IhopFunction *function, const IhopNode *code,
                    const IhopSymbol *object)
{
  IhopAbnormalExits leaves = leaves_of (facts, code);

  if (leaves == 0)
    return FALSE;
  /* What a handler does in its turn. */
  if ((leaves & IHOP_LEAVES_SIGNAL) && ihop_leaving_has_handlers (facts))
    leaves = IHOP_LEAVES_ANYHOW;

  IhopMemory memory = ihop_memory_behind (facts, function, object);

  if ((leaves & ihop_exit_installed (facts)) && any_exposed (facts, memory.program))
    return TRUE;
  return ((leaves & IHOP_LEAVES_THREAD) != 0 && ihop_exit_names (facts)->ends_threads
          && outlives (facts, function, memory.own))
         || ((leaves & IHOP_LEAVES_JUMP) != 0 && can_land (facts, function)
             && outlives (facts, function, memory.own));
}

static gboolean
find_returning_twice (const IhopNode *node, gpointer data)
{
  gboolean *found = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const IhopLibraryEntry *entry = callee ? ihop_library_find (callee) : NULL;

  *found |= entry && entry->returns_twice;
  return !*found;
}

gboolean
ihop_leaving_comes_back (const IhopNode *code)
{
  gboolean found = FALSE;

  ihop_node_walk (code, find_returning_twice, &found);
  return found;
}
