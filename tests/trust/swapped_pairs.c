/* Two pairs of buffers, exchanged by one temporary: they stay two pairs, on the device too. FOUND: 1. TESTED: 0. COPIES: 2. */
#include "show.h"
#include <stdlib.h>

enum { N = 40 };

int
main (void)
{
  double (*u)[N] = malloc (sizeof (double[N][N])), (*v)[N] = malloc (sizeof (double[N][N]));
  double (*p)[N] = malloc (sizeof (double[N][N])), (*q)[N] = malloc (sizeof (double[N][N])), (*x)[N];

  fill (u[0], N * N, 1);
  fill (v[0], N * N, 2);
  fill (p[0], N * N, 3);
  fill (q[0], N * N, 4);
  for (int t = 0; t < 7; t++)
    {
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          {
            p[i][j] = u[i][j] + .2 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]) - .1 * v[i][j];
            q[i][j] = v[i][j] + .1 * u[i][j] * v[i][j];
          }
      x = u;
      u = p;
      p = x;
      x = v;
      v = q;
      q = x;
    }
  show ("u", u[0], N * N);
  show ("v", v[0], N * N);
  free (u);
  free (v);
  free (p);
  free (q);
  return 0;
}
