/* Strips, tiles, copies of the body. */
static double A[100][100], B[100][100], c[100];

void rows (int n)
{
  // RUN: strip-mine rows/i 32
  // RUN: strip-mine rows/i/j 10
  // RUN: tile rows/i/j 16 20
  // RUN: tile rows/i/j 30 30
  // RUN: collapse rows/i/j
  // RUN: unroll rows/i 2
  // RUN: unroll rows/i/j 4
  // RUN: unroll rows/i/j 3
  // RUN: unroll-and-jam rows/i 2
  // RUN: full-unroll rows/i/j
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      {
        /* one element */
        A[i][j] = B[j][i] + 1;
      }
}

void triangle (int n)
{
  // RUN: tile triangle/i/j 4 4
  // RUN: strip-mine triangle/i/j 4
  // RUN: unroll-and-jam triangle/i 2
  // RUN: collapse triangle/i/j
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      A[i][j] = 0;
}

void wedge (int n)
{
  // RUN: tile wedge/i/j/k - - 4
  // RUN: tile wedge/i/j/k 4 - 4
  // RUN: tile wedge/i/j/k - 4 -
  // RUN: tile wedge/i/j/k - - -
  // RUN: tile wedge/i/j/k - 4 4 separate
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 20; j++)
      for (int k = i + 1; k < n; k++)
        A[i][j] += A[k][i] * c[k];
}

void stencil (int n)
{
  // RUN: tile stencil/t/i 4 -
  // RUN: tile stencil/t/i 4 4
  // RUN: skew stencil/t/i 1 ; tile stencil/t/i 4 4
  // RUN: unroll-and-jam stencil/t 2
  for (int t = 1; t < n; t++)
    for (int i = 1; i < n - 1; i++)
      A[t][i] = A[t - 1][i - 1] + A[t - 1][i + 1];
}

void few (int m)
{
  // RUN: full-unroll few/k
  // RUN: remove-header few/k
  for (int k = 0; k < 6; k += 2)
    if (m > 3)
      c[k] = k;
    else
      c[k + 1] = -k;
  // RUN: remove-header few/k#2
  for (int k = m; k <= m; k++)
    {
      double t = c[k];
      A[k][k] = t * t;
    }
  // RUN: strip-mine few/k#3 5
  for (int k = m; k >= 3; k--)
    c[k] = c[k - 1];
}
