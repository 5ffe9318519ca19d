/* Types other than double and int: narrow ones wrap and round. */
#include "show.h"
#include <stdint.h>
#define N 515

int
main (void)
{
  static float f[N];
  static int8_t c[N];
  static uint16_t u[N];
  static long long l[N];

  for (int i = 0; i < N; i++)
    {
      f[i] = (float) noise (i);
      c[i] = (int8_t) i;
      u[i] = (uint16_t) (i * 257);
      l[i] = i;
    }
#pragma target
  for (int i = 0; i < N; i++)
    {
      f[i] = f[i] * 1.1f + 0.3;
      c[i] += 100;
      u[i] = u[i] * 3 + c[i];
      l[i] = l[i] * 3000000019LL - u[i];
    }
  for (int i = 0; i < N; i++)
    printf ("%a %d %d %lld\n", f[i], c[i], u[i], l[i]);
}
