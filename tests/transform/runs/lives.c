/* Arrays that become several. */
#include <stdio.h>
enum { N = 40 };
static int a[N + 2], b[N + 2], c[N + 2], d[N + 2], e[N + 2], A[8][N], g[N + 2];

// STEP: rename stretches w
static int stretches (int n)
{
  int w[N];
  for (int i = 0; i < n; i++)
    w[i] = a[i] + 1;
  for (int i = 0; i < n; i++)
    b[i] = w[n - 1 - i];
  for (int i = 0; i < n; i++)
    w[i] = b[i] * 3;
  for (int i = 1; i < n; i++)
    w[i] += w[i - 1] & 255;
  for (int i = 0; i < n; i++)
    c[i] = w[n - 1 - i];
  return n > 0 ? w[n - 1] : 0;
}

// STEP: rename next/i w
static void next (int n)
{
  int w[N + 1];
  for (int i = 0; i < n; i++) {
    w[i] = b[i];
    c[i] = w[i] + 1;
    w[i + 1] = d[i];
    e[i] = w[i + 1] * 2;
  }
}

// STEP: rename kept/i g
static void kept (int n)
{
  for (int i = 1; i < n; i++) {
    g[i] = b[i];
    c[i] = g[i] - 1;
    g[i] = d[i];
    e[i] = g[i] * g[i - 1] % 1000;
  }
}

// STEP: rename around/t w
static void around (int n)
{
  int w[8] = { 1, 2, 3 };
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 8; i++)
      b[i] += w[i];
    for (int i = 0; i < 8; i++)
      w[i] = A[i][t];
    for (int i = 0; i < 8; i++)
      c[i] += w[7 - i];
    for (int i = 0; i < 8; i++)
      w[i] = c[i] & 63;
  }
}

// STEP: rename back/i w
static int back (int n)
{
  int w[N + 3];
  for (int i = n; i > 0; i--) {
    w[i] = a[i];
    w[i + 1] = w[i] + b[i];
    d[i] = w[i + 1];
    w[i + 2] = c[i];
    e[i] = w[i + 2] - 4;
  }
  return n;
}

// STEP: rename choice w
static int choice (int n)
{
  int w[4], u = 0;
  w[0] = a[1];
  w[1] = b[2];
  u = w[0] * 3 + w[1];
  w[0] = c[3];
  if (n > 3)
    w[0] = 2;
  else
    w[1] = 7;
  return (u & 1023) * 5 + w[0] + w[1];
}

static void show (void)
{
  long all = 0;
  for (int i = 0; i < N; i++)
    all = all * 3 % 1000003 + a[i] + 2 * b[i] + 3 * c[i] + 5 * d[i] + 7 * e[i] + 11 * g[i];
  printf ("%ld\n", all);
}

int main (void)
{
  static const int sizes[] = { 0, 1, 2, 3, 7, 8, 30 };

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    for (int i = 0; i < N + 2; i++) {
      a[i] = (i * 7 + n) % 23;
      b[i] = (i * 5 + n) % 19;
      c[i] = i % 5;
      d[i] = i % 7;
      g[i] = 1;
    }
    for (int i = 0; i < 8 * N; i++)
      A[i / N][i % N] = i % 11;
    printf ("%d\n", stretches (n));
    show ();
    next (n);
    show ();
    kept (n);
    show ();
    around (n);
    show ();
    printf ("%d %d\n", back (n), choice (n));
    show ();
  }
  return 0;
}
