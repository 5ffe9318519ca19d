/* KERNELS: 4. Variables that other files know beside pointers that may lead to them: tested where the function starts, by
 * where they lie; what they hold may change. */
#include <stdio.h>

int seen;
double array[100], weight = 3, out[100];

void counted (int n, int *p)
{
#pragma target
  for (seen = 0; seen < n; seen++)
    array[seen] = *p;
}

void added (int n, double *x)
{
#pragma target
  for (int i = 0; i < n; i++)
    weight += x[i];
}

void set (int n, double *x)
{
#pragma target
  for (int i = 0; i < n; i++)
    x[i] = weight;
  weight = 1;
}

void moved (int n, double *x)
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] = x[i] + 1;
}

int
main (void)
{
  int q = 7;
  double sum = 0;

  counted (100, &q);
  counted (90, &seen);
  added (100, array);
  added (1, &weight);
  set (50, array);
  set (1, &weight);
  moved (99, array);
  moved (99, out + 1);
  for (int i = 0; i < 100; i++)
    sum += array[i] * i + out[i];
  printf ("%g %d %g\n", sum, seen, weight);
  return 0;
}
