#include "simt/lower/pending.h"

/* What is pending after a block: "sent" are the successors that its lanes go to. */
typedef struct
{
  const IhopFlow *flow;
  IhopPending *pending;
  IhopPendingParts *parts;
  gpointer data;
  IhopBits runnable, waiting; /* scratch */
  gboolean changed;
} Flood;

static gboolean
has_branch (const IhopFlowBlock *block)
{
  return block->how == IHOP_FLOW_BRANCH || block->how == IHOP_FLOW_SKIP || block->how == IHOP_FLOW_SWITCH;
}

/* Lanes are pending at "runnable" and behind barriers at "waiting"; the first block is run, so none
 * are pending at those before it. The members up to and with "certain" may be first: lanes are there
 * for sure. */
static void
flow_on (Flood *flood, guint certain, gboolean has_left)
{
  IhopPending *pending = flood->pending;

  IHOP_BITS_EACH (next, &flood->runnable)
    {
      if (next > certain)
        return;
      ihop_bits_remove (&flood->runnable, next);
      flood->changed |= ihop_bits_unite (&pending->runnable[next], &flood->runnable);
      flood->changed |= ihop_bits_unite (&pending->waiting[next], &flood->waiting);
      flood->changed |= has_left && !pending->has_left[next];
      pending->has_left[next] |= has_left;
    }
}

/* All have come to a barrier: who waited is runnable. Barriers with numbers let some go. */
static void
release (Flood *flood, gboolean has_left)
{
  ihop_bits_copy (&flood->runnable, &flood->waiting);
  if (!flood->flow->has_numbered)
    memset (flood->waiting.words, 0, flood->waiting.n_words * sizeof *flood->waiting.words);
  flow_on (flood, flood->flow->n_blocks, has_left);
}

/* Any of them may be next, and all others are pending then. */
static void
flow_anywhere (Flood *flood, gboolean has_left)
{
  IhopPending *pending = flood->pending;
  IhopBits all = ihop_bits_new (flood->flow->n_blocks);

  ihop_bits_copy (&all, &flood->runnable);
  if (flood->flow->has_numbered) /* barriers may have let lanes go meanwhile */
    ihop_bits_unite (&all, &flood->waiting);
  IHOP_BITS_EACH (next, &all)
    {
      ihop_bits_copy (&flood->runnable, &all);
      ihop_bits_remove (&flood->runnable, next);
      flood->changed |= ihop_bits_unite (&pending->runnable[next], &flood->runnable);
      flood->changed |= ihop_bits_unite (&pending->waiting[next], &flood->waiting);
      flood->changed |= has_left && !pending->has_left[next];
      pending->has_left[next] |= has_left;
    }
  ihop_bits_clear (&all);
}

static void
start_behind (Flood *flood, guint at)
{
  ihop_bits_copy (&flood->runnable, &flood->pending->runnable[at]);
  ihop_bits_copy (&flood->waiting, &flood->pending->waiting[at]);
}

static void
leave (Flood *flood, guint at)
{
  const IhopFlowBlock *block = &flood->flow->blocks[at];
  gboolean has_left = flood->pending->has_left[at] || block->how == IHOP_FLOW_EXIT;

  start_behind (flood, at);
  if (block->how == IHOP_FLOW_BARRIER)
    ihop_bits_add (&flood->waiting, block->successors[0]);
  if (block->how == IHOP_FLOW_BARRIER || block->how == IHOP_FLOW_EXIT)
    {
      flow_on (flood, flood->flow->n_blocks, has_left);
      release (flood, has_left);
    }
  else if (block->yields)
    {
      for (guint k = 0; k < block->n_successors; k++)
        ihop_bits_add (&flood->runnable, block->successors[k]);
      flow_anywhere (flood, has_left);
    }
  else if (has_branch (block) && flood->parts (block, flood->data))
    {
      for (guint k = 0; k < block->n_successors; k++)
        ihop_bits_add (&flood->runnable, block->successors[k]);
      flow_on (flood, flood->flow->n_blocks, has_left);
    }
  else
    for (guint k = 0; k < block->n_successors; k++)
      {
        start_behind (flood, at);
        ihop_bits_add (&flood->runnable, block->successors[k]);
        flow_on (flood, block->successors[k], has_left);
      }
}

gboolean
ihop_pending_is_whole (const IhopPending *pending, guint block)
{
  return !pending->has_left[block] && ihop_bits_is_empty (&pending->runnable[block])
         && ihop_bits_is_empty (&pending->waiting[block]);
}

IhopPending *
ihop_pending_new (const IhopFlow *flow, IhopPendingParts *parts, gpointer data)
{
  IhopPending *pending = g_new0 (IhopPending, 1);
  Flood flood = { flow, pending, parts, data, ihop_bits_new (flow->n_blocks), ihop_bits_new (flow->n_blocks), TRUE };

  pending->n_blocks = flow->n_blocks;
  pending->runnable = g_new (IhopBits, flow->n_blocks);
  pending->waiting = g_new (IhopBits, flow->n_blocks);
  pending->has_left = g_new0 (guint8, flow->n_blocks);
  for (guint i = 0; i < flow->n_blocks; i++)
    {
      pending->runnable[i] = ihop_bits_new (flow->n_blocks);
      pending->waiting[i] = ihop_bits_new (flow->n_blocks);
    }
  while (flood.changed)
    {
      flood.changed = FALSE;
      for (guint i = 0; i < flow->n_blocks; i++)
        leave (&flood, i);
    }
  ihop_bits_clear (&flood.runnable);
  ihop_bits_clear (&flood.waiting);
  return pending;
}

void
ihop_pending_next (const IhopFlow *flow, guint at, const IhopBits *runnable, IhopBits *next)
{
  const IhopFlowBlock *block = &flow->blocks[at];
  guint last = 0;

  ihop_bits_copy (next, runnable);
  for (guint k = 0; k < block->n_successors; k++)
    {
      ihop_bits_add (next, block->successors[k]);
      last = MAX (last, block->successors[k]);
    }
  for (guint i = last + 1; i < flow->n_blocks; i++)
    ihop_bits_remove (next, i);
}

void
ihop_pending_free (IhopPending *pending)
{
  if (pending == NULL)
    return;
  for (guint i = 0; i < pending->n_blocks; i++)
    {
      ihop_bits_clear (&pending->runnable[i]);
      ihop_bits_clear (&pending->waiting[i]);
    }
  g_free (pending->runnable);
  g_free (pending->waiting);
  g_free (pending->has_left);
  g_free (pending);
}
