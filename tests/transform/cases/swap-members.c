// swap-members: what it takes, and each of its refusals.
#include <stdlib.h>

typedef struct { int n, m, seen; double h, *u, *v, out[3]; } Grid;

static Grid *grid (int n) { Grid *g = malloc (sizeof *g); g->n = n; g->u = malloc (n * sizeof (double)); return g; }
static Grid *maybe (int n) { Grid *g = malloc (sizeof *g); if (n < 0) return NULL; g->n = n; return g; }
static void drop (Grid *g) { free (g->u); }

void made (int n, int steps)
{
  Grid *a = grid (n), *b = grid (n);
  // RUN: swap-members made/t
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < a->n; i++)
        b->u[i] = a->u[i - 1] * a->h;
      Grid *kept = a;
      a = b;
      b = kept;
    }
}

void given (Grid *a, Grid *b, Grid *c, int steps)
{
  // RUN: swap-members given/t
  for (int t = 0; t < steps; t++)
    {
      b->u[0] = a->u[0] + c->v[1];
      if (t % 2)
        {
          Grid *old = c;
          c = b;
          b = a;
          a = old;
        }
      c->u[1] = b->v[0];
    }
  // RUN: swap-members given/while
  while (a->n > steps++)
    {
      b->u[0] = a->u[1] + b->n;
      Grid *x = a;
      a = b;
      b = x;
    }
}

void refused (Grid *a, Grid *b, int steps, Grid *other)
{
  Grid *made = maybe (steps), *also = grid (3);
  // RUN: swap-members refused/t
  for (int t = 0; t < steps; t++)
    b->u[t] = a->u[t];
  // RUN: swap-members refused/t#2
  for (int t = 0; t < steps; t++)
    {
      b->u[t] = a->u[t];
      Grid *x = a; a = b; b = x;
      if (t == 3)
        b = other;
    }
  // RUN: swap-members refused/t#3
  for (int t = 0; t < steps; t++)
    {
      b->u[t] = a->u[t];
      a->seen++;
      a->n = b->seen;
      Grid *x = a; a = b; b = x;
    }
  // RUN: swap-members refused/t#4
  for (int t = 0; t < steps; t++)
    {
      b->out[0] = a->u[t];
      Grid *x = a; a = b; b = x;
    }
  // RUN: swap-members refused/t#5
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < also->n; i++)
        made->u[i] = also->u[i];
      Grid *x = made; made = also; also = x;
    }
  // RUN: swap-members refused/t#6
  for (int t = 0; t < steps; t++)
    {
      Grid *x = a; a = b; b = x;
    }
  // RUN: swap-members refused/t#7
  for (int t = 0; t < steps; t++)
    {
      a->u[0] = b->u[0];
      drop (b);
      Grid *x = a; a = b; b = x;
    }
}

/* The second struct is looked into behind the exchange alone, where its name stands for the first one. */
void turned (Grid *a, Grid *b)
{
  // RUN: swap-members turned/t
  for (int t = 0; t < 1; t++)
    {
      a->u[0] = t;
      Grid *x = a; a = b; b = x;
      b->u[1] = t;
    }
}
