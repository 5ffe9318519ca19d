/* REFUSED: nothing. A struct has the loop's bounds beside what the loop changes: in the kernel both are behind one pointer. KERNELS: 2 */
#include <stdio.h>

struct grid
{
  int low, high;
  double data[64];
};

static double
raised (struct grid g, double *x)
{
#pragma target
  for (int i = g.low; i < g.high; i++)
    {
      g.data[i] += i;
      x[i] += g.data[i];
    }
  return g.data[5];
}

static double
by_threes (struct grid g)
{
#pragma target
  for (int i = g.high - 1; i >= g.low; i -= 3)
    g.data[i] *= 2;
  return g.data[g.high - 1] + g.data[g.high - 2];
}

int
main (void)
{
  struct grid g = { 1, 60 };
  double x[64] = { 0 }, s = 0;

  for (int i = 0; i < 64; i++)
    g.data[i] = i;
  s = raised (g, x) + by_threes (g);
  for (int i = 0; i < 64; i++)
    s += x[i];
  printf ("%g\n", s);
}
