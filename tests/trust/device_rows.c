/* Functions that kernels call are given arrays in rows of variable length, whole ones and parts, of arrays whose lengths are numbers,
 * too; they hand them on, and write some elements as *(*(a + i) + j). REFUSED: nothing. */
#include <stdio.h>
#include <stdlib.h>

static double
line (int m, double (*a)[m], int i)
{
  double s = 0;

  for (int j = 0; j < m; j++)
    s += a[i][j] * (j % 3);
  return s;
}

static double
ends (int m, double (*a)[m], int i)
{
  return *(*(a + i) + m - 1) - (*(a + i))[0] + **a + line (m, a, i);
}

static int
layer (int n, int m, int (*b)[n][m], int i, int j)
{
  int s = 0;

  for (int k = 0; k < m; k++)
    s += b[i][j][k] ^ k;
  return s;
}

static int
row (int m, int (*c)[m], int j)
{
  return c[j][m / 2] + *c[j];
}

static void
work (int n, int m, double (*a)[m], int (*b)[n][m], double *r)
{
  static int small[6][5];

  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 5; j++)
      small[i][j] = i - j;
  for (int i = 0; i < n; i++)
    r[i] = ends (m, a, i);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      r[i * n + j] += layer (n, m, b, i, j) + row (m, b[i], j) + row (5, small, i % 6);
}

int
main (void)
{
  int n = 40, m = 23;
  double (*a)[m] = malloc (sizeof (double) * n * m), *r = calloc (n * n, sizeof *r), sum = 0;
  int (*b)[n][m] = malloc (sizeof (int) * n * n * m);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = (i * 5 + j) % 9;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        b[i][j][k] = i * j + k;
  work (n, m, a, b, r);
  for (int i = 0; i < n * n; i++)
    sum = sum * 0.999 + r[i];
  printf ("%.15g\n", sum);
  free (a);
  free (b);
  free (r);
  return 0;
}
