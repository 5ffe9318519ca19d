/* Mathematical functions that CUDA has beyond those of C, for host and device alike, as in CUDA: none of them is off by more than
 * 8 units in the last place of a double and 2 of a float; where CUDA says what is exact (whole
 * numbers in sinpi, the ends of a range), it is. tests/simt/programs/special.cu holds them to that. */
#pragma once

#define IHOP_SPECIAL static __host__ __device__ __inline__
#define IHOP_ROOT_OF_PI 1.7724538509055160273
#define IHOP_ROOT_OF_HALF 0.70710678118654752440
#define IHOP_ROOT_OF_HALF_REST -4.8336466567264851e-17 /* what the double above leaves out */

/* exp (x²): the square's own rounding would be magnified by x². */
IHOP_SPECIAL double
__ihop_exp_of_square (double x, double sign)
{
  double square = x * x, rest = fma (x, x, -square);

  return isinf (square) ? exp (sign * square) : exp (sign * square) * (1 + sign * rest);
}

/* --- scaled and inverse error functions ----------------------------------------------------------- */

/* exp (x²) erfc (x); far out by its asymptotic series (Abramowitz and Stegun 7.1.23). */
IHOP_SPECIAL double
erfcx (double x)
{
  if (x < 10)
    return x < -26.7 ? 2 * exp (x * x) : __ihop_exp_of_square (x, 1) * erfc (x);
  double term = 1, sum = 1, half = 0.5 / x / x;
  for (int k = 1; k < 20; k++)
    sum += term *= -(2 * k - 1) * half;
  return sum / x / IHOP_ROOT_OF_PI;
}

/* The y > 0 of erfc (y) = x for x up to 1/2, by Newton's method for the logarithms, which are nearly a parabola. */
IHOP_SPECIAL double
__ihop_erfcinv_of_small (double x)
{
  double wanted = -log (x), y = sqrt (wanted);

  for (int i = 0; i < 12; i++)
    {
      double scaled = erfcx (y), step = (y * y - log (scaled) - wanted) * scaled * IHOP_ROOT_OF_PI / 2;
      y -= step;
      if (fabs (step) < 1e-17 * y)
        break;
    }
  return y;
}

/* The y of erf (y) = x for |x| up to 1/2, by Halley's method from the first terms of its series. */
IHOP_SPECIAL double
__ihop_erfinv_of_small (double x)
{
  double y = x * (IHOP_ROOT_OF_PI / 2) * (1 + x * x * 0.26179938779914943654);

  for (int i = 0; i < 3; i++)
    {
      double step = (erf (y) - x) * IHOP_ROOT_OF_PI / 2 * exp (y * y);
      y -= step / (1 + y * step);
    }
  return fabs (x) < 1e-100 ? x * (IHOP_ROOT_OF_PI / 2) : y;
}

IHOP_SPECIAL double
erfinv (double x)
{
  double size = fabs (x);

  if (!(size < 1))
    return size == 1 ? copysign (1.0 / 0.0, x) : 0.0 / 0.0;
  return size <= 0.5 ? __ihop_erfinv_of_small (x) : copysign (__ihop_erfcinv_of_small (1 - size), x);
}

IHOP_SPECIAL double
erfcinv (double x)
{
  if (!(x > 0 && x < 2))
    return x == 0 ? 1.0 / 0.0 : x == 2 ? -1.0 / 0.0 : 0.0 / 0.0;
  if (x >= 0.5 && x <= 1.5)
    return __ihop_erfinv_of_small (1 - x);
  return x < 1 ? __ihop_erfcinv_of_small (x) : -__ihop_erfcinv_of_small (2 - x);
}

/* Of the normal distribution: how likely a number of at most x is, and its inverse. */
IHOP_SPECIAL double
normcdf (double x)
{
  double y = -x * IHOP_ROOT_OF_HALF, rest = fma (-x, IHOP_ROOT_OF_HALF, -y) - x * IHOP_ROOT_OF_HALF_REST;

  return fabs (x) > 40 ? (x > 0) : erfc (y) / 2 - rest * __ihop_exp_of_square (y, -1) / IHOP_ROOT_OF_PI;
}
IHOP_SPECIAL double normcdfinv (double x) { return -erfcinv (2 * x) / IHOP_ROOT_OF_HALF; }

/* --- modified Bessel functions --------------------------------------------------------------------- */

/* Of order 0 or 1 for x from 0 on: by their power series, whose terms are all positive, and far out by the asymptotic
 * one (Abramowitz and Stegun 9.6.10 and 9.7.1). */
IHOP_SPECIAL double
__ihop_bessel_i (int order, double x)
{
  double term = order ? x / 2 : 1, sum = term, quarter = x * x / 4, half = exp (x / 2);

  if (x <= 30)
    {
      for (int k = 1; term > sum * 1e-18; k++)
        sum += term *= quarter / (k * (double) (k + order));
      return sum;
    }
  term = sum = 1;
  for (int k = 1; k < 30; k++)
    sum += term *= ((2 * k - 1) * (2 * k - 1) - 4 * order) / (8 * k * x);
  return half / sqrt (6.28318530717958647693 * x) * sum * half;
}
IHOP_SPECIAL double cyl_bessel_i0 (double x) { return isinf (x) ? fabs (x) : __ihop_bessel_i (0, fabs (x)); }
IHOP_SPECIAL double cyl_bessel_i1 (double x) { return isinf (x) ? x : copysign (__ihop_bessel_i (1, fabs (x)), x); }

