/* Blocks and their successors, in order. */
#include "simt/lower/flow_build.h"
#include "simt/lower/order.h"
#include "simt/lower/spin.h"
#include "simt/ptx/read.h"

static const IhopPtxInstruction *
instruction_at (const IhopFlow *flow, guint i)
{
  return &g_array_index (flow->function->instructions, IhopPtxInstruction, i);
}

static gboolean
is_jump (const IhopPtxInstruction *instruction)
{
  return g_str_equal (instruction->opcode, "bra") || g_str_equal (instruction->opcode, "brx");
}

static gboolean
is_end (const IhopPtxInstruction *instruction)
{
  return g_str_equal (instruction->opcode, "ret") || g_str_equal (instruction->opcode, "exit")
         || g_str_equal (instruction->opcode, "trap");
}

/* --- where blocks begin ---------------------------------------------------------------------- */

static void
mark (guint8 *begins, guint n, guint at)
{
  if (at < n)
    begins[at] = TRUE;
}

static void
mark_around (guint8 *begins, guint n, guint i, const IhopPtxInstruction *instruction)
{
  gboolean is_guarded = instruction->guard >= 0 && !is_jump (instruction) && ihop_flow_has_effect (instruction);

  if (is_guarded)
    mark (begins, n, i);
  if (is_guarded || is_jump (instruction) || is_end (instruction) || ihop_flow_is_barrier (instruction))
    mark (begins, n, i + 1);
}

static guint8 *
find_leaders (const IhopFlow *flow, const GArray *leaders)
{
  guint n = flow->function->instructions->len;
  guint8 *begins = g_new0 (guint8, n + 1);

  mark (begins, n, 0);
  for (guint i = 0; i < flow->function->labels->len; i++)
    mark (begins, n, g_array_index (flow->function->labels, IhopPtxLabel, i).at);
  for (guint i = 0; leaders && i < leaders->len; i++)
    mark (begins, n, g_array_index (leaders, guint, i));
  for (guint i = 0; i < n; i++)
    mark_around (begins, n, i, instruction_at (flow, i));
  return begins;
}

/* --- where they lead ------------------------------------------------------------------------- */

static void
lead_to (IhopFlowBlock *block, guint successor)
{
  block->successors = g_renew (guint, block->successors, block->n_successors + 1);
  block->successors[block->n_successors++] = successor;
}

static gboolean
lead_to_label (IhopFlow *flow, IhopFlowBlock *block, const guint *block_of, const char *name, GError **error)
{
  const IhopPtxLabel *label = name ? ihop_ptx_label_find (flow->function, name) : NULL;

  if (label == NULL || label->at >= flow->function->instructions->len)
    {
      g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "PTX line %u: there is no label %s",
                   instruction_at (flow, block->end - 1)->line, name ? name : "here");
      return FALSE;
    }
  lead_to (block, block_of[label->at]);
  return TRUE;
}

