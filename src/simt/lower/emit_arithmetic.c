/* Arithmetic and logic ("PTX ISA", 9.7.1 to 9.7.5, 9.7.8). */
#include "simt/lower/emit_small.h"
#include <string.h>

typedef LLVMValueRef Compute (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type,
                              LLVMValueRef *x);

static gboolean
is_float (IhopPtxType type)
{
  return type.kind == 'f';
}

static LLVMValueRef
call (IhopEmit *emit, const char *name, LLVMValueRef a, LLVMValueRef b)
{
  LLVMValueRef x[] = { a, b };

  return ihop_emit_intrinsic (emit, name, x, b ? 2 : 1);
}

/* An intrinsic whose last argument is a constant flag. */
static LLVMValueRef
call_flag (IhopEmit *emit, const char *name, LLVMValueRef a)
{
  return call (emit, name, a, ihop_emit_constant (emit, 1, 0));
}

/* ".sat": floating point into [0, 1], not-a-numbers to 0. */
static LLVMValueRef
saturate (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef value)
{
  if (!ihop_ptx_has (instruction, "sat"))
    return value;
  value = call (emit, "llvm.maxnum", value, ihop_emit_real_like (value, 0));
  return call (emit, "llvm.minnum", value, ihop_emit_real_like (value, 1));
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
    return ihop_ptx_has (instruction, "sat") ? call (emit, "llvm.sadd.sat", x[0], x[1])
                                             : LLVMBuildAdd (emit->builder, x[0], x[1], "");
  if (is_directed (emit, instruction, type))
    return saturate (emit, instruction, ihop_emit_directed (emit, instruction, x[0], NULL, x[1]));
  return saturate (emit, instruction, LLVMBuildFAdd (emit->builder, x[0], x[1], ""));
}

static LLVMValueRef
subtract (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (!is_float (type))
    return ihop_ptx_has (instruction, "sat") ? call (emit, "llvm.ssub.sat", x[0], x[1])
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
  return is_float (type) ? call (emit, "llvm.fabs", x[0], NULL) : call_flag (emit, "llvm.abs", x[0]);
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
  LLVMValueRef root = call (emit, "llvm.sqrt", x[0], NULL);
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
      return call (emit, functions[i].intrinsic, x[0], NULL);
  return x[0];
}

static LLVMValueRef
as_word (IhopEmit *emit, LLVMValueRef value)
{
  return LLVMBuildIntCast2 (emit->builder, value, ihop_emit_like (ihop_emit_int (emit, 32), value), FALSE, "");
}

static LLVMValueRef
count_bits (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  if (instruction->opcode[0] == 'p')
    return as_word (emit, call (emit, "llvm.ctpop", x[0], NULL));
  return as_word (emit, call_flag (emit, "llvm.ctlz", x[0]));
}

static LLVMValueRef
reverse_bits (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  return call (emit, "llvm.bitreverse", x[0], NULL);
}

/* The place of the highest bit that is not the sign's; all ones where there is none. */
static LLVMValueRef
find_bit (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef value = x[0], zero = ihop_emit_constant_like (value, 0);

  if (type.kind == 's')
    {
      LLVMValueRef sign = LLVMBuildAShr (emit->builder, value, ihop_emit_constant_like (value, type.bits - 1), "");
      value = LLVMBuildXor (emit->builder, value, sign, "");
    }
  LLVMValueRef none = LLVMBuildICmp (emit->builder, LLVMIntEQ, value, zero, "");
  LLVMValueRef place = call_flag (emit, "llvm.ctlz", value);
  if (!ihop_ptx_has (instruction, "shiftamt"))
    place = LLVMBuildSub (emit->builder, ihop_emit_constant_like (place, type.bits - 1), place, "");
  place = LLVMBuildSelect (emit->builder, none, ihop_emit_constant_like (place, G_MAXUINT64), place, "");
  return as_word (emit, place);
}

/* --- two and three ---------------------------------------------------------------------------- */

