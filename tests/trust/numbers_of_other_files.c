/* Files that are read inside of a declaration are a part of it: nothing of a product's own stands behind them.
 * REFUSED: nothing */
#include <stdio.h>
#define N 600

static const int table[] = {
#include "numbers.inc"
};
static double halves[] = {
#include "numbers.inc"
#include "numbers.inc"
};

int
main (int argc, char **argv)
{
  static int a[N];
  static double b[N];
  double low = 0, high = 0;
  int n = N * argc;

  (void) argv;
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = table[i % 10] + i;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = halves[i % 20] * a[i];
  for (int i = 0; i < n; i++)
    {
      low += a[i];
      high += b[i];
    }
  printf ("%g %g\n", low, high);
  return 0;
}
