/* Functions whose kernels rest on a condition ("ldc >= n") get versions for what is on the device, too: the caller asks, and calls
 * the function as it was where it does not hold. Here it holds in some calls and in others not. */
#include "show.h"
#include <stdlib.h>

static void
multiply (int n, const double *a, int lda, double *c, int ldc)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i * ldc + j] = 0.5 * c[i * ldc + j] + a[i * lda + j];
}

/* Two levels: what is asked below is asked above. */
static void
layer (int n, double *a, double *c, int ld)
{
  for (int i = 0; i < n; i++)
    a[i] += 1;
  multiply (n, a, ld, c, ld);
}

static int
scaled (int n, double *a, int ld)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * ld + j] = 1.25 * a[i * ld + j] + i;
  return n + ld;
}

/* What is passed is another number there: 261 is 5 as an unsigned char. */
static void
narrow (int n, double *a, unsigned char ld)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * ld + j] = 0.75 * i - j;
}

static void
run (int n, int ld, int steps)
{
  double *a = malloc (400 * sizeof *a), *c = malloc (400 * sizeof *c);
  int sum = 0;

  fill (a, 400, 1);
  fill (c, 400, 2);
  for (int t = 0; t < steps; t++)
    {
      multiply (n, a, ld, c, ld);
      if (t % 2)
        layer (n, c, a, ld);
      else
        multiply (n, c, ld, a, ld - 1);
      sum = scaled (n, a, ld);
      int again;
      again = scaled (n, c, ld + 1);
      sum += again;
      /* What is asked in front would be asked too early. */
      int m = 4;
      sum += (m = n, scaled (m, a, ld));
    }
  printf ("%d\n", sum);
  show ("a", a, 400);
  show ("c", c, 400);
  free (a);
  free (c);
}

static void
convert (int steps)
{
  double a[300];

  fill (a, 300, 3);
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < 300; i++)
        a[i] += t;
      narrow (12, a, 261);
    }
  show ("a", a, 300);
}

/* The condition is of memory that nobody hands in; where it does not hold the last weight of each place counts. */
static void
blend (double *a, int n, int stride)
{
  double weights[64];

  for (int i = 0; i < 64; i++)
    weights[i] = 1;
  for (int i = 0; i < n; i++)
    weights[i * stride] = 0.5 + i;
  for (int i = 0; i < n; i++)
    a[i] *= weights[i * stride];
}

static void
blend_often (int n, int stride, int steps)
{
  double a[64];

  fill (a, 64, 4);
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < 64; i++)
        a[i] += t;
      blend (a, n, stride);
    }
  show ("a", a, 64);
}

int
main (void)
{
  run (9, 12, 4);
  run (12, 9, 4);
  run (12, 12, 3);
  run (10, 9, 5);
  convert (3);
  blend_often (20, 1, 3);
  blend_often (20, 3, 3);
  blend_often (20, 0, 2);
  return 0;
}
