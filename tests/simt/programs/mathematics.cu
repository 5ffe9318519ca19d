/* Each mathematical function of CUDA, in double and in float, beside the same function in long double: how many units in the
 * last place it is off. Where C has no such function, its definition is worked out in long double. */
#include "check.h"
#include <math.h>

enum { N = 480, SPECIAL = 12, MOST = 40 };

typedef long double Exact;

/* --- what C does not have --------------------------------------------------------------------------- */

static const Exact pi = 3.14159265358979323846264338327950288L;

static Exact rsqrtl (Exact x) { return 1 / sqrtl (x); }
static Exact rcbrtl (Exact x) { return 1 / cbrtl (x); }
static Exact exp10_l (Exact x) { return powl (10, x); }
static Exact normcdfl (Exact x) { return erfcl (-x * sqrtl (0.5L)) / 2; }

static Exact
sinpil (Exact x)
{
  Exact half = rintl (2 * x), angle = (x - half / 2) * pi;
  int quarter = (int) fmodl (half, 4) & 3;
  Exact value = quarter & 1 ? cosl (angle) : sinl (angle);
  return isfinite (x) ? (quarter & 2 ? -value : value) : NAN;
}
static Exact cospil (Exact x) { return sinpil (fabsl (x) + 0.5L); }

static Exact
erfcxl (Exact x)
{
  if (x < 30)
    return expl (x * x) * erfcl (x);
  Exact fraction = 0; /* by its continued fraction */
  for (int k = 60; k > 0; k--)
    fraction = k / 2.0L / (x + fraction);
  return 1 / (x + fraction) / sqrtl (pi);
}

/* Where `f` falls from a value above x to one below it, by halving. */
static Exact
crossing (Exact (*f) (Exact), Exact x, Exact low, Exact high)
{
  for (int i = 0; i < 300 && low < high; i++)
    {
      Exact middle = (low + high) / 2;
      if (f (middle) > x)
        low = middle;
      else
        high = middle;
    }
  return (low + high) / 2;
}

static Exact erfcl_of (Exact x) { return erfcl (x); }
static Exact minus_erfl (Exact x) { return -erfl (x); }

/* erfc is exact where erf is near 1. */
static Exact
erfinvl (Exact x)
{
  if (!(fabsl (x) < 1))
    return fabsl (x) == 1 ? x / 0.0L : NAN;
  if (x == 0)
    return x;
  return copysignl (fabsl (x) > 0.5L ? crossing (erfcl_of, 1 - fabsl (x), 0, 30) : crossing (minus_erfl, -fabsl (x), 0, 1), x);
}

static Exact
erfcinvl (Exact x)
{
  if (!(x > 0 && x < 2))
    return x == 0 ? INFINITY : x == 2 ? -INFINITY : NAN;
  return x >= 0.5L && x <= 1.5L ? erfinvl (1 - x) : crossing (erfcl_of, x, -30, 30);
}
static Exact normcdfinvl (Exact x) { return -erfcinvl (2 * x) * sqrtl (2); }

static Exact
bessel_i (int order, Exact x)
{
  Exact term = order ? x / 2 : 1, sum = term;

  if (isinf (x))
    return order ? x : fabsl (x);
  for (int k = 1; k < 2000; k++)
    sum += term *= x * x / 4 / (k * (Exact) (k + order));
  return sum;
}
static Exact cyl_bessel_i0l (Exact x) { return bessel_i (0, x); }
static Exact cyl_bessel_i1l (Exact x) { return bessel_i (1, x); }

static Exact rhypotl (Exact x, Exact y) { return 1 / hypotl (x, y); }
static Exact dividel (Exact x, Exact y) { return x / y; }
static Exact norm3dl (Exact x, Exact y) { return hypotl (hypotl (x, y), 3); }
static Exact norm4dl (Exact x, Exact y) { return hypotl (norm3dl (x, y), 4); }
static Exact rnorm3dl (Exact x, Exact y) { return 1 / norm3dl (x, y); }
static Exact rnorm4dl (Exact x, Exact y) { return 1 / norm4dl (x, y); }

/* --- the functions ------------------------------------------------------------------------------------ */

