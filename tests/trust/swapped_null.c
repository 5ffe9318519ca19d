/* A member that was given up, and is a null pointer while the struct says how large it was: nothing is copied from or to it. Behind the loop the
 * buffers are read by other names. FOUND: 4 */
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n, both; double *now, *next; } Pair;
static Pair *pair_new (int n, int both)
{
  Pair *p = malloc (sizeof *p);
  p->n = n;
  p->both = both;
  p->now = malloc (n * sizeof (double));
  p->next = malloc (n * sizeof (double));
  return p;
}
static void drop (Pair *p)
{
  free (p->next);
  p->next = NULL;
}
static double run (Pair *p, int steps)
{
  double s = 0;
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < p->n; i++)
        p->now[i] += i;
      if (p->both)
        for (int i = 0; i < p->n; i++)
          p->next[i] = p->now[i] * 0.5;
      if (p->both == 0)
        break;
      double *kept = p->now;
      p->now = p->next;
      p->next = kept;
    }
  for (int i = 0; i < p->n; i++)
    s += p->now[i] * i;
  return s;
}
static void fill (Pair *p)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] = p->next[i] = i % 3;
}

int main (void)
{
  Pair *one = pair_new (50, 1), *other = pair_new (60, 0);
  double s = 0;
  fill (one);
  fill (other);
  drop (other);
  s += run (one, 5);
  s += run (other, 4);
  s += run (one, 0);
  printf ("%.17g\n", s);
}
