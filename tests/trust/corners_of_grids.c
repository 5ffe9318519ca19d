/* Statements between kernels that join them as a lone thread. How far they go is said in many words, of which nobody knows which
 * is the most. FOUND: 2 */
#include "show.h"
#include <stdlib.h>

#define AT(i, j) ((i) + (n + 2) * (j))

static void
surround (int n, int rounds, double *x)
{
  for (int t = 0; t < rounds; t++)
    {
      for (int i = 1; i <= n; i++)
        {
          x[AT (0, i)] = x[AT (1, i)] + 1;
          x[AT (n + 1, i)] = x[AT (n, i)] + 2;
          x[AT (i, 0)] = x[AT (i, 1)] + 3;
          x[AT (i, n + 1)] = x[AT (i, n)] + 4;
        }
      x[AT (0, 0)] = 0.5 * (x[AT (1, 0)] + x[AT (0, 1)]);
      x[AT (0, n + 1)] = 0.5 * (x[AT (1, n + 1)] + x[AT (0, n)]);
      x[AT (n + 1, 0)] = 0.5 * (x[AT (n, 0)] + x[AT (n + 1, 1)]);
      x[AT (n + 1, n + 1)] = 0.5 * (x[AT (n, n + 1)] + x[AT (n + 1, n)]);
    }
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 12, all = (n + 2) * (n + 2);
  double *x = malloc (all * sizeof *x);

  srand (3);
  for (int i = 0; i < all; i++)
    x[i] = rand () % 17;
  surround (n, 5, x);
  x[3] += x[5];
  surround (n, 0, x + 0);
  surround (n, 2, x);
  show ("x", x, all);
  free (x);
  return 0;
}
