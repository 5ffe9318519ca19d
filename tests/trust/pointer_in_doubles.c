/* Pointers among the numbers of a script's values, as bits of those that are no numbers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double stack[8];
static int depth;

static double
boxed (const void *p)
{
  uint64_t bits = (uint64_t) (uintptr_t) p | 0xfff8000000000000u;
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static void *
unboxed (double value)
{
  uint64_t bits;

  memcpy (&bits, &value, sizeof bits);
  return (void *) (uintptr_t) (bits & 0xffffffffffffu);
}

static void
push (double value)
{
  stack[depth++] = value;
}

static double
pop (void)
{
  return stack[--depth];
}

int
main (void)
{
  enum { N = 200 };
  double *x = malloc (N * sizeof *x), *y, sum = 0, factor;

  push (boxed (x));
  push (0.5);
  factor = pop ();
  y = unboxed (pop ());
  for (int i = 0; i < N; i++)
    x[i] = i % 7;
#pragma target
  for (int i = 1; i < N; i++)
    x[i] = y[i - 1] * factor + 1;
  for (int i = 0; i < N; i++)
    sum = sum * 0.9 + y[i];
  printf ("%.17g\n", sum);
}
