/* Shortest ways in two legs, with the place to change: least values, and where they are, under a condition. */
#include <stdio.h>
#include <stdlib.h>

static void two_legs (int m, int n, int k, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
        float least = c[i * n + j];
        for (int l = 0; l < k; l++)
          if (a[i * k + l] + b[l * n + j] < least)
            least = a[i * k + l] + b[l * n + j];
        c[i * n + j] = least;
      }
#pragma endscop
}

static void changes (int m, int n, int k, const double *restrict a, const double *restrict b, double *restrict c, int *restrict at)
{
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
        double least = 1e30;
        int place = -1;
        for (int l = 0; l < k; l++)
          {
            double d = a[i * k + l] + b[l * n + j];
            if (d < least)
              {
                place = l;
                least = d;
              }
          }
        c[i * n + j] = least;
        at[i * n + j] = place;
      }
#pragma endscop
}

int main (void)
{
  int m = 340, n = 410, k = 230;
  float *a = malloc (m * k * sizeof *a), *b = malloc (k * n * sizeof *b), *c = malloc (m * n * sizeof *c);
  double *x = malloc (m * k * sizeof *x), *y = malloc (k * n * sizeof *y), *z = malloc (m * n * sizeof *z), sum = 0;
  int *at = malloc (m * n * sizeof *at);

  for (int i = 0; i < m * k; i++)
    a[i] = x[i] = i * 37 % 101;
  for (int i = 0; i < k * n; i++)
    b[i] = y[i] = i * 53 % 97;
  for (int i = 0; i < m * n; i++)
    c[i] = i % 50;
  two_legs (m, n, k, a, b, c);
  changes (m, n, k, x, y, z, at);
  for (int i = 0; i < m * n; i++)
    sum += c[i] + z[i] * (i % 3) + at[i] * (i % 5);
  printf ("%.17g\n", sum);
  free (a);
  free (b);
  free (c);
  free (x);
  free (y);
  free (z);
  free (at);
  return 0;
}
