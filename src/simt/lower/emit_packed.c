/* Two halves or four bytes of a word at a time ("PTX ISA", 9.7.17.2, SIMD video instructions): vabsdiff4.u32.u32.u32.add d, a, b, c. */
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
  guint64 most = (1u << bits) - 1, least = packed->gives_signed ? ~most : 0;

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

const IhopEmitRow ihop_emit_packings[]
  = { { "vadd2", emit_packed }, { "vsub2", emit_packed }, { "vavrg2", emit_packed }, { "vabsdiff2", emit_packed }, { "vmin2", emit_packed },
      { "vmax2", emit_packed }, { "vset2", emit_packed }, { "vadd4", emit_packed }, { "vsub4", emit_packed }, { "vavrg4", emit_packed },
      { "vabsdiff4", emit_packed }, { "vmin4", emit_packed }, { "vmax4", emit_packed }, { "vset4", emit_packed }, { NULL, NULL } };
