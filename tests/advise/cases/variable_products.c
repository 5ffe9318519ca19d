/* Products as most people write them: the sum is a variable, which may be of another type than what is summed and than the
 * result; rows are counted by hand, also in a wide type; and the result is made of the sum and of what was there. */
#include <stdio.h>
#include <stdlib.h>

#define M 333
#define N 517
#define K 401

static void multiply (int m, int n, int k, const float *a, const float *b, float *c)
{
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
        float sum = 0.0f;
        for (int l = 0; l < k; l++)
          sum += a[i * k + l] * b[l * n + j];
        c[i * n + j] = sum;
      }
#pragma endscop
}

static void scale_and_add (int m, int n, int k, float alpha, float beta, const float *a, const float *b, float *c)
{
  int i, j, l;
  double sum;

#pragma scop
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++)
      {
        sum = 1;
        for (l = 0; l < k; l++)
          sum -= (double) a[(size_t) i * k + l] * b[(size_t) j * k + l];
        c[i * n + j] = alpha * sum + beta * c[i * n + j];
      }
#pragma endscop
}

int main (void)
{
  float *a = malloc (M * K * sizeof *a), *b = malloc (K * N * sizeof *b), *c = malloc (M * N * sizeof *c);
  double s = 0;

  for (int i = 0; i < M * K; i++)
    a[i] = i % 31 * 0.3f;
  for (int i = 0; i < K * N; i++)
    b[i] = i % 29 * 0.7f;
  multiply (M, N, K, a, b, c);
  for (int i = 0; i < M * N; i++)
    s += c[i] * (1 + i % 7);
  printf ("%.17g\n", s);
  scale_and_add (M, N, K, 1.5f, 0.1f, a, b, c);
  for (int i = 0; i < M * N; i++)
    s += c[i] * (1 + i % 7);
  printf ("%.17g\n", s);
  free (a);
  free (b);
  free (c);
  return 0;
}
