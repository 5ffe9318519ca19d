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
  return 0;
}
