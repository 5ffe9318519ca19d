// What "promote" makes, and where it does nothing.
#include <stdlib.h>
#include <string.h>
struct wave { int n; double *now, *next, time; union { double *p; long q; } either; };
static struct wave global, *known;
void unknown (struct wave *w);
static double look (void) { return known->now[0]; }

static void over_time (struct wave *w, int steps)
{
  // RUN: promote over_time/t
  // RUN: promote over_time/t/i
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < w->n; i++)
        w->next[i] = w->now[i - 1];
      double *kept = w->now;
      w->now = w->next;
      w->next = kept;
      w->time += 0.5;
    }
}

// RUN: promote always/t
static void always (int n)
{
  for (int t = 0; t < 10; t++)
    {
      double *kept = global.now;
      global.now = global.next;
      global.next = kept;
      if (kept[n] > 2)
        break;
    }
}

// RUN: promote sum/i
static void sum (double **at, int *count, const double *x, int n)
{
  for (int i = 0; i < n; i++)
    {
      *count += x[i] > 0;
      *at = (double *) x + i;
    }
}

static void refused (struct wave *w, struct wave *v, int steps)
{
  // RUN: promote refused/t
  for (int t = 0; t < steps; t++)
    {
      v->now[0] = t;
      w->now = w->next;
    }
  // RUN: promote refused/t#2
  for (int t = 0; t < steps; t++)
    {
      struct wave all = *w;
      w->now = all.next;
    }
  // RUN: promote refused/t#3
  for (int t = 0; t < steps; t++)
    {
      unknown (w);
      w->now = w->next;
    }
  // RUN: promote refused/t#4
  known = w;
  for (int t = 0; t < steps; t++)
    w->now = look () > 1 ? w->next : w->now;
  // RUN: promote refused/t#5
  for (int t = 0; t < steps; t++)
    if (t % 2)
      w->now = w->next;
  // RUN: promote refused/t#6
  for (int t = 0; t < steps; t++)
    {
      if (t % 2)
        continue;
      w->now = w->next;
    }
  // RUN: promote refused/t#7
  for (int t = 0; t < steps; t++)
    {
      w->now = w->next;
      if (t == 3)
        return;
    }
  // RUN: promote refused/t#8
  for (int t = 0; t < steps; t++)
    {
      w->now = w->next;
      if (t == 3)
        exit (1);
    }
  // RUN: promote refused/t#9
  for (int t = 0; t < steps; t++)
    {
      w->either.p = w->next;
      w->either.q += 8;
    }
  // RUN: promote refused/t#10
  for (int t = 0; t < steps; t++, w++)
    w->now = w->next;
  // RUN: promote refused/t#11
  for (int t = 0; t < 1; t++)
    {
      w->now = w->next;
      free (v);
    }
  // RUN: promote refused/t#12
  for (int t = 0; t < steps; t++)
    {
      memcpy (w, v, sizeof *w);
      w->now = w->next;
    }
  // RUN: promote refused/t#13
  for (int t = 0; t < steps; t++)
    {
      w->now = w->next;
      steps--;
    }
  // RUN: promote refused/t#14
  for (int t = 0; t < w->n; t++)
    w->now = w->next;
  double **address = &w->now;
  // RUN: promote refused/t#15
  for (int t = 0; t < steps; t++)
    {
      *address = w->next;
      w->now = w->next;
    }
  // RUN: promote refused/t#16
  if (steps > 3)
    for (int t = 0; t < steps; t++)
      w->now = w->next;
}

// RUN: promote bytes/t
static void bytes (unsigned char **a, unsigned char **b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      (*b)[0] = t;
      *a = *b;
    }
}

/* ---- loops of other kinds, and what is not set each time ---- */

struct run { int n, step; double *now, *next, time, end, dt; float *small, *big, error; };
static double *first, *second;
static long count;
double *third;
static double first_one (void) { return first[0]; }

static void until (struct run *r, int steps)
{
  // RUN: promote until/while
  while (r->error > 0.5f)
    {
      float *kept = r->small;
      r->small = r->big;
      r->big = kept;
      r->error = kept[0];
    }
  // RUN: promote until/do
  do
    {
      float *kept = r->small;
      r->small = r->big;
      r->big = kept;
    }
  while (r->big[0] > 0);
  // RUN: promote until/for
  for (r->step = 0; r->step < steps; r->step++)
    {
      float *kept = r->small;
      r->small = r->big;
      r->big = kept;
    }
  // RUN: promote until/while#2
  while (steps-- > 0)
    r->now = r->next;
}

// RUN: promote of_another/for
static void of_another (struct run *r, struct wave *w, int steps)
{
  for (r->step = 0; r->step < steps; r->step++)
    w->now = w->next;
}

static void sometimes (struct run *r, int steps)
{
  // RUN: promote sometimes/t
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < r->n; i++)
        r->next[i] = 1;
      if (t % 2)
        r->now = r->next;
    }
  // RUN: promote sometimes/t#2
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < t; i++)
        r->next[i] = 1;
      if (t % 2)
        r->now = r->next;
    }
  // RUN: promote sometimes/t#3
  for (int t = 0; t < steps; t++)
    {
      r->step++;
      if (t % 2)
        r->error += 1;
    }
  // RUN: promote sometimes/t#4
  for (int t = 0; t < steps; t++)
    if (r->n > t)
      r->error += 1;
}

static void of_the_file (int steps)
{
  // RUN: promote of_the_file/t
  for (int t = 0; t < steps; t++)
    {
      double *kept = first;
      first = second;
      second = kept;
      if (t > 3)
        count++;
    }
  // RUN: promote of_the_file/t#2
  for (int t = 0; t < steps; t++)
    {
      double **at = &first;
      *at = second;
      first = second + 1;
    }
  // RUN: promote of_the_file/t#3
  for (int t = 0; t < steps; t++)
    first = first_one () > t ? second : first;
  // RUN: promote of_the_file/t#4
  for (int t = 0; t < steps; t++)
    {
      unknown (0);
      third = second;
    }
}
