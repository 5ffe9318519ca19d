/* Where a warp goes at the end of a block, how it stops and goes on. */
#include "simt/lower/emit.h"
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

static void
set_resume (IhopEmit *emit, guint number)
{
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, number),
                  ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, resume)));
}

/* --- who is pending where --------------------------------------------------------------------- */

void
ihop_emit_pending_slots (IhopEmit *emit)
{
  for (guint i = 0; i < emit->flow->n_blocks; i++)
    {
      const IhopFlowBlock *block = &emit->flow->blocks[i];
      emit->runnable[i] = ihop_emit_slot (emit, word (emit), "runnable");
      if (block->how == IHOP_FLOW_BARRIER && emit->waiting[block->successors[0]] == NULL)
        emit->waiting[block->successors[0]] = ihop_emit_slot (emit, word (emit), "waiting");
    }
}

static void
clear_slots (IhopEmit *emit)
{
  LLVMValueRef none = ihop_emit_constant (emit, 32, 0);

  for (guint i = 0; i < emit->flow->n_blocks; i++)
    {
      LLVMBuildStore (emit->builder, none, emit->runnable[i]);
      if (emit->waiting[i])
        LLVMBuildStore (emit->builder, none, emit->waiting[i]);
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
  const IhopPending *pending = emit->lanes->pending;

  add_lanes (emit, emit->runnable, &pending->runnable[emit->block], successor, emit->mask);
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
          LLVMBuildBr (emit->builder, emit->blocks[block]);
          return;
        }
      LLVMBasicBlockRef other = new_block (emit, "next");
      LLVMValueRef lanes = LLVMBuildLoad2 (emit->builder, word (emit), emit->runnable[block], "");
      LLVMValueRef some = LLVMBuildICmp (emit->builder, LLVMIntNE, lanes, ihop_emit_constant (emit, 32, 0), "");
      LLVMBuildCondBr (emit->builder, some, emit->blocks[block], other);
      LLVMPositionBuilderAtEnd (emit->builder, other);
    }
}

/* --- over barriers ---------------------------------------------------------------------------- */

/* Where lanes may wait behind barriers when the block has ended. */
static void
waiting_behind (IhopEmit *emit, guint at, IhopBits *waiting)
{
  const IhopFlowBlock *block = &emit->flow->blocks[at];

  ihop_bits_copy (waiting, &emit->lanes->pending->waiting[at]);
  if (block->how == IHOP_FLOW_BARRIER)
    ihop_bits_add (waiting, block->successors[0]);
}

static guint
slot_bytes (IhopEmit *emit, guint reg)
{
  IhopPtxType type = g_array_index (emit->flow->function->registers, IhopPtxRegister, reg).type;
  guint bytes = type.kind == 'p' ? 1 : ihop_ptx_type_size (type);

  if (emit->lanes->registers[reg].kind != IHOP_LANES_VARYING)
    return (bytes + 7) / 8 * 8;
  return type.kind == 'p' ? 8 : bytes * IHOP_WARP;
}

static LLVMValueRef
state_place (IhopEmit *emit, guint offset)
{
  LLVMValueRef at = ihop_emit_constant (emit, 64, offset);
  LLVMValueRef state = ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, state),
                                        LLVMPointerTypeInContext (emit->context, 0));

  return LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 8), state, &at, 1, "");
}

static void
move (IhopEmit *emit, LLVMTypeRef type, LLVMValueRef from, LLVMValueRef to)
{
  guint align = LLVMGetTypeKind (type) == LLVMVectorTypeKind ? 64 : 8;
  LLVMValueRef value = LLVMBuildLoad2 (emit->builder, type, from, "");
  LLVMValueRef store = LLVMBuildStore (emit->builder, value, to);

  if (!LLVMIsAAllocaInst (from))
    LLVMSetAlignment (value, align);
  if (!LLVMIsAAllocaInst (to))
    LLVMSetAlignment (store, align);
}

/* Moves what lives over the barrier between slots and the warp's state. */
static void
move_state (IhopEmit *emit, const IhopBits *waiting, gboolean is_saved)
{
  IhopBits live = ihop_bits_new (emit->flow->function->registers->len);
  guint offset = 0;

  IHOP_BITS_EACH (block, waiting)
    {
      LLVMValueRef slot = (is_saved ? emit->waiting : emit->runnable)[block], place = state_place (emit, offset);
      ihop_bits_unite (&live, &emit->flow->blocks[block].live);
      move (emit, word (emit), is_saved ? slot : place, is_saved ? place : slot);
      offset += 8;
    }
  IHOP_BITS_EACH (reg, &live)
    {
      gboolean is_vector = emit->lanes->registers[reg].kind == IHOP_LANES_VARYING;
      LLVMTypeRef type = ihop_emit_register_type (emit, reg);
      LLVMValueRef slot = ihop_emit_register_slot (emit, reg);
      offset = is_vector ? (offset + 63) / 64 * 64 : offset;
      LLVMValueRef place = state_place (emit, offset);
      move (emit, is_vector ? LLVMVectorType (type, IHOP_WARP) : type, is_saved ? slot : place, is_saved ? place : slot);
      offset += slot_bytes (emit, reg);
    }
  ihop_bits_clear (&live);
  emit->result->state_size = MAX (emit->result->state_size, (offset + 63) / 64 * 64);
}

