/* Statements between nests that run in one thread so that nothing travels. */
#include "show.h"
#define N 90

int
main (void)
{
  static double a[N][N];
  double pivot = 1.0;

  fill (&a[0][0], N * N, 1);
  for (int i = 0; i < N; i++)
    a[i][i] += 10.0;
  for (int k = 0; k < N; k++)
    {
#pragma target begin
      pivot = a[k][k];
      for (int j = k + 1; j < N; j++)
        a[k][j] = a[k][j] / pivot;
      for (int i = k + 1; i < N; i++)
        for (int j = k + 1; j < N; j++)
          a[i][j] = a[i][j] - a[i][k] * a[k][j];
#pragma target end
    }
  printf ("%a\n", pivot);
  show ("a", &a[0][0], N * N);
}
