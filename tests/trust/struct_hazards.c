/* KERNELS: 6. Structs that a loop changes while it reads them, in ways that are easily overlooked. */
#include "show.h"
#include <stddef.h>
#include <stdlib.h>

struct vec
{
  long n;
  double *x;
  long *at;
};

/* What is written may be the count itself. */
static void
count_down (struct vec *v, long *out)
{
#pragma target
  for (long i = 0; i < v->n; i++)
    out[i] = 0;
}

/* The pointer may be one of the pointers that are written. */
static void
spread (double **to, double *value, struct vec *v, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    to[i] = value + i;
  for (int i = 0; i < 4; i++)
    v->x[i] = i;
}

static void
grow (struct vec *v)
{
#pragma target
  for (long i = 0; i < v->n; i++)
    v->x[i] += 1;
  v->x = realloc (v->x, sizeof (double) * (size_t) (v->n + 10));
  v->n += 10;
#pragma target
  for (long i = v->n - 10; i < v->n; i++)
    v->x[i] = (double) i;
}

/* The count goes down as the loop runs. */
static void
halve (struct vec *v)
{
#pragma target
  for (long i = 0; i < v->n; i++)
    {
      v->x[i] *= 0.5;
      if (i == 5)
        v->n = 9;
    }
}

/* Written through another struct of the same kind, which may be this one. */
static void
copy_over (const struct vec *from, struct vec *to)
{
#pragma target
  for (long i = 0; i < from->n; i++)
    {
      to->x[i] = from->x[i] + 1;
      to->at[i] = from->at[i] + 1;
    }
}

static struct vec shared;

static void
touch_shared (long k)
{
  if (k == 3)
    shared.n = 4;
}

static void
by_call (void)
{
#pragma target
  for (long i = 0; i < shared.n; i++)
    {
      shared.x[i] = (double) i;
      touch_shared (i);
    }
}

/* Bytes of the struct itself. */
static void
wipe (struct vec *v)
{
  unsigned char *bytes = (unsigned char *) v;

#pragma target
  for (size_t i = 0; i < offsetof (struct vec, x); i++)
    bytes[i] = 0;
  for (long i = 0; i < v->n; i++)
    v->x[i] = -1;
}

static void
maybe (struct vec *v, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      v->x[i] += k;
}

/* What says whether the loop runs is set behind the mark. */
static void
after_mark (struct vec *v, int n)
{
#pragma target begin
  n += 6;
  for (int i = 0; i < n; i++)
    v->x[i] += i;
#pragma target end
}

int
main (void)
{
  struct vec a = { 20, malloc (20 * sizeof (double)), malloc (20 * sizeof (long)) }, b = a, c = a;
  double *pointers[4], values[8] = { 0 };
  long zeros[20];

  fill (a.x, 20, 1);
  for (int i = 0; i < 20; i++)
    a.at[i] = zeros[i] = i;
  count_down (&a, zeros);
  count_down (&b, &b.n); /* one iteration: then the count is 0 */
  printf ("%ld %ld %ld %ld\n", a.n, b.n, zeros[0], zeros[19]);
  spread (pointers, values, &a, 4);
  show ("x", a.x, 20);
  spread (&c.x, values, &c, 1);
  printf ("%d %d\n", c.x == values, pointers[3] == values + 3);
  show ("values", values, 8);
  grow (&a);
  show ("x", a.x, a.n);
  halve (&a);
  printf ("%ld\n", a.n);
  a.n = 15;
  copy_over (&a, &a);
  show ("x", a.x, 15);
  b = (struct vec){ 12, a.x + 3, a.at + 1 };
  copy_over (&b, &a);
  show ("x", a.x, 15);
  shared = (struct vec){ 12, a.x, a.at };
  by_call ();
  show ("x", a.x, 15);
  maybe (&a, 11);
  maybe (NULL, 0);
  maybe (NULL, 1);
  after_mark (&a, 0);
  show ("x", a.x, 15);
  for (int i = 0; i < 20; i++)
    printf ("%ld\n", a.at[i]);
  wipe (&a);
  printf ("%ld\n", a.n);
  return 0;
}
