/* Loops in all their spellings, near the ends of their types; what is left in every variable is printed. */
#include <limits.h>
#include <stdio.h>

static double a[200], b[200];

// STEP: canonicalize from/i
static int from (int i, int n)
{
  for (; i < n; i++)
    a[i + 20] = i;
  return i;
}

// STEP: canonicalize end/while
static int end (int n)
{
  int i = INT_MAX - 3;
  while (i <= n - 1) {
    a[INT_MAX - i] = i;
    i += 1;
  }
  return i;
}

// STEP: canonicalize least/k
static int least (int n)
{
  int k;
  for (k = 0; k + 1 < n; k++)
    a[k] += 1;
  return k;
}

// STEP: canonicalize most/k
static int most (int n, int m)
{
  int k;
  for (k = 3; k < n && k < m; k += 2)
    a[k] += 2;
  return k;
}

// STEP: canonicalize down/while
static int down (int k)
{
  while (k-- > 0)
    a[k] += 3;
  return k;
}

// STEP: canonicalize up/while
static int up (int n)
{
  short k = -1;
  while (++k < n)
    a[k] += 4;
  return k;
}

// STEP: canonicalize both/i
// STEP: induction both/i j
static int both (int n)
{
  int i, j;
  for (i = 0, j = n - 1; i < n; i++, j--)
    a[i] += b[j];
  return i * 1000 + j;
}

// STEP: canonicalize inside/while
static int inside (int n)
{
  int i = 0, last = 0;
  while (i < n)
    {
      int j = i;
      {
        last = j;
        a[j] = b[j] + i;
        i += 3;
      }
    }
  return i * 1000 + last;
}

// STEP: induction steps/i k
static int steps (int n)
{
  int k = 2;
  for (int i = 4; i < n; i += 3) {
    a[i] += b[k];
    k -= 1;
    k += 2;
  }
  return k;
}

// STEP: induction near/i k
static int near (int n)
{
  int k = INT_MAX - 40;
  for (int i = 0; i < n; i += 2) {
    a[INT_MAX - k] += i;
    k += 1;
  }
  return k;
}

// STEP: induction flat/i/j k
// STEP: induction flat/i k
static int flat (int n, int m)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[k++] += b[j] + i;
  return k;
}

// STEP: induction wide/i/j k
// STEP: induction wide/i k
static int wide (int n, int m)
{
  int k = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[k++ % 100] += b[j] + i;
    a[k % 100] += 1;
  }
  return k;
}

// STEP: induction walk/i p
// STEP: induction walk/i q
static long walk (int n)
{
  double *p = a + 3;
  const double *q = b + 190;
  for (int i = 0; i < n; i++) {
    *p++ += *q;
    p[1] += q[-1];
    q -= 2;
  }
  return (p - a) * 1000 + (q - b);
}

// STEP: induction rows/i p
static long rows (int n, int m, unsigned char u)
{
  double *p = a;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      p[j] += b[j] + p[u];
    p += m;
  }
  return p - a;
}

/* Bounds that steps of more than one are known to hit. */
// STEP: normalize hits/i
// STEP: strip-mine hits/i#2 2
// STEP: full-unroll hits/i#2
// STEP: normalize hits/k
// STEP: reverse hits/k
// STEP: normalize hits/k#2
// STEP: reverse hits/k#2
static void hits (void)
{
  for (int i = 0; i != 9; i += 3)
    a[i] += 5;
  for (int i = 9; i != 0; i -= 3)
    a[i] += i;
  for (int i = 4; i != 14; i += 5)
    a[i] += i;
  for (int k = 7; k != 7; k += 5)
    a[k] += 9;
  for (int k = 20; k != -1; k -= 3)
    a[k + 3] += k;
}

static double show (void)
{
  double all = 0;
  for (int i = 0; i < 200; i++)
    all += a[i] * (i % 17 + 1);
  return all;
}

int main (void)
{
  static const int sizes[] = { -3, 0, 1, 2, 5, 8, 13 };

  for (int i = 0; i < 200; i++)
    b[i] = i * 0.25;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      int n = sizes[k];
      printf ("%d %d %d\n", from (-2, n), from (n, 3), end (INT_MAX - 1));
      printf ("%d %d %d %d\n", least (n), least (INT_MIN), most (n, 6), most (9, n));
      printf ("%d %d %d %d\n", down (n < 0 ? 0 : n), down (-7), up (n), both (n));
      printf ("%d %d %d\n", inside (n), n < 0 ? 0 : near (n), flat (n, n));
      printf ("%d %d %d %ld\n", flat (n, -2), flat (-2, n), wide (n, n - 1), walk (n));
      printf ("%ld %d %g\n", rows (n < 0 ? 0 : n, n < 0 ? 1 : n, 2), steps (3), show ());
      hits ();
      printf ("%g\n", show ());
    }
  return 0;
}
