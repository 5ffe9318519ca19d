/* Rows left out, a condition on the index, a triangle. */
#include "show.h"
#define N 45
#define M 33

int
main (void)
{
  static double a[N][M], c[N][N];
  int first = 3, last = 40;

  fill (&a[0][0], N * M, 1);
  fill (&c[0][0], N * N, 2);
#pragma target
  for (int i = first; i < last; i += 3)
    for (int j = 0; j < M; j++)
      a[i][j] += 1.5 * j;
  show ("a", &a[0][0], N * M);
#pragma target
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      if ((i + j) % 3 == 1)
        c[i][j] = i - 0.5 * j;
  show ("c", &c[0][0], N * N);
}
