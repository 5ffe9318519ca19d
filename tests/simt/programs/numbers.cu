/* Arithmetic of all types: what is exact is equal to the host's, bit for bit. */
#include "check.h"

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
  return finish ();
}
