/* KERNELS: 4. C converts arguments, and has one sqrt; C++ takes another function for each type. */
#include "show.h"
#include <math.h>
#include <stdlib.h>
#define N 3000
#define POSITIVE(v) fmax (v, 0)

static double x[N];
static float f[N];
static int k[N];

static double
both (float v)
{
  return exp (v) / (sqrt (v * v + 1) + 1);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      f[i] = (float) noise (i);
      k[i] = i * 37 % 101 - 50;
    }
#pragma target
  for (int i = 0; i < N; i++)
    x[i] = exp (f[i]) + POSITIVE (f[i]) + POSITIVE (k[i]);
  show ("x", x, N);
#pragma target
  for (int i = 0; i < N; i++)
    x[i] = sqrt (i) + pow (2, k[i] % 7) + fabs (k[i]) + both (f[i]);
  show ("x", x, N);
#pragma target
  for (int i = 0; i < N; i++)
    k[i] = abs (x[i] * 10 - 100);
  show_int ("k", k, N);
#pragma target
  for (int i = 0; i < N; i++)
    x[i] = both (f[N - 1 - i]);
  printf ("%a %a %d\n", exp (f[3]), both (f[4]), abs (x[5] * 3));
  show ("x", x, N);
}
