/* A time loop calls a function that works on a struct's buffers, sets two elements by hand, has edges set by another function, and
 * exchanges the buffers: all of them stay on the device. FOUND: 4. GONE: step. REFUSED:
 * nothing. */
#include "show.h"
#include <stdlib.h>

typedef struct { int nx, ny; double rate; double *p, *q, *weight; } Field;

static void
close_edges (double *p, int nx, int ny)
{
  for (int y = 0; y < ny; y++)
    {
      p[y * nx] = p[y * nx + 1];
      p[y * nx + nx - 1] = p[y * nx + nx - 2];
    }
  for (int x = 0; x < nx; x++)
    {
      p[x] = p[nx + x];
      p[(ny - 1) * nx + x] = p[(ny - 2) * nx + x];
    }
}

static void
step (Field *f)
{
  int nx = f->nx, ny = f->ny;

  for (int y = 1; y < ny - 1; y++)
    for (int x = 1; x < nx - 1; x++)
      {
        int c = y * nx + x;
        f->q[c] = f->p[c] + f->rate * f->weight[c] * (f->p[c - 1] + f->p[c + 1] + f->p[c - nx] + f->p[c + nx] - 4 * f->p[c]);
      }
  f->q[(ny / 2) * nx + nx / 4] += 0.5;
  f->q[(ny / 2) * nx + 3 * nx / 4] -= 0.5;
  close_edges (f->q, nx, ny);
  double *t = f->p;
  f->p = f->q;
  f->q = t;
}

static void
advance (Field *f, int steps)
{
  for (int t = 0; t < steps; t++)
    step (f);
}

int
main (void)
{
  for (int steps = 0; steps < 4; steps++)
    for (int ny = 2; ny < 12; ny += 3)
      {
        Field f = { 7 + steps, ny, 0.1, NULL, NULL, NULL };
        size_t n = (size_t) f.nx * f.ny;
        f.p = malloc (n * sizeof *f.p);
        f.q = calloc (n, sizeof *f.q);
        f.weight = malloc (n * sizeof *f.weight);
        if (!f.p || !f.q || !f.weight)
          return 1;
        for (size_t i = 0; i < n; i++)
          {
            f.p[i] = (double) (i % 11);
            f.weight[i] = 0.5 + 0.125 * (double) (i % 3);
          }
        advance (&f, steps);
        show ("p", f.p, (int) n);
        show ("q", f.q, (int) n);
        free (f.p);
        free (f.q);
        free (f.weight);
      }
}
