/* Products in other loops (a batch of them, which becomes blocks along z), of rows that have names, of distances whose differences are
 * declared between the loops. */
#include <stdio.h>
#include <stdlib.h>

#define B 3
#define M 250
#define N 300
#define K 200

static void multiply (int batch, int m, int n, int k, const float *a, const float *b, const float *bias, float *c)
{
#pragma scop
  for (int q = 0; q < batch; q++)
    for (int i = 0; i < m; i++)
      {
        int row = q * m + i;
        for (int j = 0; j < n; j++)
          {
            float sum = bias ? bias[j] : 0;
            for (int l = 0; l < k; l++)
              sum += a[row * k + l] * b[j * k + l];
            c[row * n + j] = sum;
          }
      }
#pragma endscop
}

static void distances (int m, int n, int k, const float *a, const float *b, float *c)
{
#pragma scop
  for (int i = 0; i < m; i++)
    {
      const float *x = a + i * k;
      for (int j = 0; j < n; j++)
        {
          const float *y = b + j * k;
          float sum = 0;
          for (int l = 0; l < k; l++)
            {
              float d = x[l] - y[l];
              sum += d * d;
            }
          c[i * n + j] = sum;
        }
    }
#pragma endscop
}

static void show (int n, const float *c)
{
  double s = 0;

  for (int i = 0; i < n; i++)
    s += c[i] * (1 + i % 7);
  printf ("%.17g\n", s);
}

int main (void)
{
  float *a = malloc (B * M * K * sizeof *a), *b = malloc (K * N * sizeof *b), *c = malloc (B * M * N * sizeof *c);
  float *bias = malloc (N * sizeof *bias);

  for (int i = 0; i < B * M * K; i++)
    a[i] = i % 31 * 0.01f;
  for (int i = 0; i < K * N; i++)
    b[i] = i % 29 * 0.01f;
  for (int i = 0; i < N; i++)
    bias[i] = i % 5;
  multiply (B, M, N, K, a, b, bias, c);
  show (B * M * N, c);
  distances (B * M, N, K, a, b, c);
  show (B * M * N, c);
  free (a);
  free (b);
  free (c);
  free (bias);
  return 0;
}
