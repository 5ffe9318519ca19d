/* Quick code takes it that sums do not wrap when they are widened, and asks before. Where one would,
 * it hands all that lives to the exact code, which takes it from there. Both are made from the same
 * instructions, so a register is known by its number and a place by its instruction.
 *
 * What is handed over: 8 bytes for each block of the quick code (lanes that are runnable there, lanes
 * that wait there), then 32 values of at most 8 bytes for each register. */
#include "simt/lower/emit_whole.h"
#include "simt/run/frame.h"

static LLVMValueRef
handed_place (IhopEmit *emit, guint64 offset)
{
  LLVMValueRef at = ihop_emit_constant (emit, 64, offset);
  LLVMValueRef base = ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, inexact),
                                       LLVMPointerTypeInContext (emit->context, 0));

  return LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 8), base, &at, 1, "");
}

/* Blocks come behind the registers, as their number differs between the two. */
static guint64
register_offset (guint reg)
{
  return 8ull * IHOP_WARP * reg;
}

static guint64
block_offset (IhopEmit *emit, guint number)
{
  return register_offset (emit->flow->function->registers->len) + 8ull * number;
}

/* Predicates as 32 bits. */
static void
hand_register (IhopEmit *emit, guint reg)
{
  LLVMValueRef value = ihop_emit_register_lanes (emit, reg);

  if (g_array_index (emit->flow->function->registers, IhopPtxRegister, reg).type.kind == 'p')
    value = ihop_emit_bits (emit, value);
  LLVMSetAlignment (LLVMBuildStore (emit->builder, value, handed_place (emit, register_offset (reg))), 4);
}

static void
take_rows (IhopEmit *emit, guint reg, LLVMValueRef lanes)
{
  for (guint row = 0; row < ihop_emit_n_rows (emit); row++)
    {
      LLVMValueRef first = ihop_emit_constant (emit, 32, row * ihop_lanes_row_length (emit->lanes));
      LLVMBuildStore (emit->builder, LLVMBuildExtractElement (emit->builder, lanes, first, ""), ihop_emit_row_place (emit, reg, row));
    }
}

static void
take_register (IhopEmit *emit, guint reg)
{
  gboolean is_pred = g_array_index (emit->flow->function->registers, IhopPtxRegister, reg).type.kind == 'p';
  LLVMTypeRef element = ihop_emit_register_type (emit, reg);
  LLVMTypeRef type = is_pred ? ihop_emit_int (emit, 32) : LLVMVectorType (element, IHOP_WARP);
  LLVMValueRef value = LLVMBuildLoad2 (emit->builder, type, handed_place (emit, register_offset (reg)), "");
  IhopLanes lanes = emit->lanes->registers[reg];

  LLVMSetAlignment (value, 4);
  value = is_pred ? ihop_emit_lanes (emit, value) : value;
  if (lanes.kind == IHOP_LANES_ROWS)
    {
      take_rows (emit, reg, value);
      return;
    }
  if (lanes.kind != IHOP_LANES_VARYING)
    value = LLVMBuildExtractElement (emit->builder, value, ihop_emit_constant (emit, 32, 0), "");
  if (lanes.kind == IHOP_LANES_PATTERN)
    value = LLVMBuildSub (emit->builder, value, LLVMConstInt (element, lanes.pattern[0], TRUE), "");
  LLVMBuildStore (emit->builder, value, ihop_emit_register_slot (emit, reg));
}

/* --- the quick code's side -------------------------------------------------------------------- */

static void
hand_block (IhopEmit *emit, GArray *places, guint number)
{
  const IhopFlowBlock *block = &emit->flow->blocks[number];
  IhopLowerPlace place = { number, block->first, block->first == block->end };
  LLVMTypeRef word = ihop_emit_int (emit, 32);
  LLVMValueRef none = ihop_emit_constant (emit, 32, 0);
  LLVMValueRef runnable = LLVMBuildLoad2 (emit->builder, word, emit->runnable[number], "");
  LLVMValueRef waiting = emit->waiting[number] ? LLVMBuildLoad2 (emit->builder, word, emit->waiting[number], "") : none;

  LLVMBuildStore (emit->builder, runnable, handed_place (emit, block_offset (emit, number)));
  LLVMBuildStore (emit->builder, waiting, handed_place (emit, block_offset (emit, number) + 4));
  g_array_append_val (places, place);
}

static void
hand_point (IhopEmit *emit, IhopLowerPoint point, const IhopBits *live)
{
  guint64 here = block_offset (emit, emit->flow->n_blocks);

  IHOP_BITS_EACH (reg, live)
    hand_register (emit, reg);
  LLVMBuildStore (emit->builder, emit->mask, handed_place (emit, here));
  emit->result->handed_size = here + 64;
  g_array_append_val (emit->result->points, point);
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, emit->result->points->len),
                  ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, resume)));
}

