/* Roundings that are not to nearest, and sums over several words by carries: as the host's. */
#include "check.h"
#include <fenv.h>
#include <math.h>

enum { N = 4096 };

/* Numbers of all sizes, zeros, infinities, not-a-numbers, and pairs that nearly cancel. */
static float
sample (unsigned i)
{
  static const float odd[] = { 0, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-45f, 3.4e38f, -3.4e38f, 1, -1, 16777216, 1.4426950216f };
  unsigned hash = i * 2654435761u;

  if (i % 3 == 0)
    return odd[hash / 7 % (sizeof odd / sizeof *odd)];
  return ldexpf ((float) (int) (hash ^ hash >> 15) / 2147483648.0f, i % 3 == 1 ? (int) (hash % 9) - 4 : (int) (hash % 250) - 125);
}

#define ROUNDED(way)                                                                                                              \
  static __global__ void rounded_##way (const float *a, const float *b, const float *c, float *fma, float *sum, float *less,     \
                                        float *product)                                                                          \
  {                                                                                                                               \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                                \
    asm ("fma." #way ".f32 %0, %1, %2, %3;" : "=f"(fma[i]) : "f"(a[i]), "f"(b[i]), "f"(c[i]));                                    \
    asm ("add." #way ".f32 %0, %1, %2;" : "=f"(sum[i]) : "f"(a[i]), "f"(c[i]));                                                   \
    asm ("sub." #way ".f32 %0, %1, %2;" : "=f"(less[i]) : "f"(a[i]), "f"(c[i]));                                                  \
    asm ("mul." #way ".f32 %0, %1, %2;" : "=f"(product[i]) : "f"(a[i]), "f"(b[i]));                                               \
  }
ROUNDED (rz) ROUNDED (rm) ROUNDED (rp)

typedef void Rounded (const float *, const float *, const float *, float *, float *, float *, float *);

/* Any not-a-number is as good as another one. */
static void
expect_rounded (const char *name, float *got, float *wanted)
{
  for (int i = 0; i < N; i++)
    if (isnan (got[i]) && isnan (wanted[i]))
      got[i] = wanted[i];
  expect (name, got, wanted, N);
}

static void
rounded_check (Rounded *kernel, int way, const char *name)
{
  static float in[3][N], got[4][N], wanted[4][N];
  float *d[3], *o[4];

  for (int k = 0; k < 3; k++)
    for (int i = 0; i < N; i++)
      in[k][i] = k == 2 && i % 5 == 0 ? -in[0][i] * in[1][i] : sample (i * 3 + k * 7 + i / 3);
  for (int k = 0; k < 3; k++)
    d[k] = on_device (in[k], N);
  for (int k = 0; k < 4; k++)
    o[k] = on_device (got[k], N);
  kernel<<<N / 128, 128>>> (d[0], d[1], d[2], o[0], o[1], o[2], o[3]);
  for (int k = 0; k < 4; k++)
    back (got[k], o[k], N);
  fesetround (way);
  for (int i = 0; i < N; i++)
    {
      volatile float a = in[0][i], b = in[1][i], c = in[2][i], r;
      wanted[0][i] = fmaf (a, b, c);
      r = a + c;
      wanted[1][i] = r;
      r = a - c;
      wanted[2][i] = r;
      r = a * b;
      wanted[3][i] = r;
    }
  fesetround (FE_TONEAREST);
  for (int k = 0; k < 4; k++)
    expect_rounded (name, got[k], wanted[k]);
}

/* Double, and quotients and roots of both. */
#define PARTED(way)                                                                                                               \
  static __global__ void parted_##way (const float *a, const float *b, float *single, const double *x, const double *y,          \
                                       const double *z, double *both)                                                            \
  {                                                                                                                               \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                                \
    asm ("div." #way ".f32 %0, %1, %2;" : "=f"(single[i]) : "f"(a[i]), "f"(b[i]));                                                \
    asm ("sqrt." #way ".f32 %0, %1;" : "=f"(single[N + i]) : "f"(a[i]));                                                          \
    asm ("rcp." #way ".f32 %0, %1;" : "=f"(single[2 * N + i]) : "f"(a[i]));                                                       \
    asm ("fma." #way ".f64 %0, %1, %2, %3;" : "=d"(both[i]) : "d"(x[i]), "d"(y[i]), "d"(z[i]));                                   \
    asm ("add." #way ".f64 %0, %1, %2;" : "=d"(both[N + i]) : "d"(x[i]), "d"(z[i]));                                              \
    asm ("mul." #way ".f64 %0, %1, %2;" : "=d"(both[2 * N + i]) : "d"(x[i]), "d"(y[i]));                                          \
    asm ("div." #way ".f64 %0, %1, %2;" : "=d"(both[3 * N + i]) : "d"(x[i]), "d"(y[i]));                                          \
    asm ("sqrt." #way ".f64 %0, %1;" : "=d"(both[4 * N + i]) : "d"(x[i]));                                                        \
    asm ("sub." #way ".f64 %0, %1, %2;" : "=d"(both[5 * N + i]) : "d"(x[0]), "d"(z[0])); /* the same in all lanes */              \
  }
PARTED (rz) PARTED (rm) PARTED (rp)

typedef void Parted (const float *, const float *, float *, const double *, const double *, const double *, double *);

template <typename T>
static void
expect_real (const char *name, T *got, T *wanted, int n)
{
  for (int i = 0; i < n; i++)
    if (isnan (got[i]) && isnan (wanted[i]))
      got[i] = wanted[i];
  expect (name, got, wanted, n);
}

/* What the processor makes of it, rounding as it is told. */
template <typename T>
static void
expected (int i, T a, T b, T c, T *sums, T *parts)
{
  volatile T x = a, y = b, z = c, result;

  if (sums)
    {
      result = fma (x, y, z);
      sums[i] = result;
      result = x + z;
      sums[N + i] = result;
      result = x * y;
      sums[2 * N + i] = result;
    }
  result = x / y;
  parts[i] = result;
  result = sqrt (x);
  parts[N + i] = result;
  result = 1 / x;
  parts[2 * N + i] = result;
}

static void
parted_check (Parted *kernel, int way, const char *name)
{
  static float in[2][N], single[3 * N], wanted_single[3 * N];
  static double wide_in[3][N], both[6 * N], wanted[6 * N], rest[3 * N];

  for (int i = 0; i < N; i++)
    {
      for (int k = 0; k < 2; k++)
        in[k][i] = sample (i * 5 + k * 3 + i / 3);
      for (int k = 0; k < 3; k++)
        wide_in[k][i] = k == 2 && i % 5 == 0 ? -wide_in[0][i] * wide_in[1][i] : sample (i * 3 + k * 7 + i / 3) * (i % 7 ? 1 + i * 1e-13 : 1e300);
    }
  float *a = on_device (in[0], N), *b = on_device (in[1], N), *s = on_device (single, 3 * N);
  double *x = on_device (wide_in[0], N), *y = on_device (wide_in[1], N), *z = on_device (wide_in[2], N), *d = on_device (both, 6 * N);
  kernel<<<N / 128, 128>>> (a, b, s, x, y, z, d);
  back (single, s, 3 * N);
  back (both, d, 6 * N);
  fesetround (way);
  for (int i = 0; i < N; i++)
    {
      volatile double first = wide_in[0][0], last = wide_in[2][0], less = first - last;
      expected (i, in[0][i], in[1][i], 0.0f, (float *) NULL, wanted_single);
      expected (i, wide_in[0][i], wide_in[1][i], wide_in[2][i], wanted, rest);
      wanted[3 * N + i] = rest[i];
      wanted[4 * N + i] = rest[N + i];
      wanted[5 * N + i] = less;
    }
  fesetround (FE_TONEAREST);
  expect_real (name, single, wanted_single, 3 * N);
  expect_real (name, both, wanted, 6 * N);
}

/* Sums, differences and products of 128 bits, of words of 32 and of 64 bits. */
static __global__ void
wide (const unsigned long long *a, unsigned long long *out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long x0 = a[i], x1 = a[N - 1 - i], y0 = a[(i * 7) % N], y1 = a[(i * 5 + 3) % N];
  unsigned x = x0, y = y0, low, high;

  asm ("add.cc.u64 %0, %2, %4;\n\taddc.u64 %1, %3, %5;" : "=&l"(out[6 * i]), "=l"(out[6 * i + 1]) : "l"(x0), "l"(x1), "l"(y0), "l"(y1));
  asm ("sub.cc.u64 %0, %2, %4;\n\tsubc.u64 %1, %3, %5;" : "=&l"(out[6 * i + 2]), "=l"(out[6 * i + 3]) : "l"(x0), "l"(x1), "l"(y0), "l"(y1));
  asm ("mad.lo.cc.u32 %0, %2, %3, %4;\n\tmadc.hi.u32 %1, %2, %3, %5;" : "=&r"(low), "=r"(high) : "r"(x), "r"(y), "r"((unsigned) x1), "r"((unsigned) y1));
  out[6 * i + 4] = (unsigned long long) high << 32 | low;
  /* Three words: the middle one takes a carry and leaves one; where only some lanes add, the others' carry stays. */
  unsigned w0 = x, w1 = x0 >> 32, w2 = x1;
  if (i % 3)
    asm ("add.cc.u32 %0, %0, %3;\n\taddc.cc.u32 %1, %1, %4;\n\taddc.u32 %2, %2, 0;" : "+r"(w0), "+r"(w1), "+r"(w2) : "r"(y), "r"((unsigned) (y0 >> 32)));
  out[6 * i + 5] = ((unsigned long long) w2 << 32 | w1) ^ w0;
}

static void
wide_check (void)
{
  static unsigned long long a[N], got[6 * N], wanted[6 * N];

  for (int i = 0; i < N; i++)
    a[i] = i % 4 ? i * 0x9e3779b97f4a7c15ull : ~0ull - i % 3;
  for (int i = 0; i < N; i++)
    {
      unsigned __int128 x = (unsigned __int128) a[N - 1 - i] << 64 | a[i], y = (unsigned __int128) a[(i * 5 + 3) % N] << 64 | a[(i * 7) % N];
      unsigned __int128 sum = x + y, difference = x - y;
      unsigned long long c = a[(i * 5 + 3) % N] << 32 | (unsigned) a[N - 1 - i];
      wanted[6 * i] = sum;
      wanted[6 * i + 1] = sum >> 64;
      wanted[6 * i + 2] = difference;
      wanted[6 * i + 3] = difference >> 64;
      wanted[6 * i + 4] = (unsigned long long) (unsigned) a[i] * (unsigned) a[(i * 7) % N] + c;
      unsigned __int128 words = (unsigned __int128) (unsigned) a[N - 1 - i] << 64 | a[i];
      words += i % 3 ? a[(i * 7) % N] : 0;
      wanted[6 * i + 5] = ((unsigned long long) (unsigned) (words >> 64) << 32 | (unsigned) (words >> 32)) ^ (unsigned) words;
    }
  unsigned long long *d = on_device (a, N), *o = on_device (got, 6 * N);
  wide<<<N / 64, 64>>> (d, o);
  back (got, o, 6 * N);
  expect ("wide", got, wanted, 6 * N);
}

/* Numbers as floats and doubles that have too few digits for them. */
#define CONVERTED(way)                                                                                                            \
  static __global__ void converted_##way (const long long *n, const double *x, float *single, double *wide)                      \
  {                                                                                                                               \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                                \
    asm ("cvt." #way ".f32.s32 %0, %1;" : "=f"(single[i]) : "r"((int) n[i]));                                                     \
    asm ("cvt." #way ".f32.u32 %0, %1;" : "=f"(single[N + i]) : "r"((unsigned) n[i]));                                            \
    asm ("cvt." #way ".f32.s64 %0, %1;" : "=f"(single[2 * N + i]) : "l"(n[i]));                                                   \
    asm ("cvt." #way ".f32.u64 %0, %1;" : "=f"(single[3 * N + i]) : "l"(n[i]));                                                   \
    asm ("cvt." #way ".f32.f64 %0, %1;" : "=f"(single[4 * N + i]) : "d"(x[i]));                                                   \
    asm ("cvt." #way ".f64.s64 %0, %1;" : "=d"(wide[i]) : "l"(n[i]));                                                             \
    asm ("cvt." #way ".f64.u64 %0, %1;" : "=d"(wide[N + i]) : "l"(n[i]));                                                         \
    asm ("cvt." #way ".f64.s32 %0, %1;" : "=d"(wide[2 * N + i]) : "r"((int) n[7])); /* the same in all lanes */                   \
  }
CONVERTED (rz) CONVERTED (rm) CONVERTED (rp)

typedef void Converted (const long long *, const double *, float *, double *);

static void
converted_check (Converted *kernel, int way, const char *name)
{
  static long long n[N];
  static double x[N], wide[3 * N], wanted_wide[3 * N];
  static float single[5 * N], wanted[5 * N];

  for (int i = 0; i < N; i++)
    {
      unsigned long long random = (i + 1) * 0x9e3779b97f4a7c15ull;
      n[i] = i % 9 ? (long long) (random ^ random >> 29) >> random % 50 : i % 18 ? -1 - i / 9 : 0;
      x[i] = i % 7 ? sample (i) * (1 + 1e-9 * (i % 5)) : sample (i) * 1e30;
    }
  float *d_single = on_device (single, 5 * N);
  double *d_wide = on_device (wide, 3 * N);
  kernel<<<N / 128, 128>>> (on_device (n, N), on_device (x, N), d_single, d_wide);
  back (single, d_single, 5 * N);
  back (wide, d_wide, 3 * N);
  fesetround (way);
  for (int i = 0; i < N; i++)
    {
      volatile long long whole = n[i];
      volatile double real = x[i], same = (int) n[7];
      volatile float to[5] = { (float) (int) whole, (float) (unsigned) whole, (float) whole, (float) (unsigned long long) whole, (float) real };
      volatile double to_wide[3] = { (double) whole, (double) (unsigned long long) whole, same };
      for (int k = 0; k < 5; k++) /* zero has no sign, which some processors forget */
        wanted[k * N + i] = k < 4 && to[k] == 0 ? 0 : to[k];
      for (int k = 0; k < 3; k++)
        wanted_wide[k * N + i] = to_wide[k] == 0 ? 0 : to_wide[k];
    }
  fesetround (FE_TONEAREST);
  expect_real (name, single, wanted, 5 * N);
  expect_real (name, wide, wanted_wide, 3 * N);
}

int
main (void)
{
  converted_check (converted_rz, FE_TOWARDZERO, "towards zero, converted");
  converted_check (converted_rm, FE_DOWNWARD, "down, converted");
  converted_check (converted_rp, FE_UPWARD, "up, converted");
  rounded_check (rounded_rz, FE_TOWARDZERO, "towards zero");
  rounded_check (rounded_rm, FE_DOWNWARD, "down");
  rounded_check (rounded_rp, FE_UPWARD, "up");
  parted_check (parted_rz, FE_TOWARDZERO, "towards zero, parted");
  parted_check (parted_rm, FE_DOWNWARD, "down, parted");
  parted_check (parted_rp, FE_UPWARD, "up, parted");
  wide_check ();
  return finish ();
}
