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

/* Which instruction has set which register last. */
typedef struct
{
  guint at;
  guint *set_once;
  IhopBits seen;
} Sets;

static void
note_set (guint reg, gpointer data)
{
  Sets *sets = data;

  sets->set_once[reg] = ihop_bits_has (&sets->seen, reg) ? G_MAXUINT : sets->at;
  ihop_bits_add (&sets->seen, reg);
}

void
ihop_flow_find_set_once (IhopFlow *flow)
{
  guint n = flow->function->registers->len;
  Sets sets = { 0, g_new (guint, n + 1), ihop_bits_new (n) };

  for (guint i = 0; i <= n; i++)
    sets.set_once[i] = G_MAXUINT;
  for (; sets.at < flow->function->instructions->len; sets.at++)
    ihop_flow_sets (instruction_at (flow, sets.at), note_set, &sets);
  flow->set_once = sets.set_once;
  ihop_bits_clear (&sets.seen);
}

void
ihop_flow_free (IhopFlow *flow)
{
  g_free (flow->set_once);
  for (guint i = 0; i < flow->n_blocks; i++)
    {
      g_free (flow->blocks[i].successors);
      ihop_bits_clear (&flow->blocks[i].live);
    }
  g_free (flow->blocks);
  g_free (flow);
}
