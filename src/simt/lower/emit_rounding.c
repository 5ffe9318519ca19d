/* Roundings other than to nearest ("PTX ISA", 9.7.3: .rz, .rm, .rp). The processor rounds to nearest here, so of sums and
 * products of float the exact result is worked out as the sum of two doubles (Knuth, The Art of Computer Programming, 4.2.2, Theorem B), and the
 * float below it is found from the one that is nearest. All else the host does, with its
 * rounding changed for that (run/rounded.h). */
#include "simt/lower/emit.h"
#include "simt/run/rounded.h"

static LLVMValueRef
bits_of (IhopEmit *emit, LLVMValueRef number, guint bits)
{
  return LLVMBuildBitCast (emit->builder, number, ihop_emit_like (ihop_emit_int (emit, bits), number), "");
}

static LLVMValueRef
is_negative (IhopEmit *emit, LLVMValueRef number, guint bits)
{
  LLVMValueRef word = bits_of (emit, number, bits);

  return LLVMBuildICmp (emit->builder, LLVMIntSLT, word, ihop_emit_constant_like (word, 0), "");
}

/* The float right below. */
static LLVMValueRef
float_below (IhopEmit *emit, LLVMValueRef number)
{
  LLVMValueRef word = bits_of (emit, number, 32), one = ihop_emit_constant_like (word, 1);
  LLVMValueRef zero = ihop_emit_constant_like (word, 0), first = ihop_emit_constant_like (word, 0x80000001u);
  LLVMValueRef magnitude = LLVMBuildShl (emit->builder, word, one, "");
  LLVMValueRef moved = LLVMBuildSelect (emit->builder, is_negative (emit, number, 32), LLVMBuildAdd (emit->builder, word, one, ""),
                                        LLVMBuildSub (emit->builder, word, one, ""), "");

  moved = LLVMBuildSelect (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntEQ, magnitude, zero, ""), first, moved, "");
  return LLVMBuildBitCast (emit->builder, moved, LLVMTypeOf (number), "");
}

/* The largest float that is not above a + b, both doubles. */
static LLVMValueRef
rounded_down (IhopEmit *emit, LLVMValueRef a, LLVMValueRef b, LLVMTypeRef single)
{
  LLVMBuilderRef builder = emit->builder;
  LLVMValueRef sum = LLVMBuildFAdd (builder, a, b, ""), of_b = LLVMBuildFSub (builder, sum, a, "");
  LLVMValueRef rest_a = LLVMBuildFSub (builder, a, LLVMBuildFSub (builder, sum, of_b, ""), "");
  LLVMValueRef rest = LLVMBuildFAdd (builder, rest_a, LLVMBuildFSub (builder, b, of_b, ""), "");
  LLVMValueRef nearest = LLVMBuildFPTrunc (builder, sum, single, ""), zero = LLVMConstNull (LLVMTypeOf (sum));
  LLVMValueRef back = LLVMBuildFPExt (builder, nearest, LLVMTypeOf (sum), "");
  LLVMValueRef same = LLVMBuildAnd (builder, LLVMBuildFCmp (builder, LLVMRealOEQ, back, sum, ""),
                                    LLVMBuildFCmp (builder, LLVMRealOLT, rest, zero, ""), "");
  LLVMValueRef above = LLVMBuildOr (builder, LLVMBuildFCmp (builder, LLVMRealOGT, back, sum, ""), same, "");
  /* Terms of different signs that cancel give a zero that is negative. */
  LLVMValueRef cancels
    = LLVMBuildAnd (builder, LLVMBuildFCmp (builder, LLVMRealOEQ, sum, zero, ""),
                    LLVMBuildICmp (builder, LLVMIntNE, is_negative (emit, a, 64), is_negative (emit, b, 64), ""), "");

  nearest = LLVMBuildSelect (builder, cancels, LLVMBuildFNeg (builder, LLVMConstNull (LLVMTypeOf (nearest)), ""), nearest, "");
  return LLVMBuildSelect (builder, above, float_below (emit, nearest), nearest, "");
}

