/* Lengths of parameters that do more than give a value are worked out once, before the body begins: no other version of such
 * a function is called, nor the original where a test at its start fails. FOUND: 1 */
#include <stdio.h>
#include <stdlib.h>

static int calls;

static int
raised (int *n)
{
  calls++;
  return ++*n;
}

static void
added (int n, int a[raised (&n)], int *out)
{
  for (int i = 0; i < n; i++)
    out[i] += a[i % (n - 1)] + n;
}

static long
summed (int rows, int (*a)[(rows++, 10)], const int *b)
{
  long s = 0;

  for (int i = 0; i < rows; i++)
    s += a[i / 10][i % 10] * b[i];
  return s;
}

int
main (void)
{
  int a[1000], b[1000];

  for (int i = 0; i < 1000; i++)
    {
      a[i] = i;
      b[i] = 0;
    }
  added (400, a, b);
  added (600, a, b);
  long s = calls;
  for (int i = 0; i < 1000; i++)
    s += b[i] * (i + 1);
  printf ("%ld %ld\n", s, s + summed (7, (int (*)[10]) a, b));
}
