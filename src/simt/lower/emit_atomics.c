/* atom and red ("PTX ISA", 9.7.13): one lane after the other. */
#include "simt/lower/emit.h"

static guint
size_of (IhopPtxType type)
{
  return type.bits * type.lanes / 8;
}

static gboolean
operation (const IhopPtxInstruction *instruction, IhopPtxType type, LLVMAtomicRMWBinOp *op)
{
  gboolean is_signed = type.kind == 's', is_real = type.kind == 'f';
  const struct
  {
    const char *name;
    LLVMAtomicRMWBinOp op;
  } operations[] = { { "add", is_real ? LLVMAtomicRMWBinOpFAdd : LLVMAtomicRMWBinOpAdd },
                     { "and", LLVMAtomicRMWBinOpAnd },
                     { "or", LLVMAtomicRMWBinOpOr },
                     { "xor", LLVMAtomicRMWBinOpXor },
                     { "exch", LLVMAtomicRMWBinOpXchg },
                     { "inc", LLVMAtomicRMWBinOpUIncWrap },
                     { "dec", LLVMAtomicRMWBinOpUDecWrap },
                     { "min", is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin },
                     { "max", is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax } };

  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    if (ihop_ptx_has (instruction, operations[i].name))
      {
        *op = operations[i].op;
        return !(is_real && (operations[i].name[0] == 'm'));
      }
  return FALSE;
}

static LLVMValueRef
exchange_if_equal (IhopEmit *emit, LLVMValueRef place, LLVMValueRef expected, LLVMValueRef next, guint size)
{
  LLVMValueRef both = LLVMBuildAtomicCmpXchg (emit->builder, place, expected, next,
                                              LLVMAtomicOrderingSequentiallyConsistent,
                                              LLVMAtomicOrderingSequentiallyConsistent, FALSE);

  LLVMSetAlignment (both, size);
  return LLVMBuildExtractValue (emit->builder, both, 0, "");
}

static LLVMValueRef
change_one (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef place, LLVMValueRef *x)
{
  LLVMAtomicRMWBinOp op;

  if (ihop_ptx_has (instruction, "cas"))
    return exchange_if_equal (emit, place, x[0], x[1], size_of (type));
  if (!operation (instruction, type, &op))
    {
      ihop_emit_fail (emit, "this atomic operation is not known");
      return x[0];
    }
  LLVMValueRef old = LLVMBuildAtomicRMW (emit->builder, op, place, x[0], LLVMAtomicOrderingSequentiallyConsistent, FALSE);
  LLVMSetAlignment (old, size_of (type));
  return old;
}

static void
change (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  guint first = ihop_flow_n_results (instruction); /* of the address */
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  LLVMTypeRef vector = LLVMVectorType (ihop_emit_type (emit, type), IHOP_WARP);
  LLVMValueRef values[2] = { NULL, NULL }, slot = ihop_emit_slot (emit, vector, "old");

  if (instruction->n_operands < first + 2 || type.lanes > 1 || type.kind == 'h' || type.kind == 0 || type.bits < 32)
    {
      ihop_emit_fail (emit, "this atomic operation is not known");
      return;
    }
  IhopEmitAddress address = ihop_emit_address (emit, &instruction->operands[first], ihop_ptx_space (instruction));
  LLVMValueRef places = ihop_emit_pointers (emit, address);
  for (guint i = 0; i < MIN (instruction->n_operands - first - 1, 2); i++)
    values[i] = ihop_emit_operand (emit, &instruction->operands[first + 1 + i], type, TRUE);
  IhopEmitEach each = ihop_emit_each_begin (emit);
  LLVMValueRef x[2] = { ihop_emit_each_pick (emit, &each, values[0]),
                        values[1] ? ihop_emit_each_pick (emit, &each, values[1]) : NULL };
  LLVMValueRef old = change_one (emit, instruction, type, ihop_emit_each_pick (emit, &each, places), x);
  LLVMValueRef all = LLVMBuildLoad2 (emit->builder, vector, slot, "");
  LLVMBuildStore (emit->builder, LLVMBuildInsertElement (emit->builder, all, old, each.number, ""), slot);
  ihop_emit_each_end (emit, &each);
  if (first)
    ihop_emit_set (emit, &instruction->operands[0], LLVMBuildLoad2 (emit->builder, vector, slot, ""),
                   (IhopLanes){ IHOP_LANES_VARYING, NULL, 1 });
}

const IhopEmitRow ihop_emit_atomics[] = { { "atom", change }, { "red", change }, { NULL, NULL } };
