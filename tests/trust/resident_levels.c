/* Copies that move up several calls: sizes that only the caller knows, the same function at several levels, callers
 * that stand before what they call, and one that needs the function as it was. */
#include "show.h"
#include <stdlib.h>

typedef struct { int nx, ny; double c; } Sizes;
typedef struct { float v[3]; int on; } Cell;

static void relax (Sizes s, double *to, const double *from);
static double change (Sizes s, const double *a, const double *b);
static void solve (Sizes s, double *u, double *v, int most);
static void move (int n, Cell *cells, Cell *moved);
static double smooth (int n, double *to, const double *from);
static int set (int n, double *a, double c);
static double table[8][8], sums[8];

static void
gather (int n, const int *index, const double *from, double *to)
{
  for (int i = 0; i < n; i++)
    to[i] = from[index[i]];
}

static void
twist (int n, const int *index, double *a, double *b)
{
  gather (n, index, a, b);
  for (int i = 0; i < n; i++)
    a[i] = 0.5 * b[i] + i % 3;
}

static void
sum_rows (void)
{
  for (int i = 0; i < 8; i++)
    {
      double s = 0.0;
      for (int j = 0; j < 8; j++)
        s += table[i][j];
      sums[i] = s;
    }
}

static void
scale_rows (void)
{
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      table[i][j] *= 1.0 + 0.01 * sums[i];
}

static void
both_rows (int times)
{
  for (int k = 0; k < times; k++)
    {
      sum_rows ();
      scale_rows ();
    }
}

int
main (void)
{
  Sizes s = { 30, 20, 0.2 };
  int n = s.nx * s.ny, *index = malloc (n * sizeof *index);
  double *u = malloc (n * sizeof *u), *v = malloc (n * sizeof *v), *w = malloc (n * sizeof *w);
  Cell *cells = malloc (n * sizeof *cells), *moved = malloc (n * sizeof *moved);

  fill (u, n, 1);
  fill (v, n, 2);
  fill (w, n, 3);
  fill (&table[0][0], 64, 4);
  for (int i = 0; i < n; i++)
    {
      index[i] = (7 * i + 3) % n;
      cells[i] = (Cell){ { i, 2 * i, 3 }, i % 4 };
    }
  for (int i = 0; i < n; i++)
    moved[i] = cells[n - 1 - i];
  solve (s, u, v, 9);
  solve (s, v, w, 4);
  show ("u", u, n);
  show ("v", v, n);
  show ("w", w, n);
  for (int t = 0; t < 5; t++)
    {
      twist (n, index, u, v);
      gather (n, index, v, w);
      twist (n, index, w, u);
    }
  show ("u", u, n);
  show ("w", w, n);
  relax (s, u, v); /* once, as the host calls it */
  show ("u", u, n);
  for (int t = 0; t < 6; t++)
    {
      move (n, cells, moved);
      move (n, moved, cells);
    }
  for (int i = 0; i < n; i++)
    u[i] = cells[i].v[0] + cells[i].v[1] * cells[i].on;
  show ("u", u, n);
  int steps = 0;
  while (smooth (n, v, u) > 1e-4 && smooth (n, u, v) > 1e-4 && steps < 12) /* in heads, and perhaps not at all */
    steps++;
  show ("u", u, n);
  show ("v", v, n);
  for (int t = set (n, w, 2.0); t < 5; t += 2 * set (n, v, t))
    {
      if (smooth (n, u, w) < 0.5)
        steps += 10;
      else
        steps += t > 2 ? set (n, u, 1.5) : 7;
      t == 3 && set (n, w, 4.0);
      do
        steps++;
      while (smooth (n, w, u) > 3.0 && steps < 100);
    }
  show ("u", u, n);
  show ("v", v, n);
  show ("w", w, n);
  printf ("%d\n", steps);
  for (int t = 0; t < 3; t++)
    both_rows (t);
  show ("table", &table[0][0], 64);
  show ("sums", sums, 8);
  free (index);
  free (u);
  free (v);
  free (w);
  free (cells);
  free (moved);
}

static void
relax (Sizes s, double *to, const double *from)
{
  for (int i = 1; i < s.ny - 1; i++)
    for (int j = 1; j < s.nx - 1; j++)
      to[i * s.nx + j] = from[i * s.nx + j]
                         + s.c * (from[i * s.nx + j - 1] + from[i * s.nx + j + 1] - 2.0 * from[i * s.nx + j]);
}

static double
change (Sizes s, const double *a, const double *b)
{
  double most = 0.0;
  for (int i = 0; i < s.nx * s.ny; i++)
    {
      double d = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
      most = d > most ? d : most;
    }
  return most;
}

static void
solve (Sizes s, double *u, double *v, int most)
{
  double d = 1.0;

  for (int t = 0; t < most && d > 1e-6; t++)
    {
      relax (s, v, u);
      relax (s, u, v);
      d = change (s, u, v);
    }
}

static void
move (int n, Cell *cells, Cell *moved)
{
  for (int i = 0; i < n; i++)
    if (cells[i].on)
      {
        moved[i].v[0] = cells[i].v[1];
        moved[i].v[1] = cells[(i + 1) % n].v[2];
        moved[i].on = cells[i].on;
      }
}

static double
smooth (int n, double *to, const double *from)
{
  double most = 0.0;

  for (int i = 1; i < n - 1; i++)
    to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
  for (int i = 1; i < n - 1; i++)
    {
      double d = to[i] > from[i] ? to[i] - from[i] : from[i] - to[i];
      most = d > most ? d : most;
    }
  return most;
}

static int
set (int n, double *a, double c)
{
  for (int i = 0; i < n; i++)
    a[i] = c + i % 5;
  return 1;
}
