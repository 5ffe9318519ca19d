/* Sums that take a carry and leave one ("PTX ISA", 9.7.2: add.cc, addc, sub.cc, subc, mad.cc, madc). The condition code is a
 * register of the function, which the reader has put among the operands (ptx/read_instruction.c). */
#include "simt/lower/emit.h"
#include <string.h>

/* The operand in twice the width. */
static LLVMValueRef
wide_operand (IhopEmit *emit, const IhopPtxOperand *operand, IhopPtxType type, gboolean vector, gboolean is_signed)
{
  LLVMValueRef value = ihop_emit_operand (emit, operand, type, vector);
  LLVMTypeRef wide = ihop_emit_like (ihop_emit_int (emit, 2 * type.bits), value);

  return LLVMBuildIntCast2 (emit->builder, value, wide, is_signed, "");
}

/* The half of a product that is asked for, as a number without a sign. */
static LLVMValueRef
half_product (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, gboolean vector)
{
  gboolean is_signed = type.kind == 's';
  LLVMValueRef product
    = LLVMBuildMul (emit->builder, wide_operand (emit, &instruction->operands[1], type, vector, is_signed),
                    wide_operand (emit, &instruction->operands[2], type, vector, is_signed), "");
  LLVMTypeRef wide = LLVMTypeOf (product), narrow = ihop_emit_like (ihop_emit_int (emit, type.bits), product);

  if (ihop_ptx_has (instruction, "hi"))
    product = LLVMBuildLShr (emit->builder, product, ihop_emit_constant_like (product, type.bits), "");
  return LLVMBuildZExt (emit->builder, LLVMBuildTrunc (emit->builder, product, narrow, ""), wide, "");
}

/* a + b, a - b or a half of a * b and c, with the carry that comes in: whatever is more than the type holds is the carry. */
static LLVMValueRef
wide_sum (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, gboolean vector)
{
  const IhopPtxOperand *operands = instruction->operands;
  gboolean is_product = g_str_has_prefix (instruction->opcode, "mad"), is_minus = g_str_has_prefix (instruction->opcode, "sub");
  guint last = is_product ? 3 : 2;
  LLVMValueRef sum = is_product ? half_product (emit, instruction, type, vector)
                                : wide_operand (emit, &operands[1], type, vector, FALSE);

  for (guint i = last; i < instruction->n_operands; i++)
    {
      LLVMValueRef term = wide_operand (emit, &operands[i], type, vector, FALSE);
      sum = is_minus ? LLVMBuildSub (emit->builder, sum, term, "") : LLVMBuildAdd (emit->builder, sum, term, "");
    }
  return sum;
}

void
ihop_emit_carry (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);
  const IhopPtxOperand *result = &instruction->operands[0];
  gboolean leaves_carry = instruction->n_operands > 0 && result->kind == IHOP_PTX_LIST;

  if (type.kind == 0 || type.kind == 'f' || type.lanes != 1 || instruction->n_operands < 3)
    {
      ihop_emit_fail (emit, "%s lacks operands or a type", instruction->opcode);
      return;
    }
  LLVMValueRef sum = wide_sum (emit, instruction, type, made.kind == IHOP_LANES_VARYING);
  LLVMTypeRef narrow = ihop_emit_like (ihop_emit_int (emit, type.bits), sum);
  ihop_emit_set (emit, leaves_carry ? &result->items[0] : result, LLVMBuildTrunc (emit->builder, sum, narrow, ""), made);
  if (!leaves_carry)
    return;
  LLVMValueRef carry = LLVMBuildLShr (emit->builder, sum, ihop_emit_constant_like (sum, type.bits), "");
  carry = LLVMBuildAnd (emit->builder, carry, ihop_emit_constant_like (sum, 1), "");
  ihop_emit_set (emit, &result->items[1], LLVMBuildTrunc (emit->builder, carry, narrow, ""), made);
}

const IhopEmitRow ihop_emit_carries[]
  = { { "addc", ihop_emit_carry }, { "subc", ihop_emit_carry }, { "madc", ihop_emit_carry }, { NULL, NULL } };
