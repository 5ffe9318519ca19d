#include "cudart/libraries/fourier.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest factor that is taken term by term. */
enum { LARGEST = 61 };

struct IhopFourier
{
  long n;
  double complex *roots;  /* exp (-2 pi i k / n) */
  IhopFourier *inner;     /* Bluestein's: of its length; else NULL */
  double complex *chirp;  /* … exp (-pi i k² / n) */
  double complex *filter; /* … the transform of its conjugate, which is symmetric */
};

static long
smallest_factor (long n)
{
  for (long p = 2; p * p <= n; p++)
    if (n % p == 0)
      return p;
  return n;
}

static int
has_large_factor (long n)
{
  while (n > 1)
    {
      long p = smallest_factor (n);
      if (p > LARGEST)
        return 1;
      n /= p;
    }
  return 0;
}

/* exp (-2 pi i k / n), with k reduced, so that large ones are as exact as small ones. */
static double complex
root (long long k, long n)
{
  double angle = -2 * M_PI * (double) (k % n) / n;

  return CMPLX (cos (angle), sin (angle));
}

static int
prepare_chirp (IhopFourier *fourier)
{
  long n = fourier->n, m = 1;

  while (m < 2 * n - 1)
    m *= 2;
  fourier->inner = ihop_fourier_new (m);
  fourier->chirp = malloc (n * sizeof *fourier->chirp);
  fourier->filter = calloc (m, sizeof *fourier->filter);
  if (fourier->inner == NULL || fourier->chirp == NULL || fourier->filter == NULL)
    return 0;
  for (long k = 0; k < n; k++)
    fourier->chirp[k] = root ((long long) k * k, 2 * n);
  for (long k = 0; k < n; k++)
    fourier->filter[k] = fourier->filter[(m - k) % m] = conj (fourier->chirp[k]);
  ihop_fourier_run (fourier->inner, fourier->filter, -1);
  return 1;
}

IhopFourier *
ihop_fourier_new (long n)
{
  IhopFourier *fourier = calloc (1, sizeof *fourier);

  if (fourier == NULL)
    return NULL;
  fourier->n = n;
  fourier->roots = malloc (n * sizeof *fourier->roots);
  for (long k = 0; fourier->roots && k < n; k++)
    fourier->roots[k] = root (k, n);
  if (fourier->roots && (!has_large_factor (n) || prepare_chirp (fourier)))
    return fourier;
  ihop_fourier_free (fourier);
  return NULL;
}

void
ihop_fourier_free (IhopFourier *fourier)
{
  if (fourier == NULL)
    return;
  ihop_fourier_free (fourier->inner);
  free (fourier->roots);
  free (fourier->chirp);
  free (fourier->filter);
  free (fourier);
}

/* --- by factors --------------------------------------------------------------------------------- */

typedef struct
{
  const IhopFourier *fourier;
  int is_backwards;
} Run;

static double complex
root_of (const Run *run, long k)
{
  double complex root = run->fourier->roots[k];

  return run->is_backwards ? conj (root) : root;
}

/* The transforms of every p-th value, side by side, become that of all: "step" roots lie between two of this length. */
static void
join_two (const Run *run, double complex *out, long m, long step)
{
  for (long k = 0; k < m; k++)
    {
      double complex a = out[k], b = out[m + k] * root_of (run, k * step);
      out[k] = a + b;
      out[m + k] = a - b;
    }
}

static void
join (const Run *run, double complex *out, long m, long p, long step)
{
  double complex terms[LARGEST];

  for (long k = 0; k < m; k++)
    {
      for (long r = 0; r < p; r++)
        terms[r] = out[r * m + k] * root_of (run, r * k * step);
      for (long q = 0; q < p; q++)
        {
          double complex sum = terms[0];
          for (long r = 1; r < p; r++)
            sum += terms[r] * root_of (run, (r * q % p) * m * step);
          out[q * m + k] = sum;
        }
    }
}

static void
transform (const Run *run, long n, long step, const double complex *in, double complex *out)
{
  long p = smallest_factor (n), m = n / p;

  if (n == 1)
    {
      out[0] = in[0];
      return;
    }
  for (long r = 0; r < p; r++)
    transform (run, m, step * p, in + r * step, out + r * m);
  if (p == 2)
    join_two (run, out, m, step);
  else
    join (run, out, m, p, step);
}

/* --- by a convolution --------------------------------------------------------------------------- */

static void
convolve (const IhopFourier *fourier, double complex *values, int sign)
{
  long n = fourier->n, m = fourier->inner->n;
  double complex *wide = calloc (m, sizeof *wide);

  for (long k = 0; k < n; k++)
    wide[k] = (sign < 0 ? values[k] : conj (values[k])) * fourier->chirp[k];
  ihop_fourier_run (fourier->inner, wide, -1);
  for (long k = 0; k < m; k++)
    wide[k] *= fourier->filter[k];
  ihop_fourier_run (fourier->inner, wide, 1);
  for (long k = 0; k < n; k++)
    {
      double complex value = wide[k] / m * fourier->chirp[k];
      values[k] = sign < 0 ? value : conj (value);
    }
  free (wide);
}

void
ihop_fourier_run (const IhopFourier *fourier, double complex *values, int sign)
{
  const Run run = { fourier, sign > 0 };

  if (fourier->inner)
    {
      convolve (fourier, values, sign);
      return;
    }
  double complex *in = malloc (fourier->n * sizeof *in);
  memcpy (in, values, fourier->n * sizeof *in);
  transform (&run, fourier->n, 1, in, values);
  free (in);
}
