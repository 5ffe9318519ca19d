/* Verdicts on this text are right; with FAULT the program that runs is another one (refuted.py). */
#include <stdlib.h>
#ifndef FAULT
#define FAULT 0
#endif
double a[100], b[100], h[100];

void
shifted (int n)
{
  for (int i = 1; i < n; i++)
    a[i] = b[i] + (FAULT == 1 ? a[i - 1] : 0);
}

void
private_value (int n)
{
  double t = 0;
  for (int i = 0; i < n; i++)
    {
      if (FAULT != 2 || i % 2)
        t = b[i];
      a[i] = t;
    }
}

double
sum (int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      s += b[i];
#if FAULT == 3
      a[i] = s;
#endif
    }
  return s;
}

void
on_condition (int n, int m, double *p)
{
  if (m > 50)
    return;
  for (int i = 0; i < n; i++)
    p[FAULT == 4 ? 0 : i + m] = b[i];
}

int
main (void)
{
  shifted (10);
  private_value (10);
  on_condition (10, 20, h);
  return sum (10) > 1000;
}
