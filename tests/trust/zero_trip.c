/* Loops that do not run, and sizes of one. */
#include "show.h"
#define N 64

static void
scale (int n, int m, double a[N][N])
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] *= 2.0;
}

int
main (void)
{
  static double a[N][N];

  fill (&a[0][0], N * N, 5);
  scale (0, 10, a);
  scale (10, 0, a);
  scale (-5, -7, a);
  scale (1, 1, a);
  scale (33, 64, a);
  show ("a", &a[0][0], N * N);
}
