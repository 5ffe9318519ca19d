#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"
#include "analysis/program/library_effects.h"
#include <isl/val.h>
#include <string.h>

typedef struct
{
  IhopFacts *facts;
  IhopCallGraph *graph;
  GHashTable *nodes;     /* IhopFunction → IhopCallNode */
  IhopCallNode *current; /* NULL: outside functions */
} Builder;

static void
node_free (gpointer data)
{
  IhopCallNode *node = data;

  g_ptr_array_unref (node->calls);
  g_ptr_array_unref (node->callers);
  g_free (node);
}

static void
graph_free (gpointer data)
{
  IhopCallGraph *graph = data;

  g_ptr_array_unref (graph->components);
  g_ptr_array_unref (graph->nodes);
  g_free (graph);
}

/* (*f) (x) and (&f) (x) are f (x). */
const IhopSymbol *
ihop_call_callee (const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);

  while (callee->kind == IHOP_UNARY
         && (callee->op == IHOP_OP_DEREF || callee->op == IHOP_OP_ADDRESS))
    callee = ihop_node_strip (callee->child[0], TRUE);
  if (callee->kind == IHOP_REF && callee->symbol && callee->symbol->kind == IHOP_SYMBOL_FUNCTION)
    return callee->symbol;
  return NULL;
}

static void
take_address (Builder *builder, const IhopSymbol *symbol)
{
  const IhopFunction *function = ihop_facts_function (builder->facts, symbol);

  if (function)
    {
      IhopCallNode *node = g_hash_table_lookup (builder->nodes, function);
      node->is_address_taken = TRUE;
    }
}

/* A function that the compiler makes does not call back, whatever else it does. */
static gboolean
is_compilers (const IhopSymbol *symbol)
{
  return g_str_has_prefix (symbol->name, "__builtin_") || g_str_has_prefix (symbol->name, "__sync_")
         || g_str_has_prefix (symbol->name, "__atomic_");
}

static void
add_call (Builder *builder, const IhopNode *call)
{
  IhopCallSite *site = g_new0 (IhopCallSite, 1);

  site->caller = builder->current->function;
  site->call = call;
  site->callee = ihop_call_callee (call);
  site->function = ihop_facts_function (builder->facts, site->callee);
  g_ptr_array_add (builder->current->calls, site);
  if (site->callee == NULL)
    builder->current->calls_through_pointer = TRUE;
  else if (site->function)
    {
      IhopCallNode *callee = g_hash_table_lookup (builder->nodes, site->function);
      g_ptr_array_add (callee->callers, site);
      builder->graph->calls_strangers |= site->function->symbol->is_replaceable;
    }
  else if (ihop_library_find (site->callee) == NULL && !is_compilers (site->callee))
    builder->graph->calls_strangers = TRUE;
}

static gboolean
visit (const IhopNode *node, gpointer data)
{
  Builder *builder = data;

  if (node->kind == IHOP_CALL && builder->current)
    {
      add_call (builder, node);
      if (ihop_call_callee (node) == NULL)
        ihop_node_walk (node->child[0], visit, builder);
      for (guint i = 1; i < node->n_children; i++)
        if (node->child[i])
          ihop_node_walk (node->child[i], visit, builder);
      return FALSE;
    }
  if (node->kind == IHOP_REF && node->symbol && node->symbol->kind == IHOP_SYMBOL_FUNCTION)
    take_address (builder, node->symbol);
  return TRUE;
}

static void
add_functions (Builder *builder)
{
  const GPtrArray *functions = ihop_facts_functions (builder->facts);

  for (guint i = 0; i < functions->len; i++)
    {
      IhopCallNode *node = g_new0 (IhopCallNode, 1);

      node->function = functions->pdata[i];
      node->is_address_taken = node->function->symbol->is_run_unasked;
      node->calls = g_ptr_array_new_with_free_func (g_free);
      node->callers = g_ptr_array_new ();
      node->component = G_MAXUINT;
      g_ptr_array_add (builder->graph->nodes, node);
      g_hash_table_insert (builder->nodes, (gpointer) node->function, node);
    }
}

