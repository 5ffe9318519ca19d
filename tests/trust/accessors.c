/* A solver whose struct comes from a header, with small functions that find elements; its buffers change places in a function of its own, a
 * residual is asked now and then, and the loop is left when it is small. Some grids have no inner points. FOUND: 3 */
#include "accessors.h"
#include <math.h>
#include <stdio.h>

static Grid *
grid_new (int nx, int ny)
{
  Grid *g = malloc (sizeof *g);

  if (g == NULL)
    exit (1);
  g->nx = nx;
  g->ny = ny;
  g->now = malloc (sizeof (double) * nx * ny);
  g->next = malloc (sizeof (double) * nx * ny);
  g->source = malloc (sizeof (double) * nx * ny);
  return g;
}

static void
fill (Grid *g)
{
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      {
        g->now[at (g, i, j)] = 0;
        put (g, i, j, 0);
        g->source[at (g, i, j)] = 0.5 / (1 + i) - 0.25 * j;
      }
}

static void
change_places (Grid *g)
{
  double *kept = g->now;

  g->now = g->next;
  g->next = kept;
}

static void
sweep (Grid *g, double alpha)
{
  for (int i = 1; i < g->nx - 1; i++)
    for (int j = 1; j < g->ny - 1; j++)
      {
        double c = g->now[at (g, i, j)];
        double around = g->now[at (g, i - 1, j)] + g->now[at (g, i + 1, j)] + g->now[at (g, i, j - 1)] + g->now[at (g, i, j + 1)];
        put (g, i, j, c + alpha * (around - 4 * c + source (g, i, j)));
      }
}

static double
residual (const Grid *g)
{
  double most = 0;

  for (int i = 1; i < g->nx - 1; i++)
    for (int j = 1; j < g->ny - 1; j++)
      {
        double d = fabs (g->next[at (g, i, j)] - g->now[at (g, i, j)]);
        if (d > most)
          most = d;
      }
  return most;
}

static void
solve (Grid *g, int steps, int often, double least)
{
  for (int t = 0; t < steps; t++)
    {
      sweep (g, 0.2);
      if (t % often == often - 1)
        {
          double r = residual (g);
          printf ("%d %.17g\n", t, r);
          if (r < least)
            break;
        }
      change_places (g);
    }
}

int
main (void)
{
  static const int sizes[][2] = { { 12, 17 }, { 3, 3 }, { 2, 9 }, { 1, 1 }, { 30, 5 } };

  for (int k = 0; k < 5; k++)
    {
      Grid *g = grid_new (sizes[k][0], sizes[k][1]);
      double sum = 0;
      fill (g);
      solve (g, k == 1 ? 1 : 20 - k, 1 + k, k == 4 ? 1e9 : 0.01);
      for (int i = 0; i < g->nx * g->ny; i++)
        sum += g->now[i] * (i + 1);
      printf ("%.17g\n", sum);
      free (g->now);
      free (g->next);
      free (g->source);
      free (g);
    }
}
