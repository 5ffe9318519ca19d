/* What fits is put together, in strips. */
#include <math.h>
#include <stdio.h>
enum { N = 64 };
static double a[N], b[2 * N], c[N], A[8][8];
static int x[N], y[2 * N], z[N];
static unsigned u[N];

// STEP: pack fits/i k 4
static int fits (int n, int k)
{
  for (int i = 0; i < n; i++)
    if (a[i] > 2)
      b[k++] = a[i];
  return k;
}

// STEP: pack both/i k l 3
static int both (int n)
{
  int k = 0;
  unsigned l = 1;
  for (int i = 1; i <= n; i++)
    if (x[i & 63] > 2)
      b[k++] = x[i & 63];
    else {
      y[l] = i;
      if (x[i & 63] < 0)
        ++l;
      l = 1 + l;
    }
  return k * 100 + (int) l;
}

// STEP: pack spread/i k 5
static void spread (int n)
{
  long k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] & 1) {
      c[i] = a[k];
      k++;
    } else
      c[i] = k;
}

// STEP: pack values/i k 4
static int values (int n)
{
  int k = 2;
  for (int i = 0; i < n; i++) {
    int t = x[i] * 3, v;
    if (t > 7)
      v = t - x[i];
    else
      v = i % 5;
    for (int j = 0; j < (v & 3); j++)
      if ((t + j) % 3 == 0)
        y[k++] = v;
    v += 2;
    z[i] = k;
    if (v > 9)
      k += 2;
  }
  return k;
}

// STEP: pack sparse/i k 2
static void sparse (int n)
{
  int k = 0;
  for (int i = 0; i < n; i++) {
    z[i] = k;
    for (int j = 0; j < n; j++)
      if (A[i][j] > 1) {
        b[k] = A[i][j];
        y[k] = j;
        k++;
      }
  }
  z[n > 0 ? n : 0] = k;
}

/* Around the end of what it holds. */
// STEP: pack around/i k 4
static unsigned around (int n)
{
  unsigned k = 4294967290u;
  for (int i = 0; i < n; i++) {
    u[i] = k;
    if (x[i] > 0)
      k += 3;
  }
  return k;
}

static void show (void)
{
  long all = 0;
  double real = 0;
  for (int i = 0; i < N; i++) {
    all = all * 3 % 1000003 + x[i] + 2 * z[i] + u[i] % 1009;
    real += a[i] == a[i] ? a[i] * i + c[i] : 1;
  }
  for (int i = 0; i < 2 * N; i++) {
    all = all * 3 % 1000003 + y[i];
    real += b[i] * i;
  }
  printf ("%ld %g\n", all, real);
}

int main (void)
{
  static const int sizes[] = { -3, 0, 1, 2, 3, 4, 5, 8, 11, 31, 63 };

  for (int seed = 0; seed < 6; seed++)
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      int n = sizes[k];
      for (int i = 0; i < N; i++) {
        x[i] = (i * 7 + seed) % 11 - 4;
        z[i] = (i * 5 + seed) % 13;
        a[i] = seed == 3 ? 9 : seed == 4 ? 0 : (i + seed) % 7 == 3 ? NAN : x[i];
        A[i / 8][i % 8] = a[i] == a[i] ? a[i] : 0;
        b[i] = b[i + N] = c[i] = -1;
        y[i] = y[i + N] = u[i] = 7;
      }
      printf ("%d %d\n", fits (n, seed), both (n));
      show ();
      spread (n);
      printf ("%d\n", values (n));
      show ();
      sparse (n > 8 ? 8 : n);
      printf ("%u\n", around (n));
      show ();
    }
  return 0;
}
