/* Variable-length arrays as parameters and on the stack. */
#include "show.h"

static void
multiply (int n, int m, int k, double c[n][m], double a[n][k], double b[k][m])
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
        c[i][j] = 0;
        for (int l = 0; l < k; l++)
          c[i][j] += a[i][l] * b[l][j];
      }
}

int
main (void)
{
  int n = 21, m = 18, k = 25;
  double a[n][k], b[k][m], c[n][m];

  fill (&a[0][0], n * k, 1);
  fill (&b[0][0], k * m, 2);
  fill (&c[0][0], n * m, 3);
  multiply (n, m, k, c, a, b);
  show ("c", &c[0][0], n * m);
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i][j] = -c[i][j];
  show ("c", &c[0][0], n * m);
}
