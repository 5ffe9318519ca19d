/* Rows that are counted from the last one may lie before the place that a pointer shows to: where host code sets elements
 * there, they may be another array's, which is on the device by then. FOUND: 2. REFUSED: nothing. */
#include "show.h"
#define M 24

static int calls;

static double
next_of (double x)
{
  if (++calls < 0)
    puts ("many");
  return 0.5 * x + 1;
}

/* With n = 1 the row before p. */
void
rows_from_last (double *p, double *q, int n, int m, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < m; i++)
        q[i] = 2 * q[i] + p[i];
      for (int x = 1; x < m; x++)
        p[(n - 2) * m + x] = next_of (p[(n - 2) * m + x - 1]);
    }
}

struct pair { double *now, *old; };

/* A pointer that is kept in a struct leads further than it did by itself. */
void
kept_in_struct (struct pair *s, double *p, double *q, int n, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
        q[i] = 0.5 * q[i] + p[i];
      s->now = p;
      s->now[n] = next_of (s->now[n - 1]);
    }
}

int
main (void)
{
  double memory[8 * M];
  struct pair s = { memory, memory };

  for (int n = 1; n < 4; n++)
    {
      fill (memory, 8 * M, n);
      rows_from_last (memory + M, memory, n, M, 3);
      show ("rows", memory, 8 * M);
      kept_in_struct (&s, memory, memory + (n < 3 ? M : 3 * M), M, 3);
      show ("kept", memory, 8 * M);
    }
}
