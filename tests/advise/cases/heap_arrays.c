/* What stays on the host for want of memory: rows that are read before they are overwritten are copied first; an array that
 * every iteration of two parallel loops fills gets a copy for each. */
#include <stdio.h>
#include <stdlib.h>

#define N 300
#define R 60
#define P 80

static double A[N][N], B[N][N], C[R][R][P], D[P][P], row[P];

static void triangle (void)
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        for (int k = i + 1; k < N; k++)
          B[i][j] += A[k][i] * B[k][j];
        B[i][j] = 0.5 * B[i][j];
      }
#pragma endscop
}

static void rows (void)
{
#pragma scop
  for (int r = 0; r < R; r++)
    for (int q = 0; q < R; q++)
      {
        for (int p = 0; p < P; p++)
          {
            row[p] = 0;
            for (int s = 0; s < P; s++)
              row[p] += C[r][q][s] * D[s][p];
          }
        for (int p = 0; p < P; p++)
          C[r][q][p] = row[p];
      }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        A[i][j] = (i + 2 * j) % 7 * 0.125;
        B[i][j] = (i * j) % 5;
      }
  for (int r = 0; r < R; r++)
    for (int q = 0; q < R; q++)
      for (int p = 0; p < P; p++)
        C[r][q][p] = (r + q + p) % 9;
  for (int s = 0; s < P; s++)
    for (int p = 0; p < P; p++)
      D[s][p] = (s - p) * 0.01;
  triangle ();
  rows ();
  double all = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      all = all * 0.75 + B[i][j];
  for (int p = 0; p < P; p++)
    all += row[p] + C[p % R][(7 * p) % R][p];
  printf ("%.17g\n", all);
  return 0;
}
