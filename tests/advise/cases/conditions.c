/* Verdicts that rest on conditions: rows may be longer than what is used of them, and nobody says that they are. A copy for where
 * they are is laid out in tiles; where they are not, rows overlap, and the loops stay as they are. */
#include <stdio.h>
#include <stdlib.h>

#define M 300
#define N 400
#define K 350

typedef struct
{
  int rows, columns;
  float *data;
} Matrix;

void add_product (int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc)
{
#pragma scop
  for (int i = 0; i < m; ++i)
    for (int l = 0; l < k; ++l)
      {
        float part = alpha * a[i * lda + l];
        for (int j = 0; j < n; ++j)
          c[i * ldc + j] += part * b[l * ldb + j];
      }
#pragma endscop
}

void multiply (const Matrix *a, const Matrix *b, Matrix *c)
{
#pragma scop
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++)
      {
        float sum = 0;
        for (int k = 0; k < a->columns; k++)
          sum += a->data[i * a->columns + k] * b->data[k * b->columns + j];
        c->data[i * c->columns + j] = sum;
      }
#pragma endscop
}

static void show (const float *c)
{
  double s = 0;

  for (int i = 0; i < M * N; i++)
    s += c[i] * (1 + i % 7);
  printf ("%.17g\n", s);
}

int main (void)
{
  float *a = malloc (M * K * sizeof *a), *b = malloc (K * N * sizeof *b), *c = malloc (M * N * sizeof *c);

  for (int i = 0; i < M * K; i++)
    a[i] = i % 31 * 0.01f;
  for (int i = 0; i < K * N; i++)
    b[i] = i % 29 * 0.01f;
  Matrix first = { M, K, a }, second = { K, N, b }, result = { M, N, c };
  multiply (&first, &second, &result);
  show (c);
  add_product (M, N, K, 0.5f, a, K, b, N, c, N);
  show (c);
  add_product (M, N, K, 0.5f, a, K - 5, b, N - 100, c, N - 3);
  show (c);
  result.columns = N - 1;
  multiply (&first, &second, &result);
  show (c);
  free (a);
  free (b);
  free (c);
  return 0;
}
