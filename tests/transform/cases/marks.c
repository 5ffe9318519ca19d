/* Marks of the owner around, in and in front of what changes. With -fopenmp, too, what comes out has
 * to compile. */
static double A[100][100], B[100][100], s;

// RUN: declare-iterator region/i/j
// RUN: strip-mine region/i/j 4
// RUN: reverse region/i#2
void region (int n)
{
  int i, j;
  double t;
#pragma omp parallel private(j, t)
  {
#pragma omp for
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        {
          t = B[i][j];
          A[i][j] = t * 2;
        }
#pragma omp barrier
#pragma omp single
    B[0][0] = 1;
  }
  /* Nothing is said of this one. */
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    B[i][i] = 0;
}

// RUN: strip-mine around/i/j 4
// RUN: reverse around/k
// RUN: unroll around/k 2
// RUN: interchange around/l/m
void around (int n)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = B[i][j];
  for (int k = 0; k < n; k++)
    {
#pragma omp parallel for
      for (int j = 0; j < n; j++)
        A[k][j] = B[k][j];
    }
#pragma GCC unroll 4
  for (int l = 0; l < n; l++)
    {
#pragma GCC ivdep
      for (int m = 0; m < n; m++)
        A[l][m] = B[l][m];
    }
}

// RUN: reverse orphan/i
// RUN: strip-mine orphan/i/j 4
// RUN: reverse orphan/k
// RUN: inline caller 77
void orphan (int n)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = B[i][j];
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    {
#pragma omp atomic
      s += 1;
    }
}

void caller (int n)
{
  for (int i = 0; i < n; i++)
    orphan (i);
}

// RUN: strip-mine hidden/i 4
// RUN: reverse hidden/i/j
// RUN: interchange hidden/i/j
// RUN: reverse hidden/k
void hidden (int n)
{
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      A[i][j] = B[i][j];
  for (int k = 0; k < n; k++)
    A[k][k] = 0;
}

// RUN: reverse attributes/i
// RUN: reverse attributes/i/j
void attributes (int n)
{
#pragma clang loop vectorize (assume_safety)
  for (int i = 0; i < n; i++)
#pragma unroll 4
    for (int j = 0; j < n; j++)
      A[i][j] = B[i][j];
}

// RUN: vectorize ours/i 4 ; strip-mine ours/it/i 2
// RUN: vectorize ours/i 4 ; reverse ours/it
// RUN: reduction sums/i/j s 2 atomic reassociate ; reverse sums/i
void ours (int n)
{
  for (int i = 0; i < n; i++)
    A[0][i] = B[0][i];
}

void sums (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s += B[i][j];
}
