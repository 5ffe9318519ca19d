/* Parameters that change places in a function's own time loop: what they point to is told apart by a test at entry, for
 * all pairs, each as large as the largest of them needs. */
#include "show.h"
#define N 40

/* Three buffers, touched differently far: now from 0 to n, the others only inside. */
void
advance (double *now, double *old, double *next, int n, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < n - 1; i++)
        next[i] = 0.5 * (now[i - 1] + now[i + 1]) - 0.25 * old[i];
      double *kept = old;
      old = now;
      now = next;
      next = kept;
    }
}

/* The third one is in no kernel, but comes to be in one. */
void
round_about (double *a, double *b, double *c, int n, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 0; i < n; i++)
        b[i] = a[i] * 0.5 + i;
      c[2] += 1;
      double *kept = a;
      a = b;
      b = c;
      c = kept;
    }
}

/* Other names for parameters, and one that does not take part. */
void
renamed (const double *w, double *u, double *v, int n, int steps)
{
  double *from = u, *to = v;

  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < n; i++)
        to[i] = from[i - 1] + w[i];
      double *kept = from;
      from = to;
      to = kept;
    }
}

/* The host goes further than the kernels do. */
void
beyond (double *u, double *v, int n, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 0; i < n; i++)
        v[i] = u[i] * 0.5 + i;
      u[n + 3] = t + 100;
      double *kept = u;
      u = v;
      v = kept;
    }
}

static void
refill (double *memory, int n)
{
  for (int i = 0; i < n; i++)
    memory[i] = noise (i);
}

int
main (void)
{
  enum { ALL = 8 * N };
  double memory[ALL], w[N];

  refill (w, N);
  /* Apart by 0, a few, all but one and all elements; any two of them are the ones that overlap. */
  for (int distance = 0; distance <= N + 8; distance += distance < 4 ? 1 : N / 4)
    for (int which = 0; which < 3; which++)
      for (int steps = 0; steps < 5; steps++)
        {
          double *p[3] = { memory, memory + 2 * N, memory + 4 * N };
          p[which] = p[(which + 1) % 3] + distance;
          refill (memory, ALL);
          advance (p[0], p[1], p[2], N, steps);
          show ("advance", memory, ALL);
          refill (memory, ALL);
          round_about (p[0], p[1], p[2], N, steps);
          show ("round_about", memory, ALL);
          refill (memory, ALL);
          renamed (p[0], p[1], p[2], N, steps);
          renamed (w, p[1], p[2], N, steps);
          show ("renamed", memory, ALL);
          refill (memory, ALL);
          beyond (p[1], p[2], N, steps);
          beyond (p[2], p[1], N, steps);
          show ("beyond", memory, ALL);
        }
}
