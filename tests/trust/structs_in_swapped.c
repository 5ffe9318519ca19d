/* A struct that is read once may be a part of any of the buffers that change places. */
#include "show.h"
#include <stdlib.h>

struct par
{
  double w, k, *field;
};

static void
waves (int n, int steps, double *a, double *b, struct par *p)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
        b[i] = a[i] * p->w + p->field[i] * p->k;
      double *kept = a;
      a = b;
      b = kept;
    }
}

/* The host writes where no kernel does. */
static void
with_edge (int n, int steps, double *a, double *b, struct par *p)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
        b[i] = a[i] * p->w + p->field[i] * p->k;
      b[n + 1] = 2 + t;
      double *kept = a;
      a = b;
      b = kept;
    }
}

/* The same with a number that only the host knows. */
static void
with_found_edge (int n, int steps, double *a, double *b, struct par *p)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
        b[i] = a[i] * p->w + p->field[i] * p->k;
      b[n + 1] = strtod ("2", NULL) + t;
      double *kept = a;
      a = b;
      b = kept;
    }
}

int
main (void)
{
  enum { N = 2000 };

  for (int which = 0; which < 3; which++)
    {
      double *a = malloc ((N + 8) * sizeof *a), *b = malloc ((N + 8) * sizeof *b), *f = malloc (N * sizeof *f);
      struct par own, *p = which == 0 ? &own : (struct par *) ((which == 1 ? a : b) + N - 2);
      for (int i = 0; i < N; i++)
        a[i] = b[i] = f[i] = i % 5 * 0.25;
      p->w = 0.5;
      p->k = 2;
      p->field = f;
      waves (N, 4, a, b, p);
      show ("a", a, N);
      show ("b", b, N);
      p = which == 0 ? &own : (struct par *) ((which == 1 ? a : b) + N);
      p->w = 0.25;
      p->k = 3;
      p->field = f;
      with_edge (N, 4, a, b, p);
      show ("a", a, N);
      show ("b", b, N);
      p->w = 0.25;
      p->k = 3;
      p->field = f;
      with_found_edge (N, 4, a, b, p);
      show ("a", a, N);
      show ("b", b, N);
      free (a);
      free (b);
      free (f);
    }
  return 0;
}
