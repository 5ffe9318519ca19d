#include <stdio.h>
#include <stdlib.h>

double heap(int n, int m)
{
  double (*A)[m] = malloc(sizeof(double[n][m]));
  float *x = calloc(m, sizeof(float));
  double *y;

  y = malloc(n * sizeof *y);
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    for (int j = 0; j < m; j++) /* parallel */
      A[i][j] = i + j;
#pragma target
  for (int i = 0; i < n; i++) { /* parallel */
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] += A[i][j] * x[j];
  }
  free(A);
  free(x);
  if (n > 100) {
    free(y);
    return 0;
  }
  double r = y[0];
  free(y);
  return r;
}
