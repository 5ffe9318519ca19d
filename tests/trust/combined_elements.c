/* Values are combined into an element behind a pointer, whether an iteration touches it or not; where none does, there
 * may be no memory, and nothing is copied back. */
#include <stdio.h>
#include <stdlib.h>

void add (int m, int n, double *p, double *q)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      if (!(m > 0 || i % 2 == 1)) ; else continue;
      p[2] += i;
    }
#pragma target
  for (int i = 0; i < n; i++)
    if (m > 3)
      q[5] += 1;
}

int main (void)
{
  double a[3] = { 1, 2, 3 }, b[6] = { 4 };
  for (int m = -1; m < 6; m++)
    {
      add (m, 40, m > 0 ? NULL : a, m > 3 ? b : NULL);
      printf ("%g %g\n", a[2], b[5]);
    }
  return 0;
}
