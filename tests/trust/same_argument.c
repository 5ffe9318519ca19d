/* f (x, x) and overlapping parts: a test at run time must notice. */
#include "show.h"
#define N 600

void
shift (int n, double to[N], double from[N])
{
#pragma target
  for (int i = 1; i < n; i++)
    to[i] = from[i - 1] + 1.0;
}

int
main (void)
{
  static double x[2 * N], y[N];

  fill (x, 2 * N, 1);
  fill (y, N, 2);
  shift (N, x, x);
  show ("x", x, 2 * N);
  shift (N, x + 1, x);
  show ("x", x, 2 * N);
  shift (N, x, x + N);
  shift (N, y, x);
  show ("x", x, 2 * N);
  show ("y", y, N);
}
