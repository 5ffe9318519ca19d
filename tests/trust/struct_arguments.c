/* Functions that are given structs and work on what members point to, and what goes wrong where members are read too early: they
 * change before the loop, between two of them, in what is called, through another name, or in the same expression; or the
 * struct is not there. FOUND: 20 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 48 };

struct plate { int n; double k; double *now, *next; struct plate *twin; };
struct cell { int n; double k; double *now; };

static struct plate board;
static int calls;

static void spread (struct plate *p)
{
  for (int i = 1; i < p->n - 1; i++)
    p->next[i] = p->now[i] + p->k * (p->now[i - 1] + p->now[i + 1]);
}

static double total (struct plate p)
{
  double sum = 0;

  for (int i = 0; i < p.n; i++)
    sum += p.now[i];
  return sum;
}

static void scale (struct plate *p, double by)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] = p->now[i] * p->k + by;
}

/* What is written is the factor. */
static void scale_cell (struct cell *p, double by)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] = p->now[i] * p->k + by + i;
}

static void settle (struct plate *p)
{
  double *a = p->now, *b = p->next;
  int n = p->n;

  p->k *= 0.5;
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.5 + b[i] * p->k;
}

static void exchange (struct plate *p)
{
  double *t = p->now;

  p->now = p->next;
  p->next = t;
}

static struct plate *exchanged (struct plate *p)
{
  exchange (p);
  return p;
}

static int shorter (struct plate *p)
{
  return p->n > 4 ? --p->n : p->n;
}

static void in_between (struct plate *p)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] += 1;
  exchange (p);
  for (int i = 0; i < p->n; i++)
    p->now[i] += 2;
}

static void through_a_name (struct plate *p, int *count)
{
  *count = 7;
  for (int i = 0; i < p->n; i++)
    p->now[i] += i;
}

static void perhaps (struct plate *p)
{
  if (p == NULL)
    return;
  for (int i = 0; i < p->n; i++)
    p->now[i] += 0.25;
}

static void perhaps_not (struct plate *p, int n)
{
  for (int i = 0; i < n; i++)
    p->now[i] += 0.125;
}

static void moves_on (struct plate *p)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] += 1;
  p = p->twin;
  for (int i = 0; i < p->n; i++)
    p->now[i] += 2;
}

static void recurses (struct plate *p, int depth)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] += depth;
  if (depth > 0)
    recurses (p, depth - 1);
}

static void names_itself (struct plate *p)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] += 1;
  printf ("%s %d\n", __func__, p->n);
}

static int counts (const struct plate *p)
{
  static int times;

  for (int i = 0; i < p->n; i++)
    times += p->now[i] > 1;
  return times;
}

void step (struct plate *p)
{
  spread (p);
  settle (p);
}

static void smooth (struct plate *p)
{
  for (int i = 1; i < p->n - 1; i++)
    p->next[i] = p->now[i - 1] + p->now[i + 1];
  for (int i = 0; i < p->n; i++)
    p->now[i] += p->next[i] * 0.01;
}

static struct plate *plate_new (struct plate *twin)
{
  struct plate *p = malloc (sizeof *p);

  p->n = N;
  p->k = 0.25;
  p->now = malloc (N * sizeof (double));
  p->next = malloc (N * sizeof (double));
  p->twin = twin;
  for (int i = 0; i < N; i++)
    {
      p->now[i] = i % 7;
      p->next[i] = i % 5;
    }
  return p;
}

/* Data stays on the device here. */
static double advance (int steps)
{
  struct plate *p = plate_new (NULL);
  double sum = 0;
  int t = 0;

  while (t < steps)
    {
      smooth (p);
      sum += total (*p);
      t++;
    }
  do
    smooth (p);
  while (--t > 0);
  return sum;
}

static void show (const struct plate *p)
{
  double sum = 0;

  for (int i = 0; i < p->n; i++)
    sum = sum * 0.9 + p->now[i] + p->next[i];
  printf ("%.17g %d %g %d\n", sum, p->n, p->k, calls);
}

int main (void)
{
  struct plate *two, *none = NULL, one;
  struct cell cell = { 1, 2, &cell.k };
  void (*called) (struct plate *) = spread;
  double sum = 0;
  int t = 0;

  one = *plate_new (&board);
  two = plate_new (&one);
  board = *plate_new (two);
  while (t < 4)
    {
      step (two);
      sum += total (*two);
      t++;
    }
  show (two);
  sum += advance (3);
  do
    {
      step (&one);
      if (total (one) > 1e6)
        break;
    }
  while (--t > 0);
  show (&one);
  for (t = 0; t < 3; t++)
    {
      scale (&board, t);
      in_between (&board);
      perhaps (t ? &board : NULL);
      perhaps (&board);
      perhaps_not (none, 0);
      perhaps_not (two, two->n);
      moves_on (&one);
      recurses (two, 2);
      names_itself (two);
      sum += counts (&board) + counts (two);
      show (&board);
    }
  scale_cell (&cell, 3);
  through_a_name (two, &two->n);
  scale (exchanged (&one), 1);
  scale (&one, shorter (&one));
  sum += total (one) + calls++;
  called (two);
  show (&one);
  show (two);
  show (&board);
  printf ("%g\n", cell.k);
  printf ("%.17g\n", sum);
  return 0;
}
