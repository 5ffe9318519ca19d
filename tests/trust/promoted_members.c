/* Buffers change places in a struct over a time loop: in the loop itself, in functions that it calls, in a function that
 * exchanges any two pointers. What else may know the struct must see what it did. */
#include "show.h"
#define N 40
struct wave { double c2, unused; int n; double *now, *old, *next, time; };
struct wave global;
double *now, *next;
long count;
struct wave *known;

void
step (struct wave *w)
{
#pragma target
  for (int i = 1; i < w->n - 1; i++)
    w->next[i] = 0.5 * (w->now[i - 1] + w->now[i + 1]) - w->c2 * w->old[i];
  double *kept = w->old;
  w->old = w->now;
  w->now = w->next;
  w->next = kept;
}

void
calls (struct wave *w, int steps)
{
  for (int t = 0; t < steps; t++)
    step (w);
}

void
direct (struct wave *v, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < v->n - 1; i++)
        v->next[i] = 0.5 * (v->now[i - 1] + v->now[i + 1]) - v->c2 * v->old[i];
      double *kept = v->old;
      v->old = v->now;
      v->now = v->next;
      v->next = kept;
      v->time += 0.25;
    }
}

static void
exchange (double **a, double **b)
{
  double *kept = *a;
  *a = *b;
  *b = kept;
}

static void
half (struct wave *w, double factor)
{
#pragma target
  for (int i = 1; i < w->n - 1; i++)
    w->next[i] = factor * (w->now[i - 1] + w->now[i + 1]);
  exchange (&w->now, &w->next);
}

void
two_halves (struct wave *w, int steps)
{
  printf ("%d steps\n", steps);
  for (int t = 0; t < steps; t++)
    {
      half (w, 0.5);
      half (w, 0.25);
      if (t == 3)
        break;
    }
}

void
of_global (int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < global.n - 1; i++)
        global.next[i] = 0.5 * (global.now[i - 1] + global.now[i + 1]);
      double *kept = global.now;
      global.now = global.next;
      global.next = kept;
    }
}

/* Over two calls, with names that mean something else in the caller. */
static void
two_calls (struct wave *w)
{
  half (w, 0.5);
  w->unused += 1;
}

void
deeper (struct wave *w, int t, int steps)
{
  for (t = 0; t < steps; t++)
    two_calls (w);
}

void
of_file (int n, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < n - 1; i++)
        next[i] = 0.5 * (now[i - 1] + now[i + 1]);
      double *kept = now;
      now = next;
      next = kept;
      if (t % 2)
        count++;
    }
}

/* ---- what stays as it is ---- */

/* How often is not known before. */
void
until (struct wave *w, double end)
{
  while (w->time < end)
    {
#pragma target
      for (int i = 1; i < w->n - 1; i++)
        w->next[i] = 0.5 * (w->now[i - 1] + w->now[i + 1]);
      exchange (&w->now, &w->next);
      w->time += 0.5;
    }
}

/* Only in every other step. */
void
sometimes (struct wave *w, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < w->n - 1; i++)
        w->next[i] = 0.5 * (w->now[i - 1] + w->now[i + 1]);
      if (t % 2)
        exchange (&w->now, &w->next);
    }
}

/* The two may be one. */
void
two (struct wave *w, struct wave *v, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < w->n - 1; i++)
        w->next[i] = 0.5 * (v->now[i - 1] + w->now[i + 1]);
      double *kept = w->now;
      w->now = w->next;
      w->next = kept;
    }
}

static double
look (void)
{
  return known->now[2];
}

/* Somebody else looks at it. */
void
watched (struct wave *w, int steps)
{
  known = w;
  for (int t = 0; t < steps; t++)
    {
      printf ("%.17g\n", look ());
#pragma target
      for (int i = 1; i < w->n - 1; i++)
        w->next[i] = 0.5 * (w->now[i - 1] + w->now[i + 1]);
      double *kept = w->now;
      w->now = w->next;
      w->next = kept;
    }
}

/* The struct is left in the middle of a step. */
int
given_up (struct wave *w, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < w->n - 1; i++)
        w->next[i] = 0.5 * (w->now[i - 1] + w->now[i + 1]);
      double *kept = w->now;
      w->now = w->next;
      if (t == 2)
        return t;
      w->next = kept;
    }
  return -1;
}

static void
report (const char *name, const struct wave *w, double *memory)
{
  show (name, memory, 8 * N);
  printf ("%ld %ld %ld %g\n", (long) (w->now - memory), (long) (w->old - memory), (long) (w->next - memory), w->time);
}

int
main (void)
{
  double memory[8 * N];

  for (int distance = 0; distance <= N + 8; distance += distance < 4 ? 1 : N / 4)
    for (int which = 0; which < 3; which++)
      for (int steps = 0; steps < 6; steps++)
        for (int form = 0; form < 11; form++)
          {
            double *p[3] = { memory, memory + 2 * N, memory + 4 * N };
            p[which] = p[(which + 1) % 3] + distance;
            struct wave w = { 0.25, 0, N, p[0], p[1], p[2], 0 };
            fill (memory, 8 * N, steps);
            if (form == 0)
              calls (&w, steps);
            else if (form == 1)
              direct (&w, steps);
            else if (form == 2)
              two_halves (&w, steps);
            else if (form == 3)
              {
                global = w;
                of_global (steps);
                w = global;
              }
            else if (form == 4)
              sometimes (&w, steps);
            else if (form == 5)
              two (&w, &w, steps);
            else if (form == 6)
              watched (&w, steps);
            else if (form == 7)
              printf ("%d\n", given_up (&w, steps));
            else if (form == 8)
              deeper (&w, 1, steps);
            else if (form == 9)
              {
                now = w.now;
                next = w.next;
                of_file (w.n, steps);
                printf ("%ld %ld %ld\n", (long) (now - memory), (long) (next - memory), count);
              }
            else
              until (&w, steps * 0.5);
            report ("all", &w, memory);
          }
  calls (0, 0);
  direct (0, 0);
  deeper (0, 0, 0);

  /* Its first or its last number is one of a buffer's. */
  for (int k = 0; k < 4; k++)
    {
      struct wave *w = (struct wave *) (memory + 2 * N);
      double *last = &w->time, *first = &w->c2 - 8;
      fill (memory, 8 * N, 7);
      *w = (struct wave){ 0.25, 0.5, 10, k == 0 ? last : memory, k == 1 ? first : memory + N, k == 2 ? last : k == 3 ? first : memory + 6 * N, 0 };
      direct (w, 3);
      printf ("%.17g %.17g\n", w->c2, w->time);
      show ("around", memory + 6 * N, N);
    }
}
