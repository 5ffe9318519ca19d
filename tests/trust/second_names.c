/* One piece of memory under two names: what a kernel is given must be the device's copy under both. */
#include "show.h"
#include <stdlib.h>

static double a[1000], b[1000];

static void of_a_global (int n)
{
  double *p = a;
  for (int i = 0; i < n; i++)
    p[i] = b[i] * 2;
}

static void of_a_parameter (int n, double *A, const double *B)
{
  double *p = A + 1;
  const double *q = B;
  for (int i = 0; i < n - 1; i++)
    {
      for (int j = 0; j < 10; j++)
        p[i] += q[j];
      p[i] *= q[i];
    }
}

static void of_both_names (int n, double *A)
{
  {
    double *restrict p = A;
    for (int i = 0; i < n; i++)
      p[i] = p[i] + 1;
  }
  for (int i = 0; i < n; i++)
    A[i] = A[i] * 3;
}

int main (void)
{
  double *c = malloc (1000 * sizeof *c);

  for (int i = 0; i < 1000; i++)
    {
      b[i] = i;
      c[i] = 1;
    }
  of_a_global (1000);
  of_a_parameter (1000, a, c);
  of_both_names (1000, c);
  show ("a", a, 1000);
  show ("c", c, 1000);
  free (c);
  return 0;
}
