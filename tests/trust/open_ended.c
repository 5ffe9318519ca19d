/* Structs that are longer than their type says: what a pointer to one leads to has another size than the type. FOUND: 1 */
#include "show.h"
#include <stdlib.h>

#define N 300

struct open
{
  int n;
  double d[];
};
struct older
{
  int n;
  double d[1];
};
struct oldest
{
  int n;
  double d[0];
};
struct outer
{
  long head;
  struct older last;
};
struct closed
{
  int n;
  double d[N];
};

static void
scale (struct open *p)
{
  for (int i = 0; i < p->n; i++)
    p->d[i] = p->d[i] * 2 + i;
}

static void
scale_older (struct older *p)
{
  for (int i = 0; i < p->n; i++)
    p->d[i] = p->d[i] * 3 + i;
}

static void
scale_oldest (struct oldest *p)
{
  for (int i = 0; i < p->n; i++)
    p->d[i] = p->d[i] * 4 + i;
}

static void
scale_outer (struct outer *p)
{
  for (int i = 0; i < p->last.n; i++)
    p->last.d[i] = p->last.d[i] * 5 + i;
}

static void
scale_closed (struct closed *p)
{
  for (int i = 0; i < p->n; i++)
    p->d[i] = p->d[i] * 6 + i;
}

static double
sum (const double *d)
{
  double s = 0;

  for (int i = 0; i < N; i++)
    s += d[i] * (i % 7);
  return s;
}

int
main (void)
{
  struct open *a = calloc (1, sizeof *a + N * sizeof (double));
  struct older *b = calloc (1, sizeof *b + N * sizeof (double));
  struct oldest *c = calloc (1, sizeof *c + N * sizeof (double));
  struct outer *d = calloc (1, sizeof *d + N * sizeof (double));
  struct closed *e = calloc (1, sizeof *e);

  a->n = b->n = c->n = d->last.n = e->n = N;
  for (int i = 0; i < N; i++)
    a->d[i] = b->d[i] = c->d[i] = d->last.d[i] = e->d[i] = i;
  scale (a);
  scale_older (b);
  scale_oldest (c);
  scale_outer (d);
  scale_closed (e);
  printf ("%g %g %g %g %g\n", sum (a->d), sum (b->d), sum (c->d), sum (d->last.d), sum (e->d));
  return 0;
}
