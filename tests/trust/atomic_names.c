/* Names of the owner's that the emulated atomic operations might take for their own. */
#include "show.h"
#define N 300

static double sums[16], v[N];
static int old[N];

static void
add (int n, int p)
{
#pragma target
  for (int i = 0; i < n; i++)
    sums[(old[i] + p) % 16] += v[i];
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      v[i] = i % 5;
      old[i] = i * 7 % 13;
    }
  add (N, 3);
  for (int i = 0; i < 16; i++)
    printf ("%g\n", sums[i]);
}
