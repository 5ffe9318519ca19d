/* atom and red ("PTX ISA", 9.7.13): one lane after the other. */
#include "simt/lower/emit_small.h"

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
sum_small (IhopEmit *emit, IhopPtxType type, LLVMValueRef a, LLVMValueRef b)
{
  LLVMValueRef parts[2];

  for (guint k = 0; k < type.lanes; k++)
    {
      LLVMValueRef sum = LLVMBuildFAdd (emit->builder, ihop_emit_small_open (emit, a, type, k),
                                        ihop_emit_small_open (emit, b, type, k), "");
      parts[k] = ihop_emit_small_close (emit, sum, type);
    }
  return ihop_emit_small_join (emit, parts, type.lanes);
}

/* Processors add no numbers of 16 bits: until nobody came between. */
static LLVMValueRef
add_small (IhopEmit *emit, IhopPtxType type, LLVMValueRef place, LLVMValueRef value)
{
  LLVMBasicBlockRef again = LLVMAppendBasicBlockInContext (emit->context, emit->function, "again");
  LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext (emit->context, emit->function, "done");
  LLVMValueRef slot = ihop_emit_slot (emit, LLVMTypeOf (value), "seen");
  LLVMValueRef seen = LLVMBuildLoad2 (emit->builder, LLVMTypeOf (value), place, "");

  LLVMSetAlignment (seen, size_of (type));
  LLVMBuildStore (emit->builder, seen, slot);
  LLVMBuildBr (emit->builder, again);
  LLVMPositionBuilderAtEnd (emit->builder, again);
  LLVMValueRef expected = LLVMBuildLoad2 (emit->builder, LLVMTypeOf (value), slot, "");
  LLVMValueRef found = exchange_if_equal (emit, place, expected, sum_small (emit, type, expected, value), size_of (type));
  LLVMBuildStore (emit->builder, found, slot);
  LLVMBuildCondBr (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntEQ, found, expected, ""), done, again);
  LLVMPositionBuilderAtEnd (emit->builder, done);
  return LLVMBuildLoad2 (emit->builder, LLVMTypeOf (value), slot, "");
}

static LLVMValueRef
chosen (IhopEmit *emit, LLVMIntPredicate first, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, first, a, b, ""), a, b, "");
}

static LLVMValueRef
combined (IhopEmit *emit, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef x)
{
  switch (op)
    {
    case LLVMAtomicRMWBinOpAdd:
      return LLVMBuildAdd (emit->builder, old, x, "");
    case LLVMAtomicRMWBinOpFAdd:
      return LLVMBuildFAdd (emit->builder, old, x, "");
    case LLVMAtomicRMWBinOpAnd:
      return LLVMBuildAnd (emit->builder, old, x, "");
    case LLVMAtomicRMWBinOpOr:
      return LLVMBuildOr (emit->builder, old, x, "");
    case LLVMAtomicRMWBinOpXor:
      return LLVMBuildXor (emit->builder, old, x, "");
    case LLVMAtomicRMWBinOpMin:
      return chosen (emit, LLVMIntSLT, old, x);
    case LLVMAtomicRMWBinOpMax:
      return chosen (emit, LLVMIntSGT, old, x);
    case LLVMAtomicRMWBinOpUMin:
      return chosen (emit, LLVMIntULT, old, x);
    case LLVMAtomicRMWBinOpUMax:
      return chosen (emit, LLVMIntUGT, old, x);
    default:
      return x; /* an exchange */
    }
}

/* All warps of a block run on one processor, one after the other: nobody comes between in its shared memory. */
static gboolean
is_alone (const IhopPtxInstruction *instruction, IhopPtxType type)
{
  LLVMAtomicRMWBinOp op;

  return ihop_ptx_space (instruction) == IHOP_PTX_SPACE_SHARED && !ihop_ptx_has (instruction, "cas") && !ihop_emit_is_small (type)
         && operation (instruction, type, &op) && op != LLVMAtomicRMWBinOpUIncWrap && op != LLVMAtomicRMWBinOpUDecWrap;
}

static LLVMValueRef
change_alone (IhopEmit *emit, IhopPtxType type, LLVMAtomicRMWBinOp op, LLVMValueRef place, LLVMValueRef x)
{
  LLVMValueRef old = LLVMBuildLoad2 (emit->builder, LLVMTypeOf (x), place, "");
  LLVMValueRef store = LLVMBuildStore (emit->builder, combined (emit, op, old, x), place);

  LLVMSetAlignment (old, size_of (type));
  LLVMSetAlignment (store, size_of (type));
  return old;
}

