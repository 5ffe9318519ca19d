/* The time loop stands in main, behind what fills the buffers; the exchange in the loop, or in the step. */
#include "show.h"
#include <stdlib.h>
#define N 60
struct field { int nx, ny; float c2; double *now, *old, *next; long steps; };
double damping = 0.999;

static void
laplace (struct field *f, double *next)
{
  for (int j = 1; j < f->ny - 1; j++)
    for (int i = 1; i < f->nx - 1; i++)
      {
        int k = j * f->nx + i;
        next[k] = damping * (2 * f->now[k] - f->old[k] + f->c2 * (f->now[k - 1] + f->now[k + 1] - 2 * f->now[k]));
      }
}

static void
advance (struct field *f)
{
  laplace (f, f->next);
  double *kept = f->old;
  f->old = f->now;
  f->now = f->next;
  f->next = kept;
  f->steps++;
}

/* Two exchanges in a step, by a function; a number that is counted in the loop's head. */
static struct { int n, step; float *f, *g; double mass; } lattice;
static const float rest[5] = { 0, 1, 2, 3, 4 };

static void
exchange (float **a, float **b)
{
  float *t = *a;
  *a = *b;
  *b = t;
}

static void
collide (float rate)
{
  for (int i = 0; i < lattice.n; i++)
    lattice.g[i] = lattice.f[i] + rate * (rest[i % 5] - lattice.f[i]);
  exchange (&lattice.f, &lattice.g);
}

static void
stream (void)
{
  for (int i = 1; i < lattice.n; i++)
    lattice.g[i] = lattice.f[i - 1];
  exchange (&lattice.f, &lattice.g);
}

static void
run_lattice (int steps)
{
  for (lattice.step = 0; lattice.step < steps; lattice.step++)
    {
      collide (0.125f);
      stream ();
      lattice.mass += 0.5;
    }
}

int
main (int argc, char **argv)
{
  int n = 5 + argc % 2, last = 30 * argc;
  struct field f = { N, n, 0.1f, calloc (N * n, 8), calloc (N * n, 8), calloc (N * n, 8), 0 };
  double *other = calloc (N * n, 8);

  fill (f.now, N * n, 3);
  for (int t = 0; t < last; t++)
    advance (&f);
  show ("first", f.now, N * n);
  for (int t = 0; t < 20; t++)
    {
      laplace (&f, other);
      double *kept = f.old;
      f.old = f.now;
      f.now = other;
      other = kept;
    }
  show ("second", f.now, N * n);
  show ("other", other, N * n);
  printf ("%ld\n", f.steps);
  lattice.n = N * n;
  lattice.f = calloc (N * n, sizeof (float));
  lattice.g = calloc (N * n, sizeof (float));
  run_lattice (last);
  for (int i = 0; i < N * n; i += 7)
    printf ("%.9g %.9g\n", lattice.f[i], lattice.g[i]);
  printf ("%d %g\n", lattice.step, lattice.mass);
  return 0;
}
