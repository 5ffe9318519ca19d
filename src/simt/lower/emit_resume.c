/* How a warp stops, and how it goes on: at barriers, in loops that wait for others, at its end.
 *
 * What it keeps meanwhile is its state: for each block at which lanes may be pending who they are, then
 * the registers that live there. */
#include "simt/lower/emit.h"
#include "simt/run/frame.h"

/* A loop that waits gives its processor up after so many turns. */
enum { PATIENCE = 64 };

static LLVMTypeRef
word (IhopEmit *emit)
{
  return ihop_emit_int (emit, 32);
}

static LLVMBasicBlockRef
new_block (IhopEmit *emit, const char *name)
{
  return LLVMAppendBasicBlockInContext (emit->context, emit->function, name);
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

/* --- the state -------------------------------------------------------------------------------- */

/* Where lanes may be pending when the warp stops behind a block. */
typedef struct
{
  IhopBits runnable, waiting;
} Stand;

static Stand
stand_behind (IhopEmit *emit, guint at)
{
  const IhopFlowBlock *block = &emit->flow->blocks[at];
  Stand stand = { ihop_bits_new (emit->flow->n_blocks), ihop_bits_new (emit->flow->n_blocks) };

  ihop_bits_copy (&stand.waiting, &emit->lanes->pending->waiting[at]);
  if (block->how == IHOP_FLOW_BARRIER)
    ihop_bits_add (&stand.waiting, block->successors[0]);
  if (!block->yields)
    return stand;
  ihop_bits_copy (&stand.runnable, &emit->lanes->pending->runnable[at]);
  for (guint k = 0; k < block->n_successors; k++)
    ihop_bits_add (&stand.runnable, block->successors[k]);
  return stand;
}

static void
stand_clear (Stand *stand)
{
  ihop_bits_clear (&stand->runnable);
  ihop_bits_clear (&stand->waiting);
}

static guint
slot_bytes (IhopEmit *emit, guint reg)
{
  IhopPtxType type = g_array_index (emit->flow->function->registers, IhopPtxRegister, reg).type;
  guint bytes = type.kind == 'p' ? 1 : ihop_ptx_type_size (type);

  if (emit->lanes->registers[reg].kind == IHOP_LANES_ROWS)
    return bytes * ihop_emit_n_rows (emit);
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

/* The slots of one kind, and what lives at their blocks. */
static guint
move_slots (IhopEmit *emit, LLVMValueRef *slots, const IhopBits *blocks, guint offset, gboolean is_saved, IhopBits *live)
{
  IHOP_BITS_EACH (block, blocks)
    {
      LLVMValueRef place = state_place (emit, offset);
      ihop_bits_unite (live, &emit->flow->blocks[block].live);
      move (emit, word (emit), is_saved ? slots[block] : place, is_saved ? place : slots[block]);
      offset += 8;
    }
  return offset;
}

static void
move_state (IhopEmit *emit, const Stand *stand, gboolean is_saved)
{
  IhopBits live = ihop_bits_new (emit->flow->function->registers->len);
  guint offset = move_slots (emit, emit->runnable, &stand->runnable, 0, is_saved, &live);

  offset = move_slots (emit, emit->waiting, &stand->waiting, offset, is_saved, &live);
  IHOP_BITS_EACH (reg, &live)
    {
      gboolean is_vector = emit->lanes->registers[reg].kind == IHOP_LANES_VARYING;
      LLVMValueRef slot = ihop_emit_register_slot (emit, reg);
      offset = is_vector ? (offset + 63) / 64 * 64 : offset;
      LLVMValueRef place = state_place (emit, offset);
      move (emit, ihop_emit_slot_type (emit, reg), is_saved ? slot : place, is_saved ? place : slot);
      offset += slot_bytes (emit, reg);
    }
  ihop_bits_clear (&live);
  emit->result->state_size = MAX (emit->result->state_size, (offset + 63) / 64 * 64);
}

/* --- stopping --------------------------------------------------------------------------------- */

static LLVMValueRef
anybody_waits (IhopEmit *emit, const IhopBits *waiting)
{
  LLVMValueRef all = ihop_emit_constant (emit, 32, 0);

  IHOP_BITS_EACH (block, waiting)
    all = LLVMBuildOr (emit->builder, all,
                       LLVMBuildLoad2 (emit->builder, word (emit), emit->waiting[block], ""), "");
  return LLVMBuildICmp (emit->builder, LLVMIntNE, all, ihop_emit_constant (emit, 32, 0), "");
}

static void
leave_for_later (IhopEmit *emit, const Stand *stand, guint status)
{
  IhopEmitResume resume = { emit->block };

  move_state (emit, stand, TRUE);
  g_array_append_val (emit->resumes, resume);
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, emit->resumes->len),
                  ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, resume)));
  ihop_emit_leave (emit, status);
}

