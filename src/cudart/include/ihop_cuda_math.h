/* Mathematical functions of the device, under the names of C and of the "CUDA Math API", declared before those that math.h
 * declares for the host. */
#pragma once

#define IHOP_MATH static __device__ __forceinline__

/* The processor's own, bit for bit. */
#define IHOP_EXACT_1(name)                                                                         \
  IHOP_MATH double name (double x) { return __builtin_##name (x); }                                \
  IHOP_MATH float name (float x) { return __builtin_##name##f (x); }                               \
  IHOP_MATH float name##f (float x) { return __builtin_##name##f (x); }
#define IHOP_EXACT_2(name)                                                                         \
  IHOP_MATH double name (double x, double y) { return __builtin_##name (x, y); }                   \
  IHOP_MATH float name (float x, float y) { return __builtin_##name##f (x, y); }                   \
  IHOP_MATH float name##f (float x, float y) { return __builtin_##name##f (x, y); }
IHOP_EXACT_1 (fabs) IHOP_EXACT_1 (floor) IHOP_EXACT_1 (ceil) IHOP_EXACT_1 (trunc) IHOP_EXACT_1 (rint)
IHOP_EXACT_1 (nearbyint) IHOP_EXACT_1 (sqrt)
IHOP_EXACT_2 (fmin) IHOP_EXACT_2 (fmax) IHOP_EXACT_2 (copysign)
IHOP_MATH double fma (double x, double y, double z) { return __builtin_fma (x, y, z); }
IHOP_MATH float fma (float x, float y, float z) { return __builtin_fmaf (x, y, z); }
IHOP_MATH float fmaf (float x, float y, float z) { return __builtin_fmaf (x, y, z); }

/* The host's, called by the engine (simt/run/services_math.c). */
#define IHOP_CALLED_1(name)                                                                        \
  extern "C" __device__ double __ihop_##name (double);                                             \
  extern "C" __device__ float __ihop_##name##f (float);                                            \
  IHOP_MATH double name (double x) { return __ihop_##name (x); }                                   \
  IHOP_MATH float name (float x) { return __ihop_##name##f (x); }                                  \
  IHOP_MATH float name##f (float x) { return __ihop_##name##f (x); }
#define IHOP_CALLED_2(name)                                                                        \
  extern "C" __device__ double __ihop_##name (double, double);                                     \
  extern "C" __device__ float __ihop_##name##f (float, float);                                     \
  IHOP_MATH double name (double x, double y) { return __ihop_##name (x, y); }                      \
  IHOP_MATH float name (float x, float y) { return __ihop_##name##f (x, y); }                      \
  IHOP_MATH float name##f (float x, float y) { return __ihop_##name##f (x, y); }
#define IHOP_CALLED_ORDER(name)                                                                    \
  extern "C" __device__ double __ihop_##name (int, double);                                        \
  extern "C" __device__ float __ihop_##name##f (int, float);                                       \
  IHOP_MATH double name (int n, double x) { return __ihop_##name (n, x); }                         \
  IHOP_MATH float name##f (int n, float x) { return __ihop_##name##f (n, x); }
IHOP_CALLED_1 (acos) IHOP_CALLED_1 (acosh) IHOP_CALLED_1 (asin) IHOP_CALLED_1 (asinh) IHOP_CALLED_1 (atan)
IHOP_CALLED_1 (atanh) IHOP_CALLED_1 (cbrt) IHOP_CALLED_1 (cos) IHOP_CALLED_1 (cosh) IHOP_CALLED_1 (erf)
IHOP_CALLED_1 (erfc) IHOP_CALLED_1 (exp) IHOP_CALLED_1 (exp2) IHOP_CALLED_1 (exp10) IHOP_CALLED_1 (expm1)
IHOP_CALLED_1 (lgamma) IHOP_CALLED_1 (log) IHOP_CALLED_1 (log10) IHOP_CALLED_1 (log1p) IHOP_CALLED_1 (log2)
IHOP_CALLED_1 (logb) IHOP_CALLED_1 (round) IHOP_CALLED_1 (sin) IHOP_CALLED_1 (sinh) IHOP_CALLED_1 (tan)
IHOP_CALLED_1 (tanh) IHOP_CALLED_1 (tgamma) IHOP_CALLED_1 (j0) IHOP_CALLED_1 (j1) IHOP_CALLED_1 (y0)
IHOP_CALLED_1 (y1)
IHOP_CALLED_2 (atan2) IHOP_CALLED_2 (fdim) IHOP_CALLED_2 (fmod) IHOP_CALLED_2 (hypot) IHOP_CALLED_2 (nextafter)
IHOP_CALLED_2 (pow) IHOP_CALLED_2 (remainder)
IHOP_CALLED_ORDER (jn) IHOP_CALLED_ORDER (yn)

/* --- made of those ------------------------------------------------------------------------------- */

#define IHOP_TO_INTEGER(name, type, round)                                                         \
  IHOP_MATH type name (double x) { return (type) round (x); }                                      \
  IHOP_MATH type name (float x) { return (type) round (x); }                                       \
  IHOP_MATH type name##f (float x) { return (type) round (x); }
IHOP_TO_INTEGER (lrint, long, rint) IHOP_TO_INTEGER (llrint, long long, rint)
IHOP_TO_INTEGER (lround, long, round) IHOP_TO_INTEGER (llround, long long, round)

/* The scale is 2 to a power: in two halves, so that it stays in range where the result is. */
extern "C" __device__ double __ihop_ldexp (double, int);
extern "C" __device__ float __ihop_ldexpf (float, int);
#define IHOP_SCALE(name, type)                                                                     \
  IHOP_MATH double name (double x, type n) { return __ihop_ldexp (x, __ihop_power (n)); }          \
  IHOP_MATH float name (float x, type n) { return __ihop_ldexpf (x, __ihop_power (n)); }           \
  IHOP_MATH float name##f (float x, type n) { return __ihop_ldexpf (x, __ihop_power (n)); }
IHOP_MATH int __ihop_power (long n) { return n > 100000 ? 100000 : n < -100000 ? -100000 : (int) n; }
IHOP_SCALE (ldexp, int) IHOP_SCALE (scalbn, int) IHOP_SCALE (scalbln, long)

/* ilogb of 0 and of not-a-numbers is the least integer, of infinity the largest. */
#define IHOP_PARTS(type, suffix)                                                                   \
  IHOP_MATH int ilogb##suffix (type x)                                                             \
  {                                                                                                \
    if (x == 0 || x != x)                                                                          \
      return -2147483647 - 1;                                                                      \
    return __builtin_isinf (x) ? 2147483647 : (int) logb (x);                                      \
  }                                                                                                \
  IHOP_MATH type frexp##suffix (type x, int *power)                                                \
  {                                                                                                \
    *power = x == 0 || x != x || __builtin_isinf (x) ? 0 : (int) logb (x) + 1;                     \
    return ldexp (x, -*power);                                                                     \
  }                                                                                                \
  IHOP_MATH type modf##suffix (type x, type *whole)                                                \
  {                                                                                                \
    *whole = trunc (x);                                                                            \
    return copysign (__builtin_isinf (x) ? 0 : x - *whole, x);                                     \
  }                                                                                                \
  IHOP_MATH type remquo##suffix (type x, type y, int *quotient)                                    \
  {                                                                                                \
    type rest = remainder (x, y);                                                                  \
    *quotient = rest != rest ? 0 : (int) rint ((fmod (x, 8 * y) - rest) / y);                      \
    return rest;                                                                                   \
  }                                                                                                \
  IHOP_MATH type nan##suffix (const char *) { return __builtin_nan (""); }                         \
  IHOP_MATH void sincos##suffix (type x, type *s, type *c) { *s = sin (x); *c = cos (x); }
IHOP_PARTS (double, )
IHOP_PARTS (float, f)

IHOP_MATH int abs (int x) { return x < 0 ? -x : x; }
IHOP_MATH long abs (long x) { return x < 0 ? -x : x; }
IHOP_MATH long long abs (long long x) { return x < 0 ? -x : x; }
IHOP_MATH float abs (float x) { return fabsf (x); }
IHOP_MATH double abs (double x) { return fabs (x); }
IHOP_MATH long labs (long x) { return x < 0 ? -x : x; }
IHOP_MATH long long llabs (long long x) { return x < 0 ? -x : x; }

/* --- approximate ones: here as exact as the others ----------------------------------------------- */

IHOP_MATH float __fdividef (float x, float y) { return x / y; }
IHOP_MATH float fdividef (float x, float y) { return x / y; }
IHOP_MATH double fdivide (double x, double y) { return x / y; }
IHOP_MATH float __expf (float x) { return expf (x); }
IHOP_MATH float __exp10f (float x) { return exp10f (x); }
IHOP_MATH float __logf (float x) { return logf (x); }
IHOP_MATH float __log2f (float x) { return log2f (x); }
IHOP_MATH float __log10f (float x) { return log10f (x); }
IHOP_MATH float __sinf (float x) { return sinf (x); }
IHOP_MATH float __cosf (float x) { return cosf (x); }
IHOP_MATH float __tanhf (float x) { return tanhf (x); }
IHOP_MATH float __tanf (float x) { return tanf (x); }
IHOP_MATH void __sincosf (float x, float *s, float *c) { sincosf (x, s, c); }
IHOP_MATH float __powf (float x, float y) { return powf (x, y); }
IHOP_MATH float __saturatef (float x) { return fminf (fmaxf (x, 0.0f), 1.0f); }
IHOP_MATH float __frsqrt_rn (float x) { return (float) (1 / sqrt ((double) x)); }

/* --- in a stated direction: nearest, zero, down, up ---------------------------------------------- */

#define IHOP_DIRECTED(cuda, ptx)                                                                   \
  IHOP_MATH float __fadd_##cuda (float x, float y) { return __nvvm_add_##ptx##_f (x, y); }         \
  IHOP_MATH float __fsub_##cuda (float x, float y) { return __nvvm_add_##ptx##_f (x, -y); }        \
  IHOP_MATH float __fmul_##cuda (float x, float y) { return __nvvm_mul_##ptx##_f (x, y); }         \
  IHOP_MATH float __fdiv_##cuda (float x, float y) { return __nvvm_div_##ptx##_f (x, y); }         \
  IHOP_MATH float __frcp_##cuda (float x) { return __nvvm_rcp_##ptx##_f (x); }                     \
  IHOP_MATH float __fsqrt_##cuda (float x) { return __nvvm_sqrt_##ptx##_f (x); }                   \
  IHOP_MATH float __fmaf_##cuda (float x, float y, float z) { return __nvvm_fma_##ptx##_f (x, y, z); } \
  IHOP_MATH double __dadd_##cuda (double x, double y) { return __nvvm_add_##ptx##_d (x, y); }      \
  IHOP_MATH double __dsub_##cuda (double x, double y) { return __nvvm_add_##ptx##_d (x, -y); }     \
  IHOP_MATH double __dmul_##cuda (double x, double y) { return __nvvm_mul_##ptx##_d (x, y); }      \
  IHOP_MATH double __ddiv_##cuda (double x, double y) { return __nvvm_div_##ptx##_d (x, y); }      \
  IHOP_MATH double __drcp_##cuda (double x) { return __nvvm_rcp_##ptx##_d (x); }                   \
  IHOP_MATH double __dsqrt_##cuda (double x) { return __nvvm_sqrt_##ptx##_d (x); }                 \
  IHOP_MATH double __fma_##cuda (double x, double y, double z) { return __nvvm_fma_##ptx##_d (x, y, z); } \
  IHOP_MATH float __double2float_##cuda (double x) { return __nvvm_d2f_##ptx (x); }                \
  IHOP_MATH int __double2int_##cuda (double x) { return __nvvm_d2i_##ptx (x); }                    \
  IHOP_MATH unsigned __double2uint_##cuda (double x) { return __nvvm_d2ui_##ptx (x); }             \
  IHOP_MATH long long __double2ll_##cuda (double x) { return __nvvm_d2ll_##ptx (x); }              \
  IHOP_MATH unsigned long long __double2ull_##cuda (double x) { return __nvvm_d2ull_##ptx (x); }   \
  IHOP_MATH int __float2int_##cuda (float x) { return __nvvm_f2i_##ptx (x); }                      \
  IHOP_MATH unsigned __float2uint_##cuda (float x) { return __nvvm_f2ui_##ptx (x); }               \
  IHOP_MATH long long __float2ll_##cuda (float x) { return __nvvm_f2ll_##ptx (x); }                \
  IHOP_MATH unsigned long long __float2ull_##cuda (float x) { return __nvvm_f2ull_##ptx (x); }     \
  IHOP_MATH float __int2float_##cuda (int x) { return __nvvm_i2f_##ptx (x); }                      \
  IHOP_MATH float __uint2float_##cuda (unsigned x) { return __nvvm_ui2f_##ptx (x); }               \
  IHOP_MATH float __ll2float_##cuda (long long x) { return __nvvm_ll2f_##ptx (x); }                \
  IHOP_MATH float __ull2float_##cuda (unsigned long long x) { return __nvvm_ull2f_##ptx (x); }     \
  IHOP_MATH double __ll2double_##cuda (long long x) { return __nvvm_ll2d_##ptx (x); }              \
  IHOP_MATH double __ull2double_##cuda (unsigned long long x) { return __nvvm_ull2d_##ptx (x); }
IHOP_DIRECTED (rn, rn) IHOP_DIRECTED (rz, rz) IHOP_DIRECTED (rd, rm) IHOP_DIRECTED (ru, rp)
IHOP_MATH double __int2double_rn (int x) { return x; }
IHOP_MATH double __uint2double_rn (unsigned x) { return x; }
