/* volatile, globals changed by called functions, a pointer that moves. */
#include "show.h"
#define N 222

static double table[N];
static int limit = N;
volatile int flag = 1;

static void
shrink (void)
{
  limit--;
}

int
main (void)
{
  double a[N];
  double *p = a;

  fill (a, N, 1);
  fill (table, N, 2);
  for (int i = 0; i < limit; i++)
    {
      a[i] = table[i];
      if (i % 10 == 0)
        shrink ();
    }
  for (int i = 0; i < N; i++)
    a[i] += flag;
  for (int i = 0; i < N; i++)
    *p++ += 0.25;
#pragma target
  for (int i = 0; i < limit; i++)
    a[i] = a[i] * table[i];
  printf ("%d\n", limit);
  show ("a", a, N);
}