/* Nobody can run: the warp waits at the barrier, or has ended. */
void
ihop_emit_stop (IhopEmit *emit)
{
  gboolean is_barrier = emit->flow->blocks[emit->block].how == IHOP_FLOW_BARRIER;
  Stand stand = stand_behind (emit, emit->block);

  if (!ihop_bits_is_empty (&stand.waiting))
    {
      LLVMBasicBlockRef waits = new_block (emit, "waits"), ended = new_block (emit, "ended");
      LLVMBuildCondBr (emit->builder,
                       is_barrier ? ihop_emit_constant (emit, 1, 1) : anybody_waits (emit, &stand.waiting), waits, ended);
      LLVMPositionBuilderAtEnd (emit->builder, waits);
      leave_for_later (emit, &stand, IHOP_WARP_WAITS);
      LLVMPositionBuilderAtEnd (emit->builder, ended);
    }
  ihop_emit_leave (emit, IHOP_WARP_DONE);
  stand_clear (&stand);
}

void
ihop_emit_yield (IhopEmit *emit)
{
  LLVMBasicBlockRef yields = new_block (emit, "yields"), on = new_block (emit, "on");
  Stand stand = stand_behind (emit, emit->block);

  if (emit->turns == NULL)
    emit->turns = ihop_emit_long_slot (emit, word (emit), "turns", TRUE);
  LLVMValueRef turns = LLVMBuildLoad2 (emit->builder, word (emit), emit->turns, "");
  turns = LLVMBuildAdd (emit->builder, turns, ihop_emit_constant (emit, 32, 1), "");
  LLVMBuildStore (emit->builder, turns, emit->turns);
  guint patience = emit->flow->blocks[emit->block].yields_to_block ? 1 : PATIENCE;
  LLVMValueRef left = LLVMBuildURem (emit->builder, turns, ihop_emit_constant (emit, 32, patience), "");
  LLVMBuildCondBr (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntEQ, left, ihop_emit_constant (emit, 32, 0), ""), yields, on);
  LLVMPositionBuilderAtEnd (emit->builder, yields);
  leave_for_later (emit, &stand, IHOP_WARP_YIELDS);
  LLVMPositionBuilderAtEnd (emit->builder, on);
  stand_clear (&stand);
}

/* Barriers that count need to know who will not come. */
void
ihop_emit_note_left (IhopEmit *emit)
{
  LLVMValueRef place = ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, barriers.left));
  LLVMValueRef left = LLVMBuildLoad2 (emit->builder, word (emit), place, "");

  LLVMBuildStore (emit->builder, LLVMBuildOr (emit->builder, left, emit->mask, ""), place);
}

/* --- going on --------------------------------------------------------------------------------- */

/* The barrier that lanes at this block have come from, if it gives a result; or NULL. */
static const IhopPtxInstruction *
result_barrier (IhopEmit *emit, guint behind)
{
  for (guint i = 0; i < emit->flow->n_blocks; i++)
    {
      const IhopFlowBlock *block = &emit->flow->blocks[i];
      if (block->how != IHOP_FLOW_BARRIER || block->successors[0] != behind)
        continue;
      const IhopPtxInstruction *last = &g_array_index (emit->flow->function->instructions, IhopPtxInstruction, block->end - 1);
      return ihop_ptx_has (last, "red") ? last : NULL;
    }
  return NULL;
}

