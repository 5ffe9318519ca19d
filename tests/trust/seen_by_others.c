/* A loop on the host overwrites all that a kernel has written, and looks at it by another name meanwhile. */
#include "show.h"
#define N 40

void
shifted (double *u, double *v, int n)
{
#pragma target
  for (int i = 1; i < n - 1; i++)
    v[i] = i + 7;
  for (int i = 1; i < n - 1; i++)
    v[i] = u[i] + 1;
}

void
through_call (double *v, const double *(*where) (void), int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    v[i] = i + 7;
  for (int i = 0; i < n; i++)
    v[i] = where ()[3] + i;
}

void
one_number (double *v, const double *scale, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    v[i] = i + 7;
  for (int i = 0; i < n; i++)
    v[i] = *scale * i;
}

static double memory[3 * N];

static const double *
middle (void)
{
  return memory + N;
}

int
main (void)
{
  for (int distance = -2; distance < 3; distance++)
    {
      fill (memory, 3 * N, distance);
      shifted (memory + N, memory + N + distance, N);
      show ("shifted", memory, 3 * N);
      through_call (memory + N + distance, middle, N);
      show ("through_call", memory, 3 * N);
      one_number (memory + N, memory + N + distance + 2, N);
      show ("one_number", memory, 3 * N);
    }
}
