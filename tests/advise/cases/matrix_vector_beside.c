/* A matrix × vector product beside a loop that takes a thousand times as long: it is laid out all the same. */
#include <stdio.h>

#define N 610
#define M 333
#define LONG 200000000

static double A[N][M], x[M], y[N];
static unsigned seed = 1;

static void multiply (int rounds)
{
#pragma scop
  for (int i = 0; i < LONG; i++)
    if (i < rounds)
      seed = seed * 1664525u + 1013904223u;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      y[i] += A[i][j] * x[j];
#pragma endscop
}

int main (void)
{
  double s = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      A[i][j] = (i * 3 + j * 5) % 17 * 0.125;
  for (int j = 0; j < M; j++)
    x[j] = j % 19 * 0.03125;
  multiply (1000);
  for (int i = 0; i < N; i++)
    s += y[i];
  printf ("%.17g %u\n", s, seed);
  return 0;
}
