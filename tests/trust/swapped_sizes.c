/* Buffers that change places in a loop that nobody counts: how large they are is what all callers pass, if that is as much for
 * each of them. FOUND: 4. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

static void
heat (const double *p, double *now, double *next, int w, int h, int steps)
{
  int i = 0, above, here;

  do
    {
      for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
          {
            here = y * w + x;
            above = y > 1 ? here - w : here;
            next[here] = now[here] * 0.5 + p[here] + now[above];
          }
      double *old = now;
      now = next;
      next = old;
      i++;
    }
  while (i < steps);
}

/* One of them is smaller, and is never touched further than it goes. */
static void
narrow (double *now, double *next, int n, double limit)
{
  while (now[0] < limit)
    {
      for (int i = 0; i < n; i++)
        next[i] = now[i] * 2 + i;
      double *old = now;
      now = next;
      next = old;
    }
}

int
main (int argc, char **argv)
{
  int w = argc + 8, h = argc + 4, size = w * h;
  double *p = malloc (size * sizeof *p), *a = calloc (size, sizeof *a), *b = malloc (sizeof (double) * size);
  double *small = malloc (w * sizeof *small), *large = malloc (size * sizeof *large);

  fill (p, size, 1);
  fill (b, size, 2);
  heat (p, a, b, w, h, 5);
  show ("a", a, size);
  show ("b", b, size);
  heat (p, a, b, w, h, 0);
  heat (p, b, a, w, h, 2);
  show ("a", a, size);
  show ("b", b, size);
  for (int i = 0; i < w; i++)
    small[i] = 1 + i;
  for (int i = 0; i < size; i++)
    large[i] = -i;
  narrow (small, large, w, 50);
  show ("small", small, w);
  show ("large", large, size);
  narrow (small, large, w, 1000);
  show ("small", small, w);
  return 0;
}
