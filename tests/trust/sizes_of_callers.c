/* How much memory a parameter points to, as all callers show in their own words, which are other ones in the function: through
 * allocators, second callers, sizes of sizes. FOUND: 7. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

static double *
values (int count, int seed)
{
  double *p = malloc (count * sizeof *p);

  fill (p, count, seed);
  return p;
}

/* width * height of what is gathered from. */
static void
gathered (const int *restrict index, const double *restrict from, double *restrict to, int w, int h, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = from[index[i] % (w * h)];
}

static void
twice (const int *index, const double *from, double *to, int width, int height, int n)
{
  gathered (index, from, to, width, height, n);
}

/* The second caller has less, the same words or not. */
static void
unlike (const int *restrict index, const double *restrict from, double *restrict to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += from[index[i] % 3];
}

/* A part of it is passed. */
static void
part (const int *restrict index, const double *restrict from, double *restrict to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] -= from[index[i] % 3];
}

/* What the size is called with is another number by then. */
static void
later (const int *restrict index, const double *restrict from, double *restrict to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] *= from[index[i] % n];
}

/* So it is in each iteration. */
static void
each (const int *restrict index, const double *restrict from, double *restrict to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] *= 1 + from[index[i] % n];
}

static void
rows (const int *restrict index, const double (*restrict from)[4], double *restrict to, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += from[index[i] % n][2];
}

int
main (int argc, char **argv)
{
  int h = argc + 6, w = h - 2, size = h * w, n = size / 2 + 1, less = n;
  int *index = malloc (n * sizeof *index);
  double *image = values (size, 1), *to = values (n, 2), *table = values (4 * n, 3), *small = values (n - argc, 4);
  double *first = NULL;

  for (int i = 0; i < n; i++)
    index[i] = i * 11 % size;
  gathered (index, image, to, w, h, n);
  twice (index, image, to, w, h, n);
  show ("gathered", to, n);
  unlike (index, image, to, n);
  unlike (index, small, to, n);
  part (index, image + size - 3, to, n);
  rows (index, (const double (*)[4]) table, to, n);
  show ("rows", to, n);
  double *own = malloc (less * sizeof *own);
  fill (own, less, 5);
  less += 0 * argc - 2;
  later (index, own, to, less);
  for (int i = 3; i < 6; i++)
    {
      int m = i * argc;
      if (first == NULL)
        {
          first = malloc (m * sizeof *first);
          fill (first, m, 6);
        }
      each (index, first, to, m > 3 ? 3 : m);
    }
  show ("to", to, n);
  return 0;
}
