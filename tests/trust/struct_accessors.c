/* Grids behind structs whose elements are reached by small functions: numbers, pointers and structs come from them. Memory behind
 * members that change places, by a variable that is used again. FOUND: 5 REFUSED: nothing */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct { double h, hu, hv; } state;
typedef struct { int nx, ny; double dx, *h, *hu, *hv, *h1, *hu1, *hv1; } sim;

static int id (const sim *s, int i, int j) { return j * (s->nx + 2) + i; }

static state get (const sim *s, int i, int j)
{
  int k = id (s, i, j);
  state q = { s->h[k], s->hu[k], s->hv[k] };
  return q;
}

static double speed (state q) { return fabs (q.hu) / q.h + sqrt (9.81 * q.h); }

static double fastest (const sim *s)
{
  double most = 0;

  for (int j = 1; j <= s->ny; j++)
    for (int i = 1; i <= s->nx; i++)
      {
        double a = speed (get (s, i, j));
        if (a > most)
          most = a;
      }
  return most;
}

/* Rows that sizes choose: 0 and ny + 1. */
static void walls (sim *s)
{
  for (int j = 0; j < s->ny + 2; j++)
    {
      s->h[id (s, 0, j)] = s->h[id (s, 1, j)];
      s->hu[id (s, s->nx + 1, j)] = -s->hu[id (s, s->nx, j)];
    }
  for (int i = 0; i < s->nx + 2; i++)
    {
      s->h[id (s, i, 0)] = s->h[id (s, i, 1)];
      s->hv[id (s, i, 0)] = -s->hv[id (s, i, 1)];
      s->h[id (s, i, s->ny + 1)] = s->h[id (s, i, s->ny)];
      s->hv[id (s, i, s->ny + 1)] = -s->hv[id (s, i, s->ny)];
    }
}

static void step (sim *s, double dt)
{
  for (int j = 1; j <= s->ny; j++)
    for (int i = 1; i <= s->nx; i++)
      {
        state c = get (s, i, j), l = get (s, i - 1, j), u = get (s, i, j + 1);
        int k = id (s, i, j);
        s->h1[k] = c.h - dt * (c.hu - l.hu + u.hv - c.hv);
        s->hu1[k] = c.hu - dt * (c.h - l.h);
        s->hv1[k] = c.hv - dt * (u.h - c.h);
      }
  double *t;
  t = s->h; s->h = s->h1; s->h1 = t;
  t = s->hu; s->hu = s->hu1; s->hu1 = t;
  t = s->hv; s->hv = s->hv1; s->hv1 = t;
}

static sim *create (int nx, int ny)
{
  sim *s = malloc (sizeof *s);
  size_t n = (size_t) (nx + 2) * (ny + 2);

  s->nx = nx;
  s->ny = ny;
  s->dx = 1.0 / nx;
  s->h = calloc (n, sizeof (double));
  s->hu = calloc (n, sizeof (double));
  s->hv = calloc (n, sizeof (double));
  s->h1 = calloc (n, sizeof (double));
  s->hu1 = calloc (n, sizeof (double));
  s->hv1 = calloc (n, sizeof (double));
  if (!s->h || !s->hu || !s->hv || !s->h1 || !s->hu1 || !s->hv1)
    exit (1);
  for (int j = 0; j < ny + 2; j++)
    for (int i = 0; i < nx + 2; i++)
      s->h[id (s, i, j)] = 1 + (i * 7 + j * 3) % 5 * 0.125;
  return s;
}

int main (int argc, char **argv)
{
  sim *s = create (18 + argc, 13);
  double t = 0, end = 0.02, sum = 0;

  while (t < end)
    {
      walls (s);
      double dt = 0.4 * s->dx / fastest (s);
      step (s, dt);
      t += dt;
    }
  for (int j = 0; j < s->ny + 2; j++)
    for (int i = 0; i < s->nx + 2; i++)
      sum = sum * 0.875 + s->h[id (s, i, j)] - s->hu[id (s, i, j)] + s->hv[id (s, i, j)];
  printf ("%.17g %.17g\n", t, sum);
  return 0;
}
