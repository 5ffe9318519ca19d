/* Which elements are written depends on data. */
#include "show.h"
#define N 777

int
main (void)
{
  double a[N], b[N];

  fill (a, N, 1);
  fill (b, N, 2);
#pragma target
  for (int i = 0; i < N; i++)
    if (b[i] > 0.1)
      a[i] = b[i];
  show ("a", a, N);
}
