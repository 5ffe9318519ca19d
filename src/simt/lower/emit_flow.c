/* Where a warp goes at the end of a block. */
#include "simt/lower/emit_whole.h"
#include "simt/run/frame.h"

static LLVMTypeRef
word (IhopEmit *emit)
{
  return ihop_emit_int (emit, 32);
}

LLVMValueRef
ihop_emit_frame_place (IhopEmit *emit, gsize offset)
{
  LLVMValueRef at = ihop_emit_constant (emit, 64, offset);

  return LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 8), emit->frame, &at, 1, "");
}

static LLVMBasicBlockRef
new_block (IhopEmit *emit, const char *name)
{
  return LLVMAppendBasicBlockInContext (emit->context, emit->function, name);
}

void
ihop_emit_leave (IhopEmit *emit, guint status)
{
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, emit->instruction ? emit->instruction->line : 0),
                  ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, line)));
  LLVMBuildRet (emit->builder, ihop_emit_constant (emit, 32, status));
}

/* --- who is pending where --------------------------------------------------------------------- */

void
ihop_emit_pending_slots (IhopEmit *emit)
{
  for (guint i = 0; i < emit->flow->n_blocks; i++)
    {
      const IhopFlowBlock *block = &emit->flow->blocks[i];
      emit->runnable[i] = ihop_emit_long_slot (emit, word (emit), "runnable", TRUE);
      if (block->how == IHOP_FLOW_BARRIER && emit->waiting[block->successors[0]] == NULL)
        emit->waiting[block->successors[0]] = ihop_emit_long_slot (emit, word (emit), "waiting", TRUE);
    }
}

void
ihop_emit_block_begin (IhopEmit *emit)
{
  gboolean is_whole = ihop_pending_is_whole (emit->lanes->pending, emit->block);
  const guint *threads = emit->lanes->options.block;
  gboolean is_full = (guint64) threads[0] * threads[1] * threads[2] % IHOP_WARP == 0;

  emit->instruction = NULL;
  LLVMPositionBuilderAtEnd (emit->builder, emit->blocks[emit->block]);
  if (is_whole && is_full)
    emit->mask = ihop_emit_constant (emit, 32, G_MAXUINT32);
  else if (is_whole)
    emit->mask = ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, lanes), word (emit));
  else
    emit->mask = LLVMBuildLoad2 (emit->builder, word (emit), emit->runnable[emit->block], "mask");
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, 0), emit->runnable[emit->block]);
  emit->lanes_mask = is_whole && is_full ? NULL : ihop_emit_lanes (emit, emit->mask);
  ihop_lanes_read_elsewhere (emit->lanes, emit->block, &emit->kept);
}

const IhopBits *
ihop_emit_runnable (IhopEmit *emit)
{
  return emit->is_all ? &emit->nowhere : &emit->lanes->pending->runnable[emit->block];
}

/* More lanes wait at the block. Where nobody can be pending there already, they are all. */
static void
add_lanes (IhopEmit *emit, LLVMValueRef *slots, const IhopBits *already, guint block, LLVMValueRef lanes)
{
  LLVMValueRef slot = slots[block];

  if (ihop_bits_has (already, block))
    lanes = LLVMBuildOr (emit->builder, lanes, LLVMBuildLoad2 (emit->builder, word (emit), slot, ""), "");
  LLVMBuildStore (emit->builder, lanes, slot);
}

static void
go (IhopEmit *emit, guint successor)
{
  add_lanes (emit, emit->runnable, ihop_emit_runnable (emit), successor, emit->mask);
}

/* On to the first of the blocks that has lanes; "none": TRUE if perhaps none has. */
void
ihop_emit_dispatch (IhopEmit *emit, const IhopBits *next, gboolean none)
{
  guint last = G_MAXUINT;

  IHOP_BITS_EACH (block, next)
    last = block;
  IHOP_BITS_EACH (block, next)
    {
      if (block == last && !none)
        {
          LLVMBuildBr (emit->builder, ihop_emit_whole_target (emit, block));
          return;
        }
      LLVMBasicBlockRef other = new_block (emit, "next");
      LLVMValueRef lanes = LLVMBuildLoad2 (emit->builder, word (emit), emit->runnable[block], "");
      LLVMValueRef some = LLVMBuildICmp (emit->builder, LLVMIntNE, lanes, ihop_emit_constant (emit, 32, 0), "");
      LLVMBuildCondBr (emit->builder, some, ihop_emit_whole_target (emit, block), other);
      LLVMPositionBuilderAtEnd (emit->builder, other);
    }
}

/* --- the end of a block ----------------------------------------------------------------------- */

static void
part (IhopEmit *emit, const IhopFlowBlock *block)
{
  const IhopBits *already = ihop_emit_runnable (emit);
  LLVMValueRef guard = ihop_emit_bits (emit, ihop_emit_guard (emit, block->guard, block->is_guard_negated));

  if (block->how == IHOP_FLOW_BRANCH)
    {
      ihop_emit_count_parting (emit, guard);
      ihop_emit_count_wait (emit, block->successors[0] <= emit->block ? guard : LLVMBuildNot (emit->builder, guard, ""));
    }
  add_lanes (emit, emit->runnable, already, block->successors[0], LLVMBuildAnd (emit->builder, emit->mask, guard, ""));
  if (block->successors[0] == block->successors[1])
    go (emit, block->successors[0]);
  else
    add_lanes (emit, emit->runnable, already, block->successors[1],
               LLVMBuildAnd (emit->builder, emit->mask, LLVMBuildNot (emit->builder, guard, ""), ""));
}

