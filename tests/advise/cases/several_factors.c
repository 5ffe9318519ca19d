/* Products with a factor in each of two terms, and with one in each kind of strips where the third loop starts at a value of the first one; the array of
 * the latter has its rows along those of the results. Sizes are no multiples of tiles. */
#include <stdio.h>

#define N 421
#define M 397
#define K 53

static double C[N][N], D[N][M], A[N][K], B[N][K], G[N][N], H[N][M];

static void multiply (double alpha)
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++)
        C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      for (int k = i + 1; k < N; k++)
        D[i][j] += alpha * H[k][j] * G[k][i];
#pragma endscop
}

int main (void)
{
  double s = 0;

  for (int i = 0; i < N; i++)
    for (int k = 0; k < K; k++)
      {
        A[i][k] = (i * 3 + k * 5) % 17 * 0.125;
        B[i][k] = (i * 7 + k) % 19 * 0.0625;
      }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        G[i][j] = (i + j * 11) % 13 * 0.25;
        if (j < M)
          H[i][j] = (i * 5 + j) % 23 * 0.5;
      }
  multiply (0.3);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += C[i][j] * (1 + (i + j) % 3) + (j < M ? D[i][j] * (1 + j % 5) : 0);
  printf ("%.17g\n", s);
  return 0;
}
