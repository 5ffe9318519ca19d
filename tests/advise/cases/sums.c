/* Sums kept in elements of the array that their loop reads: in registers on the device. Of x nothing else is read in its loop, and
 * compilers see that by themselves; in "ahead" the loop may read what it has just written. */
#include <stdio.h>

#define N 400
#define M 3000

static double A[N][N], B[N][M], x[N], y[M];

static void solve (void)
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
        for (int k = i + 1; k < N; k++)
          B[i][j] += A[k][i] * B[k][j];
        B[i][j] = 0.5 * B[i][j];
      }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      x[i] += B[i][j] * y[j];
#pragma endscop
}

static void ahead (int m)
{
#pragma scop
  for (int j = 0; j < M; j++)
    for (int k = 0; k < N; k++)
      B[m][j] += A[k][0] * B[k][j];
#pragma endscop
}

int main (int argc, char **argv)
{
  double s = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
        B[i][j] = (i * 3 + j * 7) % 13 * 0.125;
        y[j] = j % 5;
        if (j < N)
          A[i][j] = (i + 2 * j) % 11 * 0.0625;
      }
  solve ();
  ahead (argc);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      s += B[i][j] * (1 + (i + j) % 3) + x[i];
  printf ("%.17g\n", s);
  return 0;
}
