/* How far a loop goes is worked out from quotients, bits and choices: as a factor they keep their parentheses. KERNELS: 6.
 * REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

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

/* A picture that is half as wide and high: its rows are as long as a quotient. */
static void
half (int w, int h, const double *restrict x, double *restrict y)
{
#pragma target
  for (int j = 0; j < h / 2; j++)
    for (int i = 0; i < w / 2; i++)
      y[j * (w / 2) + i] = x[2 * j * w + 2 * i] + x[(2 * j + 1) * w + 2 * i + 1];
}

static void
half_by_name (int w, int h, const double *restrict x, double *restrict y)
{
  int narrow = w / 2, low = h >> 1;

#pragma target
  for (int j = 0; j < low; j++)
    for (int i = 0; i < narrow; i++)
      y[j * narrow + i] = x[2 * j * w + 2 * i] - x[(2 * j + 1) * w + 2 * i + 1];
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
  half (7, 6, from, to + 18);
  half (-7, 6, from, to);
  half (-6, -6, from, to);
  half_by_name (9, 7, from, to + 40);
  half_by_name (1, 5, from, to);
  show ("to", to, 64);
  return 0;
}
