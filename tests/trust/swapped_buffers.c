/* Two buffers that change places between steps. */
#include "show.h"
#include <stdlib.h>
#define N 200

int
main (void)
{
  double *now = malloc (N * sizeof *now), *next = malloc (N * sizeof *next);

  if (now == NULL || next == NULL)
    return 1;
  fill (now, N, 1);
  fill (next, N, 2);
  for (int t = 0; t < 7; t++)
    {
#pragma target
      for (int i = 1; i < N - 1; i++)
        next[i] = (now[i - 1] + now[i] + now[i + 1]) / 3.0;
      double *other = now;
      now = next;
      next = other;
    }
  show ("now", now, N);
  show ("next", next, N);
  free (now);
  free (next);
}
