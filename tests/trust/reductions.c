/* Every kind of reduction, with an initial value, in loops worth a device. */
#include "show.h"
#include <math.h>
#define N 2011

int
main (void)
{
  static int a[N];
  static double x[N];
  int sum = 5, lowest = 1000000, highest = -1000000, all = 1, any = 0, bits = 0, mask = -1, odd = 0;
  double top = -1e300, bottom = 1e300;

  for (int i = 0; i < N; i++)
    a[i] = (int) (noise (i) * 10000);
  fill (x, N, 9);
#pragma target
  for (int i = 0; i < N; i++)
    sum += a[i];
#pragma target
  for (int i = 0; i < N; i++)
    if (a[i] < lowest)
      lowest = a[i];
#pragma target
  for (int i = 0; i < N; i++)
    highest = a[i] > highest ? a[i] : highest;
#pragma target
  for (int i = 0; i < N; i++)
    all = all && a[i] > -6000;
#pragma target
  for (int i = 0; i < N; i++)
    any = any || a[i] == 4999;
#pragma target
  for (int i = 0; i < N; i++)
    bits |= a[i] & 0xff;
#pragma target
  for (int i = 0; i < N; i++)
    mask &= a[i] | 0x70;
#pragma target
  for (int i = 0; i < N; i++)
    odd ^= a[i];
#pragma target
  for (int i = 0; i < N; i++)
    top = fmax (top, x[i]);
#pragma target
  for (int i = 0; i < N; i++)
    if (bottom > x[i])
      bottom = x[i];
  printf ("%d %d %d %d %d %d %d %d %a %a\n", sum, lowest, highest, all, any, bits, mask, odd, top,
          bottom);
}
