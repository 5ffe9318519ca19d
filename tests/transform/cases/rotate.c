// rotate: what it takes, and each of its refusals.
#include <stdbool.h>
#include <stdlib.h>

typedef struct { int n, now, gone; double *p[3]; } Wave;
typedef struct { double *u[2]; int at; } Pair;

static double grid[2][8][8];
static void smooth (int n, const double *from, double *to) { for (int i = 1; i < n; i++) to[i] = from[i - 1]; }
static void rows (double from[8][8], double to[8][8]) { for (int i = 1; i < 8; i++) to[i][0] = from[i - 1][1]; }
static void change (Pair *p) { p->u[0] = p->u[1]; }

void counters (int n, int steps, double *u[2], int from)
{
  double *v[3] = { u[0], u[1], malloc (n * sizeof (double)) };
  // RUN: rotate counters/t v
  for (int t = 1; t <= steps; t++)
    smooth (n, v[t % 3], v[(t + 2) % 3]);
  // RUN: rotate counters/t#2 grid
  for (int t = 0; t < steps; t += 3)
    rows (grid[t & 1], grid[1 - t % 2]);
  double *w[2] = { u[0], u[1] };
  // RUN: rotate counters/t#3 w
  for (size_t t = 0; t < (size_t) steps; t++)
    {
      double *here = w[t % 2 == 0 ? 0 : 1], *there = w[!(t % 2)];
      smooth (n, here, there);
    }
  // RUN: rotate counters/t#4 w
  for (int t = from; t < steps; t++)
    smooth (n, w[t % 2], w[(t + 1) % 2]);
  // RUN: rotate counters/t#5 w
  for (int t = steps; t > 0; t--)
    smooth (n, w[t % 2], w[(t + 1) % 2]);
  // RUN: rotate counters/t#6 w
  for (int t = 0; t < steps; t++)
    smooth (n, w[t / 2 % 2], w[(t + 1) % 2]);
}

void numbers (int n, int steps, double *u[2], Wave *w)
{
  double *v[2] = { u[0], u[1] };
  int now = 0, flag = 1, k = 0;
  bool other = false;
  // RUN: rotate numbers/t v
  for (int t = 0; t < steps; t++)
    {
      int next = 1 - now;
      smooth (n, v[now], v[next]);
      now = next;
      smooth (2, v[now], v[!now]);
    }
  // RUN: rotate numbers/while v
  while (steps-- > 0)
    {
      smooth (n, v[flag], v[flag ^ 1]);
      flag ^= 1;
    }
  // RUN: rotate numbers/t#2 v
  for (int t = 0; t < n; t++)
    {
      smooth (n, v[other], v[!other]);
      other = !other;
    }
  // RUN: rotate numbers/t#3 p
  for (int t = 0; t < n; t++)
    {
      int last = (w->now + 2) % 3, next = (w->now + 1) % 3;
      {
        smooth (w->n, w->p[last], w->p[next]);
        w->now = next;
      }
      smooth (w->n, w->p[w->now], w->p[(w->now + 1) % 3]);
    }
  // RUN: rotate numbers/t#4 v
  for (int t = 0; t < n; t++)
    {
      smooth (n, v[k % 2], v[(k + 1) % 2]);
      if (v[k % 2][0] > 3)
        k++;
    }
  // RUN: rotate numbers/t#5 v
  for (int t = 0; t < n; t++)
    {
      smooth (n, v[w->now], v[w->now == 1 ? 0 : 1]);
      w->now = !w->now;
    }
}

void refused (int n, int steps, double *u[2], Pair *pair, int a, int b, Wave *w)
{
  double *v[2] = { u[0], u[1] }, *four[4] = { u[0], u[1], u[0], u[1] }, x[4][3] = { 0 }, *five[5] = { 0 };
  // RUN: rotate refused/t nothing
  // RUN: rotate refused/t x
  for (int t = 0; t < steps; t++)
    x[t % 4][0] += five[t % 5] ? 1 : 0;
  // RUN: rotate refused/t five
  // RUN: rotate refused/t#2 v
  for (int t = 0; t < steps; t++)
    smooth (n, v[t % 2], *v);
  // RUN: rotate refused/t#3 u
  for (int t = 0; t < steps; t++)
    {
      smooth (n, pair->u[t % 2], pair->u[(t + 1) % 2]);
      change (pair);
    }
  // RUN: rotate refused/t#4 four
  for (int t = 0; t < steps; t += 2)
    smooth (n, four[t % 4], four[(t + 1) % 4]);
  // RUN: rotate refused/t#5 v
  for (int t = 0; t < steps; t++)
    {
      if (t == 5)
        continue;
      smooth (n, v[t % 2], v[(t + 1) % 2]);
    }
  // RUN: rotate refused/t#6 p
  for (int t = 0; t < steps; t++)
    if (a)
      smooth (n, w->p[t % 3], w->p[(t + 1) % 3]);
  // RUN: rotate refused/t#7 v
  for (int t = 0; t < steps; t++)
    {
      smooth (n, v[a], v[b]);
      int c = a;
      a = b, b = c;
    }
  // RUN: rotate refused/t#8 v
  for (int t = 0; t < steps; t++)
    smooth (n, v[a + b], v[b]);
  // RUN: rotate refused/t#9 w_p
  double *w_p[3] = { u[0], u[1], u[0] };
  for (int t = 0; t < steps; t++)
    smooth (n, w_p[t * 2 % 3], w_p[(t + 1) % 3]);
  // RUN: rotate refused/t#10 v
  for (int t = 0; t < steps; t++)
    {
      smooth (n, v[a], v[!a]);
      a ^= 1;
      smooth (n, v[a], v[!a]);
      a ^= 1;
    }
  // RUN: rotate refused/t#11 v
  for (int t = 0; t < steps; t++)
    {
      smooth (n, v[w->now % 2 == 1 ? 0 : 1], v[w->now % 2]);
      w->now += 1;
    }
  // RUN: rotate refused/t#12 w_p
  for (int t = 0; t < steps; t += 2)
    smooth (n, w_p[t % 3], w_p[(t + 1) % 3]);
  // RUN: rotate refused/t#13 v
  for (int t = 0; t < steps; a = 1 - a, t++)
    {
      smooth (n, v[a], v[1 - a]);
      a = 1 - a;
    }
  // RUN: rotate refused/t#14 v
  for (int t = 0; v[t % 2][0] < 3; t++)
    smooth (n, v[t % 2], v[(t + 1) % 2]);
  // RUN: rotate refused/t#15 v
  for (int t = 0; t < steps; t++)
    {
      smooth (n, v[t % 2], v[(t + 1) % 2]);
      v[t % 2] = u[0];
    }
}

void jumps (int n, int steps, double *u[2])
{
  double *v[2] = { u[0], u[1] };
  int now = 0;
  // RUN: rotate jumps/t v
  for (int t = 0; t < steps; t++)
    {
      smooth (n, v[now], v[!now]);
      if (v[now][1] > 2)
        goto skip;
      now = !now;
    skip:;
    }
}
