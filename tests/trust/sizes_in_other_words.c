/* Buffers that change places, as large as each other in different words: "rows * columns" is "h * w". And some that only seem to be. */
#include "show.h"
#include <stdlib.h>

static void
smooth (int w, int h, const double *in, int row, double *out)
{
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * row + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
}

static void
same (int w, int h, int steps)
{
  int columns = w, rows;
  double *a = malloc (sizeof (double) * w * h), *b;

  rows = h;
  b = calloc ((size_t) rows * columns, sizeof *b);
  fill (a, w * h, 1);
  for (int t = 0; t < steps; t++)
    {
      smooth (w, h, a, columns, b);
      double *kept = a;
      a = b;
      b = kept;
    }
  show ("a", a, w * h);
  free (a);
  free (b);
}

/* The second is smaller by the time it is made. */
static void
changed (int w, int h, int steps)
{
  int rows = h;
  double *a = malloc (sizeof (double) * w * rows);

  fill (a, w * rows, 2);
  for (int i = 0; i < w * rows; i++)
    a[i] *= 2;
  rows = h - 1;
  double *b = malloc (sizeof (double) * w * rows);
  fill (b, w * rows, 3);
  for (int t = 0; t < steps; t++)
    {
      smooth (w, rows, a, w, b);
      double *kept = a;
      a = b;
      b = kept;
    }
  show ("a", a, w * rows);
  free (a);
  free (b);
}

/* It was worked out from what has changed since. */
static void
outdated (int w, int h, int steps)
{
  int rows = h;
  double *a = malloc (sizeof (double) * w * rows), *b;

  h -= 2;
  b = malloc (sizeof (double) * w * h);
  fill (a, w * rows, 4);
  for (int i = 0; i < w * rows; i++)
    a[i] *= 2;
  fill (b, w * h, 5);
  for (int t = 0; t < steps; t++)
    {
      smooth (w, h, a, w, b);
      double *kept = a;
      a = b;
      b = kept;
    }
  show ("a", a, w * h);
  free (a);
  free (b);
}

int
main (void)
{
  same (17, 9, 5);
  changed (13, 8, 4);
  outdated (11, 6, 3);
  return 0;
}