static IhopLowerPoint
new_point (IhopEmit *emit, guint instruction, gboolean is_empty)
{
  return (IhopLowerPoint){ instruction, is_empty, emit->flow->n_blocks, g_array_new (FALSE, FALSE, sizeof (IhopLowerPlace)) };
}

void
ihop_emit_hand_over_at (IhopEmit *emit, guint instruction, gboolean is_empty, const IhopBits *live)
{
  hand_point (emit, new_point (emit, instruction, is_empty), live);
}

static void
hand_over (IhopEmit *emit)
{
  const IhopPending *pending = emit->lanes->pending;
  const IhopPtxInstruction *all = (const IhopPtxInstruction *) emit->flow->function->instructions->data;
  IhopLowerPoint point = new_point (emit, emit->instruction - all, FALSE);
  IhopBits live = ihop_bits_new (emit->flow->function->registers->len);

  ihop_flow_live_before (emit->flow, emit->block, point.instruction, &live);
  ihop_bits_unite (&live, &emit->kept);
  for (guint i = 0; i < emit->flow->n_blocks; i++)
    if (ihop_bits_has (&pending->runnable[emit->block], i) || ihop_bits_has (&pending->waiting[emit->block], i))
      hand_block (emit, point.places, i);
  hand_point (emit, point, &live);
  ihop_bits_clear (&live);
}

void
ihop_emit_require (IhopEmit *emit, LLVMValueRef fine)
{
  LLVMBasicBlockRef on = LLVMAppendBasicBlockInContext (emit->context, emit->function, "fine");
  LLVMBasicBlockRef off = LLVMAppendBasicBlockInContext (emit->context, emit->function, "wraps");

  LLVMBuildCondBr (emit->builder, fine, on, off);
  LLVMPositionBuilderAtEnd (emit->builder, off);
  hand_over (emit);
  if (emit->whole)
    ihop_emit_whole_wraps (emit);
  else
    ihop_emit_leave (emit, IHOP_WARP_INEXACT);
  LLVMPositionBuilderAtEnd (emit->builder, on);
}

/* --- sums that are made wider ------------------------------------------------------------------- */

/* A number of the pattern that is known only when the code runs. */
static LLVMValueRef
pattern_at (IhopEmit *emit, LLVMTypeRef wide, const gint64 *pattern, LLVMValueRef lane)
{
  LLVMValueRef numbers[IHOP_WARP], indices[] = { ihop_emit_constant (emit, 32, 0), lane };
  LLVMTypeRef table = LLVMArrayType2 (wide, IHOP_WARP);

  if (LLVMIsConstant (lane))
    return LLVMConstInt (wide, pattern[LLVMConstIntGetZExtValue (lane)], TRUE);
  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = LLVMConstInt (wide, pattern[i], TRUE);
  LLVMValueRef kept = LLVMAddGlobal (emit->code, table, "pattern");
  LLVMSetInitializer (kept, LLVMConstArray2 (wide, numbers, IHOP_WARP));
  LLVMSetLinkage (kept, LLVMPrivateLinkage);
  LLVMSetGlobalConstant (kept, TRUE);
  LLVMSetUnnamedAddress (kept, LLVMGlobalUnnamedAddr);
  return LLVMBuildLoad2 (emit->builder, wide, LLVMBuildInBoundsGEP2 (emit->builder, table, kept, indices, 2, ""), "");
}

/* The first or the last lane that runs. Where all are there that the warp began with, its lane 0 is: the sum's base is the same in
 * all warps then, as lower/alike.h has it. */
static LLVMValueRef
end_lane (IhopEmit *emit, gboolean is_last)
{
  LLVMValueRef arguments[] = { emit->mask, ihop_emit_constant (emit, 1, 1) };

  if (!is_last && ihop_pending_is_whole (emit->lanes->pending, emit->block))
    return ihop_emit_constant (emit, 32, 0);
  LLVMValueRef bits = ihop_emit_intrinsic (emit, is_last ? "llvm.ctlz" : "llvm.cttz", arguments, 2);
  return is_last ? LLVMBuildSub (emit->builder, ihop_emit_constant (emit, 32, IHOP_WARP - 1), bits, "") : bits;
}

static gboolean
is_rising (const gint64 *pattern)
{
  for (guint i = 1; i < IHOP_WARP; i++)
    if (pattern[i] < pattern[i - 1])
      return FALSE;
  return TRUE;
}

/* Least and greatest number of the pattern in the lanes that run; of some lanes of a pattern that goes up and down, those of all. */
static void
find_ends (IhopEmit *emit, LLVMTypeRef wide, const gint64 *pattern, LLVMValueRef first, LLVMValueRef *ends)
{
  gint64 least = pattern[0], most = pattern[0];

  for (guint i = 0; i < IHOP_WARP; i++)
    {
      least = MIN (least, pattern[i]);
      most = MAX (most, pattern[i]);
    }
  ends[0] = LLVMConstInt (wide, least, TRUE);
  ends[1] = LLVMConstInt (wide, most, TRUE);
  if (emit->lanes_mask == NULL || !is_rising (pattern))
    return;
  ends[0] = first;
  ends[1] = pattern_at (emit, wide, pattern, end_lane (emit, TRUE));
}