static void
add_calls (Builder *builder)
{
  const GPtrArray *trees = ihop_facts_trees (builder->facts);

  for (guint i = 0; i < builder->graph->nodes->len; i++)
    {
      builder->current = builder->graph->nodes->pdata[i];
      ihop_node_walk (builder->current->function->body, visit, builder);
    }
  builder->current = NULL;
  for (guint i = 0; i < trees->len; i++)
    {
      const IhopTree *tree = trees->pdata[i];
      for (guint j = 0; j < tree->global_nodes->len; j++)
        ihop_node_walk (tree->global_nodes->pdata[j], visit, builder);
    }
}

/* Tarjan (1972). A stack of our own, because call chains are as long as the input likes. */
typedef struct
{
  IhopCallNode *node;
  guint next; /* the call to look at next */
} Frame;

typedef struct
{
  Builder *builder;
  GHashTable *order; /* IhopCallNode → number of first visit, from 1 */
  GHashTable *low;   /* IhopCallNode → lowest number reachable */
  GPtrArray *open;   /* nodes of unfinished components */
  GArray *frames;
} Tarjan;

static void
lower (Tarjan *tarjan, IhopCallNode *node, guint number)
{
  if (number < GPOINTER_TO_UINT (g_hash_table_lookup (tarjan->low, node)))
    g_hash_table_insert (tarjan->low, node, GUINT_TO_POINTER (number));
}

static void
enter (Tarjan *tarjan, IhopCallNode *node)
{
  Frame frame = { node, 0 };
  gpointer number = GUINT_TO_POINTER (g_hash_table_size (tarjan->order) + 1);

  g_hash_table_insert (tarjan->order, node, number);
  g_hash_table_insert (tarjan->low, node, number);
  g_ptr_array_add (tarjan->open, node);
  g_array_append_val (tarjan->frames, frame);
}

static void
close_component (Tarjan *tarjan, IhopCallNode *root)
{
  GPtrArray *components = tarjan->builder->graph->components;
  GPtrArray *component = g_ptr_array_new ();
  IhopCallNode *node;

  do
    {
      node = g_ptr_array_steal_index (tarjan->open, tarjan->open->len - 1);
      node->component = components->len;
      g_ptr_array_add (component, node);
  } while (node != root);
  for (guint i = 0; i < component->len && component->len > 1; i++)
    ((IhopCallNode *) component->pdata[i])->is_recursive = TRUE;
  g_ptr_array_add (components, component);
}

static void
leave (Tarjan *tarjan, IhopCallNode *node)
{
  guint low = GPOINTER_TO_UINT (g_hash_table_lookup (tarjan->low, node));

  g_array_set_size (tarjan->frames, tarjan->frames->len - 1);
  if (low == GPOINTER_TO_UINT (g_hash_table_lookup (tarjan->order, node)))
    close_component (tarjan, node);
  if (tarjan->frames->len > 0)
    lower (tarjan, g_array_index (tarjan->frames, Frame, tarjan->frames->len - 1).node, low);
}

static void
step (Tarjan *tarjan)
{
  Frame *frame = &g_array_index (tarjan->frames, Frame, tarjan->frames->len - 1);
  IhopCallNode *node = frame->node;

  if (frame->next == node->calls->len)
    {
      leave (tarjan, node);
      return;
    }

  const IhopCallSite *site = node->calls->pdata[frame->next++];
  IhopCallNode *callee
    = site->function ? g_hash_table_lookup (tarjan->builder->nodes, site->function) : NULL;

  if (callee == NULL)
    return;
  node->is_recursive |= callee == node;
  if (!g_hash_table_contains (tarjan->order, callee))
    enter (tarjan, callee);
  else if (callee->component == G_MAXUINT)
    lower (tarjan, node, GPOINTER_TO_UINT (g_hash_table_lookup (tarjan->order, callee)));
}

