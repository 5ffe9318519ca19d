/* Barriers that are objects in shared memory, one lane after the other (run/mbarrier.c). */
#include "simt/lower/emit.h"

static const IhopPtxType u32 = { 'u', 32, 1 }, u64 = { 'u', 64, 1 };

static LLVMValueRef
number (IhopEmit *emit, guint64 value)
{
  return ihop_emit_splat (emit, ihop_emit_constant (emit, 64, value));
}

/* The operand as 64 bits, or the value where there is none. */
static LLVMValueRef
wide (IhopEmit *emit, const IhopPtxInstruction *instruction, guint at, IhopPtxType type, guint64 otherwise)
{
  if (at >= instruction->n_operands)
    return number (emit, otherwise);
  LLVMTypeRef vector = LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP);
  return LLVMBuildZExtOrBitCast (emit->builder, ihop_emit_operand (emit, &instruction->operands[at], type, TRUE), vector, "");
}

static LLVMValueRef
place_of (IhopEmit *emit, const IhopPtxInstruction *instruction, guint at)
{
  IhopEmitAddress address = ihop_emit_address (emit, &instruction->operands[at], ihop_ptx_space (instruction));

  return LLVMBuildPtrToInt (emit->builder, ihop_emit_pointers (emit, address), LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP), "");
}

static void
answer (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef value)
{
  LLVMTypeRef element;

  if (instruction->operands[0].kind != IHOP_PTX_REGISTER)
    return;
  element = ihop_emit_register_type (emit, instruction->operands[0].reg);
  value = element == ihop_emit_int (emit, 1) ? LLVMBuildICmp (emit->builder, LLVMIntNE, value, number (emit, 0), "")
                                             : ihop_emit_fit (emit, value, element);
  ihop_emit_set (emit, &instruction->operands[0], value, (IhopLanes){ IHOP_LANES_VARYING, NULL, 1 });
}

static void
arrive (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  guint at = ihop_flow_n_results (instruction);
  gboolean has_bytes = ihop_ptx_has (instruction, "expect_tx");
  LLVMValueRef count = has_bytes ? number (emit, 1) : wide (emit, instruction, at + 1, u32, 1);
  LLVMValueRef values[] = { place_of (emit, instruction, at), count,
                            ihop_ptx_has (instruction, "arrive_drop") ? count : number (emit, 0),
                            has_bytes ? wide (emit, instruction, at + 1, u32, 0) : number (emit, 0) };
  LLVMValueRef before = ihop_emit_call_lanes (emit, "mbarrier_arrive", values, G_N_ELEMENTS (values));

  if (at)
    answer (emit, instruction, before);
}

/* Copies are done at once: who has made some arrives, if nobody else does that for them. */
void
ihop_emit_mbarrier_copied (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  LLVMValueRef values[] = { place_of (emit, instruction, 0), number (emit, 1), number (emit, 0), number (emit, 0) };

  if (emit->result->sites)
    ihop_emit_fail (emit, "mbarrier is neither counted nor checked");
  else if (ihop_ptx_has (instruction, "noinc"))
    ihop_emit_call_lanes (emit, "mbarrier_arrive", values, G_N_ELEMENTS (values));
}

static void
test (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean by_parity = ihop_ptx_has (instruction, "parity");
  LLVMValueRef values[] = { place_of (emit, instruction, 1), wide (emit, instruction, 2, by_parity ? u32 : u64, 0) };

  answer (emit, instruction, ihop_emit_call_lanes (emit, by_parity ? "mbarrier_is_over_parity" : "mbarrier_is_over", values, G_N_ELEMENTS (values)));
}

static void
mbarrier (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  LLVMValueRef values[2];

  if (emit->result->sites)
    ihop_emit_fail (emit, "mbarrier is neither counted nor checked");
  else if (ihop_ptx_has (instruction, "test_wait") || ihop_ptx_has (instruction, "try_wait"))
    test (emit, instruction);
  else if (ihop_ptx_has (instruction, "arrive") || ihop_ptx_has (instruction, "arrive_drop"))
    arrive (emit, instruction);
  else if (ihop_ptx_has (instruction, "pending_count"))
    {
      values[0] = wide (emit, instruction, 1, u64, 0);
      answer (emit, instruction, ihop_emit_call_lanes (emit, "mbarrier_count_left", values, 1));
    }
  else if (!ihop_ptx_has (instruction, "inval"))
    {
      values[0] = place_of (emit, instruction, 0);
      values[1] = wide (emit, instruction, 1, u32, 0);
      ihop_emit_call_lanes (emit,
                            ihop_ptx_has (instruction, "init")        ? "mbarrier_init"
                            : ihop_ptx_has (instruction, "expect_tx") ? "mbarrier_expect"
                                                                      : "mbarrier_complete",
                            values, 2);
    }
}

const IhopEmitRow ihop_emit_mbarriers[] = { { "mbarrier", mbarrier }, { NULL, NULL } };
