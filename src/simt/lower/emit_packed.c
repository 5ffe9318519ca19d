/* Two halves or four bytes of a word at a time ("PTX ISA", 9.7.17, SIMD video instructions): vabsdiff4.u32.u32.u32.add d, a, b, c; and
 * whole words with a second operation (scalar video instructions): vshr.u32.u32.u32.clamp.add d, a, b, c. */
#include "simt/lower/emit.h"
#include <string.h>

typedef struct
{
  IhopEmit *emit;
  guint bits;                         /* of a part: 8 or 16 */
  gboolean is_signed[2], gives_signed; /* a, b; the result */
} Packed;

/* Part k of a word in 32 bits. */
static LLVMValueRef
part_of (const Packed *packed, LLVMValueRef word, guint k, gboolean is_signed)
{
  LLVMBuilderRef builder = packed->emit->builder;
  LLVMValueRef up = ihop_emit_constant_like (word, 32 - packed->bits * (k + 1));
  LLVMValueRef down = ihop_emit_constant_like (word, 32 - packed->bits);

  word = LLVMBuildShl (builder, word, up, "");
  return is_signed ? LLVMBuildAShr (builder, word, down, "") : LLVMBuildLShr (builder, word, down, "");
}

static LLVMValueRef
most_or_least (const Packed *packed, const char *which, LLVMValueRef a, LLVMValueRef b)
{
  LLVMValueRef both[] = { a, b };
  g_autofree char *name = g_strconcat ("llvm.s", which, NULL); /* parts of either kind are whole numbers of 32 bits here */

  return ihop_emit_intrinsic (packed->emit, name, both, 2);
}

/* Rounded half of the sum: away from what is below zero. */
static LLVMValueRef
average (const Packed *packed, LLVMValueRef a, LLVMValueRef b)
{
  LLVMBuilderRef builder = packed->emit->builder;
  LLVMValueRef sum = LLVMBuildAdd (builder, a, b, ""), one = ihop_emit_constant_like (sum, 1);
  LLVMValueRef is_up = LLVMBuildICmp (builder, LLVMIntSGE, sum, ihop_emit_constant_like (sum, 0), "");

  sum = LLVMBuildAdd (builder, sum, LLVMBuildZExt (builder, is_up, LLVMTypeOf (sum), ""), "");
  return LLVMBuildAShr (builder, sum, one, "");
}

static LLVMValueRef
compared (const Packed *packed, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b)
{
  static const struct
  {
    const char *name;
    LLVMIntPredicate predicate;
  } relations[] = { { "eq", LLVMIntEQ }, { "ne", LLVMIntNE }, { "lt", LLVMIntSLT }, { "le", LLVMIntSLE }, { "gt", LLVMIntSGT }, { "ge", LLVMIntSGE } };

  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    if (ihop_ptx_has (instruction, relations[i].name))
      return LLVMBuildZExt (packed->emit->builder, LLVMBuildICmp (packed->emit->builder, relations[i].predicate, a, b, ""), LLVMTypeOf (a), "");
  ihop_emit_fail (packed->emit, "%s lacks a comparison", instruction->opcode);
  return a;
}

static LLVMValueRef
compute_part (const Packed *packed, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b)
{
  LLVMBuilderRef builder = packed->emit->builder;
  const char *opcode = instruction->opcode;

  if (g_str_has_prefix (opcode, "vshl"))
    return LLVMBuildShl (builder, a, b, "");
  if (g_str_has_prefix (opcode, "vshr"))
    return LLVMBuildAShr (builder, a, b, "");
  if (g_str_has_prefix (opcode, "vadd"))
    return LLVMBuildAdd (builder, a, b, "");
  if (g_str_has_prefix (opcode, "vsub"))
    return LLVMBuildSub (builder, a, b, "");
  if (g_str_has_prefix (opcode, "vavrg"))
    return average (packed, a, b);
  if (g_str_has_prefix (opcode, "vset"))
    return compared (packed, instruction, a, b);
  if (g_str_has_prefix (opcode, "vmin"))
    return most_or_least (packed, "min", a, b);
  LLVMValueRef most = most_or_least (packed, "max", a, b);
  return g_str_has_prefix (opcode, "vmax") ? most : LLVMBuildSub (builder, most, most_or_least (packed, "min", a, b), "");
}

static LLVMValueRef
saturated (const Packed *packed, LLVMValueRef part)
{
  guint bits = packed->bits - (packed->gives_signed ? 1 : 0);
  guint64 most = (1ull << bits) - 1, least = packed->gives_signed ? ~most : 0;

  part = most_or_least (packed, "min", part, ihop_emit_constant_like (part, most));
  return most_or_least (packed, "max", part, ihop_emit_constant_like (part, least));
}

/* The results side by side in a word, or (.add) all of them and c added up. */
static LLVMValueRef
compute (const Packed *packed, const IhopPtxInstruction *instruction, LLVMValueRef *x)
{
  LLVMBuilderRef builder = packed->emit->builder;
  gboolean adds = ihop_ptx_has (instruction, "add");
  LLVMValueRef result = adds ? x[2] : ihop_emit_constant_like (x[0], 0);

  for (guint k = 0; k < 32 / packed->bits; k++)
    {
      LLVMValueRef a = part_of (packed, x[0], k, packed->is_signed[0]), b = part_of (packed, x[1], k, packed->is_signed[1]);
      LLVMValueRef part = compute_part (packed, instruction, a, b);
      if (ihop_ptx_has (instruction, "sat"))
        part = saturated (packed, part);
      if (!adds)
        {
          part = LLVMBuildAnd (builder, part, ihop_emit_constant_like (part, (1u << packed->bits) - 1), "");
          part = LLVMBuildShl (builder, part, ihop_emit_constant_like (part, packed->bits * k), "");
        }
      result = LLVMBuildAdd (builder, result, part, "");
    }
  return result;
}

