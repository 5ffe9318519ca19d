/* Buffers that a struct holds change places in variables over the time loop, and are written back behind it. */
#include "show.h"
#define N 40
struct field { int n; double *now, *old; };

void
advance (struct field *f, double *next, int n, int steps)
{
  double *now = f->now, *old = f->old;

  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < n - 1; i++)
        next[i] = 0.5 * (now[i - 1] + now[i + 1]) - 0.25 * old[i];
      double *kept = old;
      old = now;
      now = next;
      next = kept;
    }
  f->now = now;
  f->old = old;
}

int
main (void)
{
  double memory[8 * N];

  for (int distance = 0; distance <= N + 8; distance += distance < 4 ? 1 : N / 4)
    for (int which = 0; which < 3; which++)
      for (int steps = 0; steps < 5; steps++)
        {
          double *p[3] = { memory, memory + 2 * N, memory + 4 * N };
          p[which] = p[(which + 1) % 3] + distance;
          struct field f = { N, p[0], p[1] };
          fill (memory, 8 * N, steps);
          advance (&f, p[2], N, steps);
          show ("all", memory, 8 * N);
          printf ("%ld %ld\n", (long) (f.now - memory), (long) (f.old - memory));
        }
}
