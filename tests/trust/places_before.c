/* Places in memory that sizes tell: with a size of 0 the last element is the one before the place that is pointed to, which
 * is there if that is in the middle of an array. FOUND: 13 */
#include "show.h"
#include <stdlib.h>
#define N 40

/* What is set at both ends stands between the kernels, and a lone thread does it. */
static void
ends (double *restrict a, double *restrict b, int n, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < n - 1; i++)
        b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
      b[0] = a[0];
      b[n - 1] = a[n - 1] + 1;
      for (int i = 0; i < n; i++)
        a[i] = b[i];
    }
}

/* The same of buffers that change places. */
static void
exchanged (double *restrict a, double *restrict b, int n, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < n - 1; i++)
        b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
      b[0] = a[0];
      b[n - 1] = a[n - 1] + 1;
      double *kept = a;
      a = b;
      b = kept;
    }
}

static void
from (double *restrict to, const double *restrict of, int lo, int n)
{
  for (int i = lo; i < n; i++)
    to[i] = 2 * of[i] + i;
}

static void
rows (double *p, int lo, int hi, int m)
{
  for (int i = lo; i < hi; i++)
    for (int j = 0; j < m; j++)
      p[i * m + j] = p[i * m + j] / 2 + i;
}

/* Where a piece begins is read in each round. */
static void
pieces (double *p, const int *begin, int n, int m)
{
  for (int k = 0; k < n; k++)
    {
      int lo = begin[k];
      for (int i = lo; i < lo + m; i++)
        p[i] = 3 * p[i] + k;
    }
}

/* Handed to a version for the device by one that cannot say where it begins in its own words, and by one that can. */
static void
add_last (double *a, double *b, int n)
{
  int last = n - 1;

  for (int i = last; i < last + 3; i++)
    a[i] += b[i] * last;
}

static void
hand_last (double *restrict a, double *restrict b, int n, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      add_last (a, b, n);
      add_last (b, a, n);
    }
}

static void
hand_fewer (double *restrict a, double *restrict b, int n)
{
  while (n > -2)
    {
      add_last (a, b, n);
      n--;
    }
}

/* Pointers that are set by others: to the start of something, to its middle, or moved there. */
static void
place (double **p, double *of, int at)
{
  *p = of + at;
}

static void
make (double **p, int n)
{
  *p = malloc (n * sizeof **p);
  for (int i = 0; i < n; i++)
    (*p)[i] = i;
}

static void
move_on (double **p)
{
  ++*p;
}

static void
add_placed (double *p, int n)
{
  for (int i = n - 1; i < n + 4; i++)
    p[i] = 2 * p[i] + n;
}

static void
add_made (double *p, int n)
{
  for (int i = n - 1; i < n + 4; i++)
    p[i] = 2 * p[i] + n;
}

static void
add_moved (double *p, int n)
{
  for (int i = n - 1; i < n + 4; i++)
    p[i] = 2 * p[i] + n;
}

static void
add_chosen (double *p, int n)
{
  for (int i = n - 1; i < n + 4; i++)
    p[i] = 2 * p[i] + n;
}

static void
set_by_others (double *a, int n)
{
  double *placed = NULL, *made = NULL, *moved = NULL, *chosen;

  place (&placed, a, 5);
  make (&made, 20);
  make (&moved, 20);
  double *first = moved;
  move_on (&moved);
  chosen = n ? made : a + 7;
  add_placed (placed, n);
  add_made (made, n + 1);
  add_moved (moved, n);
  add_chosen (chosen, n);
  show ("made", made, 20);
  show ("moved", first, 20);
  free (made);
  free (first);
}

int
main (void)
{
  static double a[N], b[N];
  static const int begin[] = { 3, -4, 0 };

  fill (a, N, 3);
  fill (b, N, 5);
  for (int n = 0; n < 7; n += 3)
    {
      ends (a + 9, b + 9, n, 3);
      exchanged (a + 9, b + 9, n, 4);
      hand_last (a + 9, b + 9, n, 2);
      show ("a", a, N);
      show ("b", b, N);
    }
  for (int lo = -2; lo < 4; lo++)
    {
      from (a + 9, b + 9, lo, 6);
      rows (b + 20, lo, 3, 5);
    }
  pieces (a + 9, begin, 3, 5);
  hand_fewer (a + 9, b + 9, 4);
  set_by_others (a, 0);
  show ("a", a, N);
  show ("b", b, N);
  return 0;
}
