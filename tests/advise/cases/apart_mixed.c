/* The same, but other code uses one of them: how much memory is touched is not known, no step is taken.
 */
#include <stdio.h>
#include <stdlib.h>

void product (int n, int m, double C[n][m], double A[n][n], double B[n][m])
{
#pragma scop
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < m; j++)
        C[i][j] = 1;
      for (int k = 0; k < n; k++)
        for (int j = 0; j < m; j++)
          C[i][j] += A[i][k] * B[k][j];
    }
#pragma endscop
  printf ("%a\n", A[n - 1][0]);
}

int main (int argc, char **argv)
{
  int n = 40 + argc;
  double (*M)[n] = malloc (sizeof (double[4 * n][n]));

  for (int i = 0; i < 4 * n; i++)
    for (int j = 0; j < n; j++)
      M[i][j] = (i * 7 + j) % 11 * 0.25;
  product (n, n, M, M + n, M + 2 * n);
  product (n, n, M + 1, M, M + n - 3);
  for (int i = 0; i < 4 * n; i++)
    for (int j = 0; j < n; j++)
      printf ("%a\n", M[i][j]);
  free (M);
  return 0;
}
