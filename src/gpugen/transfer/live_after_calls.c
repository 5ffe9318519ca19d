/* Who looks at an array after the function that worked on it has returned?
 *
 * For a static function all callers are in sight. If each of them passes a local array or memory
 * of its own, and nothing behind the call reads it, the last copy to the host is for nobody. */
#include "gpugen/transfer/live_after_calls.h"
#include "analysis/memory/abnormal_exit.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/host_graph_builder.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/work.h"
#include <string.h>

typedef struct
{
  const IhopSymbol *function;
  GPtrArray *calls;        /* of const IhopNode * */
  guint mentions;          /* references to the function, calls included */
} FindCalls;

static gboolean
look_for_call (const IhopNode *node, gpointer data)
{
  FindCalls *find = data;

  if (node->kind == IHOP_REF && node->symbol == find->function)
    find->mentions++;
  if (node->kind == IHOP_CALL)
    {
      const IhopNode *callee = ihop_node_strip (node->child[0], TRUE);
      if (callee->kind == IHOP_REF && callee->symbol == find->function)
        g_ptr_array_add (find->calls, (gpointer) node);
    }
  return TRUE;
}

/* "tmp", "*tmp" and "&tmp[0]" are all of tmp's memory. */
static const IhopSymbol *
argument_symbol (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_CAST || node->kind == IHOP_PAREN
         || (node->kind == IHOP_UNARY
             && (node->op == IHOP_OP_DEREF || node->op == IHOP_OP_ADDRESS)))
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_REF ? node->symbol : NULL;
}

/* Is the memory asked for on some way from this call to the caller's end? */
static gboolean
is_read_behind (IhopWork *work, const IhopFunction *caller, const IhopGraph *graph,
                const IhopNode *call, const IhopSymbol *symbol)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *seen = g_new0 (guint8, graph->nodes->len);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (graph, i);
      if (node->kind == IHOP_GRAPH_HOST && ihop_node_holds (node->code, call))
        g_array_append_val (todo, i);
    }
  if (todo->len != 1 || graph->comes_back)
    return TRUE;
  for (guint done = 0; done < todo->len; done++)
    {
      const GArray *next = ihop_graph_at (graph, g_array_index (todo, guint, done))->next;
      for (guint k = 0; k < next->len; k++)
        {
          guint to = g_array_index (next, guint, k);
          const IhopGraphNode *node = ihop_graph_at (graph, to);
          if (seen[to])
            continue;
          seen[to] = 1;
          if (node->kind == IHOP_GRAPH_HOST
              && (ihop_leaving_reads (work->planner->facts, caller, node->code, symbol)
                  || ihop_touch_of (work->planner->facts, caller, node->code, symbol)
                     & (IHOP_TOUCH_READ | IHOP_TOUCH_REBIND | IHOP_TOUCH_ESCAPE)))
            return TRUE;
          g_array_append_val (todo, to);
        }
    }
  return FALSE;
}

static guint
mentions_in (const IhopTree *tree, const IhopSymbol *function)
{
  FindCalls find = { function, g_ptr_array_new (), 0 };

  for (guint i = 0; i < tree->global_nodes->len; i++)
    ihop_node_walk (tree->global_nodes->pdata[i], look_for_call, &find);
  for (guint i = 0; i < tree->functions->len; i++)
    ihop_node_walk (((const IhopFunction *) tree->functions->pdata[i])->body, look_for_call, &find);
  g_ptr_array_unref (find.calls);
  return find.mentions;
}

/* main, if the program does not call it itself: its static variables end with it. */
static gboolean
runs_once (IhopWork *work, const IhopFunction *caller)
{
  const GPtrArray *trees = ihop_facts_trees (work->planner->facts);

  if (strcmp (caller->symbol->name, "main") != 0)
    return FALSE;
  for (guint i = 0; i < trees->len; i++)
    if (mentions_in (trees->pdata[i], caller->symbol))
      return FALSE;
  return TRUE;
}

/* The caller's own: a local array, or memory it has allocated and shown to nobody. */
static gboolean
is_own (IhopWork *work, const IhopFunction *caller, const IhopSymbol *symbol)
{
  const IhopNode *call = NULL;

  if (symbol->kind != IHOP_SYMBOL_VARIABLE || symbol->is_global
      || (symbol->storage != IHOP_STORAGE_AUTO && !runs_once (work, caller)))
    return FALSE;
  if (ihop_touch_of (work->planner->facts, caller, caller->body, symbol) & IHOP_TOUCH_ESCAPE)
    return FALSE;
  if (!ihop_variable_is_pointer (symbol))
    return TRUE;
  return ihop_alias_allocation (work->planner->facts, caller, symbol, &call) && call;
}

static gboolean
caller_reads (IhopWork *work, const IhopFunction *caller, const IhopNode *call, guint index)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  if (call->n_children <= index + 1)
    return TRUE;
  const IhopSymbol *symbol = argument_symbol (call->child[index + 1]);
  if (symbol == NULL || !is_own (work, caller, symbol))
    return TRUE;
  g_autoptr (IhopGraph) graph = ihop_graph_new (caller->body, none, NULL, NULL);
  return is_read_behind (work, caller, graph, call, symbol);
}

static guint
mentions_elsewhere (const IhopTree *tree, const IhopSymbol *function)
{
  FindCalls find = { function, g_ptr_array_new (), 0 };

  for (guint i = 0; i < tree->global_nodes->len; i++)
    ihop_node_walk (tree->global_nodes->pdata[i], look_for_call, &find);
  g_ptr_array_unref (find.calls);
  return find.mentions;
}

gboolean
ihop_live_after_calls (IhopWork *work, const IhopSymbol *parameter)
{
  const IhopTree *tree = work->planner->tree;
  const IhopSymbol *function = work->function->symbol;
  guint index = 0, n_calls = 0;

  while (index < work->function->n_params && work->function->params[index] != parameter)
    index++;
  if (function->storage != IHOP_STORAGE_STATIC || index == work->function->n_params
      || mentions_elsewhere (tree, function))
    return TRUE;
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *caller = tree->functions->pdata[i];
      FindCalls find = { function, g_ptr_array_new (), 0 };
      ihop_node_walk (caller->body, look_for_call, &find);
      gboolean live = find.mentions != find.calls->len;
      for (guint k = 0; k < find.calls->len && !live; k++)
        live = caller == work->function || caller_reads (work, caller, find.calls->pdata[k], index);
      n_calls += find.calls->len;
      g_ptr_array_unref (find.calls);
      if (live)
        return TRUE;
    }
  return n_calls == 0;
}
