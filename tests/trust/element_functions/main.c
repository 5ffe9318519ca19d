/* Loops call functions of one element that stand in another file. */
#include "table.h"
#include <stdio.h>
#include <stdlib.h>

enum { W = 8 };
typedef float real;
struct pair { double a; int b; };

float norm_float (const float *x, int n);
double norm_double (const double *x, int n);
static int period = 9;

static double
help (double x)
{
  struct pair p = { x + W, period };

  return (real) p.a + p.b;
}

static void
look (float *to, const float *from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += table_look (from[i]) * 2 + (float) table[i % 16];
}

static void
waves (double *x, int n)
{
  for (int i = 0; i < n; i++)
    x[i] = wave (x[i], i) + period;
}

int
main (void)
{
  enum { N = 500 };
  float *from = calloc (N, sizeof *from), *to = calloc (N, sizeof *to);
  double *x = calloc (N, sizeof *x), sum = 0;

  table_fill (3);
  for (int i = 0; i < N; i++)
    from[i] = (float) (i % 37);
  for (int t = 0; t < 6; t++)
    {
      look (to, from, N);
      waves (x, N);
      if (t == 2)
        mode = 2;
      if (t == 3)
        table[4] = 9;
      if (t == 4)
        set_period (3);
      printf ("%g %g\n", norm_float (to, N), norm_double (x, N));
    }
  for (int i = 0; i < N; i++)
    sum += to[i] * (i % 3) + x[i];
  printf ("%.10g %g\n", sum, help (2));
  free (from);
  free (to);
  free (x);
  return 0;
}
