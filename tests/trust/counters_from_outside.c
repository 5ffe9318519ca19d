/* Counters that come from outside the loop and live on after it. */
#include <stdio.h>
static double a[300];
int main (void)
{
  int i = 5;
#pragma target
  for (; i < 200; i++)
    a[i] = i * 0.5;
  printf ("%d %g\n", i, a[7]);
  int k = 3;
#pragma target begin
  a[0] = 3;
  while (k < 9)
    {
      a[k] += a[k - 1];
      k++;
    }
  a[1] = a[4] + k;
#pragma target end
  for (i = 0; i < 300; i++) printf ("%g ", a[i]);
}
