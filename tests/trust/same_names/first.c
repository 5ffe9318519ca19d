/* Static functions of two files that are called alike, with kernels that the linker sees. */
#include "common.h"
#include <stdio.h>
static double values[2000], more[] = { [1999] = 3 };

static void
work (double *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] += i + 1;
}

double
step (double *p, int n)
{
  double sum = 0;
  work (p, n);
  for (int i = 0; i < n; i++)
    sum += p[i];
  return sum;
}

int
main (void)
{
  double sum = second (values, 2000);
  work (values, 2000);
  work (more, 2000);
  for (int i = 0; i < 2000; i++)
    sum += values[i] * more[i];
  printf ("%g %g\n", sum, step (values, 1500));
  return 0;
}
