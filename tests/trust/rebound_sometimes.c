/* Pointers that get another value under a condition: what they held before is touched by no kernel, and may be short. */
#include "show.h"
#include <stdlib.h>

static void
change_places (int n, int steps, int flip, double *restrict a, double *restrict b)
{
  double *kept;

  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
        b[i] = b[i] + 1;
      if (flip)
        {
          kept = a;
          a = b;
          b = kept;
        }
      for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    }
}

static void
go_over (int n, int steps, int when, double *restrict a, double *restrict b, double *restrict c)
{
  for (int t = 0; t < steps; t++)
    {
      if (t == when)
        a = b;
      for (int i = 0; i < n; i++)
        a[i] = 2 * a[i] + c[i] + t;
    }
}

int
main (void)
{
  enum { N = 4096 };
  double *a = malloc (sizeof *a), *b = malloc (N * sizeof *b), *c = malloc (N * sizeof *c);

  *a = 1;
  for (int i = 0; i < N; i++)
    b[i] = c[i] = i % 7;
  change_places (N, 1, 1, a, b);
  go_over (N, 3, 0, a, b, c);
  change_places (N, 2, 0, c, b);
  show ("a", a, 1);
  show ("b", b, N);
  show ("c", c, N);
  return 0;
}
