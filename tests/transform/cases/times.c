/* Statements of a nest in another order: their times. */
static double A[100][100], B[100][100], x[100], b[100], s;

void left (int n)
{
  // RUN: schedule left/i 'k, 1, i, j' 'j, 0, i' 'k, 2, i, j'
  // RUN: schedule left/i 'k, 1, i, j' 'j, 0, i' 'k, 1, i, j'
  // RUN: schedule left/i 'k, 0, i, j' 'j, 1, i' 'k, 2, i, j'
  int i, j, k;
  for (i = 0; i < n; i++)
    {
      for (j = 0; j < i; j++)
        {
          for (k = 0; k < j; k++)
            A[i][j] -= A[i][k] * A[k][j];
          A[i][j] /= A[j][j];
        }
      for (j = i; j < n; j++)
        for (k = 0; k < i; k++)
          A[i][j] -= A[i][k] * A[k][j];
    }
}

void solved (int n)
{
  // RUN: schedule solved/i '0, i' '1, j, 1, i' '1, i, 0'
  // RUN: schedule solved/i '0, i' '1, j, i' '1, i, 0'
  for (int i = 0; i < n; i++)
    {
      x[i] = b[i];
      for (int j = 0; j < i; j++)
        x[i] -= A[i][j] * x[j];
      x[i] /= A[i][i];
    }
}

void slanted (int n, int m)
{
  // RUN: schedule slanted/i 'i + j, j'
  // RUN: schedule slanted/i '2 * i + j, i'
  // RUN: schedule slanted/i '2000000000 * i + 2000000000 * j, 2000000000 * i'
  // RUN: schedule slanted/i '-j, i'
  // RUN: schedule slanted/i 'i'
  // RUN: schedule slanted/i 'i / 2, j'
  // RUN: schedule slanted/i 'i * j, j'
  // RUN: schedule slanted/i 'i, k'
  // RUN: schedule slanted/i 'i, j' 'i'
  // RUN: schedule slanted/i 'i, j +'
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] += A[i - 1][j] + A[i][j - 1];
}

/* The owner's names, where they mean nothing else. */
void named (int n, int t)
{
  // RUN: schedule named/i '0, j' '1, j, i'
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 50; j++)
      B[i][j] = A[i][j] * t;
  // RUN: schedule named/i#2 'i + j, i' 'i, 0'
  // RUN: schedule named/i#2 'i + j, 1, i' 'i, 0, 0'
  for (int i = 0; i < 50; i++)
    {
      for (int j = 0; j < 50; j++)
        B[i][j] = A[i][j] * t;
      x[i] = 0;
    }
  // RUN: schedule named/i#3 'i, 1, j' 'i, 0, j'
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < 50; j++)
        x[j] += A[i][j];
      for (int j = 0; j < 50; j++)
        b[j] += B[i][j];
    }
}

/* As wide as what is added. */
void wide (int n, long m)
{
  // RUN: schedule wide/i 'i + j, j'
  for (int i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      A[i][j] += 1;
}

extern int size (void);

void refused (int n, const int *p, double *q)
{
  // RUN: schedule refused/i 'i, j' 'i, j'
  for (int i = 0; i < n; i++)
    for (int j = 0; j < p[0]; j++)
      {
        B[i][j] = 1;
        A[i][j] = 1;
      }
  // RUN: schedule refused/i#2 'i'
  for (int i = 0; i < n; i++)
    {
      double v = A[i][0];
      x[i] = v;
    }
  // RUN: schedule refused/i#3 'i, j'
  for (int i = 0; i < n; i++)
    if (n > 3)
      for (int j = 0; j < n; j++)
        A[i][j] = 0;
  // RUN: schedule refused/i#4 'i'
  for (int i = 0; i < n; i++)
    {
      if (x[i] > 0)
        break;
      x[i] = 1;
    }
  // RUN: schedule refused/i#5 'i, j'
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i * i; j++)
      A[i][j] = 0;
  // RUN: schedule refused/i#6 'i, j' 'i'
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        s = A[i][j];
      x[i] = s;
    }
  // RUN: schedule refused/i#7 'i'
  for (int i = 9; i < 3; i++)
    x[i] = 0;
  // RUN: schedule refused/u 'u'
  for (unsigned u = 0; u < 10; u++)
    x[u] = 0;
  // RUN: schedule refused/i#8 'i'
  for (int i = 0; i < n; i++)
    x[i] = size ();
  // RUN: schedule refused/i#9 '-i'
  for (int i = 0; i < n; i++)
    q[i] = q[i + n];
  // RUN: schedule refused/k 'k, i, j'
  // RUN: schedule refused/k 'j, k, i'
  // RUN: schedule refused/k 'k, 2 * i, j'
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 20; i += 2)
      for (int j = i; j < 30; j += 3)
        A[i][j] += k;
}