static LLVMValueRef
negated_if (IhopEmit *emit, LLVMValueRef condition, LLVMValueRef number)
{
  return LLVMBuildSelect (emit->builder, condition, LLVMBuildFNeg (emit->builder, number, ""), number, "");
}

/* Up is down for the negative; towards zero is down for what is positive. */
static LLVMValueRef
is_turned (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b)
{
  LLVMValueRef sum = LLVMBuildFAdd (emit->builder, a, b, ""), zero = LLVMConstNull (LLVMTypeOf (sum));
  LLVMTypeRef flag = ihop_emit_like (ihop_emit_int (emit, 1), sum);

  if (!ihop_ptx_has (instruction, "rz"))
    return ihop_ptx_has (instruction, "rp") ? LLVMConstAllOnes (flag) : LLVMConstNull (flag);
  /* 0 - 0 is positive, and stays so, if it is rounded as what is negative. */
  return LLVMBuildFCmp (emit->builder, LLVMRealOLE, sum, zero, "");
}

gboolean
ihop_emit_is_directed (const IhopPtxInstruction *instruction)
{
  return ihop_ptx_has (instruction, "rz") || ihop_ptx_has (instruction, "rm") || ihop_ptx_has (instruction, "rp");
}

static LLVMValueRef
directed_sum (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b, LLVMTypeRef single)
{
  LLVMValueRef turned = is_turned (emit, instruction, a, b);

  return negated_if (emit, turned, rounded_down (emit, negated_if (emit, turned, a), negated_if (emit, turned, b), single));
}

static LLVMValueRef
directed_float (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
  LLVMTypeRef single = LLVMTypeOf (a), wide = ihop_emit_like (LLVMDoubleTypeInContext (emit->context), a);
  LLVMValueRef terms[3] = { a, b, c };

  for (guint i = 0; i < 3; i++)
    terms[i] = terms[i] ? LLVMBuildFPExt (emit->builder, terms[i], wide, "") : NULL;
  if (terms[1])
    terms[0] = LLVMBuildFMul (emit->builder, terms[0], terms[1], "");
  /* A product alone: beside a zero of its own sign. */
  if (terms[2] == NULL)
    terms[2] = ihop_emit_intrinsic (emit, "llvm.copysign", (LLVMValueRef[]){ LLVMConstNull (wide), terms[0] }, 2);
  return directed_sum (emit, instruction, terms[0], terms[2], single);
}

static guint
way_of (const IhopPtxInstruction *instruction)
{
  return ihop_ptx_has (instruction, "rz") ? IHOP_ROUNDED_TO_ZERO : ihop_ptx_has (instruction, "rm") ? IHOP_ROUNDED_DOWN : IHOP_ROUNDED_UP;
}

/* "n" operands, side by side in memory, as "element" of each lane. */
static LLVMValueRef
by_host (IhopEmit *emit, const IhopPtxInstruction *instruction, guint operation, LLVMValueRef *x, guint n)
{
  gboolean is_vector = ihop_emit_is_vector (x[0]);
  LLVMTypeRef element = is_vector ? LLVMGetElementType (LLVMTypeOf (x[0])) : LLVMTypeOf (x[0]);
  LLVMTypeRef vector = LLVMVectorType (element, IHOP_WARP);
  LLVMValueRef operands = ihop_emit_slot (emit, LLVMArrayType2 (vector, 3), "operands"), results = ihop_emit_slot (emit, vector, "rounded");
  gboolean is_double = LLVMGetTypeKind (element) == LLVMDoubleTypeKind;
  guint asked = operation + IHOP_ROUNDED_WAY * way_of (instruction) + (is_double ? IHOP_ROUNDED_DOUBLE : 0);

  for (guint i = 0; i < n; i++)
    {
      LLVMValueRef at = ihop_emit_constant (emit, 64, i);
      LLVMBuildStore (emit->builder, ihop_emit_splat (emit, x[i]), LLVMBuildGEP2 (emit->builder, vector, operands, &at, 1, ""));
    }
  LLVMValueRef arguments[] = { ihop_emit_constant (emit, 32, asked), operands, results };
  ihop_emit_call (emit, IHOP_ROUNDED_SYMBOL, LLVMVoidTypeInContext (emit->context), arguments, G_N_ELEMENTS (arguments));
  LLVMValueRef result = LLVMBuildLoad2 (emit->builder, vector, results, "");
  return is_vector ? result : LLVMBuildExtractElement (emit->builder, result, ihop_emit_constant (emit, 32, 0), "");
}

