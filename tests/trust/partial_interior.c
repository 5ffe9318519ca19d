/* Only the interior is written: what is copied out must have been copied in. */
#include "show.h"
#define N 37

static void
smooth (int n, double B[N][N], double A[N][N])
{
#pragma target
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
}

int
main (void)
{
  static double A[N][N], B[N][N];

  fill (&A[0][0], N * N, 1);
  fill (&B[0][0], N * N, 2);
  smooth (N, B, A);
  show ("B", &B[0][0], N * N);
  smooth (N - 3, A, B);
  show ("A", &A[0][0], N * N);
}
