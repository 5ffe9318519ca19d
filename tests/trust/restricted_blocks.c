/* "restrict" tells elements apart that are touched, not the blocks that are copied: every second element may be another
 * pointer's, on the device or on the host. KERNELS: 4 */
#include <stdio.h>
#include <stdlib.h>

static void
lifted (int n, double *restrict even, double *restrict odd)
{
#pragma target
  for (int i = 0; i + 1 < n; i += 2)
    {
      even[i] += odd[i] * 2;
      odd[i] -= 1;
    }
}

static void
beside_host (int n, double *restrict even, double *restrict odd)
{
#pragma target
  for (int i = 0; i + 1 < n; i += 2)
    even[i] *= 2;
  odd[0] = 100;
  printf ("%g\n", even[2]);
}

/* Either of them has all, and then the other one has none. */
static void
one_of_two (int n, double *restrict a, double *restrict b, int which)
{
  for (int t = 0; t < 3; t++)
    if (which)
#pragma target
      for (int i = 0; i < n; i++)
        a[i] = a[i] * 2 + t;
    else
#pragma target
      for (int i = 0; i < n; i++)
        b[i] += i;
}

int
main (void)
{
  double x[100], s = 0;

  for (int i = 0; i < 100; i++)
    x[i] = i;
  lifted (100, x, x + 1);
  lifted (50, x, x + 50);
  beside_host (100, x, x + 1);
  one_of_two (100, x, x, 0);
  one_of_two (100, x, x, 1);
  for (int i = 0; i < 100; i++)
    s += x[i] * (i + 1);
  printf ("%.17g\n", s);
}
