/* Structs whose pointers change places in a time loop: equal and unequal sizes, one struct twice, a third one, conditions, and what may not be taken
 * for it: members that are set, a pointer that gets another struct, structs that need not be there. REFUSED: nothing FOUND: 6 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n, m, steps; double h, *u; } Grid;
static Grid *grid_new (int n, int m, double h)
{
  Grid *g = malloc (sizeof *g);
  if (g == NULL)
    exit (1);
  g->n = n;
  g->m = m;
  g->steps = 0;
  g->h = h;
  g->u = malloc (n * m * sizeof *g->u);
  for (int i = 0; i < n * m; i++)
    g->u[i] = i * 7 % 13;
  return g;
}
static void step (const Grid *from, Grid *to)
{
  for (int i = 1; i < from->n - 1; i++)
    for (int j = 1; j < from->m - 1; j++)
      to->u[i * to->m + j] = (from->u[(i - 1) * from->m + j] + from->u[(i + 1) * from->m + j]) * from->h;
}
static double change (const Grid *from, const Grid *to)
{
  double most = 0;
  for (int i = 0; i < from->n; i++)
    for (int j = 0; j < from->m; j++)
      if (fabs (to->u[i * to->m + j] - from->u[i * from->m + j]) > most)
        most = fabs (to->u[i * to->m + j] - from->u[i * from->m + j]);
  return most;
}
static double look (const Grid *g)
{
  double s = 0;
  for (int i = 0; i < g->n * g->m; i++)
    s = s * 0.97 + g->u[i];
  return s;
}
static double plain (int n, int m, int steps, double h)
{
  Grid *a = grid_new (n, m, 0.5), *b = grid_new (n, m, h);
  for (int t = 0; t < steps; t++)
    {
      step (a, b);
      Grid *x = a;
      a = b;
      b = x;
    }
  return look (a) + 2 * look (b);
}
static double unequal (int n, int m, int steps)
{
  Grid *a = grid_new (n, m, 0.5), *b = grid_new (n + 1, m + 1, 0.25);
  for (int t = 0; t < steps; t++)
    {
      if (a->n <= b->n)
        step (a, b);
      Grid *x = a;
      a = b;
      b = x;
    }
  return look (a) + 2 * look (b);
}
static double until (int n, int m, double eps)
{
  Grid *a = grid_new (n, m, 0.5), *b = grid_new (n, m, 0.5);
  int t = 0;
  for (; t < 20; t++)
    {
      step (a, b);
      if (change (a, b) < eps)
        break;
      Grid *x = a;
      a = b;
      b = x;
    }
  return look (a) + t;
}
static double three (Grid *a, Grid *b, Grid *c, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < a->n * a->m; i++)
        c->u[i] = 2 * b->u[i] - a->u[i] * a->h;
      Grid *old = a;
      a = b;
      b = c;
      c = old;
    }
  return look (a) + 2 * look (b) + 3 * look (c);
}
static double counted (Grid *a, Grid *b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      step (a, b);
      b->steps++;
      a->h = b->steps * 0.125;
      Grid *x = a;
      a = b;
      b = x;
    }
  return look (a) + a->steps + b->h;
}
static double other (Grid *a, Grid *b, Grid *c, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      step (a, b);
      Grid *x = a;
      a = b;
      b = x;
      if (t == 2)
        b = c;
    }
  return look (a) + look (b);
}
/* The second struct is looked into under the first one's name alone, and not at all with one step. */
static double turned (Grid *a, Grid *b, int steps)
{
  double s = 0;
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < a->n * a->m; i++)
        a->u[i] += i;
      Grid *x = a;
      a = b;
      b = x;
      s += b->u[3] + b->h;
    }
  return s;
}
static double constant (Grid *a, Grid *b)
{
  double s = 0;
  for (int t = 0; t < 1; t++)
    {
      for (int i = 0; i < a->n * a->m; i++)
        a->u[i] += i;
      Grid *x = a;
      a = b;
      b = x;
      s += b->u[3] + b->h;
    }
  return s;
}
static double hidden (Grid *a, Grid *b, int steps)
{
  double s = 0;
  for (int t = 0; t < steps; t++)
    {
      step (a, b);
      s += look (t % 2 ? a : b);
      b->u[3] = t;
      Grid *x = a;
      a = b;
      b = x;
    }
  return s;
}
int main (void)
{
  Grid *a = grid_new (20, 30, 0.5), *b = grid_new (20, 30, 0.25), *c = grid_new (20, 30, 0.75);
  printf ("%.10g %.10g %.10g\n", plain (30, 40, 6, 0.5), plain (30, 41, 7, 0.25), plain (2, 2, 3, 0.5));
  printf ("%.10g %.10g\n", unequal (30, 40, 6), unequal (9, 8, 1));
  printf ("%.10g %.10g\n", until (30, 40, 0.75), until (20, 40, 1e9));
  printf ("%.10g %.10g %.10g\n", three (a, b, c, 5), three (a, b, c, 1), three (b, b, c, 0));
  printf ("%.10g %.10g\n", counted (a, b, 5), counted (a, a, 3));
  printf ("%.10g %.10g\n", other (a, b, c, 6), other (c, b, a, 2));
  printf ("%.10g %.10g\n", hidden (a, b, 5), hidden (a, a, 3));
  printf ("%.10g %.10g %.10g\n", turned (a, b, 4), turned (a, NULL, 1), constant (c, NULL));
  printf ("%.10g\n", look (a) + look (b) + look (c));
}
