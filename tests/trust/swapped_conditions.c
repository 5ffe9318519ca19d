/* Buffers that change places, as large as nobody says, in a time loop whose kernel rests on a condition ("b_w >= a_w"): in some runs it
 * holds and in others not. */
#include "show.h"
#include <stdlib.h>

struct image { int w, h; double *px; };

static void
smooth (struct image *a, struct image *b, int steps)
{
  double *a_px = a->px;
  double *b_px = b->px;
  int a_h = a->h;
  int a_w = a->w;
  int b_w = b->w;

  for (int t = 0; t < steps; t++)
    {
      for (int y = 0; y < a_h; y++)
        for (int x = 0; x < a_w; x++)
          b_px[y * b_w + x] = 0.5 * a_px[y * a_w + x] + b_px[y * b_w + x];
      double *kept = a_px;
      a_px = b_px;
      b_px = kept;
    }
  a->px = a_px;
  b->px = b_px;
}

/* Two kernels, one of which rests on nothing. */
static void
both (int n, int ld, double *a, double *b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          b[i * ld + j] += 0.25 * a[i * ld + j];
      for (int i = 0; i < n; i++)
        a[i] *= 1.5;
      double *kept = a;
      a = b;
      b = kept;
    }
}

static void
run (int a_w, int b_w, int h, int steps)
{
  struct image a = { a_w, h, malloc (300 * sizeof (double)) }, b = { b_w, h, malloc (300 * sizeof (double)) };

  fill (a.px, 300, a_w);
  fill (b.px, 300, b_w);
  smooth (&a, &b, steps);
  show ("a", a.px, 300);
  show ("b", b.px, 300);
  both (h, a_w, a.px, b.px, steps);
  show ("a", a.px, 300);
  show ("b", b.px, 300);
  free (a.px);
  free (b.px);
}

int
main (void)
{
  for (int steps = 0; steps < 4; steps++)
    {
      run (9, 12, 11, steps);
      run (12, 9, 7, steps);
      run (10, 10, 10, steps);
      run (5, 0, 11, steps);
    }
  return 0;
}
