/* What stands in the place of a variable is computed with in the variable's type. */
#include <limits.h>
#include <stdio.h>

static int a[40];

// STEP: specialise below n 0
static long below (unsigned n, int k)
{
  long r = n / 2;
  if (k < n - 1)
    r += (n - 1) / 2 + k * (n - 2) / 3;
  return r;
}

// STEP: full-unroll wide/i
static long wide (void)
{
  long r = 0;
  for (long i = 100000; i < 100003; i++)
    r += i * 100000 - (5 - i) * i;
  return r;
}

// STEP: peel first/i first 3
// STEP: peel first/i last
static long first (long m)
{
  long r = 0;
  for (long i = 3; i < m; i++)
    r += (i - 3) * 2147483647 + (3 - i) * 1073741824;
  return r;
}

// STEP: normalize far/i
static long far (int m)
{
  long r = 0;
  for (long i = m; i >= -2000000000; i -= 300000000)
    r = r * 3 + i % 1000;
  return r;
}

// STEP: induction counted/i l
// STEP: induction counted/i#2 u
static long counted (int n)
{
  long l = INT_MAX;
  unsigned u = UINT_MAX - 3;
  unsigned char c = 250;
  for (int i = 0; i < n; i++)
    {
      l++;
      a[i] += l % 5;
    }
  for (int i = 0; i < n; i++)
    {
      a[i] += u / 3;
      u += 100000000;
    }
  for (int i = 0; i < n; i++)
    {
      c += 3;
      a[i] ^= c;
    }
  return l + u + c;
}

int main (void)
{
  for (int n = 0; n < 30; n += 7)
    {
      printf ("%ld %ld\n", below (n, n - 1), below (n, -1));
      printf ("%ld %ld %ld %ld\n", wide (), first (n), far (n * 70000000), counted (n));
      for (int i = 0; i < n; i++)
        printf ("%d ", a[i]);
      printf ("\n");
    }
  return 0;
}
