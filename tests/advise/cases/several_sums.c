/* Products that add up into several results in one pass: the real and the imaginary part of a complex product, in variables; and two
 * elements. */
#include <stdio.h>
#include <stdlib.h>

#define M 333
#define N 517
#define K 401

static void multiply_complex (int m, int n, int k, const double *ar, const double *ai, const double *br, const double *bi, double *cr, double *ci)
{
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
        double re = 0, im = 0;
        for (int l = 0; l < k; l++)
          {
            re += ar[i * k + l] * br[l * n + j] - ai[i * k + l] * bi[l * n + j];
            im += ar[i * k + l] * bi[l * n + j] + ai[i * k + l] * br[l * n + j];
          }
        cr[i * n + j] = re;
        ci[i * n + j] = im;
      }
#pragma endscop
}

static void add_both (int m, int n, int k, const float *a, const float *b, float *restrict product, float *restrict square)
{
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int l = 0; l < k; l++)
        {
          product[i * n + j] += a[i * k + l] * b[l * n + j];
          square[i * n + j] = square[i * n + j] + a[i * k + l] * a[i * k + l] * b[l * n + j] * b[l * n + j];
        }
#pragma endscop
}

int main (void)
{
  double *a = malloc (2 * M * K * sizeof *a), *b = malloc (2 * K * N * sizeof *b), *c = malloc (2 * M * N * sizeof *c), s = 0;
  float *x = malloc (N * N * sizeof *x), *y = malloc (N * N * sizeof *y), *z = malloc (N * N * sizeof *z), *w = malloc (N * N * sizeof *w);

  for (int i = 0; i < 2 * M * K; i++)
    a[i] = i % 31 * 0.25;
  for (int i = 0; i < 2 * K * N; i++)
    b[i] = i % 29 * 0.5;
  for (int i = 0; i < N * N; i++)
    {
      x[i] = i % 37 * 0.25f;
      y[i] = i % 41 * 0.5f;
      z[i] = w[i] = i % 23;
    }
  multiply_complex (M, N, K, a, a + M * K, b, b + K * N, c, c + M * N);
  add_both (M, N, K, x, y, z, w);
  for (int i = 0; i < M * N; i++)
    s += (c[i] + 2 * c[M * N + i] + z[i] + w[i]) * (1 + i % 7);
  printf ("%.17g\n", s);
  free (a);
  free (b);
  free (c);
  free (x);
  free (y);
  free (z);
  free (w);
  return 0;
}