static LLVMValueRef
least_or_most (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_least = g_str_equal (instruction->opcode, "min");

  if (is_float (type) && ihop_ptx_has (instruction, "NaN"))
    return call (emit, is_least ? "llvm.minimum" : "llvm.maximum", x[0], x[1]);
  if (is_float (type))
    return call (emit, is_least ? "llvm.minnum" : "llvm.maxnum", x[0], x[1]);
  if (type.kind == 's')
    return call (emit, is_least ? "llvm.smin" : "llvm.smax", x[0], x[1]);
  return call (emit, is_least ? "llvm.umin" : "llvm.umax", x[0], x[1]);
}

static LLVMValueRef
logic (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  switch (instruction->opcode[0])
    {
    case 'a':
      return LLVMBuildAnd (emit->builder, x[0], x[1], "");
    case 'o':
      return LLVMBuildOr (emit->builder, x[0], x[1], "");
    default:
      return LLVMBuildXor (emit->builder, x[0], x[1], "");
    }
}

/* Shifts by the width and more: zeros, or signs. */
static LLVMValueRef
shift (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_left = g_str_equal (instruction->opcode, "shl"), is_signed = !is_left && type.kind == 's';
  LLVMValueRef last = ihop_emit_constant_like (x[1], type.bits - 1);
  LLVMValueRef too_far = LLVMBuildICmp (emit->builder, LLVMIntUGT, x[1], last, "");
  LLVMValueRef by = LLVMBuildSelect (emit->builder, too_far, last, x[1], "");

  by = LLVMBuildIntCast2 (emit->builder, by, LLVMTypeOf (x[0]), FALSE, "");
  if (is_signed)
    return LLVMBuildAShr (emit->builder, x[0], by, "");
  LLVMValueRef shifted = is_left ? LLVMBuildShl (emit->builder, x[0], by, "") : LLVMBuildLShr (emit->builder, x[0], by, "");
  return LLVMBuildSelect (emit->builder, too_far, ihop_emit_constant_like (shifted, 0), shifted, "");
}

/* shf: 32 bits out of 64. */
static LLVMValueRef
funnel (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_left = ihop_ptx_has (instruction, "l");
  LLVMValueRef by = x[2], last = ihop_emit_constant_like (x[2], 32);

  if (ihop_ptx_has (instruction, "wrap"))
    {
      LLVMValueRef whole[] = { x[1], x[0], by };
      return ihop_emit_intrinsic (emit, is_left ? "llvm.fshl" : "llvm.fshr", whole, 3);
    }
  LLVMTypeRef wide = ihop_emit_like (ihop_emit_int (emit, 64), x[0]);
  by = LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntUGT, by, last, ""), last, by, "");
  LLVMValueRef low = LLVMBuildZExt (emit->builder, x[0], wide, ""), high = LLVMBuildZExt (emit->builder, x[1], wide, "");
  LLVMValueRef half = ihop_emit_constant_like (high, 32);
  LLVMValueRef both = LLVMBuildOr (emit->builder, LLVMBuildShl (emit->builder, high, half, ""), low, "");
  by = LLVMBuildZExt (emit->builder, by, wide, "");
  both = is_left ? LLVMBuildLShr (emit->builder, LLVMBuildShl (emit->builder, both, by, ""), half, "")
                 : LLVMBuildLShr (emit->builder, both, by, "");
  return LLVMBuildTrunc (emit->builder, both, LLVMTypeOf (x[0]), "");
}

/* Any function of three bits, by its table. */
static LLVMValueRef
look_up (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  guint table = instruction->operands[4].bits;
  LLVMValueRef result = ihop_emit_constant_like (x[0], 0);

  for (guint row = 0; row < 8; row++)
    {
      if (!(table >> row & 1))
        continue;
      LLVMValueRef term = row & 4 ? x[0] : LLVMBuildNot (emit->builder, x[0], "");
      term = LLVMBuildAnd (emit->builder, term, row & 2 ? x[1] : LLVMBuildNot (emit->builder, x[1], ""), "");
      term = LLVMBuildAnd (emit->builder, term, row & 1 ? x[2] : LLVMBuildNot (emit->builder, x[2], ""), "");
      result = LLVMBuildOr (emit->builder, result, term, "");
    }
  return result;
}