static void
emit_packed (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxType u32 = { 'u', 32, 1 };
  gboolean compares = g_str_has_prefix (instruction->opcode, "vset"); /* names no type of the result */
  Packed packed = { .emit = emit, .bits = g_str_has_suffix (instruction->opcode, "4") ? 8 : 16,
                    .gives_signed = !compares && ihop_ptx_type (instruction, 0).kind == 's' };
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);
  LLVMValueRef x[3];

  if (instruction->n_operands != 4 || ihop_ptx_type (instruction, compares ? 1 : 2).kind == 0)
    {
      ihop_emit_fail (emit, "%s lacks operands or types", instruction->opcode);
      return;
    }
  for (guint i = 0; i < 2; i++)
    packed.is_signed[i] = ihop_ptx_type (instruction, i + !compares).kind == 's';
  for (guint i = 0; i < 3; i++)
    x[i] = ihop_emit_operand (emit, &instruction->operands[i + 1], u32, made.kind == IHOP_LANES_VARYING);
  ihop_emit_set (emit, &instruction->operands[0], compute (&packed, instruction, x), made);
}

/* --- whole words -------------------------------------------------------------------------------------- */

/* In 64 bits, which hold whatever comes of two words. */
static LLVMValueRef
word_of (IhopEmit *emit, const IhopPtxOperand *operand, gboolean is_signed, gboolean vector)
{
  LLVMValueRef value = ihop_emit_operand (emit, operand, (IhopPtxType){ 'u', 32, 1 }, vector);

  return LLVMBuildIntCast2 (emit->builder, value, ihop_emit_like (ihop_emit_int (emit, 64), value), is_signed, "");
}

/* By more than 32 places is by 32 (.clamp), or by what is left of a multiple of 32 (.wrap). */
static LLVMValueRef
places_of (const Packed *packed, const IhopPtxInstruction *instruction, LLVMValueRef b)
{
  if (ihop_ptx_has (instruction, "wrap"))
    return LLVMBuildAnd (packed->emit->builder, b, ihop_emit_constant_like (b, 31), "");
  return most_or_least (packed, "min", b, ihop_emit_constant_like (b, 32));
}

/* The second operation: on the first one's result, which is a word by now, and c. */
static LLVMValueRef
with_third (const Packed *packed, const IhopPtxInstruction *instruction, LLVMValueRef first, LLVMValueRef c)
{
  first = LLVMBuildTrunc (packed->emit->builder, first, ihop_emit_like (ihop_emit_int (packed->emit, 32), first), "");
  first = LLVMBuildIntCast2 (packed->emit->builder, first, LLVMTypeOf (c), packed->gives_signed, "");
  if (ihop_ptx_has (instruction, "add"))
    return LLVMBuildAdd (packed->emit->builder, first, c, "");
  return most_or_least (packed, ihop_ptx_has (instruction, "min") ? "min" : "max", first, c);
}

static void
emit_word (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean compares = g_str_equal (instruction->opcode, "vset"), has_third = instruction->n_operands == 4;
  Packed packed = { .emit = emit, .bits = 32, .gives_signed = !compares && ihop_ptx_type (instruction, 0).kind == 's' };
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);
  gboolean vector = made.kind == IHOP_LANES_VARYING;
  gboolean has_second = ihop_ptx_has (instruction, "add") || ihop_ptx_has (instruction, "min") || ihop_ptx_has (instruction, "max");

  if (instruction->n_operands < 3 || ihop_ptx_type (instruction, compares ? 1 : 2).kind == 0 || has_third != has_second)
    {
      ihop_emit_fail (emit, "this kind of %s is not known", instruction->opcode);
      return;
    }
  LLVMValueRef a = word_of (emit, &instruction->operands[1], ihop_ptx_type (instruction, !compares).kind == 's', vector);
  LLVMValueRef b = word_of (emit, &instruction->operands[2], ihop_ptx_type (instruction, 1 + !compares).kind == 's', vector);
  if (g_str_has_prefix (instruction->opcode, "vsh"))
    b = places_of (&packed, instruction, b);
  LLVMValueRef result = compute_part (&packed, instruction, a, b);
  if (ihop_ptx_has (instruction, "sat"))
    result = saturated (&packed, result);
  if (has_third)
    result = with_third (&packed, instruction, result, word_of (emit, &instruction->operands[3], packed.gives_signed, vector));
  result = LLVMBuildTrunc (emit->builder, result, ihop_emit_like (ihop_emit_int (emit, 32), result), "");
  ihop_emit_set (emit, &instruction->operands[0], result, made);
}

const IhopEmitRow ihop_emit_packings[]
  = { { "vadd", emit_word }, { "vsub", emit_word }, { "vabsdiff", emit_word }, { "vmin", emit_word }, { "vmax", emit_word },
      { "vset", emit_word }, { "vshl", emit_word }, { "vshr", emit_word },
      { "vadd2", emit_packed }, { "vsub2", emit_packed }, { "vavrg2", emit_packed }, { "vabsdiff2", emit_packed }, { "vmin2", emit_packed },
      { "vmax2", emit_packed }, { "vset2", emit_packed }, { "vadd4", emit_packed }, { "vsub4", emit_packed }, { "vavrg4", emit_packed },
      { "vabsdiff4", emit_packed }, { "vmin4", emit_packed }, { "vmax4", emit_packed }, { "vset4", emit_packed }, { NULL, NULL } };
