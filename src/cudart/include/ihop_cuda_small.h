/* Floating point of 16 bits: __half (IEEE's) and __nv_bfloat16 (the upper half of a float), one and two at a time, for host and
 * device. A sum, product, quotient or root of two is worked out as float, which has more than twice the digits and two more, so
 * that rounding twice is rounding once; __hfma is the card's instruction. Files that want one include cuda_fp16.h or cuda_bf16.h. */
#pragma once

#define IHOP_SMALL static __host__ __device__ __forceinline__
#define IHOP_ONE_INTEGER(T, name, integer, type)                                                   \
  IHOP_SMALL T __##integer##2##name##_rn (type x) { return __ihop_##name##_of ((double) x); }      \
  IHOP_SMALL type __##name##2##integer##_rz (T x) { return (type) (float) x; }                     \
  IHOP_SMALL type __##name##2##integer##_rn (T x) { return (type) rintf ((float) x); }             \
  IHOP_SMALL type __##name##2##integer##_rd (T x) { return (type) floorf ((float) x); }            \
  IHOP_SMALL type __##name##2##integer##_ru (T x) { return (type) ceilf ((float) x); }
/* f (x) as float, of one number and of two. */
#define IHOP_ONE_FUNCTION(T, cuda, of)                                                             \
  IHOP_SMALL T h##cuda (T x) { return T ((float) of ((float) x)); }                                \
  IHOP_SMALL T##2 h2##cuda (T##2 v) { return T##2 (h##cuda (v.x), h##cuda (v.y)); }
#define IHOP_TWO_RESULT(T, cuda, value)                                                            \
  IHOP_SMALL T __h##cuda (T a, T b) { float x = a, y = b; return T ((float) (value)); }            \
  IHOP_SMALL T __h##cuda##_rn (T a, T b) { return __h##cuda (a, b); }                              \
  IHOP_SMALL T __h##cuda##_sat (T a, T b) { float x = __h##cuda (a, b); return T (x > 1 ? 1.0f : x > 0 ? x : 0.0f); } \
  IHOP_SMALL T##2 __h##cuda##2 (T##2 a, T##2 b) { return T##2 (__h##cuda (a.x, b.x), __h##cuda (a.y, b.y)); } \
  IHOP_SMALL T##2 __h##cuda##2_rn (T##2 a, T##2 b) { return __h##cuda##2 (a, b); }
