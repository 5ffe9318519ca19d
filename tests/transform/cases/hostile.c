/* What no random loop looks like: reduced cases of faults that were found by hand. */
#include <limits.h>

static double x[100], y[100];
static int a[100], b[20][20];

/* Nothing is left of a loop around nothing. */
void nothing (int n)
{
  // RUN: remove-header nothing/i
  for (int i = n; i <= n; i++)
    {
      ;
    }
  // RUN: full-unroll nothing/i#2
  for (int i = 0; i < 3; i++)
    {
    }
}

/* The block behind the one that declares t has its statements elsewhere. */
void two_blocks (int n)
{
  // RUN: substitute two_blocks/i t
  {
    int t = n + 1;
    for (int i = 0; i < n; i++)
      a[i] = t;
  }
  {
    a[0]++;
    x[1]++;
    y[2]++;
  }
}

static int first (int k)
{
  a[k]++;
  return k;
}

/* There is no room for statements where a loop starts. */
int starts (int n)
{
  int i, r = 0;
  // RUN: inline starts 48
  for (i = first (0); i < n; i++)
    r += a[i];
  return r;
}

/* The case would stand twice. */
void entered (int n, int m)
{
  // RUN: specialise entered/i m 1
  // RUN: unroll entered/i 2
  switch (n)
  case 3:
    for (int i = 0; i < m; i++)
      {
        a[i]++;
      case 2:
        a[m]++;
        break;
      }
}

/* What the counter cannot hold. */
long ends (int n)
{
  long r = 0;
  // RUN: shift ends/i 3
  // RUN: strip-mine ends/i 3
  // RUN: scan ends/i r 3
  // RUN: strip-mine ends/i 7
  for (int i = INT_MAX - 7; i < INT_MAX; i++)
    r += i % n;
  // RUN: reverse ends/i#2
  for (int i = INT_MIN; i < INT_MIN + 5; i++)
    a[i - INT_MIN] = n;
  return r;
}

/* What is narrowed has another order: -1 becomes 255. */
int narrowed (int n)
{
  unsigned char least = 200;
  _Bool odd = 0;
  // RUN: reduction narrowed/i least
  for (int i = 0; i < n; i++)
    if (a[i] < least)
      least = a[i];
  // RUN: reduction narrowed/i#2 odd atomic
  for (int i = 0; i < n; i++)
    odd += a[i];
  return least + odd;
}

/* A hint stays with its loop as long as that is one loop. */
void hints (int n, int m)
{
  int i, j;
  // RUN: reverse hints/i
  // RUN: declare-iterator hints/i
  // RUN: peel hints/i first
  // RUN: unroll hints/i 2
#pragma GCC unroll 4
  for (i = 0; i < n; i++)
    a[i] = 3;
  // RUN: unroll hints/i#2 2
  for (i = 0; i < n; i++)
    {
      x[i] = i;
#pragma GCC unroll 2
      for (j = 0; j < n; j++)
        y[j] += i;
    }
  // RUN: full-unroll hints/i#3
  // RUN: hoist hints/i#3 'm * n'
  if (m > 3)
#pragma GCC unroll 8
    for (i = 0; i < 2; i++)
      a[i] += m * n;
}

/* What is not evaluated names variables all the same; and a type that nobody wrote. */
void unnamed (int n)
{
  int k = 3;
  // RUN: substitute unnamed/i k
  // RUN: unroll unnamed/i 2
  for (int i = 0; i < n; i++)
    {
      __auto_type z = a[i] + 1L;
      a[i] = _Generic (k, int: 1, long: 2) * z + k;
    }
}

static int minus (int k, int m)
{
  return k - m;
}

/* C does not say which argument comes first. */
int arguments (int n)
{
  int r, k = n;
  // RUN: inline arguments 153
  // RUN: inline arguments 154
  // RUN: inline arguments 155
  // RUN: inline arguments 156
  r = minus (first (1), first (2));
  r += minus (k, k++);
  r += minus (a[2], first (2));
  r += minus (n, k++);
  return r;
}

/* What is kept as bytes names variables that the new function does not have. */
void
kinds_of_sizes (int n, int m, double *x)
{
  // RUN: outline kinds_of_sizes/i part
  for (int i = 0; i < 20; i++)
    x[i] = _Generic (n < m, _Bool: 1, int: 6);
}
