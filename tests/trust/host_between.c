/* The host reads and writes between fragments, in branches and loops. */
#include "show.h"
#define N 256

int
main (void)
{
  static double a[N], b[N];
  double seen = 0;

  fill (a, N, 1);
  fill (b, N, 2);
  for (int t = 0; t < 9; t++)
    {
#pragma target
      for (int i = 0; i < N; i++)
        a[i] = a[i] * 0.9 + b[i];
      if (t % 3 == 0)
        seen += a[t];
      if (t == 4)
        b[10] = seen;
      else if (t == 6)
        for (int i = 0; i < N; i++)
          b[i] = a[N - 1 - i];
#pragma target
      for (int i = 1; i < N; i++)
        b[i] = b[i] + a[i - 1];
    }
  printf ("%a\n", seen);
  show ("a", a, N);
  show ("b", b, N);
}
