/* Unsigned arithmetic wraps, and loops rely on it. */
#include "show.h"
#define N 128

int
main (void)
{
  static double a[N], b[N];
  static double ring[256];
  unsigned n = N;

  fill (a, N, 1);
  fill (b, N, 2);
  fill (ring, 256, 3);
  for (unsigned i = n - 1; i < n; i--)
    a[i] = a[i] + i;
#pragma target
  for (unsigned i = 0; i < n; i++)
    b[(i - 1u) % n] = a[i];
  for (unsigned i = 0; i < 1000; i++)
    ring[(unsigned char) (i * 7u)] += i;
  show ("a", a, N);
  show ("b", b, N);
  show ("ring", ring, 256);
}
