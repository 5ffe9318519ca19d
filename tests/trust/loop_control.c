/* goto, break, return and continue in loops. */
#include "show.h"
#define N 400

static int
find (int n, const double *a, double limit)
{
  for (int i = 0; i < n; i++)
    if (a[i] > limit)
      return i;
  return -1;
}

int
main (void)
{
  double a[N], b[N];
  int i, seen = 0;

  fill (a, N, 1);
  fill (b, N, 2);
  for (i = 0; i < N; i++)
    {
      if (a[i] > 0.49)
        break;
      b[i] = a[i];
    }
  printf ("%d\n", i);
#pragma target
  for (i = 0; i < N; i++)
    {
      if (a[i] < 0)
        continue;
      b[i] = a[i] * 2;
    }
again:
  for (i = 0; i < N; i++)
    {
      if (b[i] > 0.7)
        {
          b[i] = 0.3;
          seen++;
          goto again;
        }
    }
  printf ("%d %d\n", seen, find (N, a, 0.4));
  show ("b", b, N);
}
