/* Sweeps that use new values at once, from all sides: no loop is parallel, but the points of a plane through all three are. */
#include <stdio.h>

enum { N = 1000, ROUNDS = 40 };

static double a[N][N];

static void sweep (int rounds, int n)
{
#pragma scop
  for (int t = 0; t < rounds; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1]
                   + a[i + 1][j] + a[i + 1][j + 1]) / 9;
#pragma endscop
}

int main (void)
{
  double s = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 3 + j * 7) % 11 * 0.5;
  sweep (ROUNDS, N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += a[i][j] * (1 + (i + j) % 3);
  printf ("%.17g\n", s);
  return 0;
}
