/* Members that change places, and what their struct's allocation does not say of them: buffers of two sizes; one that is given up, behind a test that leaves
 * the loop; a kernel that runs where another one has nothing to do; other memory in one of the variables that hold them. */
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n, m, least; double *now, *next; } Pair;
typedef struct { int n, part, both; double *now, *next; } Even;
static double few[3], beside[6000];

static Pair *
pair_new (int n, int m, int least)
{
  Pair *p = malloc (sizeof *p);

  p->n = n;
  p->m = m;
  p->least = least;
  p->now = malloc (n * sizeof (double));
  p->next = malloc (m * sizeof (double));
  return p;
}

static Even *
even_new (int n, int part, int both)
{
  Even *p = malloc (sizeof *p);

  p->n = n;
  p->part = part;
  p->both = both;
  p->now = malloc (n * sizeof (double));
  p->next = malloc (n * sizeof (double));
  return p;
}

static void
drop (Even *p)
{
  free (p->next);
  p->next = NULL;
}

static void
fill (double *x, int n)
{
  for (int i = 0; i < n; i++)
    x[i] = i % 5;
}

static double
sum (const double *x, int n)
{
  double s = 0;

  for (int i = 0; i < n; i++)
    s = s * 0.875 + x[i];
  return s;
}

static void
of_two_sizes (Pair *p, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < p->least; i++)
        p->next[i] = p->now[i] * 0.5 + i;
      if (p->least > p->m)
        break;
      double *kept = p->now;
      p->now = p->next;
      p->next = kept;
    }
}

static void
behind_an_exit (Even *p, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      if (p->both == 0)
        break;
      for (int i = 0; i < p->n; i++)
        p->next[i] = p->now[i] * 0.5 + i;
      double *kept = p->now;
      p->now = p->next;
      p->next = kept;
    }
}

static void
under_less (Even *p, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < p->part; i++)
        p->next[i] = p->now[i] * 0.5 + i;
      if (p->both > 4)
        break;
      for (int i = 0; i < p->n; i++)
        p->now[i] = p->next[i] * 0.25 - i;
      double *kept = p->now;
      p->now = p->next;
      p->next = kept;
    }
}

static void
other_memory (Even *p, int steps)
{
  double *now = p->now, *next = p->next;

  if (p->both == 0)
    now = few;
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < p->part; i++)
        next[i] = now[i] * 0.5 + i;
      beside[t] += 1;
      if (p->both > 4)
        break;
      double *kept = now;
      now = next;
      next = kept;
    }
}

int
main (void)
{
  Pair *p = pair_new (5000, 20, 10);
  double *behind = malloc (5000 * sizeof *behind), s = 0;
  Even *one = even_new (50, 20, 2), *none = even_new (60, 60, 0), *less = even_new (70, 0, 0), *other = even_new (4000, 3, 0);

  fill (p->now, 5000);
  fill (p->next, 20);
  fill (behind, 5000);
  of_two_sizes (p, 3);
  of_two_sizes (p, 1);
  s += sum (p->next, 20) + sum (p->now, 5000) + sum (behind, 5000);
  fill (one->now, 50);
  fill (one->next, 50);
  drop (none);
  behind_an_exit (one, 5);
  behind_an_exit (none, 4);
  s += sum (one->now, 50) + sum (one->next, 50);
  fill (less->now, 70);
  fill (less->next, 70);
  under_less (one, 3);
  under_less (less, 3);
  s += sum (one->now, 50) + sum (less->next, 70) + sum (less->now, 70);
  fill (other->next, 4000);
  other_memory (other, 3);
  s += sum (few, 3) + sum (beside, 6000) + sum (other->next, 4000);
  printf ("%.17g\n", s);
}
