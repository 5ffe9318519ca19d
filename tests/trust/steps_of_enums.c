/* "e++", "e += 1" and "b++" of enumerations and bools, which C++ does not know, and "_Bool". KERNELS: 2 */
#include <stdio.h>

enum small { LOW = -3, MIDDLE, HIGH = 7 };
enum plain { FIRST, LAST = 5 };
struct flags { _Bool on; int k; };
static enum small x[300];
static enum plain y[300];
static _Bool on[300];
static struct flags f[300];
static long o[300];

int
main (void)
{
  unsigned long s = 0;

#pragma target
  for (int i = 0; i < 300; i++)
    {
      enum small e = i % 2 ? LOW : HIGH;
      enum plain p = i % 7;
      e += 1;
      p++;
      ++p;
      o[i] = p-- + 10 * --e + (e++ < MIDDLE);
      x[i] = e;
      x[i] -= 2;
      y[i] = p;
      y[i] *= 2;
    }
#pragma target
  for (int i = 0; i < 300; i++)
    {
      _Bool b = i & 6;
      on[i] = i & 1;
      o[i] += on[i]++ + 10 * b--;
      b += i & 2;
      --on[i];
      ++b;
      f[i].on = b;
      f[i].k = on[i] + b--;
    }
  for (int i = 0; i < 300; i++)
    s = s * 31 + o[i] + x[i] + y[i] + on[i] + f[i].on + f[i].k;
  printf ("%lu\n", s);
  return 0;
}