static LLVMValueRef
low_bits (IhopEmit *emit, LLVMValueRef value, guint64 mask, LLVMValueRef like)
{
  value = LLVMBuildAnd (emit->builder, value, ihop_emit_constant_like (value, mask), "");
  return LLVMBuildIntCast2 (emit->builder, value, LLVMTypeOf (like), FALSE, "");
}

/* Ones in the lowest "count" bits, all where count is the width. */
static LLVMValueRef
ones (IhopEmit *emit, LLVMValueRef count, guint bits)
{
  LLVMValueRef one = ihop_emit_constant_like (count, 1), all = ihop_emit_constant_like (count, G_MAXUINT64);
  LLVMValueRef width = ihop_emit_constant_like (count, bits);
  LLVMValueRef whole = LLVMBuildICmp (emit->builder, LLVMIntUGE, count, width, "");
  LLVMValueRef small = LLVMBuildSelect (emit->builder, whole, one, count, "");

  LLVMValueRef mask = LLVMBuildSub (emit->builder, LLVMBuildShl (emit->builder, one, small, ""), one, "");
  return LLVMBuildSelect (emit->builder, whole, all, mask, "");
}

/* bfe d, a, b, c: c bits of a from b on; the signed one repeats the last bit. */
static LLVMValueRef
extract_field (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef from = low_bits (emit, x[1], 255, x[0]), count = low_bits (emit, x[2], 255, x[0]);
  LLVMValueRef last = ihop_emit_constant_like (x[0], type.bits - 1);
  LLVMValueRef beyond = LLVMBuildICmp (emit->builder, LLVMIntUGT, from, last, "");
  LLVMValueRef by = LLVMBuildSelect (emit->builder, beyond, last, from, "");
  LLVMValueRef zero = ihop_emit_constant_like (x[0], 0), mask = ones (emit, count, type.bits);

  if (type.kind != 's')
    {
      LLVMValueRef field = LLVMBuildAnd (emit->builder, LLVMBuildLShr (emit->builder, x[0], by, ""), mask, "");
      return LLVMBuildSelect (emit->builder, beyond, zero, field, "");
    }
  LLVMValueRef end = LLVMBuildAdd (emit->builder, from, count, ""), one = ihop_emit_constant_like (x[0], 1);
  LLVMValueRef top = LLVMBuildSub (emit->builder, end, one, "");
  top = LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntUGT, top, last, ""), last, top, "");
  LLVMValueRef sign = LLVMBuildAShr (emit->builder, LLVMBuildShl (emit->builder, x[0], LLVMBuildSub (emit->builder, last, top, ""), ""), last, "");
  LLVMValueRef field = LLVMBuildAShr (emit->builder, x[0], by, "");
  field = LLVMBuildOr (emit->builder, LLVMBuildAnd (emit->builder, field, mask, ""),
                       LLVMBuildAnd (emit->builder, sign, LLVMBuildNot (emit->builder, mask, ""), ""), "");
  return LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntEQ, count, zero, ""), zero, field, "");
}

/* bfi f, a, b, c, d: d bits of a put into b from c on. */
static LLVMValueRef
insert_field (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMValueRef from = low_bits (emit, x[2], 255, x[0]), count = low_bits (emit, x[3], 255, x[0]);
  LLVMValueRef last = ihop_emit_constant_like (x[0], type.bits - 1);
  LLVMValueRef beyond = LLVMBuildICmp (emit->builder, LLVMIntUGT, from, last, "");
  LLVMValueRef by = LLVMBuildSelect (emit->builder, beyond, last, from, "");
  LLVMValueRef mask = LLVMBuildShl (emit->builder, ones (emit, count, type.bits), by, "");

  mask = LLVMBuildSelect (emit->builder, beyond, ihop_emit_constant_like (mask, 0), mask, "");
  LLVMValueRef field = LLVMBuildAnd (emit->builder, LLVMBuildShl (emit->builder, x[0], by, ""), mask, "");
  return LLVMBuildOr (emit->builder, field,
                      LLVMBuildAnd (emit->builder, x[1], LLVMBuildNot (emit->builder, mask, ""), ""), "");
}

