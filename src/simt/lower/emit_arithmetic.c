/* Arithmetic and logic ("PTX ISA", 9.7.1 to 9.7.5, 9.7.8): numbers here, bits and bytes in emit_bitwise.c and emit_bytes.c. */
#include "simt/lower/emit_compute.h"
#include "simt/lower/emit_small.h"
#include <string.h>

static gboolean
is_float (IhopPtxType type)
{
  return type.kind == 'f';
}

LLVMValueRef
ihop_emit_call_two (IhopEmit *emit, const char *name, LLVMValueRef a, LLVMValueRef b)
{
  LLVMValueRef x[] = { a, b };

  return ihop_emit_intrinsic (emit, name, x, b ? 2 : 1);
}

LLVMValueRef
ihop_emit_call_flag (IhopEmit *emit, const char *name, LLVMValueRef a)
{
  return ihop_emit_call_two (emit, name, a, ihop_emit_constant (emit, 1, 0));
}

/* ".sat": floating point into [0, 1], not-a-numbers to 0. */
static LLVMValueRef
saturate (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef value)
{
  if (!ihop_ptx_has (instruction, "sat"))
    return value;
  value = ihop_emit_call_two (emit, "llvm.maxnum", value, ihop_emit_real_like (value, 0));
  return ihop_emit_call_two (emit, "llvm.minnum", value, ihop_emit_real_like (value, 1));
}

/* Roundings other than to nearest are not what the processor does here. */
static void
check_rounding (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  if (ihop_emit_is_directed (instruction))
    ihop_emit_fail (emit, "%s is known only with rounding to nearest for this type", instruction->opcode);
}

/* What is not of 16 bits is known with every rounding (emit_rounding.c). */
static gboolean
is_directed (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type)
{
  if (type.bits >= 32 && type.lanes == 1 && ihop_emit_is_directed (instruction))
    return TRUE;
  check_rounding (emit, instruction);
  return FALSE;
}

/* --- sums and products ------------------------------------------------------------------------ */

static LLVMValueRef
add (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (!is_float (type))
    return ihop_ptx_has (instruction, "sat") ? ihop_emit_call_two (emit, "llvm.sadd.sat", x[0], x[1])
                                             : LLVMBuildAdd (emit->builder, x[0], x[1], "");
  if (is_directed (emit, instruction, type))
    return saturate (emit, instruction, ihop_emit_directed (emit, instruction, x[0], NULL, x[1]));
  return saturate (emit, instruction, LLVMBuildFAdd (emit->builder, x[0], x[1], ""));
}

static LLVMValueRef
subtract (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (!is_float (type))
    return ihop_ptx_has (instruction, "sat") ? ihop_emit_call_two (emit, "llvm.ssub.sat", x[0], x[1])
                                             : LLVMBuildSub (emit->builder, x[0], x[1], "");
  if (is_directed (emit, instruction, type))
    return saturate (emit, instruction,
                     ihop_emit_directed (emit, instruction, x[0], NULL, LLVMBuildFNeg (emit->builder, x[1], "")));
  return saturate (emit, instruction, LLVMBuildFSub (emit->builder, x[0], x[1], ""));
}

/* The product in twice the width. */
static LLVMValueRef
wide_product (IhopEmit *emit, IhopPtxType type, LLVMValueRef a, LLVMValueRef b)
{
  LLVMTypeRef wide = ihop_emit_like (ihop_emit_int (emit, 2 * type.bits), a);

  a = LLVMBuildIntCast2 (emit->builder, a, wide, type.kind == 's', "");
  b = LLVMBuildIntCast2 (emit->builder, b, wide, type.kind == 's', "");
  return LLVMBuildMul (emit->builder, a, b, "");
}

