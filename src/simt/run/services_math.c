/* The host's mathematical functions for kernels that Clang compiled: arguments and results as bits. */
#include "simt/run/frame.h"
#include <math.h>
#include <string.h>

static double
as_double (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static guint64
bits_of_double (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static float
as_float (guint64 bits)
{
  guint32 low = bits;
  float value;

  memcpy (&value, &low, sizeof value);
  return value;
}

static guint64
bits_of_float (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

#define MATH_1(each)                                                                               \
  each (acos) each (acosh) each (asin) each (asinh) each (atan) each (atanh) each (cbrt) each (cos) each (cosh)   \
  each (erf) each (erfc) each (exp) each (exp2) each (exp10) each (expm1) each (lgamma) each (log) each (log10)   \
  each (log1p) each (log2) each (round) each (sin) each (sinh) each (tan) each (tanh) each (tgamma)
#define MATH_2(each)                                                                               \
  each (atan2) each (fdim) each (fmod) each (hypot) each (nextafter) each (pow) each (remainder)

#define DEFINE_1(name)                                                                             \
  static guint64 call_##name (IhopWarpFrame *frame, guint lane, guint64 x)                         \
  {                                                                                                \
    return bits_of_double (name (as_double (x)));                                                  \
  }                                                                                                \
  static guint64 call_##name##f (IhopWarpFrame *frame, guint lane, guint64 x)                      \
  {                                                                                                \
    return bits_of_float (name##f (as_float (x)));                                                 \
  }
#define DEFINE_2(name)                                                                             \
  static guint64 call_##name (IhopWarpFrame *frame, guint lane, guint64 x, guint64 y)              \
  {                                                                                                \
    return bits_of_double (name (as_double (x), as_double (y)));                                   \
  }                                                                                                \
  static guint64 call_##name##f (IhopWarpFrame *frame, guint lane, guint64 x, guint64 y)           \
  {                                                                                                \
    return bits_of_float (name##f (as_float (x), as_float (y)));                                   \
  }
MATH_1 (DEFINE_1)
MATH_2 (DEFINE_2)

#define ROW(name) { "__ihop_" #name, call_##name }, { "__ihop_" #name "f", call_##name##f },

const IhopWarpService ihop_warp_math[] = { MATH_1 (ROW) MATH_2 (ROW) { NULL, NULL } };
