// inline-value: what it takes, and each of its refusals.
#include <stdio.h>
#include <stddef.h>

typedef struct { int nx, ny; double *u; } Grid;

static inline int idx (const Grid *g, int i, int j) { return i * g->ny + j; }
static double at (const double u[], int n, int k) { return u[n * k]; }
static short narrow (int v) { return v + 1; }
static unsigned char low (unsigned char c) { return c; }
static int half (int v) { return v / 2; }
static int twice_it (int v) { return (2 * half (v)); }
static int counted;
static int count (void) { return counted++; }
static double square (double v) { return v * v; }
static int clamp (int v) { if (v < 0) return 0; return v; }
static size_t size_of (double v) { return sizeof v; }
static double row (int n, const double (*a)[n], int i) { return a[i][0]; }
static int scaled (int v) { return v * counted; }
static int again (int v) { return v ? again (v - 1) : 0; }

void elements (Grid *g, double *a)
{
  // RUN: inline-value elements idx
  // RUN: inline-value elements at
  // RUN: inline-value elements
  for (int i = 1; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      g->u[idx (g, i, j)] += g->u[idx (g, i - 1, j)] * at (a, j + 1, i);
}

int conversions (int k, double x)
{
  // RUN: inline-value conversions narrow
  // RUN: inline-value conversions low
  // RUN: inline-value conversions half
  // RUN: inline-value conversions twice_it
  int a = narrow (k * 2), b = low (k), c = half (x);
  if (twice_it (half (k)) > 3)
    printf ("%d", half (k - c));
  return a + b + narrow (narrow (k));
}

int refused (int k, int counted_here, double (*a)[k])
{
  // RUN: inline-value refused count
  // RUN: inline-value refused clamp
  // RUN: inline-value refused size_of
  // RUN: inline-value refused row
  // RUN: inline-value refused idx
  // RUN: inline-value refused nothing
  return count () + clamp (k) + (int) size_of (1.5) + (int) row (k, a, 1);
}

int recursive (int k)
{
  // RUN: inline-value recursive again
  return again (k);
}

int beside (int k)
{
  // RUN: inline-value beside half
  // RUN: inline-value beside
  int a = half (k) + k++;
  return a;
}

int calls_nothing (int k)
{
  // RUN: inline-value calls_nothing
  return clamp (k);
}

double repeated (double x, double y)
{
  // RUN: inline-value repeated square
  return square (square (x) + y) + square (y);
}

int hidden (int counted)
{
  // RUN: inline-value hidden scaled
  return scaled (counted);
}

double repeated_alone (double x, double y)
{
  // RUN: inline-value repeated_alone square
  return square (at (&x, 1, 0) + y);
}