static LLVMValueRef
multiply (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (is_float (type))
    {
      if (is_directed (emit, instruction, type))
        return saturate (emit, instruction, ihop_emit_directed (emit, instruction, x[0], x[1], NULL));
      return saturate (emit, instruction, LLVMBuildFMul (emit->builder, x[0], x[1], ""));
    }
  if (ihop_ptx_has (instruction, "lo"))
    return LLVMBuildMul (emit->builder, x[0], x[1], "");
  LLVMValueRef product = wide_product (emit, type, x[0], x[1]);
  if (ihop_ptx_has (instruction, "wide"))
    return product;
  product = LLVMBuildLShr (emit->builder, product, ihop_emit_constant_like (product, type.bits), "");
  return LLVMBuildTrunc (emit->builder, product, LLVMTypeOf (x[0]), "");
}

static LLVMValueRef
multiply_add (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (is_float (type))
    {
      if (is_directed (emit, instruction, type))
        return saturate (emit, instruction, ihop_emit_directed (emit, instruction, x[0], x[1], x[2]));
      return saturate (emit, instruction, ihop_emit_intrinsic (emit, "llvm.fma", x, 3));
    }
  LLVMValueRef product = multiply (emit, instruction, type, x);
  return LLVMBuildAdd (emit->builder, product, x[2], "");
}

/* The low 24 bits of each factor. */
static LLVMValueRef
multiply_24 (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef eight = ihop_emit_constant_like (x[0], 8), cut[2];

  for (guint i = 0; i < 2; i++)
    {
      cut[i] = LLVMBuildShl (emit->builder, x[i], eight, "");
      cut[i] = type.kind == 's' ? LLVMBuildAShr (emit->builder, cut[i], eight, "")
                                : LLVMBuildLShr (emit->builder, cut[i], eight, "");
    }
  LLVMValueRef product = LLVMBuildMul (emit->builder, cut[0], cut[1], "");
  if (ihop_ptx_has (instruction, "hi"))
    {
      product = wide_product (emit, type, cut[0], cut[1]);
      product = LLVMBuildLShr (emit->builder, product, ihop_emit_constant_like (product, 16), "");
      product = LLVMBuildTrunc (emit->builder, product, LLVMTypeOf (x[0]), "");
    }
  return instruction->opcode[1] == 'a' ? LLVMBuildAdd (emit->builder, product, x[2], "") : product;
}

/* --- quotients -------------------------------------------------------------------------------- */

/* A divisor that the processor can take: lanes that do not run may hold zeros, and what a card makes
 * of a division by zero is all ones. */
static LLVMValueRef
safe_divisor (IhopEmit *emit, IhopPtxType type, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *is_zero)
{
  LLVMValueRef one = ihop_emit_constant_like (b, 1), zero = ihop_emit_constant_like (b, 0);

  *is_zero = LLVMBuildICmp (emit->builder, LLVMIntEQ, b, zero, "");
  b = LLVMBuildSelect (emit->builder, *is_zero, one, b, "");
  if (type.kind != 's')
    return b;
  LLVMValueRef minus = LLVMBuildICmp (emit->builder, LLVMIntEQ, b, ihop_emit_constant_like (b, G_MAXUINT64), "");
  LLVMValueRef least = LLVMBuildICmp (emit->builder, LLVMIntEQ, a, ihop_emit_constant_like (a, 1ull << (type.bits - 1)), "");
  return LLVMBuildSelect (emit->builder, LLVMBuildAnd (emit->builder, minus, least, ""), one, b, "");
}

static LLVMValueRef
divide (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef is_zero;

  if (is_float (type))
    {
      if (is_directed (emit, instruction, type))
        return ihop_emit_directed_quotient (emit, instruction, x[0], x[1]);
      return LLVMBuildFDiv (emit->builder, x[0], x[1], "");
    }
  LLVMValueRef by = safe_divisor (emit, type, x[0], x[1], &is_zero);
  LLVMValueRef result = type.kind == 's' ? LLVMBuildSDiv (emit->builder, x[0], by, "")
                                         : LLVMBuildUDiv (emit->builder, x[0], by, "");
  return LLVMBuildSelect (emit->builder, is_zero, ihop_emit_constant_like (result, G_MAXUINT64), result, "");
}

