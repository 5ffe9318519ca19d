/* Arrays that steps allocate: old values of what inner loops read, copies of an array that comes from outside for every
 * iteration of one loop or of several. */
#include <stdlib.h>

enum { N = 40 };

static double A[N][N], B[N][N], v[N], w[N];
static int chosen[N];

// RUN: copy-array triangle/i B
// RUN: copy-array triangle/i#2 B
// RUN: copy-array triangle/i#3 B
// RUN: copy-array triangle/i#4 v
// RUN: copy-array triangle/i#5 v
void triangle (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = i + 1; k < N; k++)
        B[i][j] += A[k][i] * B[k][j];
  for (int i = 0; i < N - 1; i++)
    for (int k = i + 1; k < N; k++)
      B[i][i] += B[k][k]; /* a diagonal is no box */
  for (int i = 0; i < N; i++)
    for (int k = 0; k < i; k++)
      B[i][i] += B[k][k]; /* set before */
  for (int i = 0; i < N - 1; i++)
    for (int k = i + 1; k < N; k++)
      v[i] += v[k];
  for (int i = 0; i < 20; i++)
    for (int k = i + 1; k < 20; k++)
      v[2 * i] += v[2 * k]; /* every other one */
}

// RUN: copy-array parameters/i X
// RUN: copy-array parameters/i#2 p
// RUN: copy-array parameters/i#2 q
void parameters (int m, int n, double X[m][n], const double Y[m][m], long k, float *restrict p, float *q)
{
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
        for (int k = i + 1; k < m; k++)
          X[i][j] += Y[k][i] * X[k][j];
        X[i][j] = 0.5 * X[i][j];
      }
  for (long i = 0; i < k; i++)
    for (long j = i + 1; j < k; j++)
      {
        p[i] += 2 * p[j];
        q[i] += 2 * q[j];
      }
}

// RUN: copy-array several/i v
// RUN: copy-array several/i#2 p
void several (int n, double *restrict p)
{
  for (int i = 0; i < N - 3; i++)
    for (int k = i + 1; k < N - 3; k++)
      v[i] += v[k] * v[k + 3];
  for (int i = 3; i < n; i++)
    for (int k = i + 1; k < n; k++)
      p[i - 5] += p[k - 5]; /* in front of what p points to */
}

// RUN: array-expand products/r/q sum 2
// RUN: array-expand products/r/q sum
// RUN: array-expand products/r sum
// RUN: array-expand products/r#2/q sum 2
// RUN: array-expand products/r#3/q sum 2
// RUN: array-expand products/r#4/q sum 2
// RUN: array-expand products/r/q sum 3
// RUN: array-expand products/r/q sum 4
// RUN: array-expand products/r#5/q sum 2
void products (int nr, int nq, int np, double C[nr][nq][np], double D[np][np], double sum[restrict np])
{
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++)
      {
        for (int p = 0; p < np; p++)
          {
            sum[p] = 0;
            for (int s = 0; s < np; s++)
              sum[p] += C[r][q][s] * D[s][p];
          }
        for (int p = 0; p < np; p++)
          C[r][q][p] = sum[p];
      }
  for (int r = 0; r < nr; r++)
    {
      sum[0] = r;
      for (int q = 0; q < nq; q++)
        {
          sum[0] = q;
          C[r][q][0] = sum[0];
        }
    }
  for (int r = 0; r < nr; r++)
    if (nr > 3)
      for (int q = 0; q < nq; q++)
        {
          sum[0] = q;
          C[r][q][0] = sum[0];
        }
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < r; q++)
      {
        sum[0] = q;
        C[r][q][0] = sum[0];
      }
  for (int r = 0; r < nr; r++)
    {
      for (int q = 0; q < nq; q++)
        {
          sum[0] = q;
          C[r][q][0] = sum[0];
        }
      nq = nq - 1;
    }
}

// RUN: array-expand memory/i w
// RUN: array-expand memory/i#2 w
// RUN: array-expand memory/i#3 w
// RUN: array-expand memory/i#4 w
// RUN: array-expand memory/i#5 w
// RUN: array-expand memory/i#6 w
// RUN: array-expand memory/i#7 p
// RUN: array-expand memory/i#8 p
// RUN: array-expand memory/i#9 p
void memory (int n, double *p, double *q, double *restrict r)
{
  for (int i = 0; i < N; i++)
    {
      for (int k = 2; k < 10; k++)
        w[k] = A[i][k];
      for (int k = 2; k < 10; k++)
        v[i] += w[k] * w[11 - k];
    }
  for (int i = 0; i < N; i++)
    {
      w[chosen[i]] = i;
      v[i] = w[chosen[i]];
    }
  for (int i = 1; i < N; i++)
    {
      for (int k = 0; k < i; k++)
        w[k] = A[i][k];
      v[i] = w[i - 1];
    }
  for (int i = 0; i < N; i++)
    {
      for (int k = 0; k < 5; k++)
        w[2 * k] = A[i][k];
      v[i] = w[4];
    }
  for (int i = 0; i < N; i++)
    {
      v[i] = w[3];
      w[3] = i;
    }
  for (int i = 0; i < N; i++)
    {
      double *inside = w;
      w[3] = i;
      v[i] = inside[3];
    }
  for (int i = 0; i < n; i++)
    {
      for (int k = 0; k < 4; k++)
        p[k] = A[i][k];
      q[i] = p[0] + p[3];
    }
  for (int i = 0; i < n; i++)
    {
      for (int k = 0; k < 4; k++)
        p[k] = A[i][k];
      r[i] = p[0] + p[3];
    }
  for (int i = 0; i < n; i++)
    v[i] = r[i];
}

// RUN: copy-array shortened/i a
// RUN: copy-array shortened/i#2 b
void shortened (int n, int m, int *restrict k)
{
  double (*a)[m] = malloc (n * sizeof *a), (*b)[*k] = malloc (n * sizeof *b);
  int width = m;
  m = 3;
  for (int i = 0; i < n; i++) /* rows are longer than m by now */
    for (int l = i + 1; l < n; l++)
      for (int j = 0; j < width; j++)
        a[i][j] += a[l][j];
  for (int i = 0; i < n; i++) /* and that is in memory */
    for (int l = i + 1; l < n; l++)
      b[i][0] += b[l][0];
  free (a);
  free (b);
}
