/* Factors of products that are the same along a row, or a column, of a tile of results are worked out once for the tile, also if the product
 * reads its array elsewhere, too. Sizes are no multiples of tiles. */
#include <stdio.h>

#define N 421
#define M 397
#define K 53

static double C[N][M], D[M][N], E[N][N], A[N][K], B[K][M], G[M][K];

static void multiply (double alpha, double beta)
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K; k++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++)
        D[i][j] += G[i][k] * (beta * A[j][k]);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++)
        E[i][j] += alpha * A[i][k] * A[j][k];
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
  for (int i = 0; i < M; i++)
    for (int k = 0; k < K; k++)
      G[i][k] = B[k][i] - A[i][k];
  multiply (0.3, -0.7);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      s += (C[i][j] + 2 * D[j][i]) * (1 + (i + j) % 3) + (j < N ? E[i][j] : 0);
  printf ("%.17g\n", s);
  return 0;
}