static LLVMValueRef
remainder_of (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef is_zero, by = safe_divisor (emit, type, x[0], x[1], &is_zero);
  LLVMValueRef result = type.kind == 's' ? LLVMBuildSRem (emit->builder, x[0], by, "")
                                         : LLVMBuildURem (emit->builder, x[0], by, "");

  return LLVMBuildSelect (emit->builder, is_zero, x[0], result, "");
}

/* --- one operand ------------------------------------------------------------------------------ */

static LLVMValueRef
negate (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  return is_float (type) ? LLVMBuildFNeg (emit->builder, x[0], "") : LLVMBuildNeg (emit->builder, x[0], "");
}

static LLVMValueRef
absolute (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  return is_float (type) ? ihop_emit_call_two (emit, "llvm.fabs", x[0], NULL) : ihop_emit_call_flag (emit, "llvm.abs", x[0]);
}

static LLVMValueRef
invert (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  return LLVMBuildNot (emit->builder, x[0], "");
}

static LLVMValueRef
reciprocal (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (is_directed (emit, instruction, type))
    return ihop_emit_directed_quotient (emit, instruction, ihop_emit_real_like (x[0], 1), x[0]);
  return LLVMBuildFDiv (emit->builder, ihop_emit_real_like (x[0], 1), x[0], "");
}

static LLVMValueRef
square_root (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (is_directed (emit, instruction, type))
    return ihop_emit_directed_root (emit, instruction, x[0]);
  LLVMValueRef root = ihop_emit_call_two (emit, "llvm.sqrt", x[0], NULL);
  return instruction->opcode[0] == 'r' ? LLVMBuildFDiv (emit->builder, ihop_emit_real_like (x[0], 1), root, "") : root;
}

/* ex2, lg2, sin, cos: the host's functions, closer than the card's approximations. */
static LLVMValueRef
transcendental (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  static const struct
  {
    const char *opcode, *intrinsic;
  } functions[] = { { "ex2", "llvm.exp2" }, { "lg2", "llvm.log2" }, { "sin", "llvm.sin" },
                    { "cos", "llvm.cos" },  { "tanh", "llvm.tanh" } };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (g_str_equal (instruction->opcode, functions[i].opcode))
      return ihop_emit_call_two (emit, functions[i].intrinsic, x[0], NULL);
  return x[0];
}

/* --- two and three ---------------------------------------------------------------------------- */

static LLVMValueRef
least_or_most (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_least = g_str_equal (instruction->opcode, "min");

  if (is_float (type) && ihop_ptx_has (instruction, "NaN"))
    return ihop_emit_call_two (emit, is_least ? "llvm.minimum" : "llvm.maximum", x[0], x[1]);
  if (is_float (type))
    return ihop_emit_call_two (emit, is_least ? "llvm.minnum" : "llvm.maxnum", x[0], x[1]);
  if (type.kind != 's')
    return ihop_emit_call_two (emit, is_least ? "llvm.umin" : "llvm.umax", x[0], x[1]);
  LLVMValueRef found = ihop_emit_call_two (emit, is_least ? "llvm.smin" : "llvm.smax", x[0], x[1]);
  return ihop_ptx_has (instruction, "relu") ? ihop_emit_call_two (emit, "llvm.smax", found, ihop_emit_constant_like (found, 0)) : found;
}

/* copysign d, a, b: the magnitude of b with the sign of a. */
static LLVMValueRef
copy_sign (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  return ihop_emit_call_two (emit, "llvm.copysign", x[1], x[0]);
}

/* sad: c + |a - b| */
static LLVMValueRef
add_difference (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_signed = type.kind == 's';
  LLVMValueRef most = ihop_emit_call_two (emit, is_signed ? "llvm.smax" : "llvm.umax", x[0], x[1]);
  LLVMValueRef least = ihop_emit_call_two (emit, is_signed ? "llvm.smin" : "llvm.umin", x[0], x[1]);

  return LLVMBuildAdd (emit->builder, x[2], LLVMBuildSub (emit->builder, most, least, ""), "");
}

/* --- the driver ------------------------------------------------------------------------------- */

