/* Branches and loops without braces before an "else": what a loop becomes must not take it. */
#include "show.h"
#define N 40

/* KERNELS: 0 */
static void
choose (double *restrict c, const double *restrict a, int n, int which, int steps)
{
  for (int i = 0; i < n; i++)
    c[i] = c[i] * 2 + a[i];
  if (which > 1)
    for (int i = 0; i < n; i++)
      c[i] += a[i];
  else
    for (int i = 0; i < n; i++)
      c[i] += 1;
  if (which)
    for (int s = 0; s < steps; s++)
      for (int i = 0; i < n; i++)
        c[i] = c[i] * 0.5 + s;
  else if (which == 0)
    for (int i = 0; i < n; i++)
      c[i] -= 3;
  else
    c[0] = 0;
  for (int i = 0; i < n; i++)
    c[i] = c[i] * 2 + a[i];
}

int
main (void)
{
  static double c[N], a[N];

  fill (c, N, 1);
  fill (a, N, 2);
  for (int which = 0; which < 4; which++)
    {
      choose (c, a, N, which, 3);
      choose (c, a, 0, which, 3);
    }
  show ("c", c, N);
  return 0;
}
