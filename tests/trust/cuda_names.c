/* Names that are free in C and taken in CUDA. */
#include "show.h"
#define N 50

/* KERNELS: 3 */
static double all[N], norm, rcbrt[N];
static int any, umin;

static int
greater (int a, int b)
{
  return a > b ? a : b;
}

static double
rnorm (double a, double b)
{
  return a * 0.5 + b;
}

static void
fill_all (int n)
{
  #pragma target
  for (int i = 0; i < n; i++)
    all[i] = greater (i, 7) * norm + umin;
  #pragma target
  for (int i = 0; i < n; i++)
    rcbrt[i] = rnorm (all[i], any) + 1;
  #pragma target
  for (int i = 0; i < n; i++)
    norm += all[i] * 0;
}

int
main (void)
{
  norm = 2;
  any = 3;
  umin = 1;
  fill_all (N);
  show ("all", all, N);
  show ("rcbrt", rcbrt, N);
  show ("norm", &norm, 1);
  return 0;
}
