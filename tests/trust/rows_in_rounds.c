/* Rows behind arrays of pointers, in loops that run until something is small enough. FOUND: 4 */
#include "show.h"
#include <stdlib.h>

static double **
rows (int n, int m)
{
  double **a = malloc (n * sizeof *a);

  for (int i = 0; i < n; i++)
    a[i] = malloc (m * sizeof **a);
  return a;
}

static void
relax (double **restrict u, double **restrict w, int n, int m, double eps)
{
  double diff = 1;

  while (diff > eps)
    {
      diff = 0;
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
          {
            w[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;
            if (diff < w[i][j] - u[i][j])
              diff = w[i][j] - u[i][j];
          }
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
          u[i][j] = w[i][j];
    }
}

/* No round at all: there are no rows. */
static void
halve (double **a, int n, int m, int left)
{
  while (left > 0)
    {
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
          a[i][j] /= 2;
      left--;
    }
}

int
main (void)
{
  int n = 40, m = 37;
  double **u = rows (n, m), **w = rows (n, m);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      u[i][j] = w[i][j] = i * j % 11;
  relax (u, w, n, m, 1e-3);
  halve (u, n, m, 3);
  halve (NULL, n, m, 0);
  w[2] = w[3];
  relax (u, w, n, m, 1e-2);
  for (int i = 0; i < n; i++)
    show ("u", u[i], m);
  return 0;
}
