/* The host's mathematical functions for kernels that Clang compiled: arguments and results as bits. */
#include "simt/run/float_bits.h"
#include "simt/run/frame.h"
#include <math.h>

#define MATH_1(each)                                                                               \
  each (acos) each (acosh) each (asin) each (asinh) each (atan) each (atanh) each (cbrt) each (cos) each (cosh)   \
  each (erf) each (erfc) each (exp) each (exp2) each (exp10) each (expm1) each (lgamma) each (log) each (log10)   \
  each (log1p) each (log2) each (logb) each (round) each (sin) each (sinh) each (tan) each (tanh) each (tgamma)        \
  each (j0) each (j1) each (y0) each (y1)
#define MATH_2(each)                                                                               \
  each (atan2) each (fdim) each (fmod) each (hypot) each (nextafter) each (pow) each (remainder)

#define MATH_ORDER(each) each (jn) each (yn)
#define MATH_POWER(each) each (ldexp)

#define DEFINE_1(name)                                                                             \
  static guint64 call_##name (IhopWarpFrame *frame, guint lane, guint64 x)                         \
  {                                                                                                \
    return ihop_bits_of_double (name (ihop_double_of_bits (x)));                                                  \
  }                                                                                                \
  static guint64 call_##name##f (IhopWarpFrame *frame, guint lane, guint64 x)                      \
  {                                                                                                \
    return ihop_bits_of_float (name##f (ihop_float_of_bits (x)));                                                 \
  }
#define DEFINE_2(name)                                                                             \
  static guint64 call_##name (IhopWarpFrame *frame, guint lane, guint64 x, guint64 y)              \
  {                                                                                                \
    return ihop_bits_of_double (name (ihop_double_of_bits (x), ihop_double_of_bits (y)));                                   \
  }                                                                                                \
  static guint64 call_##name##f (IhopWarpFrame *frame, guint lane, guint64 x, guint64 y)           \
  {                                                                                                \
    return ihop_bits_of_float (name##f (ihop_float_of_bits (x), ihop_float_of_bits (y)));                                   \
  }
#define DEFINE_ORDER(name)                                                                         \
  static guint64 call_##name (IhopWarpFrame *frame, guint lane, guint64 n, guint64 x)              \
  {                                                                                                \
    return ihop_bits_of_double (name ((int) n, ihop_double_of_bits (x)));                          \
  }                                                                                                \
  static guint64 call_##name##f (IhopWarpFrame *frame, guint lane, guint64 n, guint64 x)           \
  {                                                                                                \
    return ihop_bits_of_float (name##f ((int) n, ihop_float_of_bits (x)));                         \
  }
#define DEFINE_POWER(name)                                                                         \
  static guint64 call_##name (IhopWarpFrame *frame, guint lane, guint64 x, guint64 n)              \
  {                                                                                                \
    return ihop_bits_of_double (name (ihop_double_of_bits (x), (int) n));                          \
  }                                                                                                \
  static guint64 call_##name##f (IhopWarpFrame *frame, guint lane, guint64 x, guint64 n)           \
  {                                                                                                \
    return ihop_bits_of_float (name##f (ihop_float_of_bits (x), (int) n));                         \
  }
MATH_1 (DEFINE_1)
MATH_2 (DEFINE_2)
MATH_ORDER (DEFINE_ORDER)
MATH_POWER (DEFINE_POWER)

#define ROW(name) { "__ihop_" #name, call_##name }, { "__ihop_" #name "f", call_##name##f },

const IhopWarpService ihop_warp_math[] = { MATH_1 (ROW) MATH_2 (ROW) MATH_ORDER (ROW) MATH_POWER (ROW) { NULL, NULL } };
