/* KERNELS: 6. Iterators compared with bounds of other types: what C converts to what decides whether a loop
 * runs at all, and compilers of OpenMP convert the other way. */
#include "show.h"
#include <stddef.h>
#define N 70000

static int a[N];

static void
below_zero (unsigned n)
{
#pragma target
  for (int i = -5; i < n; i++)
    a[i + 5] += 1;
}

static void
wide (long n)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] += 2;
}

static void
narrow (int n)
{
#pragma target
  for (short i = 0; i < n; i++)
    a[i] += 4;
}

static void
from (int first, unsigned n)
{
#pragma target
  for (int i = first; i < n; i++)
    a[i] += 8;
}

static void
usual (size_t n)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] += 16;
}

static void
other_way (int n)
{
#pragma target
  for (unsigned i = 0; i < n; i++)
    a[i] += 32;
}

int
main (void)
{
  below_zero (60000);
  wide (-4000000000L);
  wide (N);
  narrow (-40000);
  narrow (20000);
  from (-1, 60000);
  from (100, N);
  usual (0);
  usual (N);
  other_way (60000);
  show_int ("a", a, N);
}
