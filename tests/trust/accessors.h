/* What accessors.c works on: a header as programs have them. */
#include <stdlib.h>

typedef struct {
  int nx, ny;
  double *now, *next, *source;
} Grid;

static inline int
at (const Grid *g, int i, int j)
{
  return i * g->ny + j;
}

static inline double
source (const Grid *g, int i, int j)
{
  return g->source[at (g, i, j)];
}

static inline void
put (Grid *g, int i, int j, double value)
{
  g->next[at (g, i, j)] = value;
}
