/* Comparisons and choices ("PTX ISA", 9.7.6). */
#include "simt/lower/emit_small.h"

typedef struct
{
  const char *name;
  LLVMIntPredicate of_unsigned, of_signed;
  LLVMRealPredicate of_real;
} Comparison;

static const Comparison comparisons[]
  = { { "eq", LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ },   { "ne", LLVMIntNE, LLVMIntNE, LLVMRealONE },
      { "lt", LLVMIntULT, LLVMIntSLT, LLVMRealOLT }, { "le", LLVMIntULE, LLVMIntSLE, LLVMRealOLE },
      { "gt", LLVMIntUGT, LLVMIntSGT, LLVMRealOGT }, { "ge", LLVMIntUGE, LLVMIntSGE, LLVMRealOGE },
      { "lo", LLVMIntULT, LLVMIntULT, LLVMRealOLT }, { "ls", LLVMIntULE, LLVMIntULE, LLVMRealOLE },
      { "hi", LLVMIntUGT, LLVMIntUGT, LLVMRealOGT }, { "hs", LLVMIntUGE, LLVMIntUGE, LLVMRealOGE },
      { "equ", LLVMIntEQ, LLVMIntEQ, LLVMRealUEQ },  { "neu", LLVMIntNE, LLVMIntNE, LLVMRealUNE },
      { "ltu", LLVMIntULT, LLVMIntULT, LLVMRealULT }, { "leu", LLVMIntULE, LLVMIntULE, LLVMRealULE },
      { "gtu", LLVMIntUGT, LLVMIntUGT, LLVMRealUGT }, { "geu", LLVMIntUGE, LLVMIntUGE, LLVMRealUGE },
      { "num", LLVMIntEQ, LLVMIntEQ, LLVMRealORD },  { "nan", LLVMIntEQ, LLVMIntEQ, LLVMRealUNO } };

static const Comparison *
comparison_of (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  for (guint i = 0; i < G_N_ELEMENTS (comparisons); i++)
    if (instruction->n_parts && g_str_equal (instruction->parts[0], comparisons[i].name))
      return &comparisons[i];
  ihop_emit_fail (emit, "this comparison is not known");
  return &comparisons[0];
}

static gboolean
is_any_vector (IhopEmit *emit, const IhopPtxInstruction *instruction, guint first)
{
  for (guint i = first; i < instruction->n_operands; i++)
    if (ihop_lanes_of (emit->lanes, &instruction->operands[i]).kind > IHOP_LANES_UNIFORM)
      return TRUE;
  return FALSE;
}

/* The kth of two numbers of 16 bits, or the one. */
static LLVMValueRef
compare_small (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, gboolean vector, guint k)
{
  const IhopPtxType bits = { 'b', type.bits * type.lanes, 1 };
  LLVMValueRef a = ihop_emit_small_open (emit, ihop_emit_operand (emit, &instruction->operands[1], bits, vector), type, k);
  LLVMValueRef b = ihop_emit_small_open (emit, ihop_emit_operand (emit, &instruction->operands[2], bits, vector), type, k);

  return LLVMBuildFCmp (emit->builder, comparison_of (emit, instruction)->of_real, a, b, "");
}

static LLVMValueRef
compare (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, gboolean vector)
{
  const Comparison *comparison = comparison_of (emit, instruction);

  if (ihop_emit_is_small (type))
    return compare_small (emit, instruction, type, vector, 0);
  LLVMValueRef a = ihop_emit_operand (emit, &instruction->operands[1], type, vector);
  LLVMValueRef b = ihop_emit_operand (emit, &instruction->operands[2], type, vector);

  if (type.kind == 'f')
    return LLVMBuildFCmp (emit->builder, comparison->of_real, a, b, "");
  return LLVMBuildICmp (emit->builder, type.kind == 's' ? comparison->of_signed : comparison->of_unsigned, a, b, "");
}

static LLVMValueRef
combine (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b)
{
  if (ihop_ptx_has (instruction, "and"))
    return LLVMBuildAnd (emit->builder, a, b, "");
  if (ihop_ptx_has (instruction, "or"))
    return LLVMBuildOr (emit->builder, a, b, "");
  return LLVMBuildXor (emit->builder, a, b, "");
}

/* With a third operand the result and its opposite are each combined with that. */
static void
set_predicate (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxType pred = { 'p', 1, 1 };
  gboolean vector = is_any_vector (emit, instruction, 1);
  LLVMValueRef result = compare (emit, instruction, ihop_ptx_type (instruction, 0), vector);
  LLVMValueRef other = ihop_ptx_type (instruction, 0).lanes == 2
                         ? compare_small (emit, instruction, ihop_ptx_type (instruction, 0), vector, 1)
                         : LLVMBuildNot (emit->builder, result, "");
  IhopLanes made = { vector ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 };
  const IhopPtxOperand *to = &instruction->operands[0];

  if (instruction->n_operands > 3)
    {
      LLVMValueRef with = ihop_emit_operand (emit, &instruction->operands[3], pred, vector);
      result = combine (emit, instruction, result, with);
      other = combine (emit, instruction, other, with);
    }
  if (to->kind == IHOP_PTX_LIST && to->n_items == 2)
    {
      ihop_emit_set (emit, &to->items[0], result, made);
      ihop_emit_set (emit, &to->items[1], other, made);
    }
  else
    ihop_emit_set (emit, to, result, made);
}

