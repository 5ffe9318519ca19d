/* Numbers of 16 bits by the functions of cuda_fp16.h and cuda_bf16.h, beside doubles that are rounded once. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "check.h"
#include <math.h>

enum { N = 2048, KINDS = 40 };

/* To `digits` digits, to the nearest and then the even one; least is the exponent of the smallest step. */
static double
rounded (double x, int digits, int least)
{
  int power;

  if (x == 0 || !isfinite (x))
    return x;
  frexp (x, &power);
  int step = power - digits < least ? least : power - digits;
  return ldexp (rint (ldexp (x, -step)), step);
}

struct Half
{
  typedef __half One;
  typedef __half2 Two;
  static double round (double x) { x = rounded (x, 11, -24); return fabs (x) > 65504 ? copysign (INFINITY, x) : x; }
  static __device__ double open (One x) { return __half2float (x); }
  static __device__ One close (float x) { return __float2half (x); }
  static __device__ One close (double x) { return __double2half (x); }
  static __device__ One pack (unsigned short bits) { return __ushort_as_half (bits); }
  static __device__ int whole (One x) { return __half2int_rn (x); }
  static __device__ One of_whole (int n) { return __int2half_rn (n); }
  static __device__ Two join (One x, One y) { return __halves2half2 (x, y); }
  static __device__ float low (Two v) { return __low2float (v); }
  static __device__ float high (Two v) { return __high2float (v); }
};
struct Brain
{
  typedef __nv_bfloat16 One;
  typedef __nv_bfloat162 Two;
  static double round (double x) { return rounded (x, 8, -133); }
  static __device__ double open (One x) { return __bfloat162float (x); }
  static __device__ One close (float x) { return __float2bfloat16 (x); }
  static __device__ One close (double x) { return __double2bfloat16 (x); }
  static __device__ One pack (unsigned short bits) { return __ushort_as_bfloat16 (bits); }
  static __device__ int whole (One x) { return __bfloat162int_rn (x); }
  static __device__ One of_whole (int n) { return __int2bfloat16_rn (n); }
  static __device__ Two join (One x, One y) { return __halves2bfloat162 (x, y); }
  static __device__ float low (Two v) { return __low2float (v); }
  static __device__ float high (Two v) { return __high2float (v); }
};

static __host__ __device__ double
value (int i, int salt)
{
  unsigned random = (unsigned) (i * 8 + salt + 1) * 2654435761u;

  random ^= random >> 15;
  random *= 2246822519u;
  random ^= random >> 13;
  return (i % 5 == 0 ? (int) (random % 9) - 4 : ldexp ((double) (random % 4096) - 2048, (int) (random >> 20) % 19 - 17)) + (i % 7 == 0 ? 1e-9 : 0);
}

