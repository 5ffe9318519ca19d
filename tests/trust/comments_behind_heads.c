/* Comments and directives behind heads without braces: braces that ihop adds stand where they are read. */
#include "show.h"
#define N 40

/* KERNELS: 0 */
static void
times (double *restrict c, double *restrict a, int n, int steps)
{
  for (int t = 0; t < steps + (int) c[t]; t++) // time (in steps)
    for (int i = 0; i < n; i++)
      c[i] = a[i] * t - 1;
  for (int t = 0; t < steps; t++) /* time */ // and so on
    for (int u = 0; u < c[t] && u < 3; u++) // inner
      for (int i = 0; i < n; i++) // the kernel
        c[i] += a[i] * t;
  for (int t = 0; t < steps; t++)
    /* steps */
    if (a[t] > 0) // yes
      // all of them
      for (int i = 0; i < n; i++) // kernel
        a[i] = a[i] * t;
    else // no
#if N > 3
      for (int i = 0; i < n; i++) // kernel
#else
      for (int i = 1; i < n; i++)
#endif
        a[i] = a[i] + t;
  for (int t = 0; t < steps && a[t] < 50; t++)
    for (int u = 0; u < 4 && a[u] < 60; u++)
      for (int i = 0; i < n; i++) a[i] += u + t; // and that is it
}

int
main (void)
{
  static double c[N], a[N];

  for (int n = N; n >= 0; n = n > 3 ? n / 4 : n - 1)
    {
      fill (c, N, 1);
      fill (a, N, 2);
      times (c, a, n, 4);
      show ("c", c, N);
      show ("a", a, N);
    }
  return 0;
}
