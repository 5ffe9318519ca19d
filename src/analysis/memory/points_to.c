#include "analysis/memory/points_to.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/program/facts_private.h"
#include <isl/val.h>

IhopFlow *
ihop_points_to_program (IhopFacts *facts)
{
  GHashTable *cache
    = ihop_facts_cache (facts, "points-to program", (GDestroyNotify) ihop_flow_free);
  IhopFlow *flow = g_hash_table_lookup (cache, facts);

  if (flow == NULL)
    {
      flow = ihop_flow_build (facts, NULL);
      g_hash_table_insert (cache, facts, flow);
    }
  return flow;
}

gboolean
ihop_set_has (IhopObjectSet *set, guint object)
{
  return ihop_solver_set_has (set, object);
}

gboolean
ihop_flow_is_exact (const IhopFlow *flow)
{
  return flow->is_exact;
}

/* A question may bring in names that the bodies do not mention. */
static IhopObjectSet *
settled (IhopFlow *flow, guint node)
{
  flow->is_exact = flow->is_exact && ihop_solver_run (flow->solver, 1000000);
  return ihop_solver_set (flow->solver, node);
}

IhopObjectSet *
ihop_flow_behind (IhopFlow *flow, const IhopSymbol *variable)
{
  const IhopType *type = ihop_type_strip (variable->type);

  if (type && type->kind == IHOP_TYPE_POINTER)
    return ihop_flow_content (
      flow, ihop_object_number (flow->facts, IHOP_OBJECT_VARIABLE, variable, NULL));
  return settled (flow, ihop_flow_symbol (flow, variable));
}

IhopObjectSet *
ihop_flow_place (IhopFlow *flow, const IhopNode *place)
{
  if (place->kind == IHOP_REF && place->symbol)
    return settled (flow, ihop_flow_symbol (flow, place->symbol));

  gpointer node;

  /* A place that the walk did not come by may be anywhere. */
  if (!g_hash_table_lookup_extended (flow->places, place, NULL, &node))
    return settled (flow, flow->external);
  return settled (flow, GPOINTER_TO_UINT (node));
}

IhopObjectSet *
ihop_flow_argument (IhopFlow *flow, const IhopNode *argument)
{
  return settled (flow, GPOINTER_TO_UINT (g_hash_table_lookup (flow->arguments, argument)));
}

IhopObjectSet *
ihop_flow_content (IhopFlow *flow, guint object)
{
  return settled (flow, ihop_solver_contents (flow->solver, object));
}

IhopObjectSet *
ihop_flow_result (IhopFlow *flow)
{
  return settled (flow, ihop_flow_result_of (flow, flow->function));
}

static gboolean
is_own_variable (const IhopObject *object)
{
  return object->kind == IHOP_OBJECT_VARIABLE && object->symbol->storage == IHOP_STORAGE_AUTO;
}

static void
leak_content (IhopFlow *flow, guint holder)
{
  const IhopObject outer = *ihop_object (flow->facts, holder);
  IhopObjectSet *content = ihop_flow_content (flow, holder);

  if (is_own_variable (&outer))
    return;
  for (guint i = 0; i < content->len; i++)
    {
      guint number = g_array_index (content, guint, i);
      const IhopObject *inner = ihop_object (flow->facts, number);
      gboolean is_inside
        = (inner->kind == IHOP_OBJECT_PARAM || inner->kind == IHOP_OBJECT_PARAM_DEEP)
          && (outer.kind == IHOP_OBJECT_PARAM || outer.kind == IHOP_OBJECT_PARAM_DEEP)
          && inner->symbol == outer.symbol;
      if (!is_inside)
        ihop_solver_set_insert (flow->leaked, number);
    }
}

IhopObjectSet *
ihop_flow_leaked (IhopFlow *flow)
{
  if (flow->leaked)
    return flow->leaked;
  flow->leaked = g_array_new (FALSE, FALSE, sizeof (guint));

  g_autoptr (GArray) holders = ihop_solver_holders (flow->solver);
  IhopObjectSet *result = ihop_flow_result (flow);

  for (guint i = 0; i < holders->len; i++)
    leak_content (flow, g_array_index (holders, guint, i));
  ihop_solver_set_unite (flow->leaked, result, NULL);
  return flow->leaked;
}

GArray *
ihop_flow_closure (IhopFlow *flow, IhopObjectSet *set, gboolean with_start)
{
  GArray *closure = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (guint));

  if (set->len > 0)
    g_array_append_vals (work, set->data, set->len);
  if (with_start)
    ihop_solver_set_unite (closure, set, NULL);
  while (work->len > 0)
    {
      guint object = g_array_index (work, guint, work->len - 1);
      g_array_set_size (work, work->len - 1);
      ihop_solver_set_unite (closure, ihop_flow_content (flow, object), work);
    }
  return closure;
}

GArray *
ihop_flow_memory (IhopFlow *flow, char *const *names)
{
  g_autoptr (GArray) start = g_array_new (FALSE, FALSE, sizeof (guint));

  for (; *names; names++)
    ihop_solver_set_insert (start, ihop_object_of_memory (flow->facts, *names));
  return ihop_flow_closure (flow, start, TRUE);
}

