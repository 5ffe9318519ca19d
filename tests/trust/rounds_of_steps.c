/* A time loop for each of several rates, whose step exchanges the buffers of a struct: they stay on the device for each rate.
 * FOUND: 3. GONE: step. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

typedef struct { int n; double rate; double *now, *next; } Field;

static void
start (Field *f, double rate)
{
  f->rate = rate;
  for (int i = 0; i < f->n * f->n; i++)
    f->now[i] = i % 7;
  for (int i = 0; i < f->n * f->n; i++)
    f->next[i] = -1;
}

static void
step (Field *f)
{
  int n = f->n;

  for (int y = 1; y < n - 1; y++)
    for (int x = 1; x < n - 1; x++)
      {
        int c = y * n + x;
        f->next[c] = f->now[c] + f->rate * (f->now[c - 1] + f->now[c + 1] + f->now[c - n] + f->now[c + n] - 4 * f->now[c]);
      }
  double *t = f->now;
  f->now = f->next;
  f->next = t;
}

int
main (void)
{
  for (int n = 0; n < 40; n += 13)
    {
      Field f = { n, 0, malloc (sizeof (double) * (n * n + 1)), malloc (sizeof (double) * (n * n + 1)) };
      if (f.now == NULL || f.next == NULL)
        return 1;
      for (int r = 0; r < 4; r++)
        {
          start (&f, 0.0625 * r);
          for (int t = 0; t < r + 1; t++)
            step (&f);
          printf ("rate %g\n", f.rate);
          show ("now", f.now, n * n);
          show ("next", f.next, n * n);
        }
      free (f.now);
      free (f.next);
    }
}
