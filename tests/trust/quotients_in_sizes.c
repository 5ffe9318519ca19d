/* How far a loop goes is worked out from quotients, bits and choices: as a factor they keep their parentheses. KERNELS: 4.
 * REFUSED: nothing. */
#include "show.h"

static double from[64], to[64];

static void
quotient (int c, int heads, const double *restrict x, double *restrict y)
{
#pragma target
  for (int i = 0; i < 2 * (c / heads); i++)
    y[i] = 2 * x[i];
}

static void
bits (int a, int b, const double *restrict x, double *restrict y)
{
#pragma target
  for (int i = 0; i < 2 * (a ^ b); i++)
    y[i] = 3 * x[i];
}

static void
less (int c, int heads, const double *restrict x, double *restrict y)
{
#pragma target
  for (int i = 0; i < 20 - (c - heads / 3); i++)
    y[i] = 4 * x[i];
}

static void
rows (int c, int heads, int n, const double *restrict x, double *restrict y)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c / heads; j++)
      y[i * (c / heads) + j] = 5 * x[i * (c / heads) + j];
}

int
main (void)
{
  for (int i = 0; i < 64; i++)
    from[i] = i * 0.5 - 3;
  double *near = malloc (4 * sizeof *near), *end = malloc (4 * sizeof *end);
  for (int i = 0; i < 4; i++)
    near[i] = i, end[i] = -1;
  quotient (5, 2, near, end);
  show ("quotient", end, 4);
  quotient (7, 2, from, to);
  bits (3, 5, from, to + 20);
  bits (8, 3, from, to + 34);
  less (9, 7, from, to + 10);
  rows (7, 2, 6, from, to);
  show ("to", to, 64);
  return 0;
}
