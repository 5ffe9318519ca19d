/* Tiles of bands that are no rectangles, and full tiles told from cut ones. */
static double A[100][100], B[100][100], C[100][100], x[100];
static int idx[100];

void upper (int n)
{
  // RUN: tile upper/i/j 16 8
  // RUN: tile upper/i/j 16 8 separate
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      A[i][j] = B[j][i] + 1;
}

void lower (int n)
{
  // RUN: tile lower/i/j 4 4
  // RUN: tile lower/i/j 4 4 ; interchange lower/it/jt
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      A[i][j] *= 2;
}

void band (int n)
{
  // RUN: tile band/i/j 8 8
  // RUN: tile band/i/j 8 8 separate
  // RUN: skew band/i/j 1 ; tile band/i/j 8 8
  for (int i = 1; i < n; i++)
    for (int j = i; j < i + 20; j++)
      A[i][j] = A[i - 1][j] + 1;
}

void deep (int n)
{
  // RUN: tile deep/i/j/k 4 4 4
  // RUN: tile deep/i/j/k 8 8
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = j; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void plain (int n)
{
  // RUN: tile plain/i/j 4 5 separate
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      A[i][j] = 0;
  // RUN: tile plain/i#2/j 4 32 separate
  for (int i = 0; i < 100; i++)
    for (int j = 1; j <= n; j++)
      A[i][j] = 0;
}

void refused (int n)
{
  // A dependence that points back: a tile would run too early.
  // RUN: tile refused/i/j 8 8
  for (int i = 1; i < n; i++)
    for (int j = i; j < n - 1; j++)
      A[i][j] = A[i - 1][j + 1] + 1;
  // Steps other than one, where bounds have to be worked out.
  // RUN: tile refused/i#2/j 8 8
  // RUN: normalize refused/i#2/j ; tile refused/i#2/j 8 8
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j += 2)
      A[i][j] = 0;
  // RUN: tile refused/i#3/j 4 4 separate
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
  // RUN: tile refused/i#4/j 4 4
  for (int i = 0; i < n; i++)
    for (int j = 0; j < idx[i]; j++)
      A[i][j] = 0;
  // RUN: tile refused/i#5/j 4 4
  for (int i = 0; i < n; i++)
    for (int j = i * i; j < n; j++)
      A[i][j] = 0;
  // RUN: tile refused/i#6/j 4 4 separate
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        static double last;
        A[i][j] = last;
        last = i;
      }
  // RUN: tile refused/i separate
  // RUN: tile refused/i 0
}
