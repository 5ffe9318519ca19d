/* Arrays that steps allocate, at sizes where loops run never, once and often: what is left in memory behind them is looked at
 * in full. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 12 };

static double A[N][N], B[N][N], C[N][N], v[N], w[2 * N];
static double cube[N][N][N];

// STEP: copy-array triangle/i B
static void triangle (int m, int n)
{
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
        for (int k = i + 1; k < m; k++)
          B[i][j] += A[k][i] * B[k][j];
        B[i][j] = 0.5 * B[i][j];
      }
}

// STEP: copy-array window/i p
static void window (int n, double *restrict p)
{
  for (int i = 3; i < n; i++)
    for (int k = i + 1; k < n; k++)
      p[i] += p[k] * k;
}

// STEP: normalize backwards/i
// STEP: copy-array backwards/i v
static void backwards (int n)
{
  for (int i = n - 1; i >= 0; i--)
    for (int k = 0; k < i; k++)
      v[i] -= v[k];
}

// STEP: array-expand products/r/q sum 2
static void products (int nr, int nq, int np, double *restrict sum)
{
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++)
      {
        for (int p = 0; p < np; p++)
          {
            sum[p] = 0;
            for (int s = 0; s < np; s++)
              sum[p] += cube[r][q][s] * C[s][p];
          }
        for (int p = 0; p < np; p++)
          cube[r][q][p] = sum[p];
      }
}

// STEP: array-expand inner/r/q w
static void inner (int nr, int nq, int np)
{
  for (int r = 1; r < nr; r++)
    for (int q = r; q < nq; q++)
      {
        for (int p = 3; p < np; p++)
          w[p] = cube[r][q][p - 3];
        for (int p = 3; p < np; p++)
          cube[r][q][p] = w[p];
      }
}

// STEP: array-expand planes/i T
static void planes (int n, int m, double T[N][N])
{
  for (int i = 0; i < n; i++)
    {
      for (int j = 1; j < m; j++)
        for (int k = 0; k < 5; k++)
          T[j][k] = A[j][k] + i;
      for (int j = 1; j < m; j++)
        v[i] += T[j][j % 5];
    }
}

// STEP: normalize downwards/i
// STEP: normalize downwards/i/j
// STEP: array-expand downwards/i/j w 2
static void downwards (int n, int m)
{
  for (int i = n - 1; i >= 0; i--)
    for (int j = 2; j < m; j += 3)
      {
        w[4] = A[i][j];
        w[5] = w[4] + i;
        B[i][j] = w[5] - w[4] + j;
      }
}

static void fill (int seed)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        A[i][j] = (i * 7 + j + seed) % 5 - 2;
        B[i][j] = (i * 3 + j * 2 + seed) % 7;
        C[i][j] = (i + j * seed) % 3;
        for (int k = 0; k < N; k++)
          cube[i][j][k] = (i + 2 * j + 3 * k + seed) % 9;
        v[i] = i + seed;
        w[i] = w[N + i] = -i - seed;
      }
}

static void show (const char *what, int n)
{
  double all = 0;

  for (int i = 0; i < N; i++)
    {
      all = all * 0.75 + v[i] + 2 * w[i] + 3 * w[N + i];
      for (int j = 0; j < N; j++)
        {
          all = all * 0.5 + A[i][j] + 2 * B[i][j] + 3 * C[i][j];
          for (int k = 0; k < N; k++)
            all = all * 0.99 + cube[i][j][k];
        }
    }
  printf ("%s %d %.17g\n", what, n, all);
}

int main (void)
{
  static const int sizes[] = { -3, 0, 1, 2, 7, N };

  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++)
      {
        int n = sizes[a], m = sizes[b];
        fill (a + b);
        triangle (n, m);
        show ("triangle", n);
        window (n, v);
        show ("window", n);
        backwards (n);
        show ("backwards", n);
        products (n, m, 5, w);
        products (n, 3, m, w);
        show ("products", n);
        inner (n, m, 8);
        inner (5, n, m);
        show ("inner", n);
        planes (n, m, C);
        show ("planes", n);
        downwards (n, m);
        show ("downwards", n);
      }
  return 0;
}