/* The function, its exact one, the range of x, and how many units it may be off in double and in float by ihop's header. */
#define OF_C(each)                                                                                 \
  each (0, acos, acosl, -1, 1, 1, 1) each (1, acosh, acoshl, 1, 1e9, 2, 2) each (2, asin, asinl, -1, 1, 1, 1)   \
  each (3, asinh, asinhl, -50, 50, 2, 2) each (4, atan, atanl, -50, 50, 1, 1) each (5, atanh, atanhl, -.99, .99, 2, 2) \
  each (6, cbrt, cbrtl, -1e5, 1e5, 4, 1) each (7, ceil, ceill, -9, 9, 0, 0) each (8, cos, cosl, -300, 300, 1, 1)  \
  each (9, cosh, coshl, -80, 80, 2, 2) each (10, erf, erfl, -4, 4, 1, 1) each (11, erfc, erfcl, -4, 9, 5, 3)    \
  each (12, exp, expl, -80, 80, 1, 1) each (13, exp2, exp2l, -120, 120, 1, 1) each (14, exp10, exp10_l, -36, 36, 2, 2) \
  each (15, expm1, expm1l, -9, 80, 1, 1) each (16, fabs, fabsl, -9, 9, 0, 0) each (17, floor, floorl, -9, 9, 0, 0) \
  each (18, lgamma, lgammal, .1, 90, 4, 4) each (19, log, logl, 1e-6, 1e9, 1, 1) each (20, log10, log10l, 1e-6, 1e9, 2, 2) \
  each (21, log1p, log1pl, -.9, 90, 1, 1) each (22, log2, log2l, 1e-6, 1e9, 1, 1) each (23, logb, logbl, 1e-6, 1e9, 0, 0) \
  each (24, nearbyint, nearbyintl, -9, 9, 0, 0) each (25, rint, rintl, -9, 9, 0, 0) each (26, round, roundl, -9, 9, 0, 0) \
  each (27, sin, sinl, -300, 300, 1, 1) each (28, sinh, sinhl, -80, 80, 3, 3) each (29, sqrt, sqrtl, 0, 1e9, 0.5, 0.5) \
  each (30, tan, tanl, -300, 300, 1, 1) each (31, tanh, tanhl, -9, 9, 3, 3) each (32, tgamma, tgammal, .1, 33, 10, 10) \
  each (33, trunc, truncl, -9, 9, 0, 0)
#define OF_CUDA(each)                                                                              \
  each (0, rsqrt, rsqrtl, 1e-6, 1e9, 2, 2) each (1, rcbrt, rcbrtl, -1e5, 1e5, 5, 2) each (2, sinpi, sinpil, -40, 40, 3, 2) \
  each (3, cospi, cospil, -40, 40, 3, 2) each (4, erfinv, erfinvl, -1, 1, 4, 2) each (5, erfcinv, erfcinvl, 1e-30, 2, 4, 2) \
  each (6, erfcx, erfcxl, -9, 200, 8, 2) each (7, normcdf, normcdfl, -12, 9, 8, 2)                 \
  each (8, normcdfinv, normcdfinvl, 1e-30, 1, 4, 2) each (9, cyl_bessel_i0, cyl_bessel_i0l, -80, 80, 7, 2) \
  each (10, cyl_bessel_i1, cyl_bessel_i1l, -80, 80, 7, 2)
/* Of x and y. */
#define OF_TWO(each)                                                                               \
  each (0, atan2, atan2l, -9, 9, 1, 1) each (1, copysign, copysignl, -9, 9, 0, 0) each (2, fdim, fdiml, -9, 9, 0.5, 0.5) \
  each (3, fmax, fmaxl, -9, 9, 0, 0) each (4, fmin, fminl, -9, 9, 0, 0) each (5, fmod, fmodl, -9, 9, 0, 0) \
  each (6, hypot, hypotl, -9, 9, 1, 1) each (7, pow, powl, .01, 9, 1, 1) each (8, remainder, remainderl, -9, 9, 0, 0) \
  each (9, rhypot, rhypotl, 1, 9, 2, 2) each (10, divide, dividel, 1, 9, 0.5, 0.5) each (11, norm3, norm3dl, -9, 9, 2, 2) \
  each (12, norm4, norm4dl, -9, 9, 2, 2) each (13, rnorm3, rnorm3dl, -9, 9, 3, 3) each (14, rnorm4, rnorm4dl, -9, 9, 3, 3)

/* Those with more or other arguments, by x and y alone. */
static __device__ double divide (double x, double y) { return x / y; }
static __device__ float dividef (float x, float y) { return x / y; }
static __device__ double norm3 (double x, double y) { return norm3d (x, y, 3.); }
static __device__ float norm3f (float x, float y) { return norm3df (x, y, 3.f); }
static __device__ double norm4 (double x, double y) { double v[4] = { x, y, 3, 4 }; return x > 0 ? norm4d (x, y, 3., 4.) : norm (4, v); }
static __device__ float norm4f (float x, float y) { float v[4] = { x, y, 3, 4 }; return x > 0 ? norm4df (x, y, 3.f, 4.f) : normf (4, v); }
static __device__ double rnorm3 (double x, double y) { double v[3] = { x, y, 3 }; return x > 0 ? rnorm3d (x, y, 3.) : rnorm (3, v); }
static __device__ float rnorm3f (float x, float y) { float v[3] = { x, y, 3 }; return x > 0 ? rnorm3df (x, y, 3.f) : rnormf (3, v); }
static __device__ double rnorm4 (double x, double y) { return rnorm4d (x, y, 3., 4.); }
static __device__ float rnorm4f (float x, float y) { return rnorm4df (x, y, 3.f, 4.f); }

