/* How much memory there is, as the owner says: 'gathered: size from = 2 * n + 1', 'rows: size from = n / 2 + m', 'global: size
 * table = (n - 1) * 3', 'local: size p = count', 'changed: size from = n', 'before:
 * size from = n'. FOUND: 7. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

static double *table;

static void
gathered (const int *restrict index, const double *restrict from, double *restrict to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = from[index[i]] * 2;
}

static void
rows (const int *restrict index, const double (*restrict from)[3], double *restrict to, int n, int m)
{
  for (int i = 0; i < n; i++)
    to[i] = from[index[i] / 4][1];
}

static void
global (const int *restrict index, double *restrict to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += table[index[i]];
}

static double *
made (int n)
{
  double *all = malloc ((n + 9) * sizeof *all);

  fill (all, n + 9, 4);
  return all + 9;
}

static void
local (const int *restrict index, double *restrict to, int n)
{
  int count = 2 * n;
  double *p = made (count);

  for (int i = 0; i < n; i++)
    to[i] -= p[index[i]];
  free (p - 9);
}

/* What the size is said with means something else by then: nothing is taken. */
static void
changed (const int *restrict index, const double *restrict from, double *restrict to, int n)
{
  n = n * 2 - n / 2 - 10;
  for (int i = 0; i < n; i++)
    to[i] += from[index[i]];
}

/* What lies in front is not told of: nothing is taken. */
static void
before (const double *restrict from, double *restrict to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += from[i - 2] * from[2 * i % 3];
}

int
main (int argc, char **argv)
{
  int n = argc + 15, *index = malloc (n * sizeof *index);
  double *from = malloc ((2 * n + 1) * sizeof *from), *to = malloc (n * sizeof *to);

  for (int i = 0; i < n; i++)
    index[i] = (i * 7 + 3) % n + argc;
  fill (from, 2 * n + 1, 1);
  gathered (index, from + argc - 1, to, n);
  show ("gathered", to, n);
  rows (index, (const double (*)[3]) from, to, n, argc);
  show ("rows", to, n);
  table = made ((n - 1) * 3);
  global (index, to, n);
  show ("global", to, n);
  local (index, to, n);
  show ("local", to, n);
  changed (index, from + argc, to, n);
  show ("changed", to, n);
  before (from + 2, to, n);
  show ("before", to, n);
  return 0;
}
