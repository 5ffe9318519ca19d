#include "simt/lower/order.h"

/* A depth-first walk with its own stack: kernels have thousands of blocks. */
typedef struct
{
  guint block, next;
} Visit;

typedef struct
{
  IhopFlow *flow;
  guint *postorder; /* blocks as they were finished */
  guint n;
  IhopBits *loops;  /* by block: headers of the loops that it is in, or NULL */
} Walk;

/* Successors outside of a loop that the block is in are walked first, so that they end up behind. */
static guint
leaves (const Walk *walk, guint block, guint successor)
{
  guint left = 0;

  if (walk->loops)
    IHOP_BITS_EACH (header, &walk->loops[block])
      left += !ihop_bits_has (&walk->loops[successor], header);
  return left;
}

static void
sort_successors (const Walk *walk, guint block, guint *sorted)
{
  const IhopFlowBlock *at = &walk->flow->blocks[block];

  for (guint i = 0; i < at->n_successors; i++)
    {
      guint k = i;
      /* Of equal ones the last first: the first then comes first in the order. */
      for (; k > 0 && leaves (walk, block, sorted[k - 1]) <= leaves (walk, block, at->successors[i]); k--)
        sorted[k] = sorted[k - 1];
      sorted[k] = at->successors[i];
    }
}

static void
walk_all (Walk *walk)
{
  guint n = walk->flow->n_blocks;
  g_autofree guint8 *seen = g_new0 (guint8, n);
  g_autofree Visit *stack = g_new (Visit, n);
  g_autofree guint **order = g_new0 (guint *, n);
  guint depth = 1;

  walk->n = 0;
  stack[0] = (Visit){ 0, 0 };
  seen[0] = TRUE;
  while (depth > 0)
    {
      Visit *top = &stack[depth - 1];
      const IhopFlowBlock *block = &walk->flow->blocks[top->block];
      if (order[top->block] == NULL)
        {
          order[top->block] = g_new (guint, block->n_successors + 1);
          sort_successors (walk, top->block, order[top->block]);
        }
      if (top->next == block->n_successors)
        {
          walk->postorder[walk->n++] = top->block;
          depth--;
          continue;
        }
      guint next = order[top->block][top->next++];
      if (!seen[next])
        {
          seen[next] = TRUE;
          stack[depth++] = (Visit){ next, 0 };
        }
    }
  for (guint i = 0; i < n; i++)
    g_free (order[i]);
}

static void
renumber (IhopFlow *flow, const Walk *walk)
{
  g_autofree guint *place = g_new (guint, flow->n_blocks);
  IhopFlowBlock *blocks = g_new0 (IhopFlowBlock, walk->n);

  memset (place, 0xff, flow->n_blocks * sizeof *place);
  for (guint i = 0; i < walk->n; i++)
    place[walk->postorder[i]] = walk->n - 1 - i;
  for (guint i = 0; i < flow->n_blocks; i++)
    if (place[i] == G_MAXUINT)
      g_free (flow->blocks[i].successors);
    else
      blocks[place[i]] = flow->blocks[i];
  g_free (flow->blocks);
  flow->blocks = blocks;
  flow->n_blocks = walk->n;
  for (guint i = 0; i < walk->n; i++)
    for (guint k = 0; k < blocks[i].n_successors; k++)
      blocks[i].successors[k] = place[blocks[i].successors[k]];
}

/* --- loops ----------------------------------------------------------------------------------- */

static IhopBits *
predecessors_of (const IhopFlow *flow)
{
  IhopBits *before = g_new (IhopBits, flow->n_blocks);

  for (guint i = 0; i < flow->n_blocks; i++)
    before[i] = ihop_bits_new (flow->n_blocks);
  for (guint i = 0; i < flow->n_blocks; i++)
    for (guint k = 0; k < flow->blocks[i].n_successors; k++)
      ihop_bits_add (&before[flow->blocks[i].successors[k]], i);
  return before;
}

/* Whatever reaches the end of a backward edge without passing the header is in its loop. In a loop
 * with a second entrance this finds more blocks: the order is then worse, never wrong. */
static void
fill_loop (IhopBits *loops, const IhopBits *before, guint header, guint from)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  ihop_bits_add (&loops[header], header);
  g_array_append_val (open, from);
  while (open->len > 0)
    {
      guint block = g_array_index (open, guint, open->len - 1);
      g_array_set_size (open, open->len - 1);
      if (ihop_bits_has (&loops[block], header))
        continue;
      ihop_bits_add (&loops[block], header);
      IHOP_BITS_EACH (one, &before[block])
        g_array_append_val (open, one);
    }
}

/* In reverse postorder an edge to a block that is not behind is a backward one. */
static IhopBits *
find_loops (const IhopFlow *flow)
{
  IhopBits *loops = g_new (IhopBits, flow->n_blocks), *before = predecessors_of (flow);

  for (guint i = 0; i < flow->n_blocks; i++)
    loops[i] = ihop_bits_new (flow->n_blocks);
  for (guint i = 0; i < flow->n_blocks; i++)
    for (guint k = 0; k < flow->blocks[i].n_successors; k++)
      if (flow->blocks[i].successors[k] <= i)
        fill_loop (loops, before, flow->blocks[i].successors[k], i);
  for (guint i = 0; i < flow->n_blocks; i++)
    ihop_bits_clear (&before[i]);
  g_free (before);
  return loops;
}

void
ihop_flow_order (IhopFlow *flow)
{
  Walk walk = { .flow = flow, .postorder = g_new (guint, flow->n_blocks) };

  walk_all (&walk);
  renumber (flow, &walk);
  walk.loops = find_loops (flow);
  guint n = flow->n_blocks;
  walk_all (&walk);
  renumber (flow, &walk);
  for (guint i = 0; i < n; i++)
    ihop_bits_clear (&walk.loops[i]);
  g_free (walk.loops);
  g_free (walk.postorder);
}