/* Lanes of a switch part by comparing with each number. */
static void
part_by_number (IhopEmit *emit, const IhopFlowBlock *block)
{
  const IhopPtxType u32 = { 'u', 32, 1 };
  LLVMValueRef index = ihop_emit_operand (emit, &emit->instruction->operands[0], u32, TRUE);

  for (guint k = 0; k < block->n_successors; k++)
    {
      gboolean seen = ihop_bits_has (ihop_emit_runnable (emit), block->successors[k]);
      IhopBits already = ihop_bits_new (emit->flow->n_blocks);
      for (guint i = 0; i < k; i++)
        seen |= block->successors[i] == block->successors[k];
      if (seen)
        ihop_bits_add (&already, block->successors[k]);
      LLVMValueRef here = LLVMBuildICmp (emit->builder, LLVMIntEQ, index, ihop_emit_constant_like (index, k), "");
      add_lanes (emit, emit->runnable, &already, block->successors[k],
                 LLVMBuildAnd (emit->builder, emit->mask, ihop_emit_bits (emit, here), ""));
      ihop_bits_clear (&already);
    }
}

static void
on_to (IhopEmit *emit, guint successor)
{
  IhopBits next = ihop_bits_new (emit->flow->n_blocks);

  go (emit, successor);
  ihop_bits_copy (&next, ihop_emit_runnable (emit));
  ihop_bits_add (&next, successor);
  for (guint i = successor + 1; i < emit->flow->n_blocks; i++)
    ihop_bits_remove (&next, i);
  ihop_emit_dispatch (emit, &next, FALSE);
  ihop_bits_clear (&next);
}

/* All lanes go the same way. */
static void
branch (IhopEmit *emit, const IhopFlowBlock *block)
{
  LLVMBasicBlockRef taken = new_block (emit, "taken"), other = new_block (emit, "other");

  LLVMBuildCondBr (emit->builder, ihop_emit_guard (emit, block->guard, block->is_guard_negated), taken, other);
  LLVMPositionBuilderAtEnd (emit->builder, taken);
  on_to (emit, block->successors[0]);
  LLVMPositionBuilderAtEnd (emit->builder, other);
  on_to (emit, block->successors[1]);
}

static void
end_parted (IhopEmit *emit, const IhopFlowBlock *block)
{
  IhopBits next = ihop_bits_new (emit->flow->n_blocks);

  if (block->how == IHOP_FLOW_SWITCH)
    part_by_number (emit, block);
  else if (block->how == IHOP_FLOW_NEXT)
    go (emit, block->successors[0]);
  else
    part (emit, block);
  if (block->yields)
    ihop_emit_yield (emit);
  ihop_pending_next (emit->flow, emit->block, ihop_emit_runnable (emit), &next);
  ihop_emit_dispatch (emit, &next, FALSE);
  ihop_bits_clear (&next);
}

/* In code for a whole block: the warp has come to where all wait, where all are asked, or has ended. */
static gboolean
ends_region (IhopEmit *emit, const IhopFlowBlock *block)
{
  gboolean is_exit = block->how == IHOP_FLOW_EXIT;

  if (block->how != IHOP_FLOW_BARRIER && !is_exit && !ihop_bits_has (&emit->whole->regions->cuts, emit->block))
    return FALSE;
  if (is_exit)
    ihop_emit_dispatch (emit, ihop_emit_runnable (emit), TRUE);
  LLVMBuildBr (emit->builder, emit->whole->latch);
  return TRUE;
}

void
ihop_emit_block_end (IhopEmit *emit)
{
  const IhopFlowBlock *block = &emit->flow->blocks[emit->block];

  if (block->yields)
    {
      end_parted (emit, block);
      return;
    }
  if (emit->whole && ends_region (emit, block))
    return;
  switch (block->how)
    {
    case IHOP_FLOW_NEXT:
      on_to (emit, block->successors[0]);
      break;
    case IHOP_FLOW_BRANCH:
    case IHOP_FLOW_SKIP:
      if (ihop_lanes_parts (emit->lanes, block))
        end_parted (emit, block);
      else
        branch (emit, block);
      break;
    case IHOP_FLOW_SWITCH:
      end_parted (emit, block);
      break;
    case IHOP_FLOW_BARRIER:
      add_lanes (emit, emit->waiting, &emit->lanes->pending->waiting[emit->block], block->successors[0], emit->mask);
      ihop_emit_dispatch (emit, &emit->lanes->pending->runnable[emit->block], TRUE);
      ihop_emit_stop (emit);
      break;
    case IHOP_FLOW_EXIT:
      ihop_emit_check_exit (emit);
      if (emit->flow->has_numbered)
        ihop_emit_note_left (emit);
      ihop_emit_dispatch (emit, &emit->lanes->pending->runnable[emit->block], TRUE);
      ihop_emit_stop (emit);
      break;
    }
}
