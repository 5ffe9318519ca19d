/* Barriers ("PTX ISA", 9.7.13.1). The usual one, of the whole block, is where control flow says it is and
 * needs nothing more. Where a kernel has barriers with numbers, counts or results, all of them keep
 * who has come: whoever runs the block (run/block.c) sees when one is complete. */
#include "simt/lower/emit.h"
#include "simt/run/frame.h"

static const IhopPtxType u32 = { 'u', 32, 1 };

/* Operands by what they mean; NULL where there is none. */
typedef struct
{
  const IhopPtxOperand *number, *count, *vote;
} Barrier;

static Barrier
read_barrier (const IhopPtxInstruction *instruction)
{
  guint at = ihop_flow_n_results (instruction), end = instruction->n_operands;
  Barrier barrier = { NULL, NULL, NULL };

  if (ihop_ptx_has (instruction, "red") && end > at)
    barrier.vote = &instruction->operands[--end];
  if (at < end)
    barrier.number = &instruction->operands[at];
  if (at + 1 < end)
    barrier.count = &instruction->operands[at + 1];
  return barrier;
}

/* What all lanes that come here must agree on. */
static LLVMValueRef
agreed (IhopEmit *emit, const IhopPtxOperand *operand)
{
  if (operand == NULL)
    return ihop_emit_constant (emit, 32, 0);
  if (ihop_lanes_of (emit->lanes, operand).kind <= IHOP_LANES_UNIFORM)
    return ihop_emit_operand (emit, operand, u32, FALSE);
  LLVMValueRef all = ihop_emit_operand (emit, operand, u32, TRUE);
  LLVMValueRef arguments[] = { emit->mask, ihop_emit_constant (emit, 1, 0) };
  return LLVMBuildExtractElement (emit->builder, all, ihop_emit_intrinsic (emit, "llvm.cttz", arguments, 2), "");
}

/* The place of this barrier in one of the frame's lists. */
static LLVMValueRef
place_of (IhopEmit *emit, gsize list, LLVMValueRef number)
{
  LLVMValueRef index = LLVMBuildURem (emit->builder, number, ihop_emit_constant (emit, 32, IHOP_WARP_BARRIERS), "");
  LLVMValueRef wide = LLVMBuildZExt (emit->builder, index, ihop_emit_int (emit, 64), "");

  return LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 32), ihop_emit_frame_place (emit, list), &wide, 1, "");
}

static LLVMValueRef
load (IhopEmit *emit, LLVMValueRef place)
{
  return LLVMBuildLoad2 (emit->builder, ihop_emit_int (emit, 32), place, "");
}

static void
come (IhopEmit *emit, gsize list, LLVMValueRef number, LLVMValueRef lanes)
{
  LLVMValueRef place = place_of (emit, list, number);

  LLVMBuildStore (emit->builder, LLVMBuildOr (emit->builder, load (emit, place), lanes, ""), place);
}

/* bar.arrive: whoever comes goes on at once. */
static void
pass (IhopEmit *emit, LLVMValueRef number)
{
  LLVMValueRef place = place_of (emit, G_STRUCT_OFFSET (IhopWarpFrame, barriers.passed), number), lanes = emit->mask;
  LLVMValueRef count = ihop_emit_intrinsic (emit, "llvm.ctpop", &lanes, 1);

  LLVMBuildStore (emit->builder, LLVMBuildAdd (emit->builder, load (emit, place), count, ""), place);
}

static void
note (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxType pred = { 'p', 1, 1 };
  Barrier barrier = read_barrier (instruction);
  LLVMValueRef number = agreed (emit, barrier.number);

  LLVMBuildStore (emit->builder, agreed (emit, barrier.count),
                  place_of (emit, G_STRUCT_OFFSET (IhopWarpFrame, barriers.expected), number));
  if (ihop_ptx_has (instruction, "arrive"))
    {
      pass (emit, number);
      return;
    }
  come (emit, G_STRUCT_OFFSET (IhopWarpFrame, barriers.arrived), number, emit->mask);
  if (barrier.vote)
    {
      LLVMValueRef yes = ihop_emit_bits (emit, ihop_emit_operand (emit, barrier.vote, pred, TRUE));
      come (emit, G_STRUCT_OFFSET (IhopWarpFrame, barriers.voted), number, LLVMBuildAnd (emit->builder, yes, emit->mask, ""));
    }
}

/* bar.warp.sync: lanes of a warp run in step. */
static void
barrier (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  if (ihop_ptx_has (instruction, "warp"))
    ihop_emit_check_warp (emit, &instruction->operands[0]);
  else
    ihop_emit_check_barrier (emit);
  if (ihop_ptx_has (instruction, "cluster"))
    ihop_emit_fail (emit, "barriers of clusters are not known");
  else if (ihop_ptx_has (instruction, "red") && read_barrier (instruction).number
           && read_barrier (instruction).number->kind != IHOP_PTX_INTEGER)
    ihop_emit_fail (emit, "a barrier with a result is known with a constant number only");
  else if (emit->flow->has_numbered && !ihop_ptx_has (instruction, "warp"))
    note (emit, instruction);
}

static LLVMValueRef
found (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  LLVMValueRef number = agreed (emit, read_barrier (instruction).number);
  LLVMValueRef yes = load (emit, place_of (emit, G_STRUCT_OFFSET (IhopWarpFrame, barriers.votes), number));

  if (ihop_ptx_has (instruction, "popc"))
    return yes;
  if (ihop_ptx_has (instruction, "or"))
    return LLVMBuildICmp (emit->builder, LLVMIntNE, yes, ihop_emit_constant (emit, 32, 0), "");
  LLVMValueRef all = load (emit, place_of (emit, G_STRUCT_OFFSET (IhopWarpFrame, barriers.voters), number));
  return LLVMBuildICmp (emit->builder, LLVMIntEQ, yes, all, "");
}

void
ihop_emit_barrier_result (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef lanes)
{
  const IhopPtxOperand *to = &instruction->operands[0];

  if (to->kind != IHOP_PTX_REGISTER)
    return;
  emit->mask = lanes; /* of them a varying number is asked */
  LLVMValueRef slot = ihop_emit_register_slot (emit, to->reg), before = ihop_emit_register_lanes (emit, to->reg);
  LLVMValueRef value = ihop_emit_splat (emit, ihop_emit_fit (emit, found (emit, instruction), ihop_emit_register_type (emit, to->reg)));
  LLVMBuildStore (emit->builder, LLVMBuildSelect (emit->builder, ihop_emit_lanes (emit, lanes), value, before, ""), slot);
}

const IhopEmitRow ihop_emit_barriers[] = { { "bar", barrier }, { "barrier", barrier }, { NULL, NULL } };
