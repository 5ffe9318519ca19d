/* Barriers that are objects in shared memory, one lane after the other (run/mbarrier.c); where all lanes of a warp name one object,
 * as they nearly always do, together. */
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
place_in (IhopEmit *emit, const IhopPtxInstruction *instruction, guint at, IhopPtxSpace space)
{
  IhopEmitAddress address = ihop_emit_address (emit, &instruction->operands[at], space);

  return LLVMBuildPtrToInt (emit->builder, ihop_emit_pointers (emit, address), LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP), "");
}

static LLVMValueRef
place_of (IhopEmit *emit, const IhopPtxInstruction *instruction, guint at)
{
  return place_in (emit, instruction, at, ihop_ptx_space (instruction));
}

/* Where the object lies that all lanes name; NULL: they may name several, or some of them may not. */
static LLVMValueRef
one_place (IhopEmit *emit, const IhopPtxInstruction *instruction, guint at)
{
  IhopEmitAddress address = ihop_emit_address (emit, &instruction->operands[at], ihop_ptx_space (instruction));

  return emit->result->checks || address.pattern || ihop_emit_is_vector (address.base) ? NULL : address.base;
}

/* Counted code has no row for them; checked code asks first, for each lane, and goes on with those that may. */
static gboolean
is_known_here (IhopEmit *emit)
{
  if (emit->result->sites && emit->result->checks == NULL)
    ihop_emit_fail (emit, "mbarrier is not counted");
  return emit->result->sites == NULL || emit->result->checks;
}

static gboolean
is_same (IhopEmit *emit, const IhopPtxInstruction *instruction, guint at)
{
  return at >= instruction->n_operands || ihop_lanes_of (emit->lanes, &instruction->operands[at]).kind <= IHOP_LANES_UNIFORM;
}

static LLVMValueRef
first_lane (IhopEmit *emit, LLVMValueRef values)
{
  return LLVMBuildExtractElement (emit->builder, values, ihop_emit_constant (emit, 32, 0), "");
}

/* What lanes were answered one by one, where all of them share the register (checked code). */
static LLVMValueRef
first_active (IhopEmit *emit, LLVMValueRef values)
{
  LLVMValueRef first, arguments[] = { emit->mask, ihop_emit_constant (emit, 1, 0) };

  first = ihop_emit_intrinsic (emit, "llvm.cttz", arguments, 2);
  first = LLVMBuildAnd (emit->builder, first, ihop_emit_constant (emit, 32, IHOP_WARP - 1), "");
  return LLVMBuildExtractElement (emit->builder, values, first, "");
}

static void
answer (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef value)
{
  LLVMTypeRef element;

  if (instruction->operands[0].kind != IHOP_PTX_REGISTER)
    return;
  if (ihop_emit_is_vector (value) && is_same (emit, instruction, 0))
    value = first_active (emit, value);
  element = ihop_emit_register_type (emit, instruction->operands[0].reg);
  value = element == ihop_emit_int (emit, 1) ? LLVMBuildICmp (emit->builder, LLVMIntNE, value, ihop_emit_constant_like (value, 0), "")
                                             : ihop_emit_fit (emit, value, element);
  ihop_emit_set (emit, &instruction->operands[0], value,
                 (IhopLanes){ ihop_emit_is_vector (value) ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 });
}

/* "values" as the function has them for one lane: all that are there arrive at once. */
static LLVMValueRef
arrive_together (IhopEmit *emit, LLVMValueRef place, LLVMValueRef *values)
{
  LLVMTypeRef wide_type = ihop_emit_int (emit, 64);
  LLVMValueRef n = LLVMBuildZExt (emit->builder, ihop_emit_intrinsic (emit, "llvm.ctpop", &emit->mask, 1), wide_type, "");
  LLVMValueRef arguments[] = { emit->frame, ihop_emit_constant (emit, 32, 0), place, NULL, NULL, NULL };

  for (guint i = 1; i < 4; i++)
    arguments[i + 2] = LLVMBuildMul (emit->builder, first_lane (emit, values[i]), n, "");
  return ihop_emit_call (emit, "ihop_warp_mbarrier_arrive", wide_type, arguments, G_N_ELEMENTS (arguments));
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
  LLVMValueRef place = is_same (emit, instruction, at + 1) ? one_place (emit, instruction, at) : NULL;
  LLVMValueRef before = place ? arrive_together (emit, place, values)
                              : ihop_emit_call_lanes (emit, "mbarrier_arrive", values, G_N_ELEMENTS (values));

  if (at)
    answer (emit, instruction, before);
}

/* Copies are done at once: who has made some arrives, if nobody else does that for them. */
void
ihop_emit_mbarrier_copied (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  LLVMValueRef values[] = { place_of (emit, instruction, 0), number (emit, 1), number (emit, 0), number (emit, 0) };

  LLVMValueRef mask = emit->mask;
  if (!is_known_here (emit))
    return;
  ihop_emit_check_phased (emit, values[0]);
  if (ihop_ptx_has (instruction, "noinc"))
    ihop_emit_call_lanes (emit, "mbarrier_arrive", values, G_N_ELEMENTS (values));
  emit->mask = mask;
}

