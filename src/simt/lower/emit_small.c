#include "simt/lower/emit_small.h"

gboolean
ihop_emit_is_small (IhopPtxType type)
{
  return type.kind == 'h' || (type.bits == 16 && type.lanes == 2) || (type.kind == 'f' && type.bits == 16);
}

IhopPtxType
ihop_emit_small_type (IhopPtxType type)
{
  if (type.kind == 'h' || type.kind == 'f')
    return (IhopPtxType){ 'f', 32, 1 };
  return (IhopPtxType){ type.kind, 16, 1 };
}

static LLVMTypeRef
real (IhopEmit *emit, guint bits, LLVMValueRef value)
{
  return ihop_emit_like (ihop_emit_type (emit, (IhopPtxType){ 'f', bits, 1 }), value);
}

static LLVMTypeRef
integer (IhopEmit *emit, guint bits, LLVMValueRef value)
{
  return ihop_emit_like (ihop_emit_int (emit, bits), value);
}

LLVMValueRef
ihop_emit_small_open (IhopEmit *emit, LLVMValueRef bits, IhopPtxType type, guint k)
{
  LLVMBuilderRef b = emit->builder;

  if (type.lanes == 2)
    {
      bits = LLVMBuildLShr (b, bits, ihop_emit_constant_like (bits, 16 * k), "");
      bits = LLVMBuildTrunc (b, bits, integer (emit, 16, bits), "");
    }
  if (type.kind == 'f')
    return LLVMBuildFPExt (b, LLVMBuildBitCast (b, bits, real (emit, 16, bits), ""), real (emit, 32, bits), "");
  if (type.kind != 'h')
    return bits;
  LLVMValueRef wide = LLVMBuildZExt (b, bits, integer (emit, 32, bits), "");
  wide = LLVMBuildShl (b, wide, ihop_emit_constant_like (wide, 16), "");
  return LLVMBuildBitCast (b, wide, real (emit, 32, bits), "");
}

/* Where something was lost and the last bit is even, the neighbour on the side of what was lost. */
static LLVMValueRef
make_odd (IhopEmit *emit, LLVMValueRef number, guint width, LLVMValueRef is_inexact, LLVMValueRef is_larger)
{
  LLVMBuilderRef b = emit->builder;
  LLVMValueRef bits = LLVMBuildBitCast (b, number, integer (emit, width, number), "");
  LLVMValueRef one = ihop_emit_constant_like (bits, 1), minus = ihop_emit_constant_like (bits, G_MAXUINT64);
  LLVMValueRef is_even = LLVMBuildICmp (b, LLVMIntEQ, LLVMBuildAnd (b, bits, one, ""), ihop_emit_constant_like (bits, 0), "");
  LLVMValueRef step = LLVMBuildSelect (b, is_larger, one, minus, "");
  LLVMValueRef odd = LLVMBuildAdd (b, bits, step, "");

  bits = LLVMBuildSelect (b, LLVMBuildAnd (b, is_inexact, is_even, ""), odd, bits, "");
  return LLVMBuildBitCast (b, bits, LLVMTypeOf (number), "");
}

static LLVMValueRef
absolute (IhopEmit *emit, LLVMValueRef value)
{
  return ihop_emit_intrinsic (emit, "llvm.fabs", &value, 1);
}

/* A double as float, rounded to odd. */
static LLVMValueRef
to_odd_float (IhopEmit *emit, LLVMValueRef number)
{
  LLVMBuilderRef b = emit->builder;
  LLVMValueRef single = LLVMBuildFPTrunc (b, number, real (emit, 32, number), "");
  LLVMValueRef back = LLVMBuildFPExt (b, single, LLVMTypeOf (number), "");
  LLVMValueRef is_inexact = LLVMBuildFCmp (b, LLVMRealONE, back, number, "");

  return make_odd (emit, single, 32, is_inexact,
                   LLVMBuildFCmp (b, LLVMRealOGT, absolute (emit, number), absolute (emit, back), ""));
}

/* The upper half of a float, rounded to nearest even; not-a-numbers are all the same one. */
static LLVMValueRef
to_upper_half (IhopEmit *emit, LLVMValueRef number)
{
  LLVMBuilderRef b = emit->builder;
  LLVMValueRef bits = LLVMBuildBitCast (b, number, integer (emit, 32, number), "");
  LLVMValueRef last = LLVMBuildLShr (b, bits, ihop_emit_constant_like (bits, 16), "");
  LLVMValueRef bias = LLVMBuildAdd (b, LLVMBuildAnd (b, last, ihop_emit_constant_like (bits, 1), ""),
                                    ihop_emit_constant_like (bits, 0x7fff), "");
  LLVMValueRef is_nan = LLVMBuildFCmp (b, LLVMRealUNO, number, number, "");

  bits = LLVMBuildLShr (b, LLVMBuildAdd (b, bits, bias, ""), ihop_emit_constant_like (bits, 16), "");
  bits = LLVMBuildSelect (b, is_nan, ihop_emit_constant_like (bits, 0x7fff), bits, "");
  return LLVMBuildTrunc (b, bits, integer (emit, 16, bits), "");
}

