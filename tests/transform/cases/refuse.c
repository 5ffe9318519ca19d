/* What no step may touch, and why. */
#include <stdio.h>
static double A[100][100], c[100];
static volatile int flag;
static int idx[100];
extern void unknown (double *);

// RUN: interchange
// RUN: interchange f/i/j extra
// RUN: interchange f/q
// RUN: no-such-step f/i
// RUN: strip-mine f/i zero
// RUN: strip-mine f/i 0
// RUN: peel f/i middle
void f (double *p, double *q, int n)
{
  // RUN: reverse f/i
  // RUN: unroll f/i 2
  for (int i = 0; i < n; i++)
    p[i] = q[i] + 1;
  // RUN: reverse f/while
  while (flag)
    ;
  // RUN: reverse f/i#2
  for (int i = 0; i < n; i++)
    unknown (c);
  // RUN: reverse f/i#3
  for (int i = 0; i < n; i++)
    printf ("%d\n", i);
  // RUN: reverse f/i#4
  // RUN: strip-mine f/i#4 4
  for (int i = 0; i < n; i++)
    c[idx[i]] = i;
  // RUN: reverse f/i#5
  // RUN: unroll f/i#5 2
  // RUN: peel f/i#5 first
  for (int i = 0; i < n; i++)
    {
      if (c[i] > 0)
        break;
      c[i] = 1;
    }
  // RUN: interchange f/i#6/j
  for (int i = 0; i < n; i++)
    {
      c[i] = 0;
      for (int j = 0; j < n; j++)
        A[i][j] = 0;
    }
  // RUN: reverse f/u
  // RUN: normalize f/u
  for (unsigned u = 1; u < 10u; u++)
    c[u] = 0;
  // RUN: full-unroll f/i#7
  // RUN: distribute f/i#7 all
  for (int i = 0; i < n; i++)
    c[i] = i;
  // RUN: interchange f/i#7
  // RUN: distribute f/i#8 @2
  // RUN: reverse f/i#8
  for (int i = 0; i < n; i++)
    {
      if (A[i][0] > 0)
        c[i] = 2;
      A[i][0] = c[i];
    }
}

int last (int n)
{
  int i, found = -1;

  // RUN: reverse last/i
  // RUN: normalize last/i
  for (i = 3; i < n; i++)
    c[i] = 0;
  // RUN: reverse last/k
  for (int k = 0; k < n; k++)
    if (c[k] > 1)
      found = k;
  return i + found;
}

struct grid { int rows, columns; double *cells; };

void behind (struct grid *g, struct grid h, int n, int d)
{
  // RUN: interchange behind/i/j
  for (int i = 0; i < n; i++)
    for (int j = 0; j < g->columns; j++)
      A[i][j] = 0;
  // RUN: interchange behind/i#2/j
  for (int i = 0; i < n; i++)
    for (int j = 0; j < h.columns; j++)
      A[i][j] = 0;
  // RUN: tile behind/i#3/j 2 2
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n / d; j++)
      A[i][j] = 0;
}
