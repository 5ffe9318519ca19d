/* Loops and bodies that come from macros. */
#include "show.h"
#define N 321
#define LOOP(v, n) for (int v = 0; v < (n); v++)
#define AT(m, i, j) m[(i) * 17 + (j)]
#define UPDATE(i) a[i] = b[i] * K + 1.0

int
main (void)
{
  static double a[N], b[N], c[19 * 17];

  fill (a, N, 1);
  fill (b, N, 2);
  fill (c, 19 * 17, 3);
#define K 2.5
#pragma target
  for (int i = 0; i < N; i++)
    UPDATE (i);
#undef K
#define K 4.5
#pragma target
  LOOP (i, 19)
    LOOP (j, 17)
      AT (c, i, j) = AT (c, i, j) * K;
  show ("a", a, N);
  show ("c", c, 19 * 17);
}
