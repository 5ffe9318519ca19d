/* Arithmetic of all types: what is exact is equal to the host's, bit for bit. */
#include "check.h"
#include <math.h>

#define NUMBERS(name, type)                                                                        \
  static __host__ __device__ type name##_of (type a, type b)                                       \
  {                                                                                                \
    type r = a + b * 3;                                                                            \
    r ^= a << (b & 7);                                                                             \
    r -= (a >> 2) | (b & a);                                                                       \
    if (b != 0)                                                                                    \
      r += a / b + a % b;                                                                          \
    r = r > a ? r - b : ~r;                                                                        \
    return (type) (r * (a < b ? a : b));                                                           \
  }                                                                                                \
  static __global__ void name##_run (const type *a, type *out, int n)                              \
  {                                                                                                \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (i < n)                                                                                     \
      out[i] = name##_of (a[i], a[n - 1 - i]);                                                     \
  }                                                                                                \
  static void name##_check (void)                                                                  \
  {                                                                                                \
    enum { N = 1000 };                                                                             \
    static type a[N], got[N], wanted[N];                                                           \
    for (int i = 0; i < N; i++)                                                                    \
      a[i] = (type) (i % 5 ? (i * 2654435761u) : i);                                               \
    for (int i = 0; i < N; i++)                                                                    \
      wanted[i] = name##_of (a[i], a[N - 1 - i]);                                                  \
    type *d = on_device (a, N), *o = on_device (got, N);                                           \
    name##_run<<<(N + 127) / 128, 128>>> (d, o, N);                                                \
    back (got, o, N);                                                                              \
    expect (#name, got, wanted, N);                                                                \
  }
NUMBERS (s8, signed char) NUMBERS (u8, unsigned char) NUMBERS (s16, short) NUMBERS (u16, unsigned short)
NUMBERS (u32, unsigned) NUMBERS (u64, unsigned long long)

template <typename T>
static __host__ __device__ T
real (T a, T b)
{
  T r = a * b;
  r = r + a / (b + T (3));
  r = r - sqrt (fabs (a));
  r += floor (a) - ceil (b) + trunc (r);
  r += fmin (a, b) - fmax (a, r);
  return r < a ? r : copysign (r, b) + (T) (int) a + (T) (long long) b + (T) (unsigned) fabs (a);
}

template <typename T>
static __global__ void
real_run (const T *a, T *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] = real (a[i], a[n - 1 - i]);
}

template <typename T>
static void
real_check (const char *name)
{
  enum { N = 1000 };
  static T a[N], got[N], wanted[N];

  for (int i = 0; i < N; i++)
    a[i] = (T) (i - 500) * T (1.37) + (T) 1 / (i + 1);
  for (int i = 0; i < N; i++)
    wanted[i] = real (a[i], a[N - 1 - i]);
  T *d = on_device (a, N), *o = on_device (got, N);
  real_run<T><<<(N + 95) / 96, 96>>> (d, o, N);
  back (got, o, N);
  expect (name, got, wanted, N);
}

/* --- from floating point to integers: what is beyond the range becomes its end ------------------ */

template <typename T>
static T
clamped (double x, int bits, bool is_signed)
{
  double above = ldexp (1.0, bits - is_signed), least = is_signed ? -above : 0;

  if (x != x)
    return 0;
  if (x >= above)
    return (T) (is_signed ? (1ull << (bits - 1)) - 1 : ~0ull >> (64 - bits));
  return (T) (x <= least ? (is_signed ? -(long long) (~0ull >> (65 - bits)) - 1 : 0) : is_signed ? (T) (long long) x : (T) (unsigned long long) x);
}

#define CONVERSION(name, type, ptx, from_ptx, constraint, from, from_constraint, round, rounded, bits, is_signed) \
  static __global__ void name##_run (const from *a, type *out, int n)                              \
  {                                                                                                \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (i < n)                                                                                     \
      asm ("cvt." #round "." #ptx "." #from_ptx " %0, %1;" : "=" constraint (out[i]) : from_constraint (a[i])); \
  }                                                                                                \
  static void name##_check (const double *values, int n)                                           \
  {                                                                                                \
    from *a = new from[n];                                                                         \
    type *got = new type[n], *wanted = new type[n];                                                \
    for (int i = 0; i < n; i++)                                                                    \
      {                                                                                            \
        a[i] = (from) values[i];                                                                   \
        wanted[i] = clamped<type> (rounded ((double) a[i]), bits, is_signed);                      \
      }                                                                                            \
    from *d = on_device (a, n);                                                                    \
    type *o = on_device (got, n);                                                                  \
    name##_run<<<(n + 63) / 64, 64>>> (d, o, n);                                                   \
    back (got, o, n);                                                                              \
    expect (#name, got, wanted, n);                                                                \
  }
CONVERSION (s16_of_float, short, s16, f32, "h", float, "f", rzi, trunc, 16, true)
CONVERSION (u16_of_double, unsigned short, u16, f64, "h", double, "d", rni, rint, 16, false)
CONVERSION (s32_of_float, int, s32, f32, "r", float, "f", rni, rint, 32, true)
CONVERSION (u32_of_float, unsigned, u32, f32, "r", float, "f", rzi, trunc, 32, false)
CONVERSION (s32_of_double, int, s32, f64, "r", double, "d", rmi, floor, 32, true)
CONVERSION (u32_of_double, unsigned, u32, f64, "r", double, "d", rpi, ceil, 32, false)
CONVERSION (s64_of_float, long long, s64, f32, "l", float, "f", rni, rint, 64, true)
CONVERSION (u64_of_double, unsigned long long, u64, f64, "l", double, "d", rzi, trunc, 64, false)

static void
conversions_check (void)
{
  static double values[1000];
  int n = 0;

  for (int bits = 0; bits <= 65; bits++)
    for (int sign = -1; sign <= 1; sign += 2)
      for (int by = -2; by <= 2; by++)
        values[n++] = sign * (ldexp (1.0, bits) + by * (bits < 20 ? .5 : ldexp (1.0, bits - 20)));
  double others[] = { 0, -0.0, .5, -.5, 1.5, 2.5, -2.5, 1e300, -1e300, INFINITY, -INFINITY, NAN, -NAN };
  for (double other : others)
    values[n++] = other;
  s16_of_float_check (values, n);
  u16_of_double_check (values, n);
  s32_of_float_check (values, n);
  u32_of_float_check (values, n);
  s32_of_double_check (values, n);
  u32_of_double_check (values, n);
  s64_of_float_check (values, n);
  u64_of_double_check (values, n);
}

int
main (void)
{
  s8_check ();
  u8_check ();
  s16_check ();
  u16_check ();
  u32_check ();
  u64_check ();
  real_check<float> ("float");
  real_check<double> ("double");
  conversions_check ();
  return finish ();
}