static gboolean
lead_to_targets (IhopFlow *flow, IhopFlowBlock *block, const guint *block_of,
                 const IhopPtxInstruction *instruction, GError **error)
{
  const char *name = instruction->n_operands > 1 ? instruction->operands[1].name : NULL;

  block->how = IHOP_FLOW_SWITCH;
  for (guint i = 0; i < flow->function->targets->len; i++)
    {
      const IhopPtxTargets *targets = &g_array_index (flow->function->targets, IhopPtxTargets, i);
      for (guint k = 0; targets->name == name && k < targets->labels->len; k++)
        if (!lead_to_label (flow, block, block_of, targets->labels->pdata[k], error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
fall_through (IhopFlow *flow, guint at, GError **error)
{
  IhopFlowBlock *block = &flow->blocks[at];

  if (at + 1 < flow->n_blocks)
    {
      lead_to (block, at + 1);
      return TRUE;
    }
  if (block->how == IHOP_FLOW_NEXT || block->how == IHOP_FLOW_BARRIER)
    {
      block->how = IHOP_FLOW_EXIT; /* the end of the function returns */
      return TRUE;
    }
  g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "PTX line %u: the function ends behind a branch",
               instruction_at (flow, block->end - 1)->line);
  return FALSE;
}

static void
ask_guard (IhopFlowBlock *block, IhopFlowEnd how, const IhopPtxInstruction *instruction)
{
  block->how = how;
  block->guard = instruction->guard;
  block->is_guard_negated = instruction->is_guard_negated;
}

static gboolean
connect_jump (IhopFlow *flow, guint at, const guint *block_of, const IhopPtxInstruction *last, GError **error)
{
  IhopFlowBlock *block = &flow->blocks[at];

  if (g_str_equal (last->opcode, "brx"))
    return lead_to_targets (flow, block, block_of, last, error);
  if (!lead_to_label (flow, block, block_of, last->n_operands ? last->operands[0].name : NULL, error))
    return FALSE;
  if (last->guard < 0)
    return TRUE;
  ask_guard (block, IHOP_FLOW_BRANCH, last);
  return fall_through (flow, at, error);
}

/* The next block begins with a guarded effect: over it, or into it. A block that is such an
 * effect itself goes on behind it as any other. */
static gboolean
connect_skip (IhopFlow *flow, guint at, GError **error)
{
  IhopFlowBlock *block = &flow->blocks[at];

  ask_guard (block, IHOP_FLOW_SKIP, instruction_at (flow, flow->blocks[at + 1].first));
  lead_to (block, at + 1);
  if (at + 2 < flow->n_blocks)
    {
      lead_to (block, at + 2);
      return TRUE;
    }
  g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "PTX line %u: the function ends behind a guard",
               instruction_at (flow, flow->blocks[at + 1].first)->line);
  return FALSE;
}

static gboolean
is_guarded_effect (const IhopFlow *flow, guint block)
{
  const IhopPtxInstruction *first = instruction_at (flow, flow->blocks[block].first);

  return flow->blocks[block].end > flow->blocks[block].first && first->guard >= 0 && !is_jump (first)
         && ihop_flow_has_effect (first);
}

static gboolean
connect (IhopFlow *flow, guint at, const guint *block_of, GError **error)
{
  IhopFlowBlock *block = &flow->blocks[at];
  const IhopPtxInstruction *last = block->end > block->first ? instruction_at (flow, block->end - 1) : NULL;

  block->guard = -1;
  if (last && is_jump (last))
    return connect_jump (flow, at, block_of, last, error);
  if (last && is_end (last))
    {
      block->how = IHOP_FLOW_EXIT;
      return TRUE;
    }
  if (at + 1 < flow->n_blocks && is_guarded_effect (flow, at + 1))
    return connect_skip (flow, at, error);
  block->how = last && ihop_flow_is_barrier (last) ? IHOP_FLOW_BARRIER : IHOP_FLOW_NEXT;
  return fall_through (flow, at, error);
}

/* An empty block stands before every block that is a guarded effect and may be jumped to. */
static void
add_block (GArray *blocks, guint first, guint end)
{
  IhopFlowBlock block = { .first = first, .end = end };

  g_array_append_val (blocks, block);
}

static void
cut (IhopFlow *flow, const guint8 *begins, guint *block_of)
{
  guint n = flow->function->instructions->len;
  GArray *blocks = g_array_new (FALSE, TRUE, sizeof (IhopFlowBlock));

  for (guint i = 0; i < n; i++)
    {
      const IhopPtxInstruction *instruction = instruction_at (flow, i);
      if (begins[i])
        {
          block_of[i] = blocks->len;
          if (instruction->guard >= 0 && !is_jump (instruction) && ihop_flow_has_effect (instruction))
            add_block (blocks, i, i);
          add_block (blocks, i, i + 1);
        }
      else
        g_array_index (blocks, IhopFlowBlock, blocks->len - 1).end = i + 1;
    }
  flow->n_blocks = blocks->len;
  flow->blocks = (IhopFlowBlock *) g_array_free (blocks, FALSE);
}

/* --- the whole ------------------------------------------------------------------------------- */

IhopFlow *
ihop_flow_new (const IhopPtxFunction *function, const GArray *leaders, GError **error)
{
  g_autoptr (IhopFlow) flow = g_new0 (IhopFlow, 1);

  flow->function = function;
  ihop_flow_find_set_once (flow);
  if (function->instructions->len == 0)
    {
      flow->n_blocks = 1;
      flow->blocks = g_new0 (IhopFlowBlock, 1);
      flow->blocks[0].how = IHOP_FLOW_EXIT;
      flow->blocks[0].guard = -1;
      ihop_flow_find_live (flow);
      return g_steal_pointer (&flow);
    }
  g_autofree guint8 *begins = find_leaders (flow, leaders);
  g_autofree guint *block_of = g_new0 (guint, function->instructions->len);
  cut (flow, begins, block_of);
  for (guint i = 0; i < flow->n_blocks; i++)
    if (!connect (flow, i, block_of, error))
      return NULL;
  ihop_flow_order (flow);
  ihop_flow_find_spins (flow);
  for (guint i = 0; i < function->instructions->len; i++)
    flow->has_numbered |= ihop_flow_is_numbered (instruction_at (flow, i));
  ihop_flow_find_live (flow);
  return g_steal_pointer (&flow);
}
