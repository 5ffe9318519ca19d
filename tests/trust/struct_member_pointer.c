/* Stores through a pointer that was taken from a struct member: they look dead, and are not. */
#include "show.h"
#include <stdlib.h>

struct grid
{
  int n;
  double *cell;
};

static void
relax (struct grid *g)
{
  double *c = g->cell;
  int n = g->n;

#pragma target
  for (int i = 0; i < n; i++)
    c[i] = c[i] * 0.5 + 1.0;
}

int
main (void)
{
  struct grid g = { 500, malloc (500 * sizeof (double)) };

  if (g.cell == NULL)
    return 1;
  fill (g.cell, g.n, 3);
  relax (&g);
  show ("cell", g.cell, g.n);
  free (g.cell);
}