static LLVMValueRef
anybody_waits (IhopEmit *emit, const IhopBits *waiting)
{
  LLVMValueRef all = ihop_emit_constant (emit, 32, 0);

  IHOP_BITS_EACH (block, waiting)
    all = LLVMBuildOr (emit->builder, all,
                       LLVMBuildLoad2 (emit->builder, word (emit), emit->waiting[block], ""), "");
  return LLVMBuildICmp (emit->builder, LLVMIntNE, all, ihop_emit_constant (emit, 32, 0), "");
}

/* Nobody can run: the warp waits at the barrier, or has ended. */
static void
stop (IhopEmit *emit)
{
  IhopBits waiting = ihop_bits_new (emit->flow->n_blocks);
  gboolean is_barrier = emit->flow->blocks[emit->block].how == IHOP_FLOW_BARRIER;
  IhopEmitResume resume = { emit->block };

  waiting_behind (emit, emit->block, &waiting);
  if (!ihop_bits_is_empty (&waiting))
    {
      LLVMBasicBlockRef waits = new_block (emit, "waits"), ended = new_block (emit, "ended");
      LLVMBuildCondBr (emit->builder,
                       is_barrier ? ihop_emit_constant (emit, 1, 1) : anybody_waits (emit, &waiting), waits, ended);
      LLVMPositionBuilderAtEnd (emit->builder, waits);
      move_state (emit, &waiting, TRUE);
      g_array_append_val (emit->resumes, resume);
      set_resume (emit, emit->resumes->len);
      ihop_emit_leave (emit, IHOP_WARP_WAITS);
      LLVMPositionBuilderAtEnd (emit->builder, ended);
    }
  ihop_emit_leave (emit, IHOP_WARP_DONE);
  ihop_bits_clear (&waiting);
}

/* The slots of those who cannot be pending now hold nothing. */
static void
resume_at (IhopEmit *emit, const IhopEmitResume *resume)
{
  IhopBits waiting = ihop_bits_new (emit->flow->n_blocks);

  waiting_behind (emit, resume->block, &waiting);
  move_state (emit, &waiting, FALSE);
  ihop_emit_dispatch (emit, &waiting, FALSE);
  ihop_bits_clear (&waiting);
}

void
ihop_emit_entry (IhopEmit *emit, LLVMBasicBlockRef entry)
{
  LLVMBasicBlockRef start = new_block (emit, "start");

  LLVMPositionBuilderAtEnd (emit->builder, entry);
  clear_slots (emit);
  LLVMValueRef choice
    = LLVMBuildSwitch (emit->builder,
                       ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, resume), word (emit)), start,
                       emit->resumes->len);
  for (guint i = 0; i < emit->resumes->len; i++)
    {
      LLVMBasicBlockRef block = new_block (emit, "resume");
      LLVMAddCase (choice, ihop_emit_constant (emit, 32, i + 1), block);
      LLVMPositionBuilderAtEnd (emit->builder, block);
      resume_at (emit, &g_array_index (emit->resumes, IhopEmitResume, i));
    }
  emit->result->first_point = emit->resumes->len;
  for (guint i = 0; emit->points && i < emit->points->len; i++)
    {
      LLVMBasicBlockRef block = new_block (emit, "exact");
      LLVMAddCase (choice, ihop_emit_constant (emit, 32, emit->resumes->len + i + 1), block);
      LLVMPositionBuilderAtEnd (emit->builder, block);
      ihop_emit_take_over (emit, &g_array_index (emit->points, IhopLowerPoint, i));
    }
  LLVMPositionBuilderAtEnd (emit->builder, start);
  LLVMBuildStore (emit->builder,
                  ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, lanes), word (emit)),
                  emit->runnable[0]);
  LLVMBuildBr (emit->builder, emit->blocks[0]);
}

/* --- the end of a block ----------------------------------------------------------------------- */

static void
part (IhopEmit *emit, const IhopFlowBlock *block)
{
  const IhopBits *already = &emit->lanes->pending->runnable[emit->block];
  LLVMValueRef guard = ihop_emit_bits (emit, ihop_emit_guard (emit, block->guard, block->is_guard_negated));

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
      gboolean seen = ihop_bits_has (&emit->lanes->pending->runnable[emit->block], block->successors[k]);
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
  ihop_bits_copy (&next, &emit->lanes->pending->runnable[emit->block]);
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
  else
    part (emit, block);
  ihop_pending_next (emit->lanes->pending, emit->flow, emit->block, TRUE, &next);
  ihop_emit_dispatch (emit, &next, FALSE);
  ihop_bits_clear (&next);
}

void
ihop_emit_block_end (IhopEmit *emit)
{
  const IhopFlowBlock *block = &emit->flow->blocks[emit->block];

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
      stop (emit);
      break;
    case IHOP_FLOW_EXIT:
      ihop_emit_dispatch (emit, &emit->lanes->pending->runnable[emit->block], TRUE);
      stop (emit);
      break;
    }
}