/* Types of the sources, where they are not the instruction's: a digit each, 0 for the instruction's. */
static const struct
{
  const char *opcode;
  IhopEmitCompute *compute;
  guint n_sources;
  const char *words;     /* 'w' where the source is a 32-bit number */
  const char *modifiers; /* words that may stand behind the opcode beside types; whatever else does, is refused */
} rows[] = { { "add", add, 2, "--", "rn rz rm rp ftz sat cc" },
             { "sub", subtract, 2, "--", "rn rz rm rp ftz sat cc" },
             { "mul", multiply, 2, "--", "rn rz rm rp ftz sat hi lo wide" },
             { "mad", multiply_add, 3, "--m", "rn rz rm rp ftz sat hi lo wide cc" },
             { "fma", multiply_add, 3, "---", "rn rz rm rp ftz sat relu" },
             { "mul24", multiply_24, 2, "--", "hi lo" },
             { "mad24", multiply_24, 3, "---", "hi lo sat" },
             { "div", divide, 2, "--", "rn rz rm rp ftz approx full" },
             { "rem", remainder_of, 2, "--", "" },
             { "neg", negate, 1, "-", "ftz" },
             { "abs", absolute, 1, "-", "ftz" },
             { "not", invert, 1, "-", "" },
             { "rcp", reciprocal, 1, "-", "rn rz rm rp ftz approx" },
             { "sqrt", square_root, 1, "-", "rn rz rm rp ftz approx" },
             { "rsqrt", square_root, 1, "-", "approx ftz" },
             { "ex2", transcendental, 1, "-", "approx ftz" },
             { "lg2", transcendental, 1, "-", "approx ftz" },
             { "sin", transcendental, 1, "-", "approx ftz" },
             { "cos", transcendental, 1, "-", "approx ftz" },
             { "tanh", transcendental, 1, "-", "approx ftz" },
             { "popc", ihop_emit_bits_counted, 1, "-", "" },
             { "clz", ihop_emit_bits_counted, 1, "-", "" },
             { "brev", ihop_emit_bits_reversed, 1, "-", "" },
             { "bfind", ihop_emit_bit_found, 1, "-", "shiftamt" },
             { "min", least_or_most, 2, "--", "ftz NaN relu" },
             { "max", least_or_most, 2, "--", "ftz NaN relu" },
             { "and", ihop_emit_logic, 2, "--", "" },
             { "or", ihop_emit_logic, 2, "--", "" },
             { "xor", ihop_emit_logic, 2, "--", "" },
             { "shl", ihop_emit_shift, 2, "-w", "" },
             { "shr", ihop_emit_shift, 2, "-w", "" },
             { "shf", ihop_emit_funnel_shift, 3, "--w", "l r wrap clamp" },
             { "lop3", ihop_emit_logic_table, 3, "---", "" },
             { "bfe", ihop_emit_field_extracted, 3, "-ww", "" },
             { "bfi", ihop_emit_field_inserted, 4, "--ww", "" },
             { "bmsk", ihop_emit_mask_made, 2, "ww", "clamp wrap" },
             { "szext", ihop_emit_extended, 2, "-w", "clamp wrap" },
             { "prmt", ihop_emit_bytes_permuted, 3, "---", "f4e b4e rc8 ecl ecr rc16" },
             { "copysign", copy_sign, 2, "--", "" },
             { "sad", add_difference, 3, "---", "" },
             { "dp4a", ihop_emit_dot_product, 3, "---", "" },
             { "dp2a", ihop_emit_dot_product, 3, "---", "lo hi" } };

static IhopPtxType
source_type (const IhopPtxInstruction *instruction, IhopPtxType type, char word)
{
  if (word == 'w')
    return (IhopPtxType){ 'u', 32, 1 };
  if (word == 'm' && ihop_ptx_has (instruction, "wide"))
    type.bits *= 2;
  return type;
}