/* Barriers with numbers let some lanes go, or none. */
static void
release_some (IhopEmit *emit, guint block, LLVMValueRef released)
{
  const IhopPtxInstruction *barrier = result_barrier (emit, block);
  LLVMValueRef waiting = LLVMBuildLoad2 (emit->builder, word (emit), emit->waiting[block], "");
  LLVMValueRef free = LLVMBuildAnd (emit->builder, waiting, released, "");
  LLVMValueRef runnable = LLVMBuildLoad2 (emit->builder, word (emit), emit->runnable[block], "");

  LLVMBuildStore (emit->builder, LLVMBuildOr (emit->builder, runnable, free, ""), emit->runnable[block]);
  LLVMBuildStore (emit->builder, LLVMBuildAnd (emit->builder, waiting, LLVMBuildNot (emit->builder, released, ""), ""),
                  emit->waiting[block]);
  if (barrier)
    ihop_emit_barrier_result (emit, barrier, free);
}

static void
release_all (IhopEmit *emit, guint block)
{
  LLVMValueRef waiting = LLVMBuildLoad2 (emit->builder, word (emit), emit->waiting[block], "");

  LLVMBuildStore (emit->builder, waiting, emit->runnable[block]);
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, 0), emit->waiting[block]);
}

static void
release (IhopEmit *emit, const Stand *stand, gboolean is_barrier)
{
  LLVMValueRef place = ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, released));
  LLVMValueRef released = LLVMBuildLoad2 (emit->builder, word (emit), place, "");

  if (emit->flow->has_numbered)
    LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, 0), place);
  IHOP_BITS_EACH (block, &stand->waiting)
    if (emit->flow->has_numbered)
      release_some (emit, block, released);
    else if (is_barrier)
      release_all (emit, block);
}

/* Behind a loop that waited the lanes behind it come first: they may be whom it waits for. */
static void
resume_at (IhopEmit *emit, guint at)
{
  const IhopFlowBlock *block = &emit->flow->blocks[at];
  Stand stand = stand_behind (emit, at);
  IhopBits later = ihop_bits_new (emit->flow->n_blocks);

  move_state (emit, &stand, FALSE);
  release (emit, &stand, !block->yields);
  if (emit->flow->has_numbered || !block->yields)
    ihop_bits_unite (&stand.runnable, &stand.waiting);
  for (guint i = at + 1; block->yields && i < emit->flow->n_blocks; i++)
    if (ihop_bits_has (&stand.runnable, i))
      {
        ihop_bits_add (&later, i);
        ihop_bits_remove (&stand.runnable, i);
      }
  ihop_emit_dispatch (emit, &later, TRUE);
  ihop_emit_dispatch (emit, &stand.runnable, FALSE);
  ihop_bits_clear (&later);
  stand_clear (&stand);
}

void
ihop_emit_entry (IhopEmit *emit, LLVMBasicBlockRef entry)
{
  LLVMBasicBlockRef start = new_block (emit, "start");

  LLVMPositionBuilderAtEnd (emit->builder, entry);
  clear_slots (emit);
  if (emit->turns)
    LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, 0), emit->turns);
  LLVMValueRef choice
    = LLVMBuildSwitch (emit->builder,
                       ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, resume), word (emit)), start,
                       emit->resumes->len);
  for (guint i = 0; i < emit->resumes->len; i++)
    {
      LLVMBasicBlockRef block = new_block (emit, "resume");
      LLVMAddCase (choice, ihop_emit_constant (emit, 32, i + 1), block);
      LLVMPositionBuilderAtEnd (emit->builder, block);
      resume_at (emit, g_array_index (emit->resumes, IhopEmitResume, i).block);
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
