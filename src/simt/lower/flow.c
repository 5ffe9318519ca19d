/* What is live in the blocks of a flow. */
#include "simt/lower/flow.h"

static const IhopPtxInstruction *
instruction_at (const IhopFlow *flow, guint i)
{
  return &g_array_index (flow->function->instructions, IhopPtxInstruction, i);
}

static void
add_use (guint reg, gpointer data)
{
  ihop_bits_add (data, reg);
}

static void
remove_set (guint reg, gpointer data)
{
  ihop_bits_remove (data, reg);
}

static void
live_through (const IhopFlow *flow, guint first, guint end, IhopBits *live)
{
  for (guint i = end; i-- > first;)
    {
      ihop_flow_sets (instruction_at (flow, i), remove_set, live);
      ihop_flow_uses (instruction_at (flow, i), add_use, live);
    }
}

static void
live_behind (const IhopFlow *flow, const IhopFlowBlock *block, IhopBits *live)
{
  memset (live->words, 0, live->n_words * sizeof *live->words);
  for (guint k = 0; k < block->n_successors; k++)
    ihop_bits_unite (live, &flow->blocks[block->successors[k]].live);
  if (block->guard >= 0)
    ihop_bits_add (live, block->guard);
}

void
ihop_flow_live_before (const IhopFlow *flow, guint block, guint instruction, IhopBits *live)
{
  live_behind (flow, &flow->blocks[block], live);
  live_through (flow, instruction, flow->blocks[block].end, live);
}

void
ihop_flow_find_live (IhopFlow *flow)
{
  IhopBits live = ihop_bits_new (flow->function->registers->len);
  gboolean changed = TRUE;

  for (guint i = 0; i < flow->n_blocks; i++)
    flow->blocks[i].live = ihop_bits_new (flow->function->registers->len);
  while (changed)
    {
      changed = FALSE;
      for (guint i = flow->n_blocks; i-- > 0;)
        {
          ihop_flow_live_before (flow, i, flow->blocks[i].first, &live);
          changed |= ihop_bits_unite (&flow->blocks[i].live, &live);
        }
    }
  ihop_bits_clear (&live);
}

void
ihop_flow_free (IhopFlow *flow)
{
  for (guint i = 0; i < flow->n_blocks; i++)
    {
      g_free (flow->blocks[i].successors);
      ihop_bits_clear (&flow->blocks[i].live);
    }
  g_free (flow->blocks);
  g_free (flow);
}
