/* __attribute__ ((cleanup (f))): calls at the ends of a variable's scope, which read and write what fragments
 * work on, whichever way the scope is left. */
#include "show.h"
#define N 1000

static int b[N], seen, count, a[N];

static void
bye (int *k)
{
  seen = b[*k] + seen * 3;
  b[4] = 7;
}

static void
unlock (int **k)
{
  seen += b[**k];
  b[5] = 7;
}

static void
counts (int *k)
{
  count += *k & 1;
}

static void
unused_otherwise (int n)
{
  __attribute__ ((cleanup (bye))) int k = n / 2;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i * 3;
}

static int
returned (int n)
{
  int k __attribute__ ((cleanup (bye))) = n / 2;
  k++;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i * 3;
  return b[k];
}

static int
returned_early (int n)
{
  int z = 3;
  __attribute__ ((cleanup (unlock))) int *k = &z;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i * 5;
  if (b[z] > 3)
    return z;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] += *k;
  return b[3];
}

static int
in_a_loop (int n)
{
  int sum = 0;
  for (int t = 0; t < 5; t++)
    {
      __attribute__ ((cleanup (bye))) int k = t;
#pragma target
      for (int i = 0; i < n; i++)
        b[i] += i * k;
      if (t == 1)
        continue;
      if (t == 3)
        break;
      sum += b[4];
    }
  return sum + b[4];
}

static int
behind_the_block (int n)
{
  {
    __attribute__ ((cleanup (bye))) int k = 8;
#pragma target
    for (int i = 0; i < n; i++)
      b[i] = i * k;
  }
#pragma target
  for (int i = 0; i < n; i++)
    b[i] += 1;
  return b[4];
}

static int
jumped_over (int n)
{
  int tries = 0;
again:
  {
    __attribute__ ((cleanup (bye))) int k = tries;
#pragma target
    for (int i = 0; i < n; i++)
      b[i] = i * 2 + k;
    if (++tries < 3)
      goto again;
    if (tries > 2)
      goto out;
#pragma target
    for (int i = 0; i < n; i++)
      b[i] = 0;
  }
out:
#pragma target
  for (int i = 0; i < n; i++)
    b[i] += 1;
  return b[4];
}

static int
in_the_head (int n)
{
  int sum = 0;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i;
  for (__attribute__ ((cleanup (bye))) int t = 0; t < 3; t++)
    sum += b[t];
#pragma target
  for (int i = 0; i < n; i++)
    b[i] *= 2;
  return sum + b[4];
}

static int
in_an_expression (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i;
  int value = ({ __attribute__ ((cleanup (bye))) int k = 9; k++; b[k]; });
#pragma target
  for (int i = 0; i < n; i++)
    b[i] *= 2;
  return value + b[4];
}

/* The handler makes iterations meet. */
static int
in_every_iteration (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      __attribute__ ((cleanup (counts))) int q = i;
      a[i] = q * 2;
    }
  return count;
}

int
main (int argc, char **argv)
{
  (void) argv;
  int n = 100 * argc, r;
  unused_otherwise (n);
  printf ("%d %d\n", seen, b[4]);
  r = returned (n);
  printf ("%d %d %d\n", r, seen, b[4]);
  r = returned_early (n);
  printf ("%d %d %d\n", r, seen, b[5]);
  r = in_a_loop (n);
  printf ("%d %d %d\n", r, seen, b[4]);
  r = behind_the_block (n);
  printf ("%d %d %d\n", r, seen, b[4]);
  r = jumped_over (n);
  printf ("%d %d %d\n", r, seen, b[4]);
  r = in_the_head (n);
  printf ("%d %d %d\n", r, seen, b[4]);
  r = in_an_expression (n);
  printf ("%d %d %d\n", r, seen, b[4]);
  printf ("%d %d\n", in_every_iteration (n), a[3]);
  return 0;
}
