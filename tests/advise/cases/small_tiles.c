/* A product with so few results that tiles are small: there is a warp or two for each scheduler. */
#include <stdio.h>

#define N 400
#define M 384
#define K 500

static double C[N][M], A[N][K], B[K][M];

static void multiply (void)
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}

int main (void)
{
  double s = 0;

  for (int i = 0; i < N; i++)
    for (int k = 0; k < K; k++)
      A[i][k] = (i * 3 + k * 5) % 17 * 0.125;
  for (int k = 0; k < K; k++)
    for (int j = 0; j < M; j++)
      B[k][j] = (k * 7 + j) % 19 * 0.0625;
  multiply ();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      s += C[i][j] * (1 + (i + j) % 3);
  printf ("%.17g\n", s);
  return 0;
}
