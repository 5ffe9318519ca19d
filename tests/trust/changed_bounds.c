/* Iterators and bounds changed in the body, steps that vary. */
#include "show.h"
#define N 150

int
main (void)
{
  double a[N];
  int n = N, step = 1;

  fill (a, N, 1);
  for (int i = 0; i < n; i++)
    {
      a[i] += 1;
      if (a[i] > 1.3)
        i++;
    }
  for (int i = 0; i < n; i++)
    {
      a[i] *= 2;
      n -= i % 7 == 0;
    }
  for (int i = 0; i < N; i += step)
    {
      a[i] -= 3;
      step = 1 + i % 4;
    }
  printf ("%d %d\n", n, step);
  show ("a", a, N);
}
