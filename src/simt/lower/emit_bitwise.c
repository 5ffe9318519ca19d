/* Bits of words: logic, shifts, counts, fields ("PTX ISA", 9.7.1 and 9.7.8). */
#include "simt/lower/emit_compute.h"

/* --- counts and places ---------------------------------------------------------------------------- */

static LLVMValueRef
as_word (IhopEmit *emit, LLVMValueRef value)
{
  return LLVMBuildIntCast2 (emit->builder, value, ihop_emit_like (ihop_emit_int (emit, 32), value), FALSE, "");
}

LLVMValueRef
ihop_emit_bits_counted (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (instruction->opcode[0] == 'p')
    return as_word (emit, ihop_emit_call_two (emit, "llvm.ctpop", x[0], NULL));
  return as_word (emit, ihop_emit_call_flag (emit, "llvm.ctlz", x[0]));
}

LLVMValueRef
ihop_emit_bits_reversed (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  return ihop_emit_call_two (emit, "llvm.bitreverse", x[0], NULL);
}

/* The place of the highest bit that is not the sign's; all ones where there is none. */
LLVMValueRef
ihop_emit_bit_found (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef value = x[0], zero = ihop_emit_constant_like (value, 0);

  if (type.kind == 's')
    {
      LLVMValueRef sign = LLVMBuildAShr (emit->builder, value, ihop_emit_constant_like (value, type.bits - 1), "");
      value = LLVMBuildXor (emit->builder, value, sign, "");
    }
  LLVMValueRef none = LLVMBuildICmp (emit->builder, LLVMIntEQ, value, zero, "");
  LLVMValueRef place = ihop_emit_call_flag (emit, "llvm.ctlz", value);
  if (!ihop_ptx_has (instruction, "shiftamt"))
    place = LLVMBuildSub (emit->builder, ihop_emit_constant_like (place, type.bits - 1), place, "");
  place = LLVMBuildSelect (emit->builder, none, ihop_emit_constant_like (place, G_MAXUINT64), place, "");
  return as_word (emit, place);
}

/* --- logic and shifts ----------------------------------------------------------------------------- */

LLVMValueRef
ihop_emit_logic (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  switch (instruction->opcode[0])
    {
    case 'a':
      return LLVMBuildAnd (emit->builder, x[0], x[1], "");
    case 'o':
      return LLVMBuildOr (emit->builder, x[0], x[1], "");
    default:
      return LLVMBuildXor (emit->builder, x[0], x[1], "");
    }
}

/* Shifts by the width and more: zeros, or signs. */
LLVMValueRef
ihop_emit_shift (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_left = g_str_equal (instruction->opcode, "shl"), is_signed = !is_left && type.kind == 's';
  LLVMValueRef last = ihop_emit_constant_like (x[1], type.bits - 1);
  LLVMValueRef too_far = LLVMBuildICmp (emit->builder, LLVMIntUGT, x[1], last, "");
  LLVMValueRef by = LLVMBuildSelect (emit->builder, too_far, last, x[1], "");

  by = LLVMBuildIntCast2 (emit->builder, by, LLVMTypeOf (x[0]), FALSE, "");
  if (is_signed)
    return LLVMBuildAShr (emit->builder, x[0], by, "");
  LLVMValueRef shifted = is_left ? LLVMBuildShl (emit->builder, x[0], by, "") : LLVMBuildLShr (emit->builder, x[0], by, "");
  return LLVMBuildSelect (emit->builder, too_far, ihop_emit_constant_like (shifted, 0), shifted, "");
}

