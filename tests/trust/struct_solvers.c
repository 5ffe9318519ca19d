/* KERNELS: 6. Grids, particles, layers and matrices in structs. */
#include "show.h"
#include <math.h>
#include <stdlib.h>

struct grid
{
  int n;
  double *u, *v;
};

static void
heat (struct grid *g, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < g->n - 1; i++)
        for (int j = 1; j < g->n - 1; j++)
          g->v[i * g->n + j] = 0.25 * (g->u[(i - 1) * g->n + j] + g->u[(i + 1) * g->n + j]
                                       + g->u[i * g->n + j - 1] + g->u[i * g->n + j + 1]);
      double *kept = g->u;
      g->u = g->v;
      g->v = kept;
    }
}

/* The pointers stay, so they are read once before the loop over time. */
static void
smooth (struct grid *g, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < g->n * g->n - 1; i++)
        g->v[i] = (g->u[i - 1] + g->u[i] + g->u[i + 1]) / 3;
#pragma target
      for (int i = 1; i < g->n * g->n - 1; i++)
        g->u[i] = g->v[i];
    }
}

struct set
{
  int n;
  struct { double *x, *y; } pos;
  double *mass;
};

static void
move (struct set *s, double dx)
{
#pragma target
  for (int i = 0; i < s->n; i++)
    {
      s->pos.x[i] += dx * s->mass[i];
      s->pos.y[i] -= dx * s->mass[i];
    }
}

struct layer
{
  int in, out;
  double *w, *y;
};

/* An array of structs: each layer's output is the next one's input. */
static void
forward (struct layer *net, int n, const double *input)
{
  const double *x = input;

  for (int l = 0; l < n; l++)
    {
#pragma target
      for (int o = 0; o < net[l].out; o++)
        {
          double s = 0;
          for (int i = 0; i < net[l].in; i++)
            s += net[l].w[o * net[l].in + i] * x[i];
          net[l].y[o] = s > 0 ? s : 0;
        }
      x = net[l].y;
    }
}

typedef struct { int rows, cols; double *a; } matrix;

static matrix
matrix_new (int rows, int cols)
{
  matrix m = { rows, cols, malloc (sizeof (double) * rows * cols) };

  fill (m.a, rows * cols, rows);
  return m;
}

static void
multiply (matrix a, matrix b, matrix c)
{
#pragma target
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < b.cols; j++)
      {
        double s = 0;
        for (int k = 0; k < a.cols; k++)
          s += a.a[i * a.cols + k] * b.a[k * b.cols + j];
        c.a[i * c.cols + j] = s;
      }
}

static struct grid world;

static double
energy (void)
{
  double e = 0;

#pragma target
  for (int i = 0; i < world.n; i++)
    e = fmax (e, world.u[i] * world.u[i]);
  return e;
}

int
main (void)
{
  int n = 35;
  struct grid g = { n, malloc (sizeof (double) * n * n), malloc (sizeof (double) * n * n) };
  struct set s = { 300, { malloc (300 * 8), malloc (300 * 8) }, malloc (300 * 8) };
  struct layer net[3] = { { 20, 30 }, { 30, 10 }, { 10, 5 } };
  matrix a = matrix_new (17, 23), b = matrix_new (23, 19), c = matrix_new (17, 19);
  double input[20];

  fill (g.u, n * n, 1);
  fill (g.v, n * n, 2);
  heat (&g, 7);
  show ("u", g.u, n * n);
  heat (&g, 0);
  smooth (&g, 4);
  smooth (&g, 0);
  show ("u", g.u, n * n);
  show ("v", g.v, n * n);
  fill (s.pos.x, 300, 3);
  fill (s.pos.y, 300, 4);
  fill (s.mass, 300, 5);
  move (&s, 0.25);
  s.mass = s.pos.x + 7;
  s.n = 290;
  move (&s, 0.5);
  show ("x", s.pos.x, 300);
  show ("y", s.pos.y, 300);
  for (int l = 0; l < 3; l++)
    {
      net[l].w = malloc (sizeof (double) * net[l].in * net[l].out);
      net[l].y = malloc (sizeof (double) * net[l].out);
      fill (net[l].w, net[l].in * net[l].out, l);
    }
  fill (input, 20, 9);
  forward (net, 3, input);
  for (int l = 0; l < 3; l++)
    show ("y", net[l].y, net[l].out);
  multiply (a, b, c);
  show ("c", c.a, 17 * 19);
  multiply (a, b, b);
  show ("b", b.a, 23 * 19);
  world = g;
  printf ("%a\n", energy ());
  return 0;
}
