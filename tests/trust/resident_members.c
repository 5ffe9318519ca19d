/* A time loop calls functions that work on arrays behind a struct's members: data stays on the device over the calls, and
 * the host sees all that it asks for. FOUND: 21. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>
#define N 70

typedef struct { double *a, *b; int n; double rate; } Sim;

static void
collide (Sim *s)
{
  for (int i = 0; i < s->n; i++)
    s->a[i] = 0.9 * s->a[i] + s->rate * s->a[i] * s->a[i];
}

static void
stream (Sim *s)
{
  for (int i = 1; i < s->n - 1; i++)
    s->b[i] = 0.25 * s->a[i - 1] + 0.5 * s->a[i] + 0.25 * s->a[i + 1];
  s->b[0] = s->a[0];
  s->b[s->n - 1] = s->a[s->n - 1];
}

static void
settle (Sim *s)
{
  for (int i = 0; i < s->n; i++)
    s->a[i] = s->b[i];
}

static void
step (Sim *s)
{
  collide (s);
  stream (s);
  settle (s);
}

static void
run (Sim *s, int steps)
{
  for (int t = 0; t < steps; t++)
    step (s);
}

/* The host looks at one element in each step, and sets another one. */
static double
probe (Sim *s, int steps)
{
  double sum = 0;

  for (int t = 0; t < steps; t++)
    {
      collide (s);
      sum += s->a[3];
      stream (s);
      s->b[t] = sum;
      settle (s);
    }
  return sum;
}

/* Another array in each step. */
static void
regrow (Sim *s)
{
  double *more = malloc ((s->n + 1) * sizeof *more);

  for (int i = 0; i < s->n; i++)
    more[i] = s->a[i];
  more[s->n] = s->n;
  free (s->a);
  s->a = more;
}

static void
grow (Sim *s, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      collide (s);
      regrow (s);
      stream (s);
      settle (s);
    }
}

/* The number of elements changes. */
static void
shrink (Sim *s)
{
  s->n -= s->a[0] < 10;
}

static void
fewer (Sim *s)
{
  while (s->n > 60)
    {
      collide (s);
      stream (s);
      settle (s);
      shrink (s);
    }
}

/* Known to all, and the exchange is one in two steps. */
static struct { int n; struct { double *now, *then; } of; } grid;

static void
diffuse (void)
{
  for (int i = 1; i < grid.n - 1; i++)
    grid.of.then[i] = (grid.of.now[i - 1] + grid.of.now[i + 1]) / 2;
}

static void
damp (double by)
{
  for (int i = 0; i < grid.n; i++)
    grid.of.now[i] -= by * grid.of.then[i];
}

static void
march (int steps)
{
  for (int t = 0; t < steps; t++)
    {
      diffuse ();
      damp (0.125);
    }
}

static void
march_in_turns (int steps)
{
  for (int t = 0; t < steps; t++)
    {
      diffuse ();
      if (t % 2)
        {
          double *kept = grid.of.now;
          grid.of.now = grid.of.then;
          grid.of.then = kept;
        }
      damp (0.25);
    }
}

int
main (int argc, char **argv)
{
  static double same[N];
  Sim s = { malloc (N * sizeof *s.a), malloc ((N + 9) * sizeof *s.b), N, 0.125 * argc }, twin = { same, same, N, 0.25 };

  fill (s.a, N, 3);
  fill (s.b, N, 5);
  fill (same, N, 7);
  for (int t = 0; t < 4; t++)
    {
      collide (&s);
      stream (&s);
      settle (&s);
    }
  show ("main", s.a, N);
  run (&s, 3);
  run (&twin, 2); /* one array under both names */
  show ("same", same, N);
  show ("b", s.b, N);
  printf ("%a\n", probe (&s, 4));
  show ("a", s.a, N);
  grow (&s, 3);
  show ("grown", s.a, N + 1);
  fewer (&s);
  show ("fewer", s.a, N);
  s.n = 0;
  grid.n = N;
  grid.of.now = s.a;
  grid.of.then = s.b;
  march (3);
  march_in_turns (5);
  show ("now", grid.of.now, N);
  show ("then", grid.of.then, N);
  grid.of.then = grid.of.now;
  march (2);
  show ("now", grid.of.now, N);
  free (s.a);
  free (s.b);
  return 0;
}