static void
find_components (Builder *builder)
{
  Tarjan tarjan = { builder, g_hash_table_new (NULL, NULL), g_hash_table_new (NULL, NULL),
                    g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (Frame)) };

  for (guint i = 0; i < builder->graph->nodes->len; i++)
    if (!g_hash_table_contains (tarjan.order, builder->graph->nodes->pdata[i]))
      {
        enter (&tarjan, builder->graph->nodes->pdata[i]);
        while (tarjan.frames->len > 0)
          step (&tarjan);
      }
  g_hash_table_unref (tarjan.order);
  g_hash_table_unref (tarjan.low);
  g_ptr_array_unref (tarjan.open);
  g_array_unref (tarjan.frames);
}

const IhopCallGraph *
ihop_callgraph_of (IhopFacts *facts)
{
  GHashTable *cache = ihop_facts_cache (facts, "callgraph", graph_free);
  IhopCallGraph *graph = g_hash_table_lookup (cache, facts);

  if (graph)
    return graph;
  graph = g_new0 (IhopCallGraph, 1);
  graph->nodes = g_ptr_array_new_with_free_func (node_free);
  graph->components = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_hash_table_insert (cache, facts, graph);

  Builder builder = { facts, graph, ihop_facts_cache (facts, "callgraph nodes", NULL), NULL };

  add_functions (&builder);
  add_calls (&builder);
  find_components (&builder);
  return graph;
}

const IhopCallNode *
ihop_callgraph_node (IhopFacts *facts, const IhopFunction *function)
{
  ihop_callgraph_of (facts);
  return g_hash_table_lookup (ihop_facts_cache (facts, "callgraph nodes", NULL), function);
}

gboolean
ihop_callgraph_is_closed (IhopFacts *facts)
{
  return ihop_facts_has_main (facts) && !ihop_callgraph_of (facts)->calls_strangers;
}

gboolean
ihop_callgraph_is_entry (IhopFacts *facts, const IhopFunction *function)
{
  const IhopCallNode *node = ihop_callgraph_node (facts, function);

  /* A function that nobody is seen to call has a caller that we do not see. */
  if (node == NULL || node->is_address_taken || node->callers->len == 0)
    return TRUE;
  if (strcmp (function->symbol->name, "main") == 0)
    return TRUE;
  return function->symbol->storage == IHOP_STORAGE_EXTERN && !ihop_callgraph_is_closed (facts);
}

static void
queue_reached (IhopFacts *facts, const IhopCallNode *node, GQueue *queue)
{
  const IhopCallGraph *graph = ihop_callgraph_of (facts);
  gboolean through_pointer = node->calls_through_pointer;

  for (guint i = 0; i < node->calls->len; i++)
    {
      const IhopCallSite *site = node->calls->pdata[i];
      if (site->function)
        g_queue_push_tail (queue, (gpointer) ihop_callgraph_node (facts, site->function));
      through_pointer |= site->function == NULL;
    }
  /* A function out of sight may call back. */
  for (guint i = 0; through_pointer && i < graph->nodes->len; i++)
    if (((IhopCallNode *) graph->nodes->pdata[i])->is_address_taken)
      g_queue_push_tail (queue, graph->nodes->pdata[i]);
}

gboolean
ihop_callgraph_reaches (IhopFacts *facts, const IhopFunction *from, const IhopFunction *to)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GQueue queue = G_QUEUE_INIT;
  gboolean found = FALSE;

  g_queue_push_tail (&queue, (gpointer) ihop_callgraph_node (facts, from));
  while (!g_queue_is_empty (&queue) && !found)
    {
      const IhopCallNode *node = g_queue_pop_head (&queue);
      if (!g_hash_table_add (seen, (gpointer) node))
        continue;
      found = node->function == to;
      queue_reached (facts, node, &queue);
    }
  g_queue_clear (&queue);
  return found;
}