template <typename Kind>
static __global__ void
run (double *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
  typename Kind::One a = Kind::close ((float) value (i, 0)), b = Kind::close ((float) value (i, 1)), c = Kind::close ((float) value (i, 2)), d;
  typename Kind::Two ab = Kind::join (a, b), bc = Kind::join (b, c);

#define PUT(x) o[i * KINDS + k++] = (x)
  PUT (Kind::open (a)), PUT (Kind::open (b)), PUT (Kind::open (c));
  PUT (Kind::open (Kind::close (value (i, 3))));
  PUT (Kind::open (a + b)), PUT (Kind::open (a - b)), PUT (Kind::open (a * b)), PUT (Kind::open (a / b));
  PUT (Kind::open (__hadd (a, b))), PUT (Kind::open (__hsub (b, a))), PUT (Kind::open (__hmul (a, c))), PUT (Kind::open (__hdiv (c, a)));
  PUT (Kind::open (__hfma (a, b, c))), PUT (Kind::open (-a)), PUT (Kind::open (__habs (a))), PUT (Kind::open (hsqrt (__habs (a))));
  PUT (Kind::low (ab + bc)), PUT (Kind::high (__hmul2 (ab, bc))), PUT (Kind::low (__hfma2 (ab, bc, ab))), PUT (Kind::high (__hneg2 (ab)));
  PUT ((a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * __hgt (a, b) + 32 * __hge (a, b));
  PUT (Kind::open (__hmax (a, b))), PUT (Kind::open (__hmin (a, b))), PUT (Kind::whole (a)), PUT (Kind::open (Kind::of_whole (i * 13)));
  PUT (Kind::open (hfloor (a))), PUT (Kind::open (hrint (a))), PUT (Kind::open (htrunc (b))), PUT (Kind::open (hceil (b)));
  PUT (__hisnan (Kind::pack (0x7fff)) + 2 * __hisinf (a));
  d = a;
  d += b;
  PUT (Kind::open (d));
  PUT (Kind::open (__shfl_xor_sync (~0u, a, 1)));
}

template <typename Kind>
static int
expected (int i, double *o)
{
  double (*round) (double) = Kind::round;
  double a = round ((float) value (i, 0)), b = round ((float) value (i, 1)), c = round ((float) value (i, 2));
  int k = 0;

#define WANT(x) o[k++] = (x)
  WANT (a), WANT (b), WANT (c), WANT (round (value (i, 3)));
  WANT (round (a + b)), WANT (round (a - b)), WANT (round (a * b)), WANT (round (a / b));
  WANT (round (a + b)), WANT (round (b - a)), WANT (round (a * c)), WANT (round (c / a));
  WANT (round (a * b + c)), WANT (-a), WANT (fabs (a)), WANT (round (sqrt (fabs (a))));
  WANT (round (a + b)), WANT (round (b * c)), WANT (round (a * b + a)), WANT (-b);
  WANT ((a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b));
  WANT (fmax (a, b)), WANT (fmin (a, b)), WANT ((int) rint (a)), WANT (round (i * 13));
  WANT (floor (a)), WANT (rint (a)), WANT (trunc (b)), WANT (ceil (b)), WANT (1), WANT (round (a + b));
  WANT (round ((float) value (i ^ 1, 0)));
  return k;
}

template <typename Kind>
static void
check (const char *name)
{
  static double got[N * KINDS];
  double *d = on_device (got, N * KINDS), wanted[KINDS];

  run<Kind><<<N / 64, 64>>> (d);
  back (got, d, N * KINDS);
  for (int i = 0; i < N; i++)
    for (int k = 0, n = expected<Kind> (i, wanted); k < n; k++)
      if (got[i * KINDS + k] != wanted[k] && !(isnan (got[i * KINDS + k]) && isnan (wanted[k])))
        {
          printf ("%s: value %d of number %d is %.17g, expected %.17g\n", name, k, i, got[i * KINDS + k], wanted[k]);
          failures++;
          return;
        }
}

static __global__ void
count (__half *one, __half2 *two)
{
  atomicAdd (one, __float2half (1));
  atomicAdd (two, __halves2half2 (__float2half (0.5f), __float2half (-2)));
}
static __global__ void open_counts (const __half *one, const __half2 *two, float *o) { o[0] = __half2float (*one), o[1] = __low2float (*two), o[2] = __high2float (*two); }

/* Roundings to other sides: the result is on that side, and the next one towards the number is beyond it. */
static __global__ void
directed (unsigned short *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = (float) (value (i, 5) * (i % 11 == 3 ? 1e7 : i % 11 == 4 ? 1e-7 : 1));

#define TO(k, way, type) asm ("cvt." way "." type ".f32 %0, %1;" : "=h"(o[k * N + i]) : "f"(x))
  TO (0, "rz", "f16");
  TO (1, "rz", "bf16");
#ifndef __NVCC__ /* ptxas has no such instructions, but PTX for later cards has */
  TO (2, "rm", "f16");
  TO (3, "rp", "f16");
#endif
}

static double
opened (int kind, unsigned short bits)
{
  double x = kind ? ldexp ((bits & 0x7f) + (bits & 0x7f80 ? 0x80 : 0), ((bits >> 7 & 0xff) ? (bits >> 7 & 0xff) : 1) - 134)
                  : ldexp ((bits & 0x3ff) + (bits & 0x7c00 ? 0x400 : 0), ((bits >> 10 & 0x1f) ? (bits >> 10 & 0x1f) : 1) - 25);
  if ((bits & (kind ? 0x7f80 : 0x7c00)) == (kind ? 0x7f80 : 0x7c00))
    x = INFINITY;
  return bits & 0x8000 ? -x : x;
}

static void
check_directed (void)
{
  static unsigned short got[4 * N];
  unsigned short *d = on_device (got, 4 * N);

  directed<<<N / 64, 64>>> (d);
  back (got, d, 4 * N);
#ifdef __NVCC__
  int kinds = 2;
#else
  int kinds = 4;
#endif
  for (int k = 0; k < kinds; k++)
    for (int i = 0; i < N; i++)
      {
        double x = (float) (value (i, 5) * (i % 11 == 3 ? 1e7 : i % 11 == 4 ? 1e-7 : 1)), y = opened (k == 1, got[k * N + i]);
        int up = k == 3 || (k < 2 && x < 0); /* the side on which the result is */
        int further = up == (y > 0 || (y == 0 && !(got[k * N + i] & 0x8000))) ? -1 : 1; /* bits towards the number */
        int is_side = up ? y >= x : y <= x;
        double next = opened (k == 1, (unsigned short) (got[k * N + i] + further));
        int is_next = y == x || (y == 0 && further < 0) || (up ? next < x : next > x);
        if (!is_side || !is_next)
          {
            printf ("way %d: %.17g became %.17g\n", k, x, y);
            failures++;
            return;
          }
      }
}

int
main (void)
{
  unsigned zero = 0;
  float counts[3], wanted[3] = { 128, 64, -256 }, *o = on_device (counts, 3);
  __half *one = (__half *) on_device (&zero, 1);
  __half2 *two = (__half2 *) on_device (&zero, 1);

  check<Half> ("half");
  check<Brain> ("bfloat16");
  check_directed ();
  count<<<4, 32>>> (one, two);
  open_counts<<<1, 1>>> (one, two, o);
  back (counts, o, 3);
  expect ("atomic sums of halves", counts, wanted, 3);
  return finish ();
}
