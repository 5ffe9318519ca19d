/* The iterator and private scalars are used after the loop. */
#include "show.h"
#define N 258

int
main (void)
{
  double a[N], t = -1.0, u = -2.0;
  int i, j, last = -1;

  fill (a, N, 1);
#pragma target
  for (i = 3; i < N; i += 4)
    {
      t = a[i] * 3.0;
      a[i] = t + 1.0;
      last = i;
    }
  printf ("%d %d %a\n", i, last, t);
#pragma target
  for (j = N - 1; j >= 0; j--)
    if (a[j] > 0.4)
      {
        u = a[j];
        a[j] = u * u;
      }
  printf ("%d %a\n", j, u);
#pragma target
  for (i = 10; i < 10; i++)
    t = a[i];
  printf ("%d %a\n", i, t);
  show ("a", a, N);
}
