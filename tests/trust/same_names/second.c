#include "common.h"
static double values[3000], more[] = { [2999] = 1 };

static void
work (double *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] += i * 2;
}

static double
step (double *p, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i] * 3;
  return sum;
}

double
second (double *p, int n)
{
  double sum;
  work (values, 3000);
  work (more, 3000);
  work (p, n);
  sum = step (values, 3000) + step (more, 3000);
  return sum + step (p, n);
}
