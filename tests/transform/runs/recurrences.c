/* Sums near the ends of their types, loops that do not run, counters that go far. */
#include <limits.h>
#include <stdio.h>

static int x[64];
static short h[64];
static long y[64];
static double a[64], b[64];
static int C[4][4];

// STEP: reduction sum/i s
static int sum (int n, int s)
{
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// STEP: reduction down/i s 4 tree
static int down (int n, int m, int s)
{
  for (int i = n; i > m; i -= 3) {
    s = x[i] + s;
    if (x[i] > 3)
      s--;
  }
  return s;
}

// STEP: reduction product/i p 2
static short product (int n)
{
  short p = 1;
  for (int i = 0; i < n; i++)
    p *= h[i];
  return p;
}

// STEP: reduction mixed/i s
static int mixed (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += y[i];
  return s;
}

// STEP: reduction least/i m tree
static int least (int n, int m)
{
  for (int i = 1; i < n; i++)
    m = x[i] < m ? x[i] : m;
  return m;
}

// STEP: reduction bits/i m
static int bits (int n, int m)
{
  for (int i = 0; i < n; i++)
    m ^= x[i];
  return m;
}

// STEP: reduction element/i/j/k C
static void element (int n)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += x[i + k] * x[j + k];
}

// STEP: reduction nowhere/k C 4
static void nowhere (int n, int far)
{
  for (int k = 0; k < n; k++)
    C[far][0] += x[k];
}

// STEP: induction far/i k
static int far (int n, int k)
{
  for (int i = 0; i < n; i++) {
    if (k > 0)
      x[i & 63] = k;
    k += 500000000;
  }
  return k;
}

// STEP: induction nest/i/j k
// STEP: induction nest/i k
static int nest (int n, int m, int k)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      y[k++] = i * j;
    k += 2;
  }
  return k;
}

// STEP: induction back/i k
static unsigned back (int from, int to, unsigned k)
{
  for (int i = from; i <= to; i++) {
    k -= 7;
    y[i & 63] = k;
  }
  return k;
}

// STEP: induction early/i k
static int early (int from, int to)
{
  int k = 0;
  for (int i = from; i < to; i++) {
    y[k] = i;
    k += 3;
    y[k] -= i;
  }
  return k;
}

// STEP: wrap-around around/i w
static int around (int n, int w)
{
  for (int i = 1; i < n; i++) {
    b[i] = a[w] + i;
    w = i * 1.5;
  }
  return w;
}

// STEP: scan prefix/i s 4
static int prefix (int n, int s)
{
  for (int i = 0; i < n; i++) {
    s -= x[i];
    y[i] = s;
  }
  return s;
}

// STEP: scan linear/i s 3
static int linear (int n)
{
  int s = 1;
  for (int i = 2; i <= n; i++) {
    y[i] = s;
    s = (i & 1 ? -2 : 3) * s - x[i] * 2;
  }
  return s;
}

static void fill (int seed)
{
  for (int i = 0; i < 64; i++) {
    x[i] = (i * 7 + seed) % 23 - 11;
    h[i] = (i + seed) % 3 - 1;
    y[i] = x[i] * (1L << 40) + i;
    a[i] = i * 0.5;
    b[i] = -i;
  }
}

static void show (void)
{
  long all = 0;
  double real = 0;
  for (int i = 0; i < 64; i++) {
    all = all * 3 % 1000003 + x[i] + y[i] % 1009 + C[i / 16][i % 4];
    real += a[i] * i + b[i];
  }
  printf ("%ld %g\n", all, real);
}

int main (void)
{
  static const int sizes[] = { -3, 0, 1, 2, 7, 8, 9, 31 };

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      int n = sizes[k];
      fill ((int) k);
      printf ("%d %d %d %d\n", sum (n, 5), down (n, -1, 0), product (n), mixed (n));
      printf ("%d %d\n", least (n, 4), bits (n, 77));
      element (n);
      nowhere (n, n > 0 ? 1 : INT_MAX);
      show ();
      printf ("%d %u %d\n", nest (n > 5 ? 5 : n, n > 7 ? 6 : n > 5 ? 5 : n, 3), back (-n, n, 9u),
              early (-n, n > 8 ? -20 : n));
      show ();
      printf ("%d %d\n", around (n, 3), prefix (n, 2));
      show ();
      fill ((int) k);
      printf ("%d\n", linear (n > 20 ? 14 : n));
      show ();
      /* Ends that fit, though the way there in another order would not. */
      x[0] = INT_MAX - 100;
      x[1] = -(INT_MAX - 50);
      x[2] = INT_MAX - 60;
      x[3] = -2000000000;
      printf ("%d %d\n", n < 5 ? sum (n, 17) : 0, n < 5 ? prefix (n, 17) : 0);
      printf ("%d\n", n < 9 ? far (n, -2000000000) : 0);
      for (int i = 0; i < 16; i++)
        x[i] = i % 2 ? -2000000000 : 2000000000;
      printf ("%d\n", sum (n < 16 ? n : 16, 17));
      show ();
    }
  return 0;
}
