#pragma once
#include "ihop_cuda_small.h"

IHOP_SMALL unsigned short __ihop_half_of_float (float x) { return __builtin_bit_cast (unsigned short, (_Float16) x); }
IHOP_SMALL unsigned short __ihop_half_of_double (double x) { return __builtin_bit_cast (unsigned short, (_Float16) x); }
IHOP_SMALL float __ihop_half_to_float (unsigned short bits) { return (float) __builtin_bit_cast (_Float16, bits); }

IHOP_SMALL_FLOAT (__half, __half, half, __ihop_half_of_float, __ihop_half_of_double, __ihop_half_to_float, "f16")
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
IHOP_SMALL __half2 __halves2half2 (__half x, __half y) { return __half2 (x, y); }
IHOP_SMALL __half2 __lows2half2 (__half2 a, __half2 b) { return __half2 (a.x, b.x); }
IHOP_SMALL __half2 __highs2half2 (__half2 a, __half2 b) { return __half2 (a.y, b.y); }
IHOP_SMALL float2 __half22float2 (__half2 v) { return make_float2 (v.x, v.y); }
IHOP_SMALL __half2 __float22half2_rn (float2 v) { return __half2 (__half (v.x), __half (v.y)); }
