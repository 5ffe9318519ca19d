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
  gboolean is_full; /* all 32 lanes are known to be there */
} Change;

/* In the lane of this number. */
static LLVMValueRef
change_lane (IhopEmit *emit, const Change *change, IhopEmitEach *each)
{
  LLVMValueRef x[2] = { ihop_emit_each_pick (emit, each, change->values[0]),
                        change->values[1] ? ihop_emit_each_pick (emit, each, change->values[1]) : NULL };

  return change_one (emit, change->instruction, change->type, ihop_emit_each_pick (emit, each, change->places), x);
}

/* The lanes of the mask; puts into the slot what was there before. */
static void
change_active (IhopEmit *emit, const Change *change, LLVMValueRef slot)
{
  IhopEmitEach each = ihop_emit_each_begin (emit);

  ihop_emit_each_put (emit, &each, slot, change_lane (emit, change, &each));
  ihop_emit_each_end (emit, &each);
}

/* Lanes that are written out one behind the other: each is but a few instructions. Not all 32 of them: a processor foretells for each
 * instruction on which store it has to wait, and has room for a few. */
enum { WRITTEN_OUT = 4 };

/* The lanes of a full warp from this one on. */
static void
change_some (IhopEmit *emit, const Change *change, IhopEmitEach *each, LLVMValueRef slot)
{
  LLVMValueRef first = each->number;

  for (guint i = 0; i < WRITTEN_OUT; i++)
    {
      each->number = LLVMBuildAdd (emit->builder, first, ihop_emit_constant (emit, 32, i), "");
      ihop_emit_each_put (emit, each, slot, change_lane (emit, change, each));
    }
}

/* All lanes of a full warp; puts into the slot what was there before. */
static void
change_all (IhopEmit *emit, const Change *change, LLVMValueRef slot)
{
  IhopEmitEach each = ihop_emit_all_lanes_begin (emit);

  change_some (emit, change, &each, slot);
  ihop_emit_all_lanes_end (emit, &each, WRITTEN_OUT);
}

/* --- lanes that add to one place ------------------------------------------------------------------ */

/* Whole numbers of which all lanes add the same one: lanes that name one place add a multiple of it at once, as if one had come
 * directly behind the other ("warp-aggregated atomics"). Sums of reals depend on the order, so they stay one by one. */
static gboolean
adds_alike (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, const IhopPtxOperand *x)
{
  LLVMAtomicRMWBinOp op;

  return !ihop_ptx_has (instruction, "cas") && !ihop_emit_is_small (type) && operation (instruction, type, &op)
         && op == LLVMAtomicRMWBinOpAdd && ihop_lanes_of (emit->lanes, x).kind <= IHOP_LANES_UNIFORM;
}

static LLVMValueRef
counted_bits (IhopEmit *emit, LLVMValueRef bits)
{
  return ihop_emit_intrinsic (emit, "llvm.ctpop", &bits, 1);
}

