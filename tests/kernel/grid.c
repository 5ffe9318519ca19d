/* Sweeps that are too small for their launches and too large for a block. */
#include <stdio.h>

#define N 290
#define TIMES 120

static double a[N][N], b[N][N], level[TIMES];

static void sweep (void)
{
  for (int t = 0; t < TIMES; t++)
    {
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
      level[t] = b[N / 2][N / 2];
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          a[i][j] = b[i][j] - 0.001 * level[t];
    }
}

int main (void)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
  sweep ();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += a[i][j] * (i % 5 + 1);
  printf ("%.12g %.12g\n", sum, level[TIMES - 1]);
  return 0;
}
