/* What the lanes of a warp do together ("PTX ISA", 9.7.9.6, 9.7.13). Lanes that are named in a mask
 * but are elsewhere do not take part: a card leaves that undefined. */
#include "simt/lower/emit.h"
#include <string.h>

static const IhopLanes varying = { IHOP_LANES_VARYING, NULL, 1 };
static const IhopLanes uniform = { IHOP_LANES_UNIFORM, NULL, 1 };
static const IhopPtxType pred = { 'p', 1, 1 };
static const IhopPtxType u32 = { 'u', 32, 1 };

static LLVMValueRef
is_zero (IhopEmit *emit, LLVMValueRef value)
{
  return LLVMBuildICmp (emit->builder, LLVMIntEQ, value, ihop_emit_constant_like (value, 0), "");
}

/* The lanes that each lane names, as i32 or 32 of them: groups of lanes may each name their own at the
 * same time. Who is elsewhere does not take part. */
static LLVMValueRef
members (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *operand = &instruction->operands[2];

  if (!ihop_ptx_has (instruction, "sync") || instruction->n_operands < 3)
    return emit->mask;
  ihop_emit_check_warp (emit, operand);
  gboolean vector = ihop_lanes_of (emit->lanes, operand).kind > IHOP_LANES_UNIFORM;
  LLVMValueRef named = ihop_emit_operand (emit, operand, u32, vector);
  return LLVMBuildAnd (emit->builder, named, vector ? ihop_emit_splat (emit, emit->mask) : emit->mask, "");
}

static IhopLanes
held_by (LLVMValueRef value)
{
  return ihop_emit_is_vector (value) ? varying : uniform;
}

static void
vote (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  LLVMValueRef group = members (emit, instruction);
  LLVMValueRef asked = ihop_emit_bits (emit, ihop_emit_operand (emit, &instruction->operands[1], pred, TRUE));
  LLVMValueRef denied = LLVMBuildNot (emit->builder, asked, "");

  ihop_emit_agree (emit, &asked, &group);
  ihop_emit_agree (emit, &denied, &group);
  LLVMValueRef yes = LLVMBuildAnd (emit->builder, asked, group, ""), no = LLVMBuildAnd (emit->builder, denied, group, "");
  LLVMValueRef result = yes;
  if (ihop_ptx_has (instruction, "all"))
    result = is_zero (emit, no);
  else if (ihop_ptx_has (instruction, "any"))
    result = LLVMBuildNot (emit->builder, is_zero (emit, yes), "");
  else if (ihop_ptx_has (instruction, "uni"))
    result = LLVMBuildOr (emit->builder, is_zero (emit, yes), is_zero (emit, no), "");
  ihop_emit_set (emit, &instruction->operands[0], result, held_by (result));
}

static void
active_mask (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  ihop_emit_set (emit, &instruction->operands[0], emit->mask, uniform);
}

/* --- shuffles --------------------------------------------------------------------------------- */

/* Elements at any places of two vectors of 16, which are one table. */
static LLVMValueRef
looked_up (IhopEmit *emit, LLVMValueRef value, LLVMValueRef places)
{
  const char *name = "llvm.x86.avx512.vpermi2var.d.512";
  LLVMValueRef low = ihop_emit_slice (emit, value, 0, 16), high = ihop_emit_slice (emit, value, 16, 16), parts[2];

  for (guint i = 0; i < 2; i++)
    {
      LLVMValueRef arguments[] = { low, ihop_emit_slice (emit, places, 16 * i, 16), high };
      parts[i] = ihop_emit_call_overloaded (emit, name, NULL, 0, arguments, 3);
    }
  return ihop_emit_join (emit, parts, 16);
}