#define IHOP_OPERATOR(T, sign, cuda)                                                               \
  IHOP_SMALL T operator sign (T a, T b) { return __h##cuda (a, b); }                               \
  IHOP_SMALL T &operator sign##= (T &a, T b) { return a = __h##cuda (a, b); }                      \
  IHOP_SMALL T##2 operator sign (T##2 a, T##2 b) { return __h##cuda##2 (a, b); }                   \
  IHOP_SMALL T##2 &operator sign##= (T##2 &a, T##2 b) { return a = __h##cuda##2 (a, b); }
/* A comparison, with its second form, which holds where a number is none, too. */
#define IHOP_COMPARISON(T, cuda, sign)                                                             \
  IHOP_SMALL bool operator sign (T a, T b) { return (float) a sign (float) b; }                    \
  IHOP_SMALL bool __h##cuda (T a, T b) { return a sign b; }                                        \
  IHOP_SMALL bool __h##cuda##u (T a, T b) { return a sign b || __hisnan (a) || __hisnan (b); }     \
  IHOP_SMALL T##2 __h##cuda##2 (T##2 a, T##2 b) { return T##2 (T (a.x sign b.x ? 1.0f : 0.0f), T (a.y sign b.y ? 1.0f : 0.0f)); } \
  IHOP_SMALL bool __hb##cuda##2 (T##2 a, T##2 b) { return a.x sign b.x && a.y sign b.y; }          \
  IHOP_SMALL unsigned __h##cuda##2_mask (T##2 a, T##2 b) { return (a.x sign b.x ? 0xffffu : 0) | (a.y sign b.y ? 0xffff0000u : 0); }
/* The larger or the smaller of two, a number where one is none; -0 is less than 0. */
#define IHOP_LIMIT(T, cuda, of)                                                                    \
  IHOP_SMALL T __h##cuda (T a, T b) { return T (of ((float) a, (float) b)); }                      \
  IHOP_SMALL T __h##cuda##_nan (T a, T b) { return __hisnan (a) ? a : __hisnan (b) ? b : __h##cuda (a, b); } \
  IHOP_SMALL T##2 __h##cuda##2 (T##2 a, T##2 b) { return T##2 (__h##cuda (a.x, b.x), __h##cuda (a.y, b.y)); }

/* The types T and T##2, "name" as conversions call them (half, bfloat16), the bits of a float or a double, rounded, and of a
 * number as a float; `ptx` is the type of the card's instructions. */
#define IHOP_SMALL_FLOAT(T, raw, name, of_float, of_double, to_float, ptx)                         \
  struct raw##_raw { unsigned short x; };                                                          \
  struct raw##2_raw { unsigned short x, y; };                                                      \
  struct __attribute__ ((aligned (2))) T                                                           \
  {                                                                                                \
    unsigned short __x;                                                                            \
    T () = default;                                                                                \
    __host__ __device__ T (raw##_raw r) : __x (r.x) {}                                             \
    __host__ __device__ T (float v) : __x (of_float (v)) {}                                        \
    __host__ __device__ T (double v) : __x (of_double (v)) {}                                      \
    __host__ __device__ T (int v) : __x (of_double ((double) v)) {}                                \
    __host__ __device__ T (unsigned v) : __x (of_double ((double) v)) {}                           \
    __host__ __device__ T (short v) : __x (of_float ((float) v)) {}                                \
    __host__ __device__ T (unsigned short v) : __x (of_float ((float) v)) {}                       \
    __host__ __device__ T (long v) : __x (of_double ((double) v)) {}                               \
    __host__ __device__ T (unsigned long v) : __x (of_double ((double) v)) {}                      \
    __host__ __device__ T (long long v) : __x (of_double ((double) v)) {}                          \
    __host__ __device__ T (unsigned long long v) : __x (of_double ((double) v)) {}                 \
    __host__ __device__ operator float () const { return to_float (__x); }                         \
    __host__ __device__ operator raw##_raw () const { return raw##_raw{ __x }; }                   \
  };                                                                                               \
  struct __attribute__ ((aligned (4))) T##2                                                        \
  {                                                                                                \
    T x, y;                                                                                        \
    T##2 () = default;                                                                             \
    __host__ __device__ T##2 (T a, T b) : x (a), y (b) {}                                          \
  };                                                                                               \
  IHOP_SMALL T __ihop_##name##_of (double x) { return T (x); }                                     \
  IHOP_SMALL T __ushort_as_##name (unsigned short bits) { return T (raw##_raw{ bits }); }          \
  IHOP_SMALL T __short_as_##name (short bits) { return T (raw##_raw{ (unsigned short) bits }); }   \
  IHOP_SMALL unsigned short __##name##_as_ushort (T x) { return x.__x; }                           \
  IHOP_SMALL short __##name##_as_short (T x) { return (short) x.__x; }                             \
  IHOP_SMALL T __float2##name (float x) { return T (x); }                                          \
  IHOP_SMALL T __float2##name##_rn (float x) { return T (x); }                                     \
  IHOP_SMALL T __double2##name (double x) { return T (x); }                                        \
  IHOP_SMALL float __##name##2float (T x) { return x; }                                            \
  IHOP_SMALL T##2 __float2##name##2_rn (float x) { return T##2 (T (x), T (x)); }                   \
  IHOP_SMALL T##2 __floats2##name##2_rn (float x, float y) { return T##2 (T (x), T (y)); }         \
  IHOP_SMALL T##2 __##name##2##name##2 (T x) { return T##2 (x, x); }                               \
  IHOP_SMALL T##2 make_##name##2 (T x, T y) { return T##2 (x, y); }                                \
  IHOP_ONE_INTEGER (T, name, int, int) IHOP_ONE_INTEGER (T, name, uint, unsigned) IHOP_ONE_INTEGER (T, name, short, short) \
  IHOP_ONE_INTEGER (T, name, ushort, unsigned short) IHOP_ONE_INTEGER (T, name, ll, long long) IHOP_ONE_INTEGER (T, name, ull, unsigned long long) \
  IHOP_SMALL float __low2float (T##2 v) { return v.x; }                                            \
  IHOP_SMALL float __high2float (T##2 v) { return v.y; }                                           \
  IHOP_SMALL T __low2##name (T##2 v) { return v.x; }                                               \
  IHOP_SMALL T __high2##name (T##2 v) { return v.y; }                                              \
  IHOP_SMALL T##2 __low2##name##2 (T##2 v) { return T##2 (v.x, v.x); }                             \
  IHOP_SMALL T##2 __high2##name##2 (T##2 v) { return T##2 (v.y, v.y); }                            \
  IHOP_SMALL T##2 __lowhigh2highlow (T##2 v) { return T##2 (v.y, v.x); }                           \
  IHOP_SMALL bool __hisnan (T x) { float v = x; return v != v; }                                   \
  IHOP_SMALL int __hisinf (T x) { float v = x; return isinf (v) ? (v < 0 ? -1 : 1) : 0; }          \
  IHOP_SMALL T __hneg (T x) { return __ushort_as_##name (x.__x ^ 0x8000); }                        \
  IHOP_SMALL T __habs (T x) { return __ushort_as_##name (x.__x & 0x7fff); }                        \
  IHOP_SMALL T##2 __hneg2 (T##2 v) { return T##2 (__hneg (v.x), __hneg (v.y)); }                   \
  IHOP_SMALL T##2 __habs2 (T##2 v) { return T##2 (__habs (v.x), __habs (v.y)); }                   \
  IHOP_SMALL T operator- (T x) { return __hneg (x); }                                              \
  IHOP_SMALL T operator+ (T x) { return x; }                                                       \
  IHOP_SMALL T##2 operator- (T##2 v) { return __hneg2 (v); }                                       \
  IHOP_TWO_RESULT (T, add, x + y) IHOP_TWO_RESULT (T, sub, x - y) IHOP_TWO_RESULT (T, mul, x * y) IHOP_TWO_RESULT (T, div, x / y) \
  IHOP_SMALL T##2 __h2div (T##2 a, T##2 b) { return __hdiv2 (a, b); }                              \
  IHOP_OPERATOR (T, +, add) IHOP_OPERATOR (T, -, sub) IHOP_OPERATOR (T, *, mul) IHOP_OPERATOR (T, /, div) \
  IHOP_SMALL T &operator++ (T &x) { return x += T (1.0f); }                                        \
  IHOP_SMALL T &operator-- (T &x) { return x -= T (1.0f); }                                        \
  IHOP_COMPARISON (T, eq, ==) IHOP_COMPARISON (T, ne, !=) IHOP_COMPARISON (T, lt, <) IHOP_COMPARISON (T, le, <=)    \
  IHOP_COMPARISON (T, gt, >) IHOP_COMPARISON (T, ge, >=)                                           \
  IHOP_LIMIT (T, max, fmaxf) IHOP_LIMIT (T, min, fminf)                                            \
  IHOP_ONE_FUNCTION (T, sqrt, sqrtf) IHOP_ONE_FUNCTION (T, rsqrt, rsqrtf) IHOP_ONE_FUNCTION (T, rcp, 1 /) \
  IHOP_ONE_FUNCTION (T, exp, expf) IHOP_ONE_FUNCTION (T, exp2, exp2f) IHOP_ONE_FUNCTION (T, exp10, exp10f) \
  IHOP_ONE_FUNCTION (T, log, logf) IHOP_ONE_FUNCTION (T, log2, log2f) IHOP_ONE_FUNCTION (T, log10, log10f) \
  IHOP_ONE_FUNCTION (T, sin, sinf) IHOP_ONE_FUNCTION (T, cos, cosf) IHOP_ONE_FUNCTION (T, tanh, tanhf) \
  IHOP_ONE_FUNCTION (T, floor, floorf) IHOP_ONE_FUNCTION (T, ceil, ceilf) IHOP_ONE_FUNCTION (T, trunc, truncf) IHOP_ONE_FUNCTION (T, rint, rintf) \
  IHOP_DEVICE T                                                                                    \
  __hfma (T a, T b, T c)                                                                           \
  {                                                                                                \
    unsigned short d;                                                                              \
    asm ("fma.rn." ptx " %0, %1, %2, %3;" : "=h"(d) : "h"(a.__x), "h"(b.__x), "h"(c.__x));         \
    return __ushort_as_##name (d);                                                                 \
  }                                                                                                \
  IHOP_DEVICE T __hfma_sat (T a, T b, T c) { float x = __hfma (a, b, c); return T (x > 1 ? 1.0f : x > 0 ? x : 0.0f); } \
  IHOP_DEVICE T __hfma_relu (T a, T b, T c) { T x = __hfma (a, b, c); return (float) x < 0 ? T (0.0f) : x; } \
  IHOP_DEVICE T##2 __hfma2 (T##2 a, T##2 b, T##2 c) { return T##2 (__hfma (a.x, b.x, c.x), __hfma (a.y, b.y, c.y)); } \
  IHOP_DEVICE T atomicAdd (T *place, T v) { return __ihop_atomic_add (place, v); }                 \
  IHOP_DEVICE T##2 atomicAdd (T##2 *place, T##2 v) { return __ihop_atomic_add (place, v); }        \
  IHOP_SMALL_SHUFFLE (T, __shfl_sync) IHOP_SMALL_SHUFFLE (T, __shfl_up_sync)        \
  IHOP_SMALL_SHUFFLE (T, __shfl_down_sync) IHOP_SMALL_SHUFFLE (T, __shfl_xor_sync)
#define IHOP_SMALL_SHUFFLE(T, name)                                                                \
  IHOP_DEVICE T name (unsigned mask, T v, int by, int width = 32) { return __builtin_bit_cast (T, (unsigned short) name (mask, (unsigned) v.__x, by, width)); } \
  IHOP_DEVICE T##2 name (unsigned mask, T##2 v, int by, int width = 32) { return __builtin_bit_cast (T##2, name (mask, __builtin_bit_cast (unsigned, v), by, width)); }

/* Adds by comparing and exchanging: one number of 16 bits, or two in a word, which is more than a card promises of the two. */
template <int bytes> struct IhopWord { typedef unsigned type; };
template <> struct IhopWord<2> { typedef unsigned short type; };
template <typename T>
IHOP_DEVICE T
__ihop_atomic_add (T *place, T v)
{
  typedef typename IhopWord<sizeof (T)>::type Word;
  Word seen = *(volatile Word *) place, before;

  while ((before = atomicCAS ((Word *) place, seen, __builtin_bit_cast (Word, __builtin_bit_cast (T, seen) + v))) != seen)
    seen = before;
  return __builtin_bit_cast (T, seen);
}
