/* Searches that find the same in strips: the same value to the last bit, the same of several places. */
#include <math.h>
#include <stdio.h>
#include <string.h>
enum { N = 64 };
static double a[N], A[8][8];
static int x[N], keep[N];
static float f[N];

// STEP: locate first/i m 4
static int first (int n, double m)
{
  int p = -1;
  for (int i = 0; i < n; i++)
    if (a[i] > m) {
      m = a[i];
      p = i;
    }
  return p * 100 + signbit (m);
}

// STEP: locate last/i p 4
static int last (int n, double m)
{
  int p = -1;
  for (int i = 0; i < n; i++)
    if (a[i] >= m) {
      p = i;
      m = a[i];
    }
  return p * 100 + signbit (m);
}

// STEP: locate least/i p 3
static int least (int n, double m)
{
  int p = -1;
  for (int i = 2; i <= n; i++)
    if (keep[i & 63] && m > fabs (a[i & 63]))
      m = fabs (a[i & 63]), p = i;
  return p * 100 + (m > 3);
}

// STEP: locate least_last/i m 3
static int least_last (int n)
{
  int m = 100, p = -1;
  for (int i = 0; i < n; i++)
    if (keep[i])
      if (m >= x[i]) {
        m = x[i];
        p = i;
      }
  return p * 100 + m;
}

// STEP: locate place/i p 5
static int place (int n)
{
  int p = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > a[p])
      p = i;
  return p;
}

// STEP: locate place_last/i p 5
static int place_last (int n, long p)
{
  for (int i = 1; i < n; i++)
    if (keep[i] && f[i] <= f[p])
      p = i;
  return (int) p;
}

/* The place is none before the first that counts, and none is looked at. */
// STEP: locate nowhere/i p 5
static int nowhere (int n)
{
  int p = n > 2 ? 0 : -1000000000;
  for (int i = 0; i < n; i++)
    if (keep[i] > 1 && a[i] > a[p])
      p = i;
  return p;
}

// STEP: locate square/i q 2
static int square (int n)
{
  int p = 0, q = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (A[i][j] > A[p][q]) {
        p = i;
        q = j;
      }
  return p * 10 + q;
}

// STEP: locate inside/i/j m 3
static int inside (int n)
{
  int p = 0, q = 0;
  double m = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (A[i][j] >= m) {
        p = i;
        m = A[i][j];
        q = j;
      }
  return p * 10 + q;
}

// STEP: locate ends/i p 4
static int ends (int n)
{
  int p = -1;
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      p = x[i] * 100 + i;
  return p;
}

// STEP: locate three/i s 7
static long three (int n)
{
  short s = -5;
  long sum = 0;
  unsigned char where = 77;
  for (int i = 0; i < n; i++) {
    signed char c = (signed char) (x[i] * 3);
    sum += c;
    if (c > s) {
      where = i;
      s = c;
    }
  }
  return sum * 10000 + where * 100 + s;
}

static void fill (int seed)
{
  for (int i = 0; i < N; i++) {
    x[i] = (i * 7 + seed) % 11 - 4;
    keep[i] = (i + seed) % 3;
    a[i] = seed % 5 == 0 ? NAN : (i * 5 + seed) % 7 == 2 ? NAN : x[i] == 0 ? (i & 1 ? -0.0 : 0.0) : x[i];
    if (seed % 5 == 1)
      a[i] = i & 1 ? -0.0 : 0.0;
    f[i] = (i + seed) % 9 == 1 ? NAN : (float) x[i];
    A[i / 8][i % 8] = a[(i * 13 + seed) % N];
  }
}

int main (void)
{
  static const int sizes[] = { -3, 0, 1, 2, 3, 4, 5, 8, 11, 31, 64 };
  static const double starts[] = { -1, 0.0, -0.0, 3, 100, 0 };

  for (int seed = 0; seed < 12; seed++)
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      int n = sizes[k], small = n > 8 ? 8 : n;
      double m = k == 5 ? NAN : starts[(k + (unsigned) seed) % 6];
      fill (seed);
      printf ("%d %d %d %d\n", first (n, m), last (n, m), least (n - 1, m + 9), least_last (n));
      printf ("%d %d %d %d %d\n", place (n), place_last (n, seed), nowhere (n > 2 ? n : 0), square (small),
              inside (small));
      printf ("%d %ld\n", ends (n), three (n));
    }
  return 0;
}