static LLVMValueRef
change_one (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef place, LLVMValueRef *x)
{
  LLVMAtomicRMWBinOp op;

  if (ihop_ptx_has (instruction, "cas"))
    return exchange_if_equal (emit, place, x[0], x[1], size_of (type));
  if (!operation (instruction, type, &op) || (ihop_emit_is_small (type) && !ihop_ptx_has (instruction, "add")))
    {
      ihop_emit_fail (emit, "this atomic operation is not known");
      return x[0];
    }
  if (ihop_emit_is_small (type))
    return add_small (emit, type, place, x[0]);
  if (is_alone (instruction, type))
    return change_alone (emit, type, op, place, x[0]);
  LLVMValueRef old = LLVMBuildAtomicRMW (emit->builder, op, place, x[0], LLVMAtomicOrderingSequentiallyConsistent, FALSE);
  LLVMSetAlignment (old, size_of (type));
  return old;
}

typedef struct
{
  const IhopPtxInstruction *instruction;
  IhopPtxType type;
  LLVMValueRef places, values[2];
} Change;

/* In the lane of this number. */
static LLVMValueRef
change_lane (IhopEmit *emit, const Change *change, const IhopEmitEach *each)
{
  LLVMValueRef x[2] = { ihop_emit_each_pick (emit, each, change->values[0]),
                        change->values[1] ? ihop_emit_each_pick (emit, each, change->values[1]) : NULL };

  return change_one (emit, change->instruction, change->type, ihop_emit_each_pick (emit, each, change->places), x);
}

/* Returns the slot of what was there before. */
static LLVMValueRef
change_active (IhopEmit *emit, const Change *change, LLVMTypeRef vector)
{
  LLVMValueRef slot = ihop_emit_slot (emit, vector, "old");
  IhopEmitEach each = ihop_emit_each_begin (emit);

  ihop_emit_each_put (emit, &each, slot, change_lane (emit, change, &each));
  ihop_emit_each_end (emit, &each);
  return slot;
}

/* A full warp's lanes written out, as each is but a few instructions. */
static LLVMValueRef
change_all (IhopEmit *emit, const Change *change, LLVMTypeRef vector)
{
  LLVMValueRef all = LLVMGetPoison (vector);

  for (guint i = 0; i < IHOP_WARP; i++)
    {
      IhopEmitEach each = { .number = ihop_emit_constant (emit, 32, i) };
      all = LLVMBuildInsertElement (emit->builder, all, change_lane (emit, change, &each), each.number, "");
    }
  return all;
}

static void
change (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  guint first = ihop_flow_n_results (instruction); /* of the address */
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  const IhopPtxType bits = { 'b', type.bits * type.lanes, 1 }, kept = ihop_emit_is_small (type) ? bits : type;
  LLVMTypeRef vector = LLVMVectorType (ihop_emit_type (emit, kept), IHOP_WARP);
  Change what = { instruction, type };

  if (instruction->n_operands < first + 2 || type.kind == 0 || type.bits < 16 || type.bits > 64)
    {
      ihop_emit_fail (emit, "this atomic operation is not known");
      return;
    }
  IhopEmitAddress address = ihop_emit_address (emit, &instruction->operands[first], ihop_ptx_space (instruction));
  what.places = ihop_emit_pointers (emit, address);
  ihop_emit_count_access (emit, address);
  for (guint i = 0; i < MIN (instruction->n_operands - first - 1, 2); i++)
    what.values[i] = ihop_emit_operand (emit, &instruction->operands[first + 1 + i], kept, TRUE);
  LLVMValueRef mask = emit->mask;
  IhopEmitChecked checked = ihop_emit_check_begin_atomic (emit, address);
  gboolean is_full = checked.join == NULL && emit->lanes_mask == NULL && is_alone (instruction, type);
  LLVMValueRef old = is_full ? change_all (emit, &what, vector) : change_active (emit, &what, vector);
  ihop_emit_check_end_atomic (emit, &checked, mask);
  if (first && !is_full) /* behind where checked code joins again */
    old = LLVMBuildLoad2 (emit->builder, vector, old, "");
  if (first)
    ihop_emit_set (emit, &instruction->operands[0], old, (IhopLanes){ IHOP_LANES_VARYING, NULL, 1 });
}

const IhopEmitRow ihop_emit_atomics[] = { { "atom", change }, { "red", change }, { NULL, NULL } };
