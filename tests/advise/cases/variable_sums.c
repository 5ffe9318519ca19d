/* Matrix × vector products as most people write them: the sum is a variable, rows are counted by hand or have a name, and all
 * stands in a loop that goes on; of a row, and of a column. */
#include <stdio.h>
#include <stdlib.h>

#define N 700
#define M 900

static void multiply (int n, int m, int times, const double *a, double *x, double *y)
{
#pragma scop
  for (int t = 0; t < times; t++)
    {
      for (int i = 0; i < n; i++)
        {
          const double *row = a + i * m;
          double sum = 0;
          for (int j = 0; j < m; j++)
            sum += row[j] * x[j];
          y[i] = sum * 0.001;
        }
      for (int j = 0; j < m; j++)
        {
          double sum = x[j], most = 1;
          for (int i = 0; i < n; i++)
            {
              sum -= a[i * m + j] * y[i];
              most += a[i * m + j];
            }
          x[j] = sum / most;
        }
    }
#pragma endscop
}

int main (void)
{
  double *a = malloc (N * M * sizeof *a), *x = malloc (M * sizeof *x), *y = malloc (N * sizeof *y);

  for (int i = 0; i < N * M; i++)
    a[i] = i % 31 * 0.25;
  for (int j = 0; j < M; j++)
    x[j] = j % 7;
  multiply (N, M, 3, a, x, y);
  for (int i = 0; i < N; i += 50)
    printf ("%.17g %.17g\n", x[i], y[i]);
  free (a);
  free (x);
  free (y);
  return 0;
}
