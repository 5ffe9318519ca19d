/* Several statements on one line, one of which asks for the line's number. KERNELS: 1 */
#include "show.h"
#define N 200

static double a[N], b[N];

static void
scale (int n)
{
  #pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i] + 1;
}

int
main (void)
{
  for (int i = 0; i < N; i++) b[i] = i % 11;
  for (int t = 0; t < 3; t++) scale (N);
  double s = 0; if (a[3] > 0) { s = a[7]; printf ("line %d: %g %g\n", __LINE__, a[5], s); s += b[3]; }
  show ("a", a, N);
  return s > 3;
}
