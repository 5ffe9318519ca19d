/* Products of which only a triangle is summed, or a triangle computed: the third loop starts where the first one says; the first
 * element of each row and the other half are set beside the product; and a result whose rows the second loop does not follow. */
#include <stdio.h>

#define N 480
#define M 512

static double C[N][M], A[N][N], B[N][M], D[N][N], E[N][M];

static void multiply (void)
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      for (int k = i + 1; k < N; k++)
        C[i][j] += A[k][i] * B[k][j];
  for (int i = 0; i < N - 1; i++)
    {
      D[i][i] = 1;
      for (int j = i + 1; j < N; j++)
        {
          D[i][j] = 0;
          for (int k = 0; k < M; k++)
            D[i][j] += B[i][k] * C[j][k];
          D[j][i] = D[i][j];
        }
    }
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      for (int k = 0; k <= i; k++)
        E[i][j] += D[i][k] * B[k][j];
#pragma endscop
}

int main (void)
{
  double s = 0;

  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      A[i][k] = (i * 3 + k * 5) % 17 * 0.125;
  for (int k = 0; k < N; k++)
    for (int j = 0; j < M; j++)
      {
        B[k][j] = (k * 7 + j) % 19 * 0.0625;
        C[k][j] = (k + j) % 5;
        E[k][j] = (k + 2 * j) % 7;
      }
  multiply ();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      s += C[i][j] * (1 + (i + j) % 3) + E[i][j] * (1 + (i + j) % 5);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += D[i][j] * (1 + (i + 2 * j) % 3);
  printf ("%.17g\n", s);
  return 0;
}
