/* Bytes of words: put in another order, and multiplied ("PTX ISA", prmt, dp4a, dp2a). */
#include "simt/lower/emit_compute.h"

/* Which of eight bytes becomes byte i: the ith number of the selector; or, in a mode, what its last two bits c say ("PTX ISA", prmt). */
static LLVMValueRef
byte_number (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef selector, guint i)
{
  LLVMValueRef c = ihop_emit_low_bits (emit, selector, 3, selector), place = ihop_emit_constant_like (selector, i);

  if (ihop_ptx_has (instruction, "f4e"))
    return LLVMBuildAdd (emit->builder, c, place, "");
  if (ihop_ptx_has (instruction, "b4e"))
    return ihop_emit_low_bits (emit, LLVMBuildSub (emit->builder, c, place, ""), 7, selector);
  if (ihop_ptx_has (instruction, "rc8"))
    return c;
  if (ihop_ptx_has (instruction, "ecl") || ihop_ptx_has (instruction, "ecr"))
    return ihop_emit_call_two (emit, ihop_ptx_has (instruction, "ecl") ? "llvm.umax" : "llvm.umin", c, place);
  if (!ihop_ptx_has (instruction, "rc16"))
    return LLVMBuildLShr (emit->builder, selector, ihop_emit_constant_like (selector, 4 * i), "");
  c = LLVMBuildShl (emit->builder, ihop_emit_low_bits (emit, c, 1, c), ihop_emit_constant_like (c, 1), "");
  return LLVMBuildOr (emit->builder, c, ihop_emit_constant_like (c, i & 1), "");
}

/* prmt: four bytes out of eight, chosen by four numbers; a number's fourth bit repeats the byte's sign. */
LLVMValueRef
ihop_emit_bytes_permuted (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMTypeRef wide = ihop_emit_like (ihop_emit_int (emit, 64), x[0]);
  LLVMValueRef high = LLVMBuildZExt (emit->builder, x[1], wide, ""), result = ihop_emit_constant_like (x[0], 0);
  LLVMValueRef both = LLVMBuildOr (emit->builder, LLVMBuildZExt (emit->builder, x[0], wide, ""),
                                   LLVMBuildShl (emit->builder, high, ihop_emit_constant_like (high, 32), ""), "");

  for (guint i = 0; i < 4; i++)
    {
      LLVMValueRef selector = byte_number (emit, instruction, x[2], i);
      LLVMValueRef by = LLVMBuildShl (emit->builder, ihop_emit_low_bits (emit, selector, 7, both), ihop_emit_constant_like (both, 3), "");
      LLVMValueRef byte = ihop_emit_low_bits (emit, LLVMBuildLShr (emit->builder, both, by, ""), 255, x[0]);
      LLVMValueRef sign = LLVMBuildLShr (emit->builder, byte, ihop_emit_constant_like (byte, 7), "");
      sign = LLVMBuildMul (emit->builder, sign, ihop_emit_constant_like (sign, 255), "");
      LLVMValueRef is_sign = LLVMBuildAnd (emit->builder, selector, ihop_emit_constant_like (selector, 8), "");
      is_sign = LLVMBuildICmp (emit->builder, LLVMIntNE, is_sign, ihop_emit_constant_like (is_sign, 0), "");
      byte = LLVMBuildSelect (emit->builder, is_sign, sign, byte, "");
      result = LLVMBuildOr (emit->builder, result, LLVMBuildShl (emit->builder, byte, ihop_emit_constant_like (byte, 8 * i), ""), "");
    }
  return result;
}

/* dp4a, dp2a: products of bytes. */
LLVMValueRef
ihop_emit_dot_product (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_four = g_str_equal (instruction->opcode, "dp4a");
  IhopPtxType b_type = ihop_ptx_type (instruction, 1);
  guint from = ihop_ptx_has (instruction, "hi") ? 2 : 0;
  LLVMValueRef sum = x[2];

  for (guint i = 0; i < (is_four ? 4 : 2); i++)
    {
      guint width = is_four ? 8 : 16;
      LLVMValueRef a = LLVMBuildShl (emit->builder, x[0], ihop_emit_constant_like (x[0], 32 - width * (i + 1)), "");
      LLVMValueRef b = LLVMBuildShl (emit->builder, x[1], ihop_emit_constant_like (x[1], 24 - 8 * (i + from)), "");
      LLVMValueRef down = ihop_emit_constant_like (x[0], 32 - width), byte = ihop_emit_constant_like (x[0], 24);
      a = type.kind == 's' ? LLVMBuildAShr (emit->builder, a, down, "") : LLVMBuildLShr (emit->builder, a, down, "");
      b = b_type.kind == 's' ? LLVMBuildAShr (emit->builder, b, byte, "") : LLVMBuildLShr (emit->builder, b, byte, "");
      sum = LLVMBuildAdd (emit->builder, sum, LLVMBuildMul (emit->builder, a, b, ""), "");
    }
  return sum;
}
