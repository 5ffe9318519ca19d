/* Rows of n + 2 of which the n-th is meant: "(n + 2) * n" is row n of this plane, and not row 0 of the next one, which it was taken for
 * where planes are (n + 2) * (n + 2): the outer loops were called parallel. FOUND: 2. */
#include "show.h"
#define N 20

/* A plane's last row sums up the plane before it, whose last row has been summed up, too. */
static void
carried (int n, double *x)
{
  for (int k = 1; k <= n; k++)
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++)
        x[i + (n + 2) * n + (n + 2) * (n + 2) * k] += x[i + (n + 2) * j + (n + 2) * (n + 2) * (k - 1)];
}

int
main (void)
{
  static double x[(N + 2) * (N + 2) * (N + 2)];

  for (int n = 1; n <= N; n += 3)
    {
      for (int i = 0; i < (N + 2) * (N + 2) * (N + 2); i++)
        x[i] = (i * 37) % 101 - 50;
      carried (n, x);
      show ("x", x, (N + 2) * (N + 2) * (N + 2));
    }
}
