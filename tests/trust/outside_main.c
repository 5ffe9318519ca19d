/* FOUND: 2. What runs before main, when the program ends or when a signal comes cannot use the device, nor what that calls. */
#include "show.h"
#include <signal.h>
#include <stdlib.h>
#define N 3000

static double a[N], b[N], total;

static double
sum (const double *p)
{
  double s = 0;
  for (int i = 0; i < N; i++)
    s += p[i];
  return s;
}

__attribute__ ((constructor)) static void
before (void)
{
  for (int i = 0; i < N; i++)
    b[i] = i;
}

static void
at_end (void)
{
  for (int i = 0; i < N; i++)
    b[i] += a[i];
  printf ("%g %g\n", sum (b), total);
}

static void
on_signal (int number)
{
  for (int i = 0; i < N; i++)
    a[i] += number;
}

static void
on_other (int number)
{
  for (int i = 0; i < N; i++)
    a[i] -= number;
}

static void
scale (double *p, double by)
{
  for (int i = 0; i < N; i++)
    p[i] *= by;
}

int
main (void)
{
  atexit (at_end);
  signal (SIGUSR1, on_signal);
  signal (SIGUSR2, on_other);
  for (int i = 0; i < N; i++)
    a[i] = i * 0.5;
  raise (SIGUSR1);
  scale (a, 2);
  raise (SIGUSR2);
  total = sum (a);
  scale (a, 0.5);
  return 3;
}
