/* Every second element is written; the others keep what the host put there. */
#include "show.h"
#define N 1001

int
main (void)
{
  double a[N], b[N];

  fill (a, N, 1);
  fill (b, N, 2);
#pragma target
  for (int i = 0; i < N; i += 2)
    a[i] = b[i] * 2.0;
  show ("a", a, N);
#pragma target
  for (int i = N - 2; i > 0; i -= 2)
    b[i] = a[i + 1];
  show ("b", b, N);
}
