/* A pointer that goes through a struct of numbers, without a cast and without a union: what leads to the same memory has two names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct halves { unsigned low, high; };

static unsigned
half_of (const struct halves *h, int which)
{
  return which ? h->high : h->low;
}

int
main (void)
{
  enum { N = 200 };
  double *x = malloc (N * sizeof *x), *y, sum = 0;
  struct halves first, second;

  memcpy (&first, &x, sizeof x);
  second.low = half_of (&first, 0);
  second.high = half_of (&first, 1);
  memcpy (&y, &second, sizeof y);
  for (int i = 0; i < N; i++)
    x[i] = i % 7;
#pragma target
  for (int i = 1; i < N; i++)
    x[i] = y[i - 1] * 0.5 + 1;
  for (int i = 0; i < N; i++)
    sum = sum * 0.9 + x[i];
  printf ("%.17g\n", sum);
}