/* set: all ones or 1.0. */
static void
set_small_pair (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean vector = is_any_vector (emit, instruction, 1);
  IhopPtxType to = ihop_ptx_type (instruction, 0), from = ihop_ptx_type (instruction, 1);
  IhopLanes made = { vector ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 };
  guint64 yes = to.kind == 'h' ? 0x3f80 : to.kind == 'f' ? 0x3c00 : 0xffff;
  LLVMValueRef parts[2];

  for (guint k = 0; k < 2; k++)
    {
      LLVMValueRef holds = compare_small (emit, instruction, from, vector, k);
      LLVMTypeRef type = ihop_emit_like (ihop_emit_int (emit, 16), holds);
      LLVMValueRef zero = LLVMConstNull (type);
      parts[k] = LLVMBuildSelect (emit->builder, holds, ihop_emit_constant_like (zero, yes), zero, "");
    }
  ihop_emit_set (emit, &instruction->operands[0], ihop_emit_small_join (emit, parts, 2), made);
}

static void
set_number (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean vector = is_any_vector (emit, instruction, 1);
  IhopPtxType to = ihop_ptx_type (instruction, 0);

  if (ihop_ptx_type (instruction, 1).lanes == 2 && instruction->n_operands == 3)
    {
      set_small_pair (emit, instruction);
      return;
    }
  LLVMValueRef result = compare (emit, instruction, ihop_ptx_type (instruction, 1), vector);
  LLVMTypeRef type = ihop_emit_like (ihop_emit_type (emit, to), result);
  IhopLanes made = { vector ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 };

  if (instruction->n_operands > 3)
    {
      const IhopPtxType pred = { 'p', 1, 1 };
      result = combine (emit, instruction, result, ihop_emit_operand (emit, &instruction->operands[3], pred, vector));
    }
  result = to.kind == 'f' ? LLVMBuildUIToFP (emit->builder, result, type, "") : LLVMBuildSExt (emit->builder, result, type, "");
  ihop_emit_set (emit, &instruction->operands[0], result, made);
}

static void
choose (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef (*ask) (IhopEmit *, const IhopPtxOperand *, IhopPtxType, gboolean))
{
  gboolean vector = is_any_vector (emit, instruction, 1);
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  IhopLanes made = { vector ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 };
  LLVMValueRef a = ihop_emit_operand (emit, &instruction->operands[1], type, vector);
  LLVMValueRef b = ihop_emit_operand (emit, &instruction->operands[2], type, vector);
  LLVMValueRef which = ask (emit, &instruction->operands[3], ihop_ptx_type (instruction, 1), vector);

  ihop_emit_set (emit, &instruction->operands[0], LLVMBuildSelect (emit->builder, which, a, b, ""), made);
}

static LLVMValueRef
ask_predicate (IhopEmit *emit, const IhopPtxOperand *operand, IhopPtxType type, gboolean vector)
{
  return ihop_emit_operand (emit, operand, (IhopPtxType){ 'p', 1, 1 }, vector);
}

static LLVMValueRef
ask_sign (IhopEmit *emit, const IhopPtxOperand *operand, IhopPtxType type, gboolean vector)
{
  LLVMValueRef value = ihop_emit_operand (emit, operand, type, vector), zero = LLVMConstNull (LLVMTypeOf (value));

  return type.kind == 'f' ? LLVMBuildFCmp (emit->builder, LLVMRealOGE, value, zero, "")
                          : LLVMBuildICmp (emit->builder, LLVMIntSGE, value, zero, "");
}

static void
select_predicate (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  choose (emit, instruction, ask_predicate);
}

static void
select_sign (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  choose (emit, instruction, ask_sign);
}

/* What the classes of numbers are called; their bits in LLVM's is.fpclass. */
static void
test_number (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  static const struct
  {
    const char *name;
    guint classes;
  } tests[] = { { "finite", 0x1f8 },   { "infinite", 0x204 },  { "number", 0x3fc },
                { "notanumber", 0x3 }, { "normal", 0x108 },    { "subnormal", 0x90 } };
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  gboolean vector = is_any_vector (emit, instruction, 1);
  IhopLanes made = { vector ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 };
  guint classes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    if (ihop_ptx_has (instruction, tests[i].name))
      classes = tests[i].classes;
  LLVMValueRef arguments[] = { ihop_emit_operand (emit, &instruction->operands[1], type, vector),
                               ihop_emit_constant (emit, 32, classes) };
  ihop_emit_set (emit, &instruction->operands[0], ihop_emit_intrinsic (emit, "llvm.is.fpclass", arguments, 2), made);
}

const IhopEmitRow ihop_emit_comparisons[]
  = { { "setp", set_predicate }, { "set", set_number },   { "selp", select_predicate },
      { "slct", select_sign },   { "testp", test_number }, { NULL, NULL } };
