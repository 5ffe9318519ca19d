#pragma once
#include "ihop_cuda_small.h"

/* To the nearest, of two as near to the one whose last bit is 0. */
IHOP_SMALL unsigned short
__ihop_bfloat16_of_float (float x)
{
  unsigned bits = __builtin_bit_cast (unsigned, x);

  return x != x ? 0x7fff : (unsigned short) ((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
/* What a float would lose stays as an odd last bit, so that the second rounding is the only one. */
IHOP_SMALL unsigned short
__ihop_bfloat16_of_double (double x)
{
  float near = (float) x;
  unsigned bits = __builtin_bit_cast (unsigned, near);

  if ((double) near == x || x != x || (bits & 1) || isinf (near))
    return __ihop_bfloat16_of_float (near);
  return __ihop_bfloat16_of_float (__builtin_bit_cast (float, fabs ((double) near) < fabs (x) ? bits + 1 : bits - 1));
}
IHOP_SMALL float __ihop_bfloat16_to_float (unsigned short bits) { return __builtin_bit_cast (float, (unsigned) bits << 16); }

IHOP_SMALL_FLOAT (__nv_bfloat16, __nv_bfloat16, bfloat16, __ihop_bfloat16_of_float, __ihop_bfloat16_of_double, __ihop_bfloat16_to_float, "bf16")
typedef __nv_bfloat162 nv_bfloat162;
typedef __nv_bfloat16 nv_bfloat16;
IHOP_SMALL __nv_bfloat162 __halves2bfloat162 (__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162 (x, y); }
IHOP_SMALL float2 __bfloat1622float2 (__nv_bfloat162 v) { return make_float2 (v.x, v.y); }
IHOP_SMALL __nv_bfloat162 __float22bfloat162_rn (float2 v) { return __nv_bfloat162 (__nv_bfloat16 (v.x), __nv_bfloat16 (v.y)); }
