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
  free (a);
  free (b);
}
