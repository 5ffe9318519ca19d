/* printf, rand and a static counter in the loop: the order is part of the meaning. */
#include "show.h"
#include <stdlib.h>
#define N 50

static double
counter (void)
{
  static int calls;

  return ++calls;
}

int
main (void)
{
  double a[N], b[N], c[N];

  srand (7);
  for (int i = 0; i < N; i++)
    {
      a[i] = i * 0.5;
      printf ("now %d\n", i);
    }
  for (int i = 0; i < N; i++)
    b[i] = rand () % 1000;
  for (int i = 0; i < N; i++)
    c[i] = counter () + a[i];
  show ("a", a, N);
  show ("b", b, N);
  show ("c", c, N);
}