typedef struct
{
  const char *name;
  Exact (*exact_1) (Exact), (*exact_2) (Exact, Exact);
  double low, high, units, units_of_float;
} Function;
#define ROW_1(i, name, exact, low, high, units, units_of_float) { #name, exact, NULL, low, high, units, units_of_float },
#define ROW_2(i, name, exact, low, high, units, units_of_float) { #name, NULL, exact, low, high, units, units_of_float },
static const Function of_c[] = { OF_C (ROW_1) }, of_cuda[] = { OF_CUDA (ROW_1) }, of_two[] = { OF_TWO (ROW_2) };

/* Row i of x is the i-th function's; y is the same for all. */
#define CALL_1(i, name, ...) o[i * N + t] = name (x[i * N + t]), p[i * N + t] = name##f ((float) x[i * N + t]);
#define CALL_2(i, name, ...) o[i * N + t] = name (x[i * N + t], y), p[i * N + t] = name##f ((float) x[i * N + t], (float) y);
static __global__ void
run_of_c (const double *x, double *o, float *p)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;

  OF_C (CALL_1)
}
static __global__ void
run_of_cuda (const double *x, double *o, float *p)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;

  OF_CUDA (CALL_1)
}
static __host__ __device__ double second (int t) { return (t % 37 - 15.5) / 4; }
static __global__ void
run_of_two (const double *x, double *o, float *p)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  double y = second (t);

  OF_TWO (CALL_2)
}

/* --- comparing ---------------------------------------------------------------------------------------- */

/* The range's ends and points between, all of them floats; behind them what is at no place of the range. */
static double
input (const Function *f, int t)
{
  static const double special[SPECIAL] = { 0., -0., INFINITY, -INFINITY, NAN, 1, -1, 2, .5, -.5, 3, 1e-30 };
  double part = t / (double) (N - SPECIAL - 1);

  if (t >= N - SPECIAL)
    return (float) special[t - (N - SPECIAL)];
  if (f->low > 0 && f->high / f->low > 1e5)
    return (float) (f->low * pow (f->high / f->low, part));
  double x = (float) (f->low + part * (f->high - f->low));
  return x < f->low ? f->low : x > f->high ? f->high : x;
}

/* How many units of the last place of a number with `digits` digits; at least of the least normal one. */
static double
units_off (double got, Exact wanted, int digits, int least)
{
  int power;

  if (isnan (wanted) || isnan (got))
    return isnan (wanted) && isnan (got) ? 0 : INFINITY;
  if (isinf (got) || isinf (wanted))
    return got == wanted || fabsl (wanted) >= ldexpl (1, 1 - least + 1) ? 0 : INFINITY;
  frexpl (wanted, &power);
  power = wanted == 0 || power < least ? least : power;
  return (double) (fabsl (got - wanted) / ldexpl (1, power - digits));
}

static void
compare (const Function *f, int row, const double *x, const double *o, const float *p)
{
#ifdef __NVCC__ /* the toolkit's own functions: as far off as its manual says of the worst of them */
  double most = 11, most_of_float = 11;
#else
  double most = f->units, most_of_float = f->units_of_float;
#endif
  double worst = 0, worst_of_float = 0;

  for (int t = 0; t < N; t++)
    {
      int i = row * N + t;
      Exact exact = f->exact_1 ? f->exact_1 (x[i]) : f->exact_2 (x[i], second (t));
      double off = units_off (o[i], exact, 53, -1021), off_of_float = units_off (p[i], exact, 24, -125);
      if (!(off <= most + .5) || !(off_of_float <= most_of_float + .5))
        {
          printf ("%s (%.17g) is %.17g, in float %.9g, expected %.20Lg: %.3g and %.3g units off\n", f->name, x[i], o[i], p[i], exact, off, off_of_float);
          failures++;
          return;
        }
      worst = off > worst ? off : worst;
      worst_of_float = off_of_float > worst_of_float ? off_of_float : worst_of_float;
    }
  if (getenv ("SHOW"))
    printf ("%s: %.2f %.2f\n", f->name, worst, worst_of_float);
}

static void
check_all (const Function *functions, int count, void (*kernel) (const double *, double *, float *))
{
  static double x[MOST * N], o[MOST * N];
  static float p[MOST * N];

  for (int i = 0; i < count * N; i++)
    x[i] = input (&functions[i / N], i % N);
  double *dx = on_device (x, count * N), *d = on_device (o, count * N);
  float *dp = on_device (p, count * N);
  kernel<<<N / 32, 32>>> (dx, d, dp);
  back (o, d, count * N);
  back (p, dp, count * N);
  for (int i = 0; i < count; i++)
    compare (&functions[i], i, x, o, p);
}

int
main (void)
{
  check_all (of_c, sizeof of_c / sizeof of_c[0], run_of_c);
  check_all (of_cuda, sizeof of_cuda / sizeof of_cuda[0], run_of_cuda);
  check_all (of_two, sizeof of_two / sizeof of_two[0], run_of_two);
  return finish ();
}