/* Which of eight bytes becomes byte i: the ith number of the selector; or, in a mode, what its last two bits c say ("PTX ISA", prmt). */
static LLVMValueRef
byte_number (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef selector, guint i)
{
  LLVMValueRef c = low_bits (emit, selector, 3, selector), place = ihop_emit_constant_like (selector, i);

  if (ihop_ptx_has (instruction, "f4e"))
    return LLVMBuildAdd (emit->builder, c, place, "");
  if (ihop_ptx_has (instruction, "b4e"))
    return low_bits (emit, LLVMBuildSub (emit->builder, c, place, ""), 7, selector);
  if (ihop_ptx_has (instruction, "rc8"))
    return c;
  if (ihop_ptx_has (instruction, "ecl") || ihop_ptx_has (instruction, "ecr"))
    return call (emit, ihop_ptx_has (instruction, "ecl") ? "llvm.umax" : "llvm.umin", c, place);
  if (!ihop_ptx_has (instruction, "rc16"))
    return LLVMBuildLShr (emit->builder, selector, ihop_emit_constant_like (selector, 4 * i), "");
  c = LLVMBuildShl (emit->builder, low_bits (emit, c, 1, c), ihop_emit_constant_like (c, 1), "");
  return LLVMBuildOr (emit->builder, c, ihop_emit_constant_like (c, i & 1), "");
}

/* prmt: four bytes out of eight, chosen by four numbers; a number's fourth bit repeats the byte's sign. */
static LLVMValueRef
permute_bytes (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  LLVMTypeRef wide = ihop_emit_like (ihop_emit_int (emit, 64), x[0]);
  LLVMValueRef high = LLVMBuildZExt (emit->builder, x[1], wide, ""), result = ihop_emit_constant_like (x[0], 0);
  LLVMValueRef both = LLVMBuildOr (emit->builder, LLVMBuildZExt (emit->builder, x[0], wide, ""),
                                   LLVMBuildShl (emit->builder, high, ihop_emit_constant_like (high, 32), ""), "");

  for (guint i = 0; i < 4; i++)
    {
      LLVMValueRef selector = byte_number (emit, instruction, x[2], i);
      LLVMValueRef by = LLVMBuildShl (emit->builder, low_bits (emit, selector, 7, both), ihop_emit_constant_like (both, 3), "");
      LLVMValueRef byte = low_bits (emit, LLVMBuildLShr (emit->builder, both, by, ""), 255, x[0]);
      LLVMValueRef sign = LLVMBuildLShr (emit->builder, byte, ihop_emit_constant_like (byte, 7), "");
      sign = LLVMBuildMul (emit->builder, sign, ihop_emit_constant_like (sign, 255), "");
      LLVMValueRef is_sign = LLVMBuildAnd (emit->builder, selector, ihop_emit_constant_like (selector, 8), "");
      is_sign = LLVMBuildICmp (emit->builder, LLVMIntNE, is_sign, ihop_emit_constant_like (is_sign, 0), "");
      byte = LLVMBuildSelect (emit->builder, is_sign, sign, byte, "");
      result = LLVMBuildOr (emit->builder, result, LLVMBuildShl (emit->builder, byte, ihop_emit_constant_like (byte, 8 * i), ""), "");
    }
  return result;
}

/* copysign d, a, b: the magnitude of b with the sign of a. */
static LLVMValueRef
copy_sign (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  return call (emit, "llvm.copysign", x[1], x[0]);
}

/* sad: c + |a - b| */
static LLVMValueRef
add_difference (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_signed = type.kind == 's';
  LLVMValueRef most = call (emit, is_signed ? "llvm.smax" : "llvm.umax", x[0], x[1]);
  LLVMValueRef least = call (emit, is_signed ? "llvm.smin" : "llvm.umin", x[0], x[1]);

  return LLVMBuildAdd (emit->builder, x[2], LLVMBuildSub (emit->builder, most, least, ""), "");
}

