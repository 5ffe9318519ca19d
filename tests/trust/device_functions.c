/* Functions called from a fragment, with bodies here and from math.h. */
#include "show.h"
#include <math.h>
#define N 700

static double
square (double x)
{
  return x * x;
}

static double
norm (const double *v, int n)
{
  double s = 0;

  for (int i = 0; i < n; i++)
    s += square (v[i]);
  return sqrt (s);
}

static double a[N][3], length[N];

int
main (void)
{
  fill (&a[0][0], N * 3, 4);
#pragma target
  for (int i = 0; i < N; i++)
    length[i] = norm (a[i], 3) + fabs (a[i][0]);
  show ("length", length, N);
}