/* Memory of the library that functions in no file use as well; what the program gave it to keep is found there
 * by whoever asks the library. */
static gboolean
is_librarys (IhopFacts *facts, guint number)
{
  GHashTable *cache = ihop_facts_cache (facts, "kept", (GDestroyNotify) g_array_unref);
  GArray *kept = g_hash_table_lookup (cache, facts);
  IhopFlow *program = ihop_points_to_program (facts);
  const IhopObject *object = ihop_object (facts, number);

  if (kept == NULL)
    {
      kept = ihop_flow_closure (program, settled (program, program->kept), TRUE);
      g_hash_table_insert (cache, facts, kept);
    }
  return ihop_set_has (kept, number)
         || (object->kind == IHOP_OBJECT_MEMORY && ihop_library_is_shared (object->memory));
}

gboolean
ihop_object_is_escaped (IhopFacts *facts, guint object)
{
  IhopFlow *program = ihop_points_to_program (facts);

  return object == IHOP_EXTERNAL_OBJECT || !program->is_exact || is_librarys (facts, object)
         || ihop_set_has (ihop_flow_content (program, IHOP_EXTERNAL_OBJECT), object);
}

static gboolean
add_static (const IhopNode *node, gpointer data)
{
  GArray *set = ((gpointer *) data)[0];
  IhopFacts *facts = ((gpointer *) data)[1];

  if (node->kind == IHOP_REF && node->symbol && node->symbol->kind == IHOP_SYMBOL_VARIABLE
      && node->symbol->storage != IHOP_STORAGE_AUTO)
    ihop_solver_set_insert (set,
                            ihop_object_number (facts, IHOP_OBJECT_VARIABLE, node->symbol, NULL));
  return TRUE;
}

static void
add_reachable (IhopFacts *facts, const IhopFunction *function, GHashTable *seen, GArray *set)
{
  GQueue queue = G_QUEUE_INIT;
  gpointer data[] = { set, facts };

  g_queue_push_tail (&queue, (gpointer) function);
  while (!g_queue_is_empty (&queue))
    {
      const IhopFunction *next = g_queue_pop_head (&queue);
      if (!g_hash_table_add (seen, (gpointer) next))
        continue;
      ihop_node_walk (next->body, add_static, data);
      const IhopCallNode *node = ihop_callgraph_node (facts, next);
      for (guint i = 0; i < node->calls->len; i++)
        {
          const IhopCallSite *call = node->calls->pdata[i];
          if (call->function)
            g_queue_push_tail (&queue, (gpointer) call->function);
        }
    }
}

/* Static variables that code out of sight reaches by calling into the project, and what hangs on
 * them. main is not called a second time. Functions that it may run are added to "seen". */
static GArray *
compute_exposed (IhopFacts *facts, GHashTable *seen)
{
  g_autoptr (GArray) set = g_array_new (FALSE, FALSE, sizeof (guint));
  const GPtrArray *functions = ihop_facts_functions (facts);

  for (guint i = 0; i < functions->len; i++)
    {
      const IhopFunction *function = functions->pdata[i];
      const IhopCallNode *node = ihop_callgraph_node (facts, function);
      gboolean is_main = g_str_equal (function->symbol->name, "main");

      if (node->is_address_taken
          || (!is_main && function->symbol->storage == IHOP_STORAGE_EXTERN
              && !ihop_callgraph_is_closed (facts)))
        add_reachable (facts, function, seen, set);
    }
  return ihop_flow_closure (ihop_points_to_program (facts), set, TRUE);
}

static const GArray *
exposed_of (IhopFacts *facts, GHashTable **functions)
{
  GHashTable *cache = ihop_facts_cache (facts, "exposed", (GDestroyNotify) g_array_unref);
  GArray *exposed = g_hash_table_lookup (cache, facts);

  *functions = ihop_facts_cache (facts, "exposed functions", NULL);
  if (exposed == NULL)
    {
      exposed = compute_exposed (facts, *functions);
      g_hash_table_insert (cache, facts, exposed);
    }
  return exposed;
}

gboolean
ihop_object_is_exposed (IhopFacts *facts, guint object)
{
  GHashTable *functions;

  return ihop_object_is_escaped (facts, object) || ihop_set_has (exposed_of (facts, &functions), object);
}

gboolean
ihop_function_is_exposed (IhopFacts *facts, const IhopFunction *function)
{
  GHashTable *functions;

  exposed_of (facts, &functions);
  return g_hash_table_contains (functions, function);
}

static gboolean
meets_external (IhopFacts *facts, IhopObjectSet *set)
{
  for (guint i = 0; i < set->len; i++)
    if (ihop_object_is_escaped (facts, g_array_index (set, guint, i)))
      return TRUE;
  return FALSE;
}

gboolean
ihop_sets_are_disjoint (IhopFacts *facts, IhopObjectSet *a, IhopObjectSet *b)
{
  if (!ihop_points_to_program (facts)->is_exact)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (ihop_set_has (b, g_array_index (a, guint, i)))
      return FALSE;
  if (ihop_set_has (a, IHOP_EXTERNAL_OBJECT) && meets_external (facts, b))
    return FALSE;
  return !(ihop_set_has (b, IHOP_EXTERNAL_OBJECT) && meets_external (facts, a));
}
