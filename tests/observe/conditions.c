/* Loops that are parallel as long as rows do not reach into each other, called so that they do and do not. */
double A[10000];

void
rows (int n, int m, double *a)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 10 + j] = i - j;
}

void
apart (int n, double *p, double *q)
{
  for (int i = 1; i < n; i++)
    p[i] = q[i - 1] + 1;
}

int
main (void)
{
  rows (5, 8, A);
  rows (5, 15, A);
  apart (10, A, A + 100);
  apart (10, A, A);
  return 0;
}
