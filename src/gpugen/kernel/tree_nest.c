/* Kernels whose blocks and threads the owner (or a step) has laid out. */
#include "gpugen/kernel/tree_nest.h"
#include "gpugen/kernel/mapped_nest.h"
#include "gpugen/plan/work.h"

/* "… (line 12): write …": a flaw as a sentence part. */
static IhopMessage *
flaw_message (const IhopKernelFlaw *flaw)
{
  g_autoptr (IhopMessage) placed = flaw->says_line ? ihop_message_ref (flaw->message)
                                                   : ihop_message ("%s (line %u)", flaw->message, ihop_line_of (flaw->node));

  return flaw->remedy ? ihop_message ("%s: %s", placed, flaw->remedy) : g_steal_pointer (&placed);
}

/* A block keeps nothing for others but what it stores. */
static IhopMessage *
refuse_block_loop (IhopPlanner *planner, const IhopMappedNest *nest, const IhopLoop *loop)
{
  IhopMessage *why = nest->n == 0 ? ihop_nest_refuse (planner, loop) : NULL;

  if (why == NULL && nest->n > 0 && !ihop_nest_may_join (planner, nest, loop))
    why = loop ? ihop_nest_verdict_message (loop) : ihop_message ("the loop is not known to the analysis");
  if (why)
    return why;
  if (loop->reductions->len)
    return ihop_message ("blocks would add up %s together", ((IhopReduction *) loop->reductions->pdata[0])->symbol->name);
  for (guint i = 0; i < loop->privates->len; i++)
    {
      const IhopSymbol *symbol = ((const IhopPrivate *) loop->privates->pdata[i])->symbol;
      if (symbol != loop->counting.iterator)
        return ihop_message ("%s is declared outside of the blocks, each of which needs its own", symbol->name);
    }
  return NULL;
}

gboolean
ihop_nest_find_tree (IhopPlanner *planner, const IhopFunction *function, const IhopNode *node, IhopMappedNest *nest,
                     IhopMessage **why)
{
  g_autoptr (IhopKernelFlaw) flaw = NULL;
  g_autoptr (IhopKernelTree) tree = ihop_kernel_tree_read (function, node, &flaw);

  *why = NULL;
  for (guint i = 0; tree && i < tree->n_blocks && *why == NULL; i++)
    {
      const IhopLoop *loop = ihop_loops_find (planner->facts, planner->tree, tree->block[i].loop);
      *why = refuse_block_loop (planner, nest, loop);
      nest->loops[nest->n++] = loop;
    }
  if (*why)
    return FALSE;
  const IhopKernelFlaw *unproved = flaw;
  if (tree)
    nest->tree = ihop_kernel_tree_proved (planner->facts, planner->tree, function, node, &unproved);
  if (unproved)
    {
      *why = flaw_message (unproved);
      return FALSE;
    }
  nest->body = nest->tree->body;
  return TRUE;
}