LLVMValueRef
ihop_emit_directed (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
  LLVMTypeRef element = ihop_emit_is_vector (a) ? LLVMGetElementType (LLVMTypeOf (a)) : LLVMTypeOf (a);

  if (LLVMGetTypeKind (element) == LLVMFloatTypeKind)
    return directed_float (emit, instruction, a, b, c);
  if (c == NULL)
    return by_host (emit, instruction, IHOP_ROUNDED_MUL, (LLVMValueRef[]){ a, b }, 2);
  LLVMValueRef one = ihop_emit_is_vector (a) ? ihop_emit_splat (emit, LLVMConstReal (element, 1)) : LLVMConstReal (element, 1);
  return by_host (emit, instruction, IHOP_ROUNDED_FMA, (LLVMValueRef[]){ a, b ? b : one, c }, 3);
}

LLVMValueRef
ihop_emit_directed_quotient (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b)
{
  return by_host (emit, instruction, IHOP_ROUNDED_DIV, (LLVMValueRef[]){ a, b }, 2);
}

LLVMValueRef
ihop_emit_directed_root (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a)
{
  return by_host (emit, instruction, IHOP_ROUNDED_SQRT, &a, 1);
}

/* A number as the sum of two doubles that are exact: a whole number of 64 bits by its halves. */
static void
split (IhopEmit *emit, LLVMValueRef value, IhopPtxType from, LLVMValueRef parts[2])
{
  LLVMBuilderRef builder = emit->builder;
  LLVMTypeRef wide = ihop_emit_like (LLVMDoubleTypeInContext (emit->context), value);
  gboolean is_signed = from.kind == 's';

  parts[1] = NULL;
  if (from.kind == 'f')
    parts[0] = LLVMBuildFPCast (builder, value, wide, "");
  else if (from.bits < 64)
    parts[0] = is_signed ? LLVMBuildSIToFP (builder, value, wide, "") : LLVMBuildUIToFP (builder, value, wide, "");
  else
    {
      LLVMValueRef low = LLVMBuildAnd (builder, value, ihop_emit_constant_like (value, G_MAXUINT32), "");
      LLVMValueRef high = LLVMBuildXor (builder, value, low, "");
      parts[0] = is_signed ? LLVMBuildSIToFP (builder, high, wide, "") : LLVMBuildUIToFP (builder, high, wide, "");
      parts[1] = LLVMBuildUIToFP (builder, low, wide, "");
    }
}

LLVMValueRef
ihop_emit_directed_conversion (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType to, IhopPtxType from, LLVMValueRef value)
{
  LLVMValueRef parts[2];

  split (emit, value, from, parts);
  LLVMTypeRef wide = LLVMTypeOf (parts[0]);
  if (to.bits == 32)
    {
      if (parts[1] == NULL) /* beside a zero of its own sign */
        parts[1] = ihop_emit_intrinsic (emit, "llvm.copysign", (LLVMValueRef[]){ LLVMConstNull (wide), parts[0] }, 2);
      return directed_sum (emit, instruction, parts[0], parts[1], ihop_emit_like (LLVMFloatTypeInContext (emit->context), value));
    }
  return parts[1] ? by_host (emit, instruction, IHOP_ROUNDED_FMA, (LLVMValueRef[]){ parts[0], ihop_emit_real_like (parts[0], 1), parts[1] }, 3)
                  : parts[0];
}
