/* Whether a scalar's value is wanted after a launch. */
#include "gpugen/memory/scalar_liveness.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

static gboolean
sets_scalar (const IhopNode *code, const IhopSymbol *symbol)
{
  if (code->kind == IHOP_EXPRESSION)
    code = code->child[0];
  if (code->kind == IHOP_DECLARATION)
    {
      for (guint i = 0; i < code->n_children; i++)
        if (code->child[i]->symbol == symbol)
          return TRUE;
      return FALSE;
    }
  code = ihop_node_strip (code, TRUE);
  if (code->kind == IHOP_BINARY && code->op == IHOP_OP_COMMA)
    return sets_scalar (code->child[0], symbol) || sets_scalar (code->child[1], symbol);
  if (code->kind != IHOP_ASSIGN || code->op != IHOP_OP_NONE)
    return FALSE;
  const IhopNode *left = ihop_node_strip (code->child[0], TRUE);
  return left->kind == IHOP_REF && left->symbol == symbol;
}

enum { PASSES, ASKS, SETS };

static int
scalar_at (IhopWork *work, const IhopGraphNode *node, const IhopSymbol *symbol)
{
  if (node->kind == IHOP_GRAPH_EXIT)
    return symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO ? ASKS : PASSES;
  if (node->kind == IHOP_GRAPH_LAUNCH)
    {
      const IhopFootprint *f = ihop_kernel_footprint (node->kernel, symbol);
      if (node->kernel->n_axes && node->kernel->axes[0].iterator == symbol)
        return node->kernel->axes[0].facts->counting.lower ? SETS : ASKS;
      return f && f->is_exposed ? ASKS : PASSES;
    }
  if (node->kind != IHOP_GRAPH_HOST)
    return PASSES;
  if (ihop_touch_of (work->planner->facts, work->function, node->code, symbol) & IHOP_TOUCH_READ)
    return ASKS;
  return sets_scalar (node->code, symbol) ? SETS : PASSES;
}

gboolean
ihop_scalar_is_live_after (IhopWork *work, const IhopKernel *kernel, const IhopSymbol *symbol)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *seen = g_new0 (guint8, work->graph->nodes->len);

  for (guint i = 0; i < work->graph->nodes->len; i++)
    if (ihop_graph_at (work->graph, i)->kernel == kernel)
      g_array_append_val (todo, i);
  for (guint done = 0; done < todo->len; done++)
    {
      const GArray *next = ihop_graph_at (work->graph, g_array_index (todo, guint, done))->next;
      for (guint k = 0; k < next->len; k++)
        {
          guint to = g_array_index (next, guint, k);
          if (seen[to])
            continue;
          seen[to] = 1;
          int what = scalar_at (work, ihop_graph_at (work->graph, to), symbol);
          if (what == ASKS)
            return TRUE;
          if (what == PASSES)
            g_array_append_val (todo, to);
        }
    }
  return FALSE;
}