/* All lanes' values at other lanes' places; where the processor has nothing for that, by a table in memory. */
static LLVMValueRef
permuted (IhopEmit *emit, LLVMValueRef value, LLVMValueRef places)
{
  LLVMTypeRef element = LLVMGetElementType (LLVMTypeOf (value)), pointers = LLVMVectorType (LLVMPointerTypeInContext (emit->context, 0), IHOP_WARP);
  LLVMTypeRef types[] = { LLVMTypeOf (value), pointers };
  LLVMValueRef zero = LLVMConstNull (LLVMTypeOf (places)), all = LLVMBuildICmp (emit->builder, LLVMIntEQ, zero, zero, "");

  if (emit->has_permutations)
    return looked_up (emit, value, places);
  LLVMValueRef slot = ihop_emit_slot (emit, LLVMTypeOf (value), "shuffled");
  LLVMBuildStore (emit->builder, value, slot);
  LLVMValueRef from = LLVMBuildGEP2 (emit->builder, element, slot, &places, 1, "");
  LLVMValueRef arguments[] = { from, ihop_emit_constant (emit, 32, 4), all, LLVMConstNull (LLVMTypeOf (value)) };
  return ihop_emit_call_overloaded (emit, "llvm.masked.gather", types, 2, arguments, 4);
}