/* shf: 32 bits out of 64. */
LLVMValueRef
ihop_emit_funnel_shift (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_left = ihop_ptx_has (instruction, "l");
  LLVMValueRef by = x[2], last = ihop_emit_constant_like (x[2], 32);

  if (ihop_ptx_has (instruction, "wrap"))
    {
      LLVMValueRef whole[] = { x[1], x[0], by };
      return ihop_emit_intrinsic (emit, is_left ? "llvm.fshl" : "llvm.fshr", whole, 3);
    }
  LLVMTypeRef wide = ihop_emit_like (ihop_emit_int (emit, 64), x[0]);
  by = LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntUGT, by, last, ""), last, by, "");
  LLVMValueRef low = LLVMBuildZExt (emit->builder, x[0], wide, ""), high = LLVMBuildZExt (emit->builder, x[1], wide, "");
  LLVMValueRef half = ihop_emit_constant_like (high, 32);
  LLVMValueRef both = LLVMBuildOr (emit->builder, LLVMBuildShl (emit->builder, high, half, ""), low, "");
  by = LLVMBuildZExt (emit->builder, by, wide, "");
  both = is_left ? LLVMBuildLShr (emit->builder, LLVMBuildShl (emit->builder, both, by, ""), half, "")
                 : LLVMBuildLShr (emit->builder, both, by, "");
  return LLVMBuildTrunc (emit->builder, both, LLVMTypeOf (x[0]), "");
}

/* Any function of three bits, by its table. */
LLVMValueRef
ihop_emit_logic_table (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  guint table = instruction->operands[4].bits;
  LLVMValueRef result = ihop_emit_constant_like (x[0], 0);

  for (guint row = 0; row < 8; row++)
    {
      if (!(table >> row & 1))
        continue;
      LLVMValueRef term = row & 4 ? x[0] : LLVMBuildNot (emit->builder, x[0], "");
      term = LLVMBuildAnd (emit->builder, term, row & 2 ? x[1] : LLVMBuildNot (emit->builder, x[1], ""), "");
      term = LLVMBuildAnd (emit->builder, term, row & 1 ? x[2] : LLVMBuildNot (emit->builder, x[2], ""), "");
      result = LLVMBuildOr (emit->builder, result, term, "");
    }
  return result;
}

/* --- fields --------------------------------------------------------------------------------------- */

LLVMValueRef
ihop_emit_low_bits (IhopEmit *emit, LLVMValueRef value, guint64 mask, LLVMValueRef like)
{
  value = LLVMBuildAnd (emit->builder, value, ihop_emit_constant_like (value, mask), "");
  return LLVMBuildIntCast2 (emit->builder, value, LLVMTypeOf (like), FALSE, "");
}

/* Ones in the lowest "count" bits, all where count is the width. */
static LLVMValueRef
ones (IhopEmit *emit, LLVMValueRef count, guint bits)
{
  LLVMValueRef one = ihop_emit_constant_like (count, 1), all = ihop_emit_constant_like (count, G_MAXUINT64);
  LLVMValueRef width = ihop_emit_constant_like (count, bits);
  LLVMValueRef whole = LLVMBuildICmp (emit->builder, LLVMIntUGE, count, width, "");
  LLVMValueRef small = LLVMBuildSelect (emit->builder, whole, one, count, "");

  LLVMValueRef mask = LLVMBuildSub (emit->builder, LLVMBuildShl (emit->builder, one, small, ""), one, "");
  return LLVMBuildSelect (emit->builder, whole, all, mask, "");
}

/* bfe d, a, b, c: c bits of a from b on; the signed one repeats the last bit. */
LLVMValueRef
ihop_emit_field_extracted (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef from = ihop_emit_low_bits (emit, x[1], 255, x[0]), count = ihop_emit_low_bits (emit, x[2], 255, x[0]);
  LLVMValueRef last = ihop_emit_constant_like (x[0], type.bits - 1);
  LLVMValueRef beyond = LLVMBuildICmp (emit->builder, LLVMIntUGT, from, last, "");
  LLVMValueRef by = LLVMBuildSelect (emit->builder, beyond, last, from, "");
  LLVMValueRef zero = ihop_emit_constant_like (x[0], 0), mask = ones (emit, count, type.bits);

  if (type.kind != 's')
    {
      LLVMValueRef field = LLVMBuildAnd (emit->builder, LLVMBuildLShr (emit->builder, x[0], by, ""), mask, "");
      return LLVMBuildSelect (emit->builder, beyond, zero, field, "");
    }
  LLVMValueRef end = LLVMBuildAdd (emit->builder, from, count, ""), one = ihop_emit_constant_like (x[0], 1);
  LLVMValueRef top = LLVMBuildSub (emit->builder, end, one, "");
  top = LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntUGT, top, last, ""), last, top, "");
  LLVMValueRef sign = LLVMBuildAShr (emit->builder, LLVMBuildShl (emit->builder, x[0], LLVMBuildSub (emit->builder, last, top, ""), ""), last, "");
  LLVMValueRef field = LLVMBuildAShr (emit->builder, x[0], by, "");
  field = LLVMBuildOr (emit->builder, LLVMBuildAnd (emit->builder, field, mask, ""),
                       LLVMBuildAnd (emit->builder, sign, LLVMBuildNot (emit->builder, mask, ""), ""), "");
  return LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntEQ, count, zero, ""), zero, field, "");
}