/* --- circles in units of pi ------------------------------------------------------------------------ */

/* Quarter turns go first, which is exact: what is left is at most an eighth of a turn either way. */
IHOP_SPECIAL void
sincospi (double x, double *s, double *c)
{
  double turned = x - 2 * trunc (x / 2), quarters = rint (2 * turned), angle = (turned - quarters / 2) * 3.14159265358979323846;
  double sine = sin (angle), cosine = cos (angle);
  int quarter = isfinite (x) ? (int) quarters & 3 : 0;

  *s = quarter & 1 ? cosine : sine;
  *s = quarter & 2 ? -*s : *s;
  *c = quarter & 1 ? sine : cosine;
  *c = quarter == 1 || quarter == 2 ? 0 - *c : *c;
  if (*s == 0)
    *s = copysign (*s, x);
}
IHOP_SPECIAL double sinpi (double x) { double s, c; sincospi (x, &s, &c); return s; }
IHOP_SPECIAL double cospi (double x) { double s, c; sincospi (x, &s, &c); return c; }

/* --- roots and lengths ------------------------------------------------------------------------------ */

IHOP_SPECIAL double rsqrt (double x) { return 1 / sqrt (x); }
IHOP_SPECIAL double rcbrt (double x) { return 1 / cbrt (x); }
IHOP_SPECIAL double rhypot (double x, double y) { return 1 / hypot (x, y); }

/* The length of a vector of n numbers, divided by a power of two meanwhile so that no square is out of range. */
IHOP_SPECIAL double
norm (int n, const double *x)
{
  double largest = 0, sum = 0;

  for (int i = 0; i < n; i++)
    if (isinf (x[i]))
      return fabs (x[i]);
  for (int i = 0; i < n; i++)
    largest = fabs (x[i]) > largest ? fabs (x[i]) : largest;
  int power = largest > 0 ? ilogb (largest) : 0;
  for (int i = 0; i < n; i++)
    sum = fma (ldexp (x[i], -power), ldexp (x[i], -power), sum);
  return ldexp (sqrt (sum), power);
}
IHOP_SPECIAL double rnorm (int n, const double *x) { return 1 / norm (n, x); }
IHOP_SPECIAL double norm3d (double x, double y, double z) { double v[] = { x, y, z }; return norm (3, v); }
IHOP_SPECIAL double norm4d (double x, double y, double z, double w) { double v[] = { x, y, z, w }; return norm (4, v); }
IHOP_SPECIAL double rnorm3d (double x, double y, double z) { return 1 / norm3d (x, y, z); }
IHOP_SPECIAL double rnorm4d (double x, double y, double z, double w) { return 1 / norm4d (x, y, z, w); }

/* --- for float --------------------------------------------------------------------------------------- */

#define IHOP_FLOAT_1(name)                                                                         \
  IHOP_SPECIAL float name##f (float x) { return (float) name ((double) x); }                       \
  IHOP_SPECIAL float name (float x) { return name##f (x); }
IHOP_FLOAT_1 (erfcx) IHOP_FLOAT_1 (erfinv) IHOP_FLOAT_1 (erfcinv) IHOP_FLOAT_1 (normcdf) IHOP_FLOAT_1 (normcdfinv)
IHOP_FLOAT_1 (sinpi) IHOP_FLOAT_1 (cospi) IHOP_FLOAT_1 (rcbrt)
IHOP_SPECIAL float rsqrtf (float x) { return 1 / sqrtf (x); }
IHOP_SPECIAL float rsqrt (float x) { return rsqrtf (x); }
IHOP_SPECIAL float cyl_bessel_i0f (float x) { return (float) cyl_bessel_i0 ((double) x); }
IHOP_SPECIAL float cyl_bessel_i1f (float x) { return (float) cyl_bessel_i1 ((double) x); }
IHOP_SPECIAL void
sincospif (float x, float *s, float *c)
{
  double sine, cosine;

  sincospi ((double) x, &sine, &cosine);
  *s = (float) sine;
  *c = (float) cosine;
}
IHOP_SPECIAL void sincospi (float x, float *s, float *c) { sincospif (x, s, c); }
IHOP_SPECIAL float rhypotf (float x, float y) { return (float) rhypot ((double) x, (double) y); }
IHOP_SPECIAL float rhypot (float x, float y) { return rhypotf (x, y); }
IHOP_SPECIAL float
normf (int n, const float *x)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    if (isinf (x[i]))
      return fabsf (x[i]);
  for (int i = 0; i < n; i++)
    sum += (double) x[i] * x[i];
  return (float) sqrt (sum);
}
IHOP_SPECIAL float norm (int n, const float *x) { return normf (n, x); }
IHOP_SPECIAL float rnormf (int n, const float *x) { return 1 / normf (n, x); }
IHOP_SPECIAL float rnorm (int n, const float *x) { return rnormf (n, x); }
IHOP_SPECIAL float norm3df (float x, float y, float z) { float v[] = { x, y, z }; return normf (3, v); }
IHOP_SPECIAL float norm4df (float x, float y, float z, float w) { float v[] = { x, y, z, w }; return normf (4, v); }
IHOP_SPECIAL float rnorm3df (float x, float y, float z) { return 1 / norm3df (x, y, z); }
IHOP_SPECIAL float rnorm4df (float x, float y, float z, float w) { return 1 / norm4df (x, y, z, w); }
