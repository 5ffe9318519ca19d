/* What verify runs is the code that users run: a fault in the code of whole blocks shows here (mutants.py). */
#include <stdio.h>

#define N 200

static double a[N][N], b[N][N];

int
main (void)
{
  for (int i = 0; i < N * N; i++)
    b[i / N][i % N] = i / 7.0;
#pragma target
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      a[i][j] = b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1];
  for (int i = 0; i < N; i++)
    printf ("%.17g\n", a[i][i * 5 % N]);
  return 0;
}