static LLVMValueRef
lane_numbers (IhopEmit *emit)
{
  gint64 numbers[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = i;
  return ihop_emit_pattern (ihop_emit_int (emit, 32), numbers);
}

/* The lane that each lane looks at, and whether it is one of its segment: as numbers. */
static void
place_lane (IhopEmit *emit, const IhopPtxInstruction *instruction, gint lane, LLVMValueRef *from, LLVMValueRef *fine)
{
  gint by = instruction->operands[2].bits & 31, clamp = instruction->operands[3].bits & 31, segment = instruction->operands[3].bits >> 8 & 31;
  gint least = lane & segment, most = least | (clamp & ~segment);
  gboolean is_up = ihop_ptx_has (instruction, "up");
  gint to = is_up                                  ? lane - by
            : ihop_ptx_has (instruction, "down") ? lane + by
            : ihop_ptx_has (instruction, "bfly") ? lane ^ by
                                                   : least | (by & ~segment);
  gboolean is_fine = is_up ? to >= most : to <= most;

  *from = ihop_emit_constant (emit, 32, (is_fine ? to : lane) & 31);
  *fine = ihop_emit_constant (emit, 1, is_fine);
}

/* Distance and segments are known: then it is one permutation of the vector. */
static LLVMValueRef
shuffle_known (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef value, LLVMValueRef *fine)
{
  LLVMValueRef from[IHOP_WARP], are_fine[IHOP_WARP];

  for (gint i = 0; i < IHOP_WARP; i++)
    place_lane (emit, instruction, i, &from[i], &are_fine[i]);
  *fine = LLVMConstVector (are_fine, IHOP_WARP);
  return LLVMBuildShuffleVector (emit->builder, value, LLVMGetPoison (LLVMTypeOf (value)), LLVMConstVector (from, IHOP_WARP), "");
}

static LLVMValueRef
shuffle_found (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef value, LLVMValueRef *fine)
{
  LLVMBuilderRef b = emit->builder;
  LLVMValueRef lane = lane_numbers (emit), five = ihop_emit_constant_like (lane, 31), from;
  LLVMValueRef by = LLVMBuildAnd (b, ihop_emit_operand (emit, &instruction->operands[2], u32, TRUE), five, "");
  LLVMValueRef c = ihop_emit_operand (emit, &instruction->operands[3], u32, TRUE);
  LLVMValueRef clamp = LLVMBuildAnd (b, c, five, "");
  LLVMValueRef segment = LLVMBuildAnd (b, LLVMBuildLShr (b, c, ihop_emit_constant_like (c, 8), ""), five, "");
  LLVMValueRef other = LLVMBuildNot (b, segment, ""), least = LLVMBuildAnd (b, lane, segment, "");
  LLVMValueRef most = LLVMBuildOr (b, least, LLVMBuildAnd (b, clamp, other, ""), "");

  if (ihop_ptx_has (instruction, "up"))
    from = LLVMBuildSub (b, lane, by, "");
  else
    from = ihop_ptx_has (instruction, "down")   ? LLVMBuildAdd (b, lane, by, "")
           : ihop_ptx_has (instruction, "bfly") ? LLVMBuildXor (b, lane, by, "")
                                                : LLVMBuildOr (b, least, LLVMBuildAnd (b, by, other, ""), "");
  *fine = LLVMBuildICmp (b, ihop_ptx_has (instruction, "up") ? LLVMIntSGE : LLVMIntSLE, from, most, "");
  return permuted (emit, value, LLVMBuildAnd (b, LLVMBuildSelect (b, *fine, from, lane, ""), five, ""));
}

/* shfl.mode d|p, a, b, c: c holds the clamp in its low bits and the segments' mask in bits 8 to 12. */
static void
shuffle (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean is_known = instruction->operands[2].kind == IHOP_PTX_INTEGER && instruction->operands[3].kind == IHOP_PTX_INTEGER;
  const IhopPtxOperand *to = &instruction->operands[0];
  LLVMValueRef fine, value, result;

  if (ihop_ptx_has (instruction, "sync") && instruction->n_operands > 4)
    ihop_emit_check_warp (emit, &instruction->operands[4]);
  value = ihop_emit_operand (emit, &instruction->operands[1], u32, TRUE);
  result = is_known ? shuffle_known (emit, instruction, value, &fine) : shuffle_found (emit, instruction, value, &fine);
  ihop_emit_set (emit, to->kind == IHOP_PTX_LIST ? &to->items[0] : to, result, varying);
  if (to->kind == IHOP_PTX_LIST && to->n_items > 1)
    ihop_emit_set (emit, &to->items[1], fine, varying);
}

/* --- match, redux ----------------------------------------------------------------------------- */

/* The lanes of its group that hold the same as this one. */
static LLVMValueRef
equal_lanes (IhopEmit *emit, IhopEmitEach *each, LLVMValueRef values, LLVMValueRef group)
{
  LLVMValueRef mine = ihop_emit_splat (emit, ihop_emit_each_pick (emit, each, values));
  LLVMValueRef same = ihop_emit_bits (emit, LLVMBuildICmp (emit->builder, LLVMIntEQ, values, mine, ""));

  return LLVMBuildAnd (emit->builder, same, ihop_emit_each_pick (emit, each, group), "");
}

static void
match (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  LLVMTypeRef vector = LLVMVectorType (ihop_emit_int (emit, 32), IHOP_WARP);
  LLVMValueRef values = ihop_emit_operand (emit, &instruction->operands[1], type, TRUE);
  LLVMValueRef slot = ihop_emit_slot (emit, vector, "matched");
  LLVMValueRef group = members (emit, instruction);
  const IhopPtxOperand *to = &instruction->operands[0];
  IhopEmitEach each = ihop_emit_each_begin (emit);

  ihop_emit_each_put (emit, &each, slot, equal_lanes (emit, &each, values, group));
  ihop_emit_each_end (emit, &each);
  LLVMValueRef result = LLVMBuildLoad2 (emit->builder, vector, slot, "");
  if (ihop_ptx_has (instruction, "all"))
    {
      LLVMValueRef fine = LLVMBuildICmp (emit->builder, LLVMIntEQ, result, ihop_emit_splat (emit, group), "");
      result = LLVMBuildSelect (emit->builder, fine, result, ihop_emit_constant_like (result, 0), "");
      if (to->kind == IHOP_PTX_LIST && to->n_items > 1)
        ihop_emit_set (emit, &to->items[1], fine, varying);
    }
  ihop_emit_set (emit, to->kind == IHOP_PTX_LIST ? &to->items[0] : to, result, varying);
}

static LLVMValueRef
reduced (IhopEmit *emit, LLVMValueRef values, LLVMValueRef group, const char *intrinsic, guint64 neutral)
{
  LLVMValueRef taken = LLVMBuildSelect (emit->builder, ihop_emit_lanes (emit, group), values,
                                        ihop_emit_constant_like (values, neutral), "");

  return ihop_emit_intrinsic (emit, intrinsic, &taken, 1);
}

/* For all lanes at once where they name the same group, else for each. */
static void
reduce_group (IhopEmit *emit, const IhopPtxInstruction *instruction, const char *intrinsic, guint64 neutral)
{
  LLVMValueRef values = ihop_emit_operand (emit, &instruction->operands[1], ihop_ptx_type (instruction, 0), TRUE);
  LLVMValueRef group = members (emit, instruction);

  if (!ihop_emit_is_vector (group))
    {
      ihop_emit_set (emit, &instruction->operands[0], reduced (emit, values, group, intrinsic, neutral), uniform);
      return;
    }
  LLVMValueRef slot = ihop_emit_slot (emit, LLVMTypeOf (values), "reduced");
  IhopEmitEach each = ihop_emit_each_begin (emit);
  LLVMValueRef one = reduced (emit, values, ihop_emit_each_pick (emit, &each, group), intrinsic, neutral);
  ihop_emit_each_put (emit, &each, slot, one);
  ihop_emit_each_end (emit, &each);
  ihop_emit_set (emit, &instruction->operands[0], LLVMBuildLoad2 (emit->builder, LLVMTypeOf (values), slot, ""), varying);
}

static void
reduce (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  gboolean is_signed = type.kind == 's';
  const struct
  {
    const char *part, *intrinsic;
    guint64 neutral;
  } reductions[] = { { "add", "llvm.vector.reduce.add", 0 },
                     { "and", "llvm.vector.reduce.and", G_MAXUINT32 },
                     { "or", "llvm.vector.reduce.or", 0 },
                     { "xor", "llvm.vector.reduce.xor", 0 },
                     { "min", is_signed ? "llvm.vector.reduce.smin" : "llvm.vector.reduce.umin", is_signed ? G_MAXINT32 : G_MAXUINT32 },
                     { "max", is_signed ? "llvm.vector.reduce.smax" : "llvm.vector.reduce.umax", is_signed ? 0x80000000u : 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (reductions); i++)
    if (ihop_ptx_has (instruction, reductions[i].part))
      {
        reduce_group (emit, instruction, reductions[i].intrinsic, reductions[i].neutral);
        return;
      }
  ihop_emit_fail (emit, "this reduction is not known");
}

/* The lowest lane of the group leads. */
static void
elect (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *to = &instruction->operands[0], *named = &instruction->operands[1];
  gint64 numbers[IHOP_WARP];

  ihop_emit_check_warp (emit, named);
  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = i;
  LLVMValueRef lanes = ihop_emit_pattern (ihop_emit_int (emit, 32), numbers);
  LLVMValueRef group = ihop_emit_operand (emit, named, u32, TRUE);
  group = LLVMBuildAnd (emit->builder, group, ihop_emit_splat (emit, emit->mask), "");
  LLVMValueRef arguments[] = { group, ihop_emit_constant (emit, 1, 0) };
  LLVMValueRef first = ihop_emit_intrinsic (emit, "llvm.cttz", arguments, 2);
  ihop_emit_set (emit, to->kind == IHOP_PTX_LIST ? &to->items[0] : to, first, varying);
  if (to->kind == IHOP_PTX_LIST && to->n_items > 1)
    ihop_emit_set (emit, &to->items[1], LLVMBuildICmp (emit->builder, LLVMIntEQ, lanes, first, ""), varying);
}

static void
stop (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
}

const IhopEmitRow ihop_emit_warp[]
  = { { "vote", vote },     { "activemask", active_mask }, { "shfl", shuffle }, { "match", match },
      { "redux", reduce },  { "elect", elect },          { "bra", stop },
      { "brx", stop },      { "ret", stop },               { "exit", stop },    { NULL, NULL } };
