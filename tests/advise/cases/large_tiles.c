/* A product with so many results that tiles are large: each load serves more sums. */
#include <stdio.h>

#define N 1408
#define M 1344
#define K 200

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
