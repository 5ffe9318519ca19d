/* Iterations that overwrite each other: the last is enough, on the device and on the host; and where a value comes from the
 * iteration before, all are needed. */
#include <stdio.h>

#define N 256

static double A[N][N], B[N][N], C[N][N], small[8], sums[8];

static void product (int times)
{
#pragma scop
  for (int t = 0; t < times; t++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        {
          C[i][j] = 0;
          for (int k = 0; k < N; k++)
            C[i][j] += A[i][k] * B[k][j];
        }
#pragma endscop
}

static void needed (int times)
{
#pragma scop
  for (int t = 0; t < times; t++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        A[i][j] = A[i][j] * 0.5 + 1;
#pragma endscop
}

static void on_host (void)
{
#pragma scop
  for (int t = 0; t < 1000; t++)
    {
      for (int i = 0; i < 8; i++)
        sums[i] = small[i] * 2;
      for (int i = 1; i < 8; i++)
        sums[i] += sums[i - 1];
    }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        A[i][j] = (i + j) % 7;
        B[i][j] = (i - j) % 5;
      }
  for (int i = 0; i < 8; i++)
    small[i] = i;
  needed (3);
  product (4);
  on_host ();
  double all = sums[7];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      all = all * 0.75 + C[i][j];
  printf ("%.17g\n", all);
  return 0;
}