/* How many of "lanes" (i32) come before each lane. */
static LLVMValueRef
ranks (IhopEmit *emit, LLVMValueRef lanes)
{
  gint64 before[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    before[i] = ((gint64) 1 << i) - 1;
  LLVMValueRef masks = ihop_emit_pattern (ihop_emit_int (emit, 32), before);
  return counted_bits (emit, LLVMBuildAnd (emit->builder, ihop_emit_splat (emit, lanes), masks, ""));
}

/* The lanes of the mask that name the place of the first of them. */
static LLVMValueRef
lanes_at_first (IhopEmit *emit, LLVMValueRef places, LLVMValueRef *place)
{
  LLVMValueRef arguments[] = { emit->mask, ihop_emit_constant (emit, 1, 1) };
  LLVMValueRef first = ihop_emit_intrinsic (emit, "llvm.cttz", arguments, 2);

  *place = LLVMBuildExtractElement (emit->builder, places, first, "");
  LLVMValueRef same = LLVMBuildICmp (emit->builder, LLVMIntEQ, places, ihop_emit_splat (emit, *place), "");
  return LLVMBuildAnd (emit->builder, ihop_emit_bits (emit, same), emit->mask, "");
}

/* Adds for all these lanes; puts into the slot what each of them has found. */
static void
add_together (IhopEmit *emit, const Change *change, LLVMValueRef lanes, LLVMValueRef place, LLVMValueRef slot)
{
  LLVMBuilderRef b = emit->builder;
  LLVMValueRef x = change->values[0];
  LLVMTypeRef number = LLVMGetElementType (LLVMTypeOf (x));
  LLVMValueRef one = LLVMBuildExtractElement (b, x, ihop_emit_constant (emit, 32, 0), "");
  LLVMValueRef sum = LLVMBuildMul (b, one, ihop_emit_fit (emit, counted_bits (emit, lanes), number), "");
  LLVMValueRef old = change_one (emit, change->instruction, change->type, place, &sum);
  LLVMValueRef added = LLVMBuildMul (b, x, ihop_emit_fit (emit, ranks (emit, lanes), number), "");

  LLVMBuildStore (b, LLVMBuildAdd (b, ihop_emit_splat (emit, old), added, ""), slot);
}

/* As many lanes at one place are worth it: an operation that others see costs as much as all that is asked here, one in shared memory
 * a few instructions. */
static guint
worthwhile (const Change *change)
{
  return is_alone (change->instruction, change->type) ? 10 : 2;
}

/* Lanes one by one: all of a full warp's or those of the mask. */
static void
change_single (IhopEmit *emit, const Change *change, LLVMValueRef slot)
{
  if (change->is_full && is_alone (change->instruction, change->type))
    change_all (emit, change, slot);
  else
    change_active (emit, change, slot);
}

/* The lanes at the first one's place, then those that are left. */
static void
change_some_together (IhopEmit *emit, const Change *change, LLVMValueRef lanes, LLVMValueRef place, LLVMValueRef slot)
{
  LLVMBasicBlockRef others = LLVMAppendBasicBlockInContext (emit->context, emit->function, "others");
  LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext (emit->context, emit->function, "done");
  LLVMValueRef mask = emit->mask;

  add_together (emit, change, lanes, place, slot);
  emit->mask = LLVMBuildXor (emit->builder, mask, lanes, "");
  LLVMValueRef none = LLVMBuildICmp (emit->builder, LLVMIntEQ, emit->mask, ihop_emit_constant (emit, 32, 0), "");
  LLVMBuildCondBr (emit->builder, none, done, others);
  LLVMPositionBuilderAtEnd (emit->builder, others);
  change_active (emit, change, slot);
  LLVMBuildBr (emit->builder, done);
  LLVMPositionBuilderAtEnd (emit->builder, done);
  emit->mask = mask;
}

static void
change_alike (IhopEmit *emit, const Change *change, LLVMValueRef slot)
{
  LLVMBasicBlockRef together = LLVMAppendBasicBlockInContext (emit->context, emit->function, "together");
  LLVMBasicBlockRef single = LLVMAppendBasicBlockInContext (emit->context, emit->function, "single");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext (emit->context, emit->function, "changed");
  LLVMValueRef place, lanes = lanes_at_first (emit, change->places, &place);
  LLVMValueRef enough = ihop_emit_constant (emit, 32, worthwhile (change));

  LLVMBuildCondBr (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntUGE, counted_bits (emit, lanes), enough, ""), together, single);
  LLVMPositionBuilderAtEnd (emit->builder, together);
  change_some_together (emit, change, lanes, place, slot);
  LLVMBuildBr (emit->builder, end);
  LLVMPositionBuilderAtEnd (emit->builder, single);
  change_single (emit, change, slot);
  LLVMBuildBr (emit->builder, end);
  LLVMPositionBuilderAtEnd (emit->builder, end);
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
  what.is_full = checked.join == NULL && emit->lanes_mask == NULL;
  LLVMValueRef slot = ihop_emit_slot (emit, vector, "old");
  if (adds_alike (emit, instruction, type, &instruction->operands[first + 1]))
    change_alike (emit, &what, slot);
  else
    change_single (emit, &what, slot);
  ihop_emit_check_end_atomic (emit, &checked, mask);
  if (first) /* behind where checked code joins again */
    ihop_emit_set (emit, &instruction->operands[0], LLVMBuildLoad2 (emit->builder, vector, slot, ""), (IhopLanes){ IHOP_LANES_VARYING, NULL, 1 });
}

const IhopEmitRow ihop_emit_atomics[] = { { "atom", change }, { "red", change }, { NULL, NULL } };