/* "cp.async.bulk.TO.FROM": is TO shared memory? */
static gboolean
goes_to_shared (const IhopPtxInstruction *instruction)
{
  for (guint i = 0; i < instruction->n_parts; i++)
    if (g_str_has_prefix (instruction->parts[i], "shared::"))
      return TRUE;
    else if (g_str_equal (instruction->parts[i], "global"))
      return FALSE;
  return FALSE;
}

/* [to], [from], bytes, and [object] where one counts the bytes that have come. */
void
ihop_emit_mbarrier_bulk (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean to_shared = goes_to_shared (instruction), has_object = ihop_ptx_has (instruction, "mbarrier::complete_tx::bytes");

  if (emit->result->sites)
    ihop_emit_fail (emit, "cp.async.bulk is neither counted nor checked");
  else if (ihop_ptx_has (instruction, "tensor") || ihop_ptx_has (instruction, "reduce") || ihop_ptx_has (instruction, "multicast::cluster")
           || instruction->n_operands < (has_object ? 4u : 3u))
    ihop_emit_fail (emit, "this kind of cp is not known");
  else
    {
      LLVMValueRef values[]
        = { place_in (emit, instruction, 0, to_shared ? IHOP_PTX_SPACE_SHARED : IHOP_PTX_SPACE_GLOBAL),
            place_in (emit, instruction, 1, to_shared && ihop_ptx_has (instruction, "global") ? IHOP_PTX_SPACE_GLOBAL : IHOP_PTX_SPACE_SHARED),
            wide (emit, instruction, 2, u32, 0), has_object ? place_in (emit, instruction, 3, IHOP_PTX_SPACE_SHARED) : number (emit, 0) };
      ihop_emit_call_lanes (emit, "mbarrier_copy", values, G_N_ELEMENTS (values));
    }
}

/* Is the phase over that "given" is of? The number of the object's phase is its highest bit (run/mbarrier.c). */
static LLVMValueRef
test_together (IhopEmit *emit, LLVMValueRef place, LLVMValueRef given, gboolean by_parity)
{
  LLVMValueRef object = LLVMBuildLoad2 (emit->builder, ihop_emit_int (emit, 64), ihop_emit_pointer (emit, place), "");

  LLVMSetAlignment (object, 8);
  if (by_parity)
    given = LLVMBuildShl (emit->builder, given, ihop_emit_constant_like (given, 63), "");
  ihop_emit_agree (emit, &object, &given);
  LLVMValueRef differ = LLVMBuildXor (emit->builder, object, given, "");
  return LLVMBuildLShr (emit->builder, differ, ihop_emit_constant_like (differ, 63), "");
}

static void
test (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean by_parity = ihop_ptx_has (instruction, "parity");
  LLVMValueRef place = one_place (emit, instruction, 1);
  if (place)
    {
      LLVMValueRef given = wide (emit, instruction, 2, by_parity ? u32 : u64, 0);
      given = is_same (emit, instruction, 2) ? first_lane (emit, given) : given;
      answer (emit, instruction, test_together (emit, place, given, by_parity));
      return;
    }
  LLVMValueRef values[] = { place_of (emit, instruction, 1), wide (emit, instruction, 2, by_parity ? u32 : u64, 0) };

  answer (emit, instruction, ihop_emit_call_lanes (emit, by_parity ? "mbarrier_is_over_parity" : "mbarrier_is_over", values, G_N_ELEMENTS (values)));
}

/* What makes an object, or counts bytes that are to come or have come. */
static void
change (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const char *function = ihop_ptx_has (instruction, "init")        ? "mbarrier_init"
                         : ihop_ptx_has (instruction, "expect_tx") ? "mbarrier_expect"
                                                                   : "mbarrier_complete";
  LLVMValueRef values[] = { place_of (emit, instruction, 0), wide (emit, instruction, 1, u32, 0) };

  ihop_emit_call_lanes (emit, function, values, G_N_ELEMENTS (values));
}

static void
mbarrier (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean tests = ihop_ptx_has (instruction, "test_wait") || ihop_ptx_has (instruction, "try_wait");
  gboolean counts = ihop_ptx_has (instruction, "pending_count");
  LLVMValueRef mask = emit->mask;

  if (!is_known_here (emit))
    return;
  if (!counts)
    ihop_emit_check_phased (emit, place_of (emit, instruction, tests ? 1 : ihop_flow_n_results (instruction)));
  if (tests)
    test (emit, instruction);
  else if (ihop_ptx_has (instruction, "arrive") || ihop_ptx_has (instruction, "arrive_drop"))
    arrive (emit, instruction);
  else if (counts)
    {
      LLVMValueRef given = wide (emit, instruction, 1, u64, 0);
      answer (emit, instruction, ihop_emit_call_lanes (emit, "mbarrier_count_left", &given, 1));
    }
  else if (!ihop_ptx_has (instruction, "inval"))
    change (emit, instruction);
  emit->mask = mask;
}

const IhopEmitRow ihop_emit_mbarriers[] = { { "mbarrier", mbarrier }, { NULL, NULL } };
