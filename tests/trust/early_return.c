/* Ways out of the function between and inside loops around fragments. */
#include "show.h"
#define N 300

static int
work (int n, int stop, double a[N], double *trace)
{
  for (int t = 0; t < 5; t++)
    {
#pragma target
      for (int i = 0; i < n; i++)
        a[i] = a[i] * 1.5 + t;
      if (t == stop)
        return t;
      if (t == 3)
        {
          *trace = a[5];
          continue;
        }
      if (a[0] > 1e6)
        break;
    }
#pragma target
  for (int i = 0; i < n; i++)
    a[i] -= 1.0;
  return -1;
}

int
main (void)
{
  static double a[N];
  double trace = 0;

  fill (a, N, 1);
  for (int stop = 0; stop < 7; stop++)
    {
      printf ("%d", work (N, stop, a, &trace));
      printf (" %a\n", trace);
      show ("a", a, N);
    }
}