/* dp4a, dp2a: products of bytes. */
static LLVMValueRef
dot_product (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x)
{
  gboolean is_four = g_str_equal (instruction->opcode, "dp4a");
  IhopPtxType b_type = ihop_ptx_type (instruction, 1);
  guint from = ihop_ptx_has (instruction, "hi") ? 2 : 0;
  LLVMValueRef sum = x[2];

  for (guint i = 0; i < (is_four ? 4 : 2); i++)
    {
      guint width = is_four ? 8 : 16;
      LLVMValueRef a = LLVMBuildShl (emit->builder, x[0], ihop_emit_constant_like (x[0], 32 - width * (i + 1)), "");
      LLVMValueRef b = LLVMBuildShl (emit->builder, x[1], ihop_emit_constant_like (x[1], 24 - 8 * (i + from)), "");
      LLVMValueRef down = ihop_emit_constant_like (x[0], 32 - width), byte = ihop_emit_constant_like (x[0], 24);
      a = type.kind == 's' ? LLVMBuildAShr (emit->builder, a, down, "") : LLVMBuildLShr (emit->builder, a, down, "");
      b = b_type.kind == 's' ? LLVMBuildAShr (emit->builder, b, byte, "") : LLVMBuildLShr (emit->builder, b, byte, "");
      sum = LLVMBuildAdd (emit->builder, sum, LLVMBuildMul (emit->builder, a, b, ""), "");
    }
  return sum;
}

/* --- the driver ------------------------------------------------------------------------------- */

/* Types of the sources, where they are not the instruction's: a digit each, 0 for the instruction's. */
static const struct
{
  const char *opcode;
  Compute *compute;
  guint n_sources;
  const char *words; /* 'w' where the source is a 32-bit number */
} rows[] = { { "add", add, 2, "--" },
             { "sub", subtract, 2, "--" },
             { "mul", multiply, 2, "--" },
             { "mad", multiply_add, 3, "--m" },
             { "fma", multiply_add, 3, "---" },
             { "mul24", multiply_24, 2, "--" },
             { "mad24", multiply_24, 3, "---" },
             { "div", divide, 2, "--" },
             { "rem", remainder_of, 2, "--" },
             { "neg", negate, 1, "-" },
             { "abs", absolute, 1, "-" },
             { "not", invert, 1, "-" },
             { "rcp", reciprocal, 1, "-" },
             { "sqrt", square_root, 1, "-" },
             { "rsqrt", square_root, 1, "-" },
             { "ex2", transcendental, 1, "-" },
             { "lg2", transcendental, 1, "-" },
             { "sin", transcendental, 1, "-" },
             { "cos", transcendental, 1, "-" },
             { "tanh", transcendental, 1, "-" },
             { "popc", count_bits, 1, "-" },
             { "clz", count_bits, 1, "-" },
             { "brev", reverse_bits, 1, "-" },
             { "bfind", find_bit, 1, "-" },
             { "min", least_or_most, 2, "--" },
             { "max", least_or_most, 2, "--" },
             { "and", logic, 2, "--" },
             { "or", logic, 2, "--" },
             { "xor", logic, 2, "--" },
             { "shl", shift, 2, "-w" },
             { "shr", shift, 2, "-w" },
             { "shf", funnel, 3, "--w" },
             { "lop3", look_up, 3, "---" },
             { "bfe", extract_field, 3, "-ww" },
             { "bfi", insert_field, 4, "--ww" },
             { "prmt", permute_bytes, 3, "---" },
             { "copysign", copy_sign, 2, "--" },
             { "sad", add_difference, 3, "---" },
             { "dp4a", dot_product, 3, "---" },
             { "dp2a", dot_product, 3, "---" } };

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
  LLVMTypeRef wide = ihop_emit_int (emit, 2 * type.bits);
  LLVMValueRef factors[2];

  for (guint i = 0; i < 2; i++)
    {
      IhopLanes lanes = ihop_lanes_of (emit->lanes, &instruction->operands[i + 1]);
      factors[i] = lanes.kind == IHOP_LANES_PATTERN ? ihop_emit_widen_sum (emit, x[i], lanes.pattern, type.kind == 's')
                                                    : LLVMBuildIntCast2 (emit->builder, x[i], wide, type.kind == 's', "");
    }
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