/* The wide base is that of the first lane that runs, for what lanes hold that do not run says nothing: of "t - 1" in a row of 0, 1, 2…
 * the base is -1, which no lane may hold. Others that run hold the wide base and their number if that is what a narrow number can be. */
LLVMValueRef
ihop_emit_widen_sum (IhopEmit *emit, LLVMValueRef base, const gint64 *pattern, gboolean is_signed)
{
  LLVMTypeRef narrow = LLVMTypeOf (base), wide = ihop_emit_int (emit, 2 * LLVMGetIntTypeWidth (narrow));
  LLVMValueRef number = pattern_at (emit, wide, pattern, end_lane (emit, FALSE)), ends[2], fine = NULL;
  LLVMValueRef first = LLVMBuildAdd (emit->builder, base, LLVMBuildTrunc (emit->builder, number, narrow, ""), "");

  first = LLVMBuildIntCast2 (emit->builder, first, wide, is_signed, "");
  LLVMValueRef sum = LLVMBuildSub (emit->builder, first, number, "");
  find_ends (emit, wide, pattern, number, ends);
  for (guint i = 0; i < 2; i++)
    {
      LLVMValueRef end = LLVMBuildAdd (emit->builder, sum, ends[i], "");
      LLVMValueRef cut = LLVMBuildTrunc (emit->builder, end, narrow, "");
      LLVMValueRef same = LLVMBuildICmp (emit->builder, LLVMIntEQ, LLVMBuildIntCast2 (emit->builder, cut, wide, is_signed, ""), end, "");
      fine = fine ? LLVMBuildAnd (emit->builder, fine, same, "") : same;
    }
  ihop_emit_require (emit, fine);
  return sum;
}

LLVMValueRef
ihop_emit_widen (IhopEmit *emit, const IhopPtxOperand *operand, LLVMValueRef value, IhopPtxType type)
{
  IhopLanes lanes = ihop_lanes_of (emit->lanes, operand);

  if (emit->by_rows)
    return ihop_emit_widen_row (emit, value, ihop_lanes_rows (emit->lanes, lanes)[1], type.kind == 's');
  if (lanes.kind == IHOP_LANES_PATTERN)
    return ihop_emit_widen_sum (emit, value, lanes.pattern, type.kind == 's');
  return LLVMBuildIntCast2 (emit->builder, value, ihop_emit_int (emit, 2 * LLVMGetIntTypeWidth (LLVMTypeOf (value))), type.kind == 's', "");
}

/* --- the exact code's side -------------------------------------------------------------------- */

static guint
block_at (IhopEmit *emit, guint first, gboolean is_empty)
{
  for (guint i = 0; i < emit->flow->n_blocks; i++)
    {
      const IhopFlowBlock *block = &emit->flow->blocks[i];
      if (block->first == first && (block->first == block->end) == is_empty)
        return i;
    }
  g_assert_not_reached (); /* all places of quick code begin blocks in exact code */
}

static void
take_place (IhopEmit *emit, const IhopLowerPlace *place, IhopBits *next, IhopBits *live)
{
  guint block = block_at (emit, place->first, place->is_empty);
  LLVMTypeRef word = ihop_emit_int (emit, 32);
  guint64 from = block_offset (emit, place->number);

  LLVMBuildStore (emit->builder, LLVMBuildLoad2 (emit->builder, word, handed_place (emit, from), ""), emit->runnable[block]);
  if (emit->waiting[block])
    LLVMBuildStore (emit->builder, LLVMBuildLoad2 (emit->builder, word, handed_place (emit, from + 4), ""), emit->waiting[block]);
  ihop_bits_add (next, block);
  ihop_bits_unite (live, &emit->flow->blocks[block].live);
}

void
ihop_emit_take_over (IhopEmit *emit, const IhopLowerPoint *point)
{
  IhopBits next = ihop_bits_new (emit->flow->n_blocks), live = ihop_bits_new (emit->flow->function->registers->len);
  guint here = block_at (emit, point->instruction, point->is_empty);
  guint64 mask = block_offset (emit, point->n_quick_blocks);

  for (guint i = 0; i < point->places->len; i++)
    take_place (emit, &g_array_index (point->places, IhopLowerPlace, i), &next, &live);
  LLVMBuildStore (emit->builder, LLVMBuildLoad2 (emit->builder, ihop_emit_int (emit, 32), handed_place (emit, mask), ""),
                  emit->runnable[here]);
  ihop_bits_add (&next, here);
  ihop_bits_unite (&live, &emit->flow->blocks[here].live);
  IHOP_BITS_EACH (reg, &live)
    take_register (emit, reg);
  ihop_emit_dispatch (emit, &next, FALSE);
  ihop_bits_clear (&next);
  ihop_bits_clear (&live);
}
