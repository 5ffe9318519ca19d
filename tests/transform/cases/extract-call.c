// extract-call: what it takes, and each of its refusals.
#include <stdio.h>

typedef struct { int n; double eps, *u; } Grid;
typedef struct { double re, im; } Pair;

static int calls;
static double step (Grid *g) { g->u[0] *= 0.5; return g->u[0]; }
static double norm (const Grid *g) { return g->u[0] * g->u[0]; }
static Pair both (Grid *g) { Pair p = { g->u[0], calls++ }; return p; }
static void nothing (void) { }

void conditions (Grid *g, double eps, int n)
{
  // RUN: extract-call conditions 18
  // RUN: extract-call conditions 20 step
  for (int t = 0; t < n; t++)
    if (step (g) < eps)
      break;
  if (n > 3 && step (g) > eps && n < 9)
    n = 2;
  // RUN: extract-call conditions 26
  // RUN: extract-call conditions 28
  if (n)
    n = 1;
  else if (step (g) > 1) // here
    n = 2;
  switch ((int) step (g)) { case 1: n = 3; }
}

int loops (Grid *g, int n)
{
  int t = 0, k;
  double e;
  // RUN: extract-call loops 40
  // RUN: extract-call loops 42
  // RUN: extract-call loops 47
  // RUN: extract-call loops 49
  // RUN: extract-call loops 53
  while (step (g) > 1e-3)
    t++;
  while (t < n && (step (g) > 1e-3 || t < 2) && n > 0)
    {
      int more = 1;
      t += more;
    }
  for (k = 0; k < n && step (g) > 0; k++)
    continue;
  for (k = 0; step (g) > 0;)
    k++;
  do
    e = g->u[1], t++;
  while (e > 0 && t < n && step (g) > 1e-9);
  return t + k;
}

double others (Grid *g, double x, const double *a)
{
  // RUN: extract-call others 64
  // RUN: extract-call others 65 both
  // RUN: extract-call others 66
  // RUN: extract-call others 67
  // RUN: extract-call others 68
  double y = x * step (g) + 1, z = y;
  y = both (g).re;
  printf ("%g", norm (g) + x);
  y += 2 * step (g);
  return z + y * step (g);
}

double refused (Grid *g, double x, int n, double *a, int i)
{
  double y = 0;
  // RUN: extract-call refused 87
  // RUN: extract-call refused 88
  // RUN: extract-call refused 89
  // RUN: extract-call refused 90
  // RUN: extract-call refused 91
  // RUN: extract-call refused 92
  // RUN: extract-call refused 110
  // RUN: extract-call refused 94
  // RUN: extract-call refused 95
  // RUN: extract-call refused 97
  // RUN: extract-call refused 99
  // RUN: extract-call refused 101
  // RUN: extract-call refused 109
  x = step (g);
  x = g->u[0] + step (g);
  x = n ? step (g) : 0;
  x = i++ * step (g);
  x = (n++, step (g));
  g->u[(int) g->u[0]] = 1 + step (g);
  nothing ();
  calls += both (g).re > 0;
  if (n > 2 && step (g) > 0)
    y = 1;
  else if (both (g).re > calls)
    y = 2;
  for (y = 2 * step (g); y < 3; y++)
    ;
  for (y = 0; y < 3; y += 2 * step (g))
    ;
  do
    {
      if (x > 2)
        continue;
      x++;
    }
  while (step (g) > x);
  n ? nothing () : (void) 0;
  return y;
}