static gboolean
is_double (LLVMValueRef number)
{
  LLVMTypeRef type = LLVMTypeOf (number);

  type = LLVMGetTypeKind (type) == LLVMVectorTypeKind ? LLVMGetElementType (type) : type;
  return LLVMGetTypeKind (type) == LLVMDoubleTypeKind;
}

LLVMValueRef
ihop_emit_small_close (IhopEmit *emit, LLVMValueRef number, IhopPtxType type)
{
  LLVMBuilderRef b = emit->builder;

  if (type.kind != 'f' && type.kind != 'h')
    return number;
  if (is_double (number))
    number = to_odd_float (emit, number);
  if (type.kind == 'h')
    return to_upper_half (emit, number);
  number = LLVMBuildFPTrunc (b, number, real (emit, 16, number), "");
  return LLVMBuildBitCast (b, number, integer (emit, 16, number), "");
}

/* To nearest first. If that is on the wrong side of the number, the next one on the other side is: bits in order are magnitudes
 * in order. */
LLVMValueRef
ihop_emit_small_close_directed (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef number, IhopPtxType type)
{
  LLVMBuilderRef b = emit->builder;
  LLVMValueRef bits = ihop_emit_small_close (emit, number, type), zero = ihop_emit_constant_like (bits, 0);
  LLVMValueRef back = LLVMBuildFPExt (b, ihop_emit_small_open (emit, bits, (IhopPtxType){ type.kind, 16, 1 }, 0), LLVMTypeOf (number), "");
  LLVMValueRef is_above = LLVMBuildFCmp (b, LLVMRealOGT, back, number, ""), is_below = LLVMBuildFCmp (b, LLVMRealOLT, back, number, "");
  LLVMValueRef is_negative = LLVMBuildICmp (b, LLVMIntSLT, bits, zero, "");

  if (ihop_ptx_has (instruction, "rz"))
    is_above = LLVMBuildSelect (b, is_negative, is_below, is_above, "");
  LLVMValueRef is_wrong = ihop_ptx_has (instruction, "rp") ? is_below : is_above;
  LLVMValueRef grows = ihop_ptx_has (instruction, "rz") ? LLVMConstNull (LLVMTypeOf (is_wrong))
                       : ihop_ptx_has (instruction, "rp") ? LLVMBuildNot (b, is_negative, "") : is_negative;
  LLVMValueRef by = LLVMBuildSelect (b, grows, ihop_emit_constant_like (bits, 1), ihop_emit_constant_like (bits, 0xffff), "");
  return LLVMBuildAdd (b, bits, LLVMBuildSelect (b, is_wrong, by, zero, ""), "");
}

LLVMValueRef
ihop_emit_small_join (IhopEmit *emit, LLVMValueRef *bits, guint n)
{
  LLVMBuilderRef b = emit->builder;

  if (n == 1)
    return bits[0];
  LLVMTypeRef wide = integer (emit, 32, bits[0]);
  LLVMValueRef low = LLVMBuildZExt (b, bits[0], wide, ""), high = LLVMBuildZExt (b, bits[1], wide, "");
  return LLVMBuildOr (b, low, LLVMBuildShl (b, high, ihop_emit_constant_like (high, 16), ""), "");
}

/* The product is exact; what the sum loses is known (Knuth's two-sum). */
LLVMValueRef
ihop_emit_small_fma (IhopEmit *emit, LLVMValueRef *x)
{
  LLVMBuilderRef b = emit->builder;
  LLVMTypeRef wide = real (emit, 64, x[0]);
  LLVMValueRef product = LLVMBuildFMul (b, LLVMBuildFPExt (b, x[0], wide, ""), LLVMBuildFPExt (b, x[1], wide, ""), "");
  LLVMValueRef third = LLVMBuildFPExt (b, x[2], wide, ""), sum = LLVMBuildFAdd (b, product, third, "");
  LLVMValueRef part = LLVMBuildFSub (b, sum, product, "");
  LLVMValueRef lost = LLVMBuildFAdd (b, LLVMBuildFSub (b, product, LLVMBuildFSub (b, sum, part, ""), ""),
                                     LLVMBuildFSub (b, third, part, ""), "");
  LLVMValueRef zero = LLVMConstNull (LLVMTypeOf (sum)), is_inexact = LLVMBuildFCmp (b, LLVMRealONE, lost, zero, "");
  LLVMValueRef same_sign = LLVMBuildICmp (b, LLVMIntEQ, LLVMBuildFCmp (b, LLVMRealOGT, lost, zero, ""),
                                          LLVMBuildFCmp (b, LLVMRealOGT, sum, zero, ""), "");

  return make_odd (emit, sum, 64, is_inexact, same_sign);
}

LLVMValueRef
ihop_emit_small_relu (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef number)
{
  LLVMValueRef zero = LLVMConstNull (LLVMTypeOf (number));

  if (!ihop_ptx_has (instruction, "relu"))
    return number;
  return LLVMBuildSelect (emit->builder, LLVMBuildFCmp (emit->builder, LLVMRealOLT, number, zero, ""), zero, number, "");
}
