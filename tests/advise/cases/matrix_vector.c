/* Matrix × vector products by rows, by columns, and two by one loop: blocks fetch strips of the matrix into shared memory. */
#include <stdio.h>

#define N 610
#define M 333

static double A[N][M], B[N][M], x[M], y[N], z[M], t[N];

static void multiply (void)
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      y[i] += A[i][j] * x[j];
  for (int j = 0; j < M; j++)
    {
      z[j] = 0;
      for (int i = 0; i < N; i++)
        z[j] = z[j] + A[i][j] * y[i];
    }
  for (int i = 0; i < N; i++)
    {
      t[i] = y[i];
      for (int j = 0; j < M; j++)
        {
          t[i] = A[i][j] * z[j] + t[i];
          y[i] -= B[i][j] * z[j];
        }
      y[i] = y[i] * 0.5 + t[i];
    }
#pragma endscop
}

int main (void)
{
  double s = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
        A[i][j] = (i * 3 + j * 5) % 17 * 0.125;
        B[i][j] = (i + j * 7) % 13 * 0.0625;
      }
  for (int j = 0; j < M; j++)
    x[j] = j % 19 * 0.03125;
  for (int i = 0; i < N; i++)
    y[i] = i % 3;
  multiply ();
  for (int i = 0; i < N; i++)
    s += y[i] * (1 + i % 5) + t[i];
  for (int j = 0; j < M; j++)
    s += z[j] * (1 + j % 4);
  printf ("%.17g\n", s);
  return 0;
}
