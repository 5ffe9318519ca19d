/* Parts of one array that pointers of the file are set to: they lie apart as far as the numbers say, and no function may have moved
 * them meanwhile. FOUND: 2 */
#include <stdio.h>
#include <stdlib.h>

enum { ALL = 3000 };
static double all[ALL];
static double *first, *second, *third, **other = &third;

static double sum (int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.97 + first[i] + second[i] * 2 + third[i] * 3;
  return s;
}

static double apart (long n, long gap, int times)
{
  if (n < 0 || gap < 0 || 3 * n + 3 * gap > ALL)
    exit (1);
  first = all + gap;
  second = first + n + gap;
  third = second + n + gap;
  for (long i = 0; i < n; i++)
    {
      first[i] = 0;
      second[i] = i;
      third[i] = 2;
    }
  for (int k = 0; k < times; k++)
    for (long i = 0; i < n; i++)
      first[i] = first[i] * 0.5 + second[i] + 3 * third[i];
  return sum ((int) n);
}

/* The gap may be negative: they may meet. */
static double perhaps (long n, long gap)
{
  if (n + gap < 0 || n + gap > ALL / 2)
    return 0;
  for (int i = 0; i < ALL; i++)
    all[i] = i % 13;
  first = all;
  second = all + n + gap;
  for (long i = 0; i < n; i++)
    second[i] = first[i] * 0.5 + 1;
  return sum ((int) n);
}

static void move (int by) { first += by; }
static void turn (int by) { *other = second + by; }

/* Somebody moves them between the statement and the loop, or in the loop. */
static double moved (int n)
{
  first = all + 5;
  second = all + 100;
  third = all + 200;
  move (100 - 5 + 1);
  for (int i = 0; i < n; i++)
    first[i] = second[i] + 1;
  turn (1);
  for (int i = 0; i < n; i++)
    third[i] = second[i] * 0.5;
  return sum (n);
}

int main (void)
{
  printf ("%.17g\n", apart (500, 3, 4));
  printf ("%.17g\n", perhaps (60, 4));
  printf ("%.17g\n", perhaps (60, -57));
  printf ("%.17g\n", perhaps (40, -39));
  printf ("%.17g\n", moved (40));
  return 0;
}
