/* A run of the function is followed in a system of its own, with the bodies of all that it calls and with all that was
 * there before as one object out of sight: so nothing else of the program needs to be known yet. */
#include "analysis/memory/points_to_instances.h"
#include "analysis/memory/points_to.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/program/facts_private.h"

#define MOST_FUNCTIONS 32u /* that a run may run */
#define MOST_OBJECTS 64u   /* that it may make */
#define MOST_CALLS 3u      /* that an object is told apart by */

typedef struct
{
  GArray *made;    /* sorted numbers of objects: those that each call makes anew */
  GArray *results; /* sorted: those of them that it returns pointers to */
} Run;

static void
run_free (gpointer data)
{
  Run *run = data;

  g_array_unref (run->made);
  g_array_unref (run->results);
  g_free (run);
}

static Run *
run_new (void)
{
  Run *run = g_new0 (Run, 1);

  run->made = g_array_new (FALSE, FALSE, sizeof (guint));
  run->results = g_array_new (FALSE, FALSE, sizeof (guint));
  return run;
}

static gboolean
find_allocation (const IhopNode *node, gpointer data)
{
  gboolean *found = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const IhopLibraryEntry *entry = callee ? ihop_library_find (callee) : NULL;

  *found |= entry && (entry->allocates || entry->allocates_into || ihop_library_allocates (entry, node));
  return !*found;
}

/* The functions that a run may run, itself first; NULL: too many, or none of them allocates. Caller unrefs. */
static GPtrArray *
reached (IhopFacts *facts, const IhopFunction *function)
{
  g_autoptr (GPtrArray) functions = g_ptr_array_new ();
  gboolean allocates = FALSE;

  g_ptr_array_add (functions, (gpointer) function);
  for (guint i = 0; i < functions->len; i++)
    {
      const IhopFunction *next = functions->pdata[i];
      const GPtrArray *calls = ihop_callgraph_node (facts, next)->calls;
      ihop_node_walk (next->body, find_allocation, &allocates);
      for (guint k = 0; k < calls->len; k++)
        {
          const IhopCallSite *site = calls->pdata[k];
          if (site->function && !g_ptr_array_find (functions, site->function, NULL))
            g_ptr_array_add (functions, (gpointer) site->function);
        }
      if (functions->len > MOST_FUNCTIONS)
        return NULL;
    }
  return allocates ? g_steal_pointer (&functions) : NULL;
}

/* All that can still be reached when the function has returned, other than through what it returns. */
static GArray *
left_behind (IhopFlow *flow)
{
  g_autoptr (GArray) holders = ihop_solver_holders (flow->solver);
  g_autoptr (GArray) start = g_array_new (FALSE, FALSE, sizeof (guint));

  ihop_solver_set_insert (start, IHOP_EXTERNAL_OBJECT);
  ihop_solver_set_unite (start, ihop_solver_set (flow->solver, flow->kept), NULL);
  for (guint i = 0; i < holders->len; i++)
    {
      guint number = g_array_index (holders, guint, i);
      const IhopObject *object = ihop_object (flow->facts, number);
      gboolean is_static = object->kind == IHOP_OBJECT_VARIABLE && object->symbol->storage != IHOP_STORAGE_AUTO;
      if (is_static || object->kind == IHOP_OBJECT_MEMORY)
        ihop_solver_set_insert (start, number);
    }
  return ihop_flow_closure (flow, start, TRUE);
}

static gboolean
can_be_told_apart (IhopFacts *facts, guint number)
{
  guint calls = 1;

  for (; ihop_object (facts, number)->kind == IHOP_OBJECT_INSTANCE; calls++)
    number = ihop_object (facts, number)->origin;
  const IhopObject *object = ihop_object (facts, number);
  return object->kind == IHOP_OBJECT_SITE && object->node->kind == IHOP_CALL && calls <= MOST_CALLS;
}

static void
find_made (Run *run, IhopFlow *flow)
{
  IhopObjectSet *result = ihop_solver_set (flow->solver, ihop_flow_result_of (flow, flow->run));
  g_autoptr (GArray) results = g_array_copy ((GArray *) result);
  g_autoptr (GArray) all = ihop_flow_closure (flow, results, TRUE);
  g_autoptr (GArray) others = left_behind (flow);

  for (guint i = 0; i < all->len; i++)
    {
      guint number = g_array_index (all, guint, i);
      if (ihop_set_has (others, number) || !can_be_told_apart (flow->facts, number))
        continue;
      g_array_append_val (run->made, number);
      if (ihop_set_has (results, number))
        g_array_append_val (run->results, number);
    }
  if (run->made->len > MOST_OBJECTS || !flow->is_exact)
    g_array_set_size (run->made, 0);
}

static gboolean
returns_pointers (const IhopFunction *function)
{
  const IhopType *type = function->symbol->type ? ihop_type_strip (function->symbol->type) : NULL;

  return type && type->kind == IHOP_TYPE_FUNCTION && ihop_type_holds_pointer (type->target);
}

/* Asked while it is being answered (recursion), nothing is told apart. */
static const Run *
run_of (IhopFacts *facts, const IhopFunction *function)
{
  GHashTable *cache = ihop_facts_cache (facts, "runs", run_free);
  Run *run = g_hash_table_lookup (cache, function);

  if (run)
    return run;
  run = run_new ();
  g_hash_table_insert (cache, (gpointer) function, run);
  if (!returns_pointers (function) || function->symbol->is_replaceable)
    return run;
  g_autoptr (GPtrArray) functions = reached (facts, function);
  if (functions == NULL)
    return run;
  IhopFlow *flow = ihop_flow_build_run (facts, function, functions);
  find_made (run, flow);
  ihop_flow_free (flow);
  return run;
}

GHashTable *
ihop_instance_names (IhopFacts *facts, const IhopFunction *function, const IhopNode *call, guint site)
{
  GHashTable *cache = ihop_facts_cache (facts, "names of instances", (GDestroyNotify) g_hash_table_unref);
  GHashTable *names = g_hash_table_lookup (cache, call);
  const Run *run = run_of (facts, function);

  if (names || run->made->len == 0)
    return names;
  names = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < run->made->len; i++)
    {
      guint number = g_array_index (run->made, guint, i);
      guint name = site && ihop_set_has (run->results, number) ? site : ihop_object_instance (facts, number, call);
      g_hash_table_insert (names, GUINT_TO_POINTER (number), GUINT_TO_POINTER (name));
    }
  g_hash_table_insert (cache, (gpointer) call, names);
  return names;
}
