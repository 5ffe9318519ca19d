#include <math.h>

/* No loop is parallel; points on a slanting line are, and there are enough of them. */
#define N 1500

static double A[N][N];

static void fronts (void)
{
#pragma scop
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      A[i][j] = exp (-fabs (sin (A[i - 1][j]) + cos (A[i][j - 1]))) + 0.5 * sqrt (fabs (A[i - 1][j - 1] - A[i][j]));
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  fronts ();
  return 0;
}
