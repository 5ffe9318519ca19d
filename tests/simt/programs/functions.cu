/* Mathematical functions: the device's beside the host's, and those that only CUDA has beside what they stand for. */
#include "check.h"
#include <math.h>

enum { N = 400, KINDS = 64 };

/* What C has, by the same words for both. */
static __host__ __device__ int
of_c (double x, float f, double *o)
{
  int q = 0, e;
  double whole;
  float whole_f;

  o[q++] = lrint (x);
  o[q++] = llrintf (f);
  o[q++] = lround (x);
  o[q++] = llroundf (f);
  o[q++] = ldexp (x, 5);
  o[q++] = ldexp (ldexp (x, -1060), 1060);
  o[q++] = scalbnf (f, -2);
  o[q++] = scalbln (x, -70000);
  o[q++] = frexp (x, &e);
  o[q++] = e;
  o[q++] = frexpf (f, &e);
  o[q++] = e;
  o[q++] = modf (x, &whole);
  o[q++] = whole;
  o[q++] = modff (f, &whole_f);
  o[q++] = whole_f;
  o[q++] = ilogb (x == 0 ? 1 : x);
  o[q++] = logb (x == 0 ? 1 : x);
  o[q++] = ilogbf (f == 0 ? 1 : f);
  o[q++] = remquo (x, 1.3, &e);
  o[q++] = e % 8;
  o[q++] = remquof (f, -.7f, &e);
  o[q++] = e % 8;
  o[q++] = j0 (x);
  o[q++] = j1 (x);
  o[q++] = jn (3, x + .05);
  o[q++] = y0 (fabs (x) + .1);
  o[q++] = yn (2, fabs (x) + .1);
  o[q++] = isnan (x) * 1 + isinf (x * 1e308 * 10) * 2 + isfinite (f) * 4;
  o[q++] = (signbit (f) != 0) + 2 * (signbit (-x) != 0);
  o[q++] = cbrt (x) + hypot (x, 3.0) + pow (fabs (x), 1.5);
  o[q++] = fmod (x, .3);
  o[q++] = tgamma (fabs (x) / 50 + .5);
  o[q++] = nearbyint (x) + rint (f) + trunc (x) + round (x);
  o[q++] = abs ((int) x) + labs ((long) x) + llabs ((long long) x);
  return q;
}

/* What CUDA has beyond it, as differences that are nearly none. */
static __device__ int
of_cuda (double x, float f, double *o)
{
  int q = 0;
  double s, c, large = fabs (x) + 1;

  sincospi (x, &s, &c);
  o[q++] = s - sinpi (x);
  o[q++] = s * s + c * c - 1;
  o[q++] = sinpi (floor (x));
  o[q++] = rcbrt (large) * cbrt (large) - 1;
  o[q++] = rhypot (large, 2.0) * hypot (large, 2.0) - 1;
  o[q++] = norm3d (x, 2, 3) * rnorm3d (x, 2, 3) - 1;
  o[q++] = norm4d (x, 2, 3, 4) / sqrt (x * x + 29) - 1;
  o[q++] = normcdf (x) + normcdf (-x) - 1;
  o[q++] = __double2int_rn (x) - rint (x);
  o[q++] = __float2int_rd (f) - floor (f);
  o[q++] = __float2ll_ru (f) - ceil (f);
  o[q++] = __double2uint_rz (large) - trunc (large);
  o[q++] = __dadd_rd (x, 1e-30) > __dadd_ru (x, 1e-30);
  o[q++] = __fdiv_rn (f, 3) - f / 3;
  o[q++] = __saturatef (f) - (f < 0 ? 0 : f > 1 ? 1 : f);
  o[q++] = __int2float_rn ((int) x) - (float) (int) x;
  return q;
}

static __global__ void
run (const double *x, double *c, double *cuda)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < N)
    {
      of_c (x[i], (float) x[i], c + i * KINDS);
      of_cuda (x[i], (float) x[i], cuda + i * KINDS);
    }
}

static void
near (const char *what, const double *got, const double *wanted)
{
  for (int i = 0; i < N * KINDS; i++)
    if (!(fabs (got[i] - wanted[i]) <= 1e-6 * (1 + fabs (wanted[i]))))
      {
        printf ("%s: value %d of number %d is %.17g, expected %.17g\n", what, i % KINDS, i / KINDS, got[i], wanted[i]);
        failures++;
        return;
      }
}

int
main (void)
{
  static double x[N], got[N * KINDS], wanted[N * KINDS];

  for (int i = 0; i < N; i++)
    x[i] = i < 20 ? i - 10 : i < 60 ? (i - 40) / 2. : (i - 200) * .1713;
  double *d = on_device (x, N), *c = on_device (got, N * KINDS), *cuda = on_device (wanted, N * KINDS);
  run<<<(N + 63) / 64, 64>>> (d, c, cuda);
  back (got, c, N * KINDS);
  for (int i = 0; i < N; i++)
    of_c (x[i], (float) x[i], wanted + i * KINDS);
  near ("a function of C", got, wanted);
  memset (wanted, 0, sizeof wanted);
  back (got, cuda, N * KINDS);
  near ("a function of CUDA", got, wanted);
  return finish ();
}
