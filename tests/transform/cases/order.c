/* Loops in another order. */
static double A[100][100], B[100][100], C[100][100][20];
static float x[1000];

void sums (int n)
{
  int i, j;

  // RUN: interchange sums/i/j
  // RUN: interchange sums/i/j ; interchange sums/j/i
  // RUN: reverse sums/i
  for (i = 0; i < n; i++) {
    for (j = 0; j < 100; j++)
      A[i][j] = B[j][i] + 1; // transposed
  }

  /* A triangle: bounds are computed anew. */
  // RUN: interchange sums/i#2/j
  // RUN: interchange sums/i#2/j ; interchange sums/j/i#2
  for (i = 0; i < n; i++)
    for (j = 0; j <= i; j++)
      A[i][j] *= 2;
}

void stencil (int n)
{
  // RUN: interchange stencil/i/j
  // RUN: skew stencil/i/j 1
  // RUN: skew stencil/i/j 1 ; interchange stencil/i/j
  // RUN: wavefront stencil/i/j
  // RUN: reverse stencil/i/j
  // RUN: shift stencil/i 1
  // RUN: normalize stencil/i
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n - 1; j++)
      A[i][j] = A[i - 1][j + 1] + A[i][j - 1];
}

void seidel (int n)
{
  // RUN: wavefront seidel/i/j
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j]
                 + A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9.0;
}

void recurrence (int n)
{
  // RUN: wavefront recurrence/i/j
  // RUN: interchange recurrence/i/j
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      x[0] = x[0] * 2 + A[i][j];
}

void deep (int n, int m)
{
  // RUN: permute deep/i/j/k k i j
  // RUN: permute deep/i/j/k k j
  // RUN: permute deep/i/j/k k i i
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < 20; k++)
        C[i][j][k] = A[i][j] * k;
}

void down (int n)
{
  // RUN: reverse down/i
  // RUN: normalize down/i
  // RUN: shift down/i -2
  for (int i = n; i > 0; i--)
    x[i] = i;
  // RUN: normalize down/i#2
  // RUN: reverse down/i#2
  for (int i = 3; i <= n; i += 4)
    x[i] = i;
}
