/* Pointers to rows, linearised subscripts, flat walks over a matrix. */
#include "show.h"
#include <stdlib.h>

static void
rows (int n, int m, double (*a)[29], double *b)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      double *row = a[i];
      for (int j = 0; j < m; j++)
        row[j] = b[i * m + j] * 2.0;
    }
}

static double
third (double *row, int j)
{
  return row[j] / 3;
}

/* What is only read is read through pointers that are not const. */
static void
sums (int n, double a[n][29], double *x, double *b)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      double *row = a[i], *const behind = x + 2, s = 0;
      for (int j = 0; j < 20; j++)
        s += row[j] * behind[j] + third (row + 1, j);
      b[i] = s;
    }
}

/* A row that nobody uses, in a loop that stands beside its launch, too: j must stay below m. */
static double
unused_row (int n, int m, double a[n][29], const double *restrict b)
{
  double s = 0;

#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 20; j++)
      if (j % 2)
        {
          double *const row = a[i];
          s += b[i * m + j] + a[i][j];
        }
  return s;
}

int
main (void)
{
  int n = 31, m = 29;
  double (*a)[29] = malloc (sizeof (double[31][29]));
  double *b = malloc ((size_t) n * m * sizeof *b);

  if (a == NULL || b == NULL)
    return 1;
  fill (&a[0][0], n * m, 1);
  fill (b, n * m, 2);
  rows (n, m, a, b);
  rows (n - 4, m - 9, a, b);
  show ("a", &a[0][0], n * m);
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] += a[i][j];
  show ("b", b, n * m);
  sums (n, a, b + 100, b);
  show ("b", b, n * m);
  double s[2] = { unused_row (n, m, a, b), unused_row (n, 15, a, b) };
  show ("s", s, 2);
  free (a);
  free (b);
}