/* bfi f, a, b, c, d: d bits of a put into b from c on. */
LLVMValueRef
ihop_emit_field_inserted (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef from = ihop_emit_low_bits (emit, x[2], 255, x[0]), count = ihop_emit_low_bits (emit, x[3], 255, x[0]);
  LLVMValueRef last = ihop_emit_constant_like (x[0], type.bits - 1);
  LLVMValueRef beyond = LLVMBuildICmp (emit->builder, LLVMIntUGT, from, last, "");
  LLVMValueRef by = LLVMBuildSelect (emit->builder, beyond, last, from, "");
  LLVMValueRef mask = LLVMBuildShl (emit->builder, ones (emit, count, type.bits), by, "");

  mask = LLVMBuildSelect (emit->builder, beyond, ihop_emit_constant_like (mask, 0), mask, "");
  LLVMValueRef field = LLVMBuildAnd (emit->builder, LLVMBuildShl (emit->builder, x[0], by, ""), mask, "");
  return LLVMBuildOr (emit->builder, field,
                      LLVMBuildAnd (emit->builder, x[1], LLVMBuildNot (emit->builder, mask, ""), ""), "");
}

/* A place or a number of bits as bmsk and szext take it: at most 32 (clamp), or what its last five bits say (wrap). */
static LLVMValueRef
clamped (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef number)
{
  LLVMValueRef most = ihop_emit_constant_like (number, 32);

  if (ihop_ptx_has (instruction, "wrap"))
    return LLVMBuildAnd (emit->builder, number, ihop_emit_constant_like (number, 31), "");
  return LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntUGT, number, most, ""), most, number, "");
}

/* bmsk d, a, b: b ones from place a on. */
LLVMValueRef
ihop_emit_mask_made (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef from = clamped (emit, instruction, x[0]), mask = ones (emit, clamped (emit, instruction, x[1]), 32);
  LLVMValueRef last = ihop_emit_constant_like (from, 31), zero = ihop_emit_constant_like (mask, 0);
  LLVMValueRef beyond = LLVMBuildICmp (emit->builder, LLVMIntUGT, from, last, "");
  LLVMValueRef by = LLVMBuildSelect (emit->builder, beyond, last, from, "");

  return LLVMBuildSelect (emit->builder, beyond, zero, LLVMBuildShl (emit->builder, mask, by, ""), "");
}

/* szext d, a, b: a as a number of b bits; of none, 0. */
LLVMValueRef
ihop_emit_extended (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef count = clamped (emit, instruction, x[1]), all = ihop_emit_constant_like (count, 32), zero = ihop_emit_constant_like (x[0], 0);
  LLVMValueRef none = LLVMBuildICmp (emit->builder, LLVMIntEQ, count, ihop_emit_constant_like (count, 0), "");
  LLVMValueRef by = LLVMBuildSelect (emit->builder, none, zero, LLVMBuildSub (emit->builder, all, count, ""), "");
  LLVMValueRef high = LLVMBuildShl (emit->builder, x[0], by, "");
  LLVMValueRef extended = type.kind == 's' ? LLVMBuildAShr (emit->builder, high, by, "") : LLVMBuildLShr (emit->builder, high, by, "");

  return LLVMBuildSelect (emit->builder, none, zero, extended, "");
}
