/* Members that a call has set right before: what loops do behind them is told by the call. FOUND: 10. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>
#define N 50

typedef struct { double *a, *b, *c; int n; } Set;

static double *
pick (double *of)
{
  return of + 1;
}

/* Three arrays are three: one kernel. */
static void
init (Set *s, int n)
{
  s->n = n;
  s->a = malloc (n * sizeof (double));
  if (s->a == NULL)
    exit (1);
  s->b = calloc (n, sizeof *s->b);
  s->c = (double *) malloc (n * sizeof *s->c);
  for (int i = 0; i < n; i++)
    {
      s->a[i] = i;
      s->b[i] = 2 * i;
      s->c[i] = 0.5;
    }
}

/* One is a part of the other. */
static void
overlap (Set *s)
{
  s->a = malloc (2 * N * sizeof (double));
  s->b = pick (s->a);
  for (int i = 0; i < N; i++)
    s->a[i] = i;
  for (int i = 0; i < N; i++)
    s->b[i] = s->a[i] + 3;
}

static void
exchange (Set *s)
{
  double *kept = s->a;
  s->a = s->c;
  s->c = kept;
}

/* Set again behind the call, by another one, by a branch, and by itself. */
static void
again (Set *s, int n)
{
  s->a = malloc (n * sizeof (double));
  exchange (s);
  for (int i = 0; i < n; i++)
    s->a[i] += 1;
  s->b = malloc (n * sizeof (double));
  if (n > 3)
    s->b = pick (s->a);
  for (int i = 0; i < n - 1; i++)
    s->b[i] = 7 - i;
  s->c = pick (s->c = malloc (n * sizeof (double)));
  for (int i = 0; i < n - 1; i++)
    s->c[i] = i / 3.0;
}

/* The call changes the struct that it sets, and which one that is. */
static double *
turn (Set **s)
{
  (*s)->n++;
  *s = *s + 1;
  return malloc (N * sizeof (double));
}

static double
turned (Set *s)
{
  Set *other = s;
  double sum = 0;

  other->b = turn (&s);
  for (int i = 0; i < N; i++)
    other->b[i] = i * 0.25;
  for (int i = 0; i < N; i++)
    sum += other->b[i];
  return sum;
}

/* Sizes that stand in the struct: other members are set, or the size itself, by name, by a call, with all of the struct. */
static void
halve (Set *s)
{
  s->n /= 2;
}

static Set
load (int n)
{
  Set s;

  s.n = 3 * n;
  s.a = malloc (s.n * sizeof (double));
  for (int i = 0; i < s.n; i++)
    s.a[i] = i * 0.5;
  s.b = malloc (s.n * sizeof (double));
  for (int i = 0; i < s.n; i++)
    s.b[i] = s.a[i] + 1;
  s.c = NULL;
  return s;
}

static Set
load_part (int n)
{
  Set s;

  s.n = 3 * n;
  s.a = malloc (s.n * sizeof (double));
  for (int i = 0; i < s.n; i++)
    s.a[i] = i * 0.5;
  s.n -= n;
  for (int i = 0; i < s.n; i++)
    s.a[i] += 2;
  s.b = s.c = NULL;
  return s;
}

static Set
load_less (int n, int how)
{
  Set s, less = { NULL, NULL, NULL, 7 };

  s.n = 3 * n;
  s.a = malloc (s.n * sizeof (double));
  for (int i = 0; i < s.n; i++)
    s.a[i] = i * 0.5;
  less.a = s.a;
  if (how == 0)
    s.n -= n;
  else if (how == 1)
    halve (&s);
  else
    s = less;
  for (int i = 0; i < s.n; i++)
    s.a[i] += 2;
  s.b = s.c = NULL;
  return s;
}

int
main (void)
{
  Set s[2] = { { NULL, NULL, NULL, 0 } }, more = { NULL, NULL, NULL, 0 };

  init (s, N);
  show ("a", s->a, N);
  show ("b", s->b, N);
  show ("c", s->c, N);
  printf ("%a\n", turned (s));
  again (s, N);
  show ("a", s->a, N);
  show ("b", s->b, N - 1);
  show ("c", s->c, N - 1);
  overlap (&more);
  show ("more", more.a, N + 1);
  more = load (20);
  show ("loaded", more.b, more.n);
  more = load_part (20);
  show ("part", more.a, 60);
  for (int how = 0; how < 3; how++)
    {
      more = load_less (20, how);
      show ("less", more.a, 60);
    }
  return 0;
}
