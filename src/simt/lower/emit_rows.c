/* Values of which a warp has one for each row of the block (lanes_rows.c): two, four or eight numbers, each in a register of the processor
 * of its own. Instructions that make such values are done for one row after the other, by the code that does them for what all lanes share. */
#include "simt/lower/emit.h"

guint
ihop_emit_n_rows (IhopEmit *emit)
{
  return IHOP_WARP / ihop_lanes_row_length (emit->lanes);
}

LLVMValueRef
ihop_emit_row_place (IhopEmit *emit, guint reg, guint row)
{
  LLVMValueRef indices[] = { ihop_emit_constant (emit, 32, 0), ihop_emit_constant (emit, 32, row) };

  return LLVMBuildInBoundsGEP2 (emit->builder, ihop_emit_slot_type (emit, reg), ihop_emit_register_slot (emit, reg), indices, 2, "");
}

LLVMValueRef
ihop_emit_row_of (IhopEmit *emit, LLVMValueRef value, IhopLanes lanes, guint row)
{
  if (lanes.kind != IHOP_LANES_PATTERN)
    return value;
  gint64 number = lanes.pattern[row * ihop_lanes_row_length (emit->lanes)];
  return LLVMBuildAdd (emit->builder, value, LLVMConstInt (LLVMTypeOf (value), number, TRUE), "");
}

LLVMValueRef
ihop_emit_spread_rows (IhopEmit *emit, LLVMValueRef *values, const gint64 *rows)
{
  LLVMTypeRef element = LLVMTypeOf (values[0]);
  guint n = ihop_emit_n_rows (emit), length = ihop_lanes_row_length (emit->lanes);
  LLVMValueRef few = LLVMGetPoison (LLVMVectorType (element, n)), places[IHOP_WARP];

  for (guint row = 0; row < n; row++)
    few = LLVMBuildInsertElement (emit->builder, few, values[row], ihop_emit_constant (emit, 32, row), "");
  for (guint i = 0; i < IHOP_WARP; i++)
    places[i] = ihop_emit_constant (emit, 32, i / length);
  LLVMValueRef own = LLVMBuildShuffleVector (emit->builder, few, LLVMGetPoison (LLVMTypeOf (few)), LLVMConstVector (places, IHOP_WARP), "");
  return LLVMBuildAdd (emit->builder, own, ihop_emit_pattern (element, rows), "");
}

gboolean
ihop_emit_by_rows (IhopEmit *emit, const IhopPtxInstruction *instruction, void (*one) (IhopEmit *, const IhopPtxInstruction *))
{
  IhopEmitByRows by_rows = { .number = 0 };

  if (ihop_flow_n_results (instruction) == 0 || ihop_lanes_result (emit->lanes, instruction).kind != IHOP_LANES_ROWS)
    return FALSE;
  emit->by_rows = &by_rows;
  for (; by_rows.number < ihop_emit_n_rows (emit); by_rows.number++)
    one (emit, instruction);
  emit->by_rows = NULL;
  return TRUE;
}

/* --- sums that are made wider ------------------------------------------------------------------- */

void
ihop_emit_by_rows_require (IhopEmit *emit)
{
  if (emit->by_rows->fine)
    ihop_emit_require (emit, emit->by_rows->fine);
}

/* How many lanes behind the row's first one the first and the last are that run; where none does, anything. */
static void
find_ends (IhopEmit *emit, LLVMTypeRef wide, LLVMValueRef *ends)
{
  guint length = ihop_lanes_row_length (emit->lanes);
  LLVMValueRef never = ihop_emit_constant (emit, 1, 1), most = ihop_emit_constant (emit, 32, IHOP_WARP - 1);

  ends[0] = ihop_emit_constant (emit, 64, 0);
  ends[1] = ihop_emit_constant (emit, 64, length - 1);
  if (emit->lanes_mask)
    {
      LLVMValueRef bits = LLVMBuildLShr (emit->builder, emit->mask, ihop_emit_constant (emit, 32, emit->by_rows->number * length), "");
      LLVMValueRef own = LLVMBuildAnd (emit->builder, bits, ihop_emit_constant (emit, 32, (1u << length) - 1), "");
      LLVMValueRef first[] = { LLVMBuildOr (emit->builder, own, ihop_emit_constant (emit, 32, 1u << length), ""), never };
      LLVMValueRef last[] = { LLVMBuildOr (emit->builder, own, ihop_emit_constant (emit, 32, 1), ""), never };
      ends[0] = ihop_emit_intrinsic (emit, "llvm.cttz", first, 2);
      ends[1] = LLVMBuildSub (emit->builder, most, ihop_emit_intrinsic (emit, "llvm.ctlz", last, 2), "");
    }
  for (guint i = 0; i < 2; i++)
    ends[i] = LLVMBuildIntCast2 (emit->builder, ends[i], wide, FALSE, "");
}

/* As for one base (emit_exact.c): the wide number is told by the first lane that runs, and the last one must not have wrapped. */
LLVMValueRef
ihop_emit_widen_row (IhopEmit *emit, LLVMValueRef first, gint64 step, gboolean is_signed)
{
  LLVMTypeRef narrow = LLVMTypeOf (first), wide = ihop_emit_int (emit, 2 * LLVMGetIntTypeWidth (narrow));
  LLVMValueRef steps[2];

  if (step == 0)
    return LLVMBuildIntCast2 (emit->builder, first, wide, is_signed, "");
  find_ends (emit, wide, steps);
  for (guint i = 0; i < 2; i++)
    steps[i] = LLVMBuildMul (emit->builder, steps[i], LLVMConstInt (wide, step, TRUE), "");
  LLVMValueRef begun = LLVMBuildAdd (emit->builder, first, LLVMBuildTrunc (emit->builder, steps[0], narrow, ""), "");
  LLVMValueRef sum = LLVMBuildSub (emit->builder, LLVMBuildIntCast2 (emit->builder, begun, wide, is_signed, ""), steps[0], "");
  LLVMValueRef last = LLVMBuildAdd (emit->builder, sum, steps[1], "");
  LLVMValueRef cut = LLVMBuildIntCast2 (emit->builder, LLVMBuildTrunc (emit->builder, last, narrow, ""), wide, is_signed, "");
  LLVMValueRef same = LLVMBuildICmp (emit->builder, LLVMIntEQ, cut, last, "");
  emit->by_rows->fine = emit->by_rows->fine ? LLVMBuildAnd (emit->builder, emit->by_rows->fine, same, "") : same;
  return sum;
}
