/* Numbers that kernels of a called function are given by value: what its callers keep on the device must not lie
 * around them. The test is the caller's, once for all calls; where it fails, the original runs. */
#include <stdio.h>

struct state { double damping, room[40], last; } state = { 0.75, { 0 }, 0.5 };
double scale = 1.25;

static void step (int n, const double *now, double *next)
{
  for (int i = 1; i < n - 1; i++)
    next[i] = state.damping * (now[i - 1] + now[i + 1]) * scale;
}

void advance (int n, double *a, double *b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      step (n, a, b);
      step (n, b, a);
    }
}

/* The number changes between two calls. */
void advance_damped (int n, double *a, double *b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      step (n, a, b);
      scale *= 0.9375;
      step (n, b, a);
    }
}

int main (void)
{
  static double x[42], y[42];
  double sum = 0;

  for (int i = 0; i < 40; i++)
    x[i] = i % 7, y[i] = i % 5, state.room[i] = i % 3;
  advance (40, x, y, 3);
  /* Over the number itself: what the second turn reads, the first has written. */
  advance (30, &state.damping, x, 2);
  advance_damped (40, x, y, 3);
  advance_damped (20, y, state.room, 2);
  advance (42, x, &state.damping, 1);
  for (int i = 0; i < 40; i++)
    sum += x[i] + 3 * y[i] - state.room[i];
  printf ("%.17g %.17g %.17g\n", sum, state.damping, scale);
  return 0;
}