/* mul.wide and mad.wide of base and pattern: the base of the result. */
static LLVMValueRef
widened (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef factors[2];

  for (guint i = 0; i < 2; i++)
    factors[i] = ihop_emit_widen (emit, &instruction->operands[i + 1], x[i], type);
  LLVMValueRef product = LLVMBuildMul (emit->builder, factors[0], factors[1], "");
  return g_str_equal (instruction->opcode, "mad") ? LLVMBuildAdd (emit->builder, product, x[2], "") : product;
}

/* Numbers of 16 bits are computed as float. */
static LLVMValueRef
compute_small (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x, guint row)
{
  gboolean is_fma = rows[row].compute == multiply_add && (type.kind == 'f' || type.kind == 'h');
  LLVMValueRef parts[2], opened[4];

  check_rounding (emit, instruction);
  for (guint k = 0; k < type.lanes; k++)
    {
      for (guint i = 0; i < rows[row].n_sources; i++)
        opened[i] = ihop_emit_small_open (emit, x[i], type, k);
      LLVMValueRef number = is_fma ? ihop_emit_small_fma (emit, opened)
                                   : rows[row].compute (emit, instruction, ihop_emit_small_type (type), opened);
      if (is_fma)
        number = saturate (emit, instruction, number);
      if (type.kind == 'f' || type.kind == 'h')
        number = ihop_emit_small_relu (emit, instruction, number);
      parts[k] = ihop_emit_small_close (emit, number, type);
    }
  return ihop_emit_small_join (emit, parts, type.lanes);
}

/* How the sources are taken: those of 16 bits as bits. */
static IhopPtxType
operand_type (IhopPtxType type)
{
  return ihop_emit_is_small (type) ? (IhopPtxType){ 'b', type.bits * type.lanes, 1 } : type;
}

/* Is WORD one of those in LIST? */
static gboolean
is_among (const char *word, const char *list)
{
  gsize length = strlen (word);

  for (const char *at = list; (at = strstr (at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return TRUE;
  return FALSE;
}

/* NULL, or the first modifier that the row does not know: passing over it could give another result. */
static const char *
unknown_modifier (const IhopPtxInstruction *instruction, guint row)
{
  IhopPtxType type;

  for (guint i = 0; i < instruction->n_parts; i++)
    if (!ihop_ptx_type_parse (instruction->parts[i], &type) && !is_among (instruction->parts[i], rows[row].modifiers))
      return instruction->parts[i];
  return NULL;
}

static void
emit_row (IhopEmit *emit, const IhopPtxInstruction *instruction, guint row)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);
  LLVMValueRef x[4];

  if (instruction->n_operands < rows[row].n_sources + 1 || type.kind == 0)
    {
      ihop_emit_fail (emit, "%s lacks operands or a type", instruction->opcode);
      return;
    }
  if (unknown_modifier (instruction, row))
    {
      ihop_emit_fail (emit, "%s with .%s is not known", instruction->opcode, unknown_modifier (instruction, row));
      return;
    }
  if (ihop_ptx_has (instruction, "cc"))
    {
      ihop_emit_carry (emit, instruction);
      return;
    }
  for (guint i = 0; i < rows[row].n_sources; i++)
    x[i] = ihop_emit_operand (emit, &instruction->operands[i + 1],
                              source_type (instruction, operand_type (type), rows[row].words[i]), made.kind == IHOP_LANES_VARYING);
  LLVMValueRef result = ihop_emit_is_small (type)                          ? compute_small (emit, instruction, type, x, row)
                        : ihop_lanes_widens (emit->lanes, instruction) ? widened (emit, instruction, type, x)
                                                                       : rows[row].compute (emit, instruction, type, x);
  ihop_emit_set (emit, &instruction->operands[0], result, made);
}

static void
emit_arithmetic (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    if (g_str_equal (instruction->opcode, rows[row].opcode))
      {
        emit_row (emit, instruction, row);
        return;
      }
}

gboolean
ihop_emit_is_arithmetic (const char *opcode)
{
  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    if (g_str_equal (opcode, rows[row].opcode))
      return TRUE;
  return FALSE;
}

void
ihop_emit_arithmetic (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  emit_arithmetic (emit, instruction);
}
