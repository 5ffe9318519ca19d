/* Elements that are not there when a loop does not run, last values, values under the same name. */
#include <stdio.h>

static double a[64], b[64], c[64], C[8][8];
static int x[64];
static double g;

// STEP: scalar-replace sums/k C
static void sums (int n, int far)
{
  for (int k = 0; k < n; k++)
    C[far][1] += a[k] * b[k];
}

// STEP: scalar-replace through/i p
static void through (int n, double *p)
{
  for (int i = 0; i < n; i++) {
    *p = *p * 0.5 + i;
    if (x[i] > 3)
      *p -= 1;
  }
}

// STEP: scalar-replace carried/i a
static void carried (int from, int n)
{
  for (int i = from; i < n; i++) {
    c[i] = a[i - 1];
    a[i] = b[i] * a[i - 1] + 1;
    b[i] += a[i - 1];
  }
}

// STEP: scalar-replace integers/i x
// STEP: scan integers/i x_value 4
static void integers (int from, int n)
{
  for (int i = from; i < n; i++)
    x[i] = 3 * x[i - 1] - i;
}

// STEP: scalar-replace back/i b
static void back (int n)
{
  for (int i = n - 2; i >= 0; i -= 2)
    b[i] = b[i + 2] + a[i];
}

// STEP: contract line/i w
// STEP: contract line/i#2 v
static double line (int n)
{
  double w[64], v[8][8], all = 0;
  for (int i = 0; i < n; i++) {
    w[i + 1] = a[i];
    b[i] = w[i + 1] * w[i + 1];
  }
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++)
      v[j][i] = C[i][j];
    for (int j = 0; j < 8; j++)
      all += v[7 - j][i] * j;
  }
  return all;
}

// STEP: scalar-expand last/i t
// STEP: privatize last/i#2 u
// STEP: array-expand last/i#3 h
// STEP: privatize last/i#4 h
static double last (int n)
{
  double t = 1, u = 2, h[2] = { 3, 4 };
  for (int i = 2; i < n; i++) {
    t = a[i];
    b[i] = t;
  }
  for (int i = n - 1; i >= 0; i--) {
    u = a[i] + t;
    c[i] = u;
  }
  for (int i = 0; i <= n; i++) {
    h[1] = a[i];
    h[0] = b[i];
    c[i] += h[0] - h[1];
  }
  t += h[0];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 2; k++)
      h[k] = a[i + k];
    c[i] += h[0] * h[1];
  }
  return t + u + h[0] - 2 * h[1];
}

// STEP: rename names/i t
static double names (int n)
{
  double t = 5;
  for (int i = 0; i < n; i++) {
    b[i] = t;
    t = a[i];
    if (t > 2)
      t = -t;
    c[i] = t;
    t = t + c[i + 1];
    c[i] += t;
    t = i;
  }
  return t;
}

// STEP: copy-array ahead/i a
static void ahead (int n)
{
  for (int i = 0; i < n; i++) {
    a[i] = a[i + 1] + b[i];
    c[i] = a[i + 1] + a[i];
  }
}

static void fill (int seed)
{
  for (int i = 0; i < 64; i++) {
    a[i] = (i * 7 + seed) % 23 - 11;
    b[i] = (i * 5 + seed) % 4 * 0.5;
    c[i] = -i;
    x[i] = (i * 3 + seed) % 7;
    C[i / 8][i % 8] = i;
  }
  g = seed;
}

static void show (const char *what, double value)
{
  double all = value + g;
  for (int i = 0; i < 64; i++)
    all = all * 0.75 + a[i] + 2 * b[i] + 3 * c[i] + x[i] + C[i / 8][i % 8];
  printf ("%s %.17g\n", what, all);
}

int main (void)
{
  static const int sizes[] = { -3, 0, 1, 2, 7, 8, 9, 15 };

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      int n = sizes[k];
      fill ((int) k);
      sums (n, n > 0 ? 3 : 1 << 20);
      show ("sums", 0);
      through (n, n > 0 ? &g : (double *) 0);
      show ("through", 0);
      carried (n > 0 ? 1 : 0, n);
      show ("carried", 0);
      integers (n > 0 ? 1 : 0, n);
      show ("integers", 0);
      back (n);
      show ("back", 0);
      show ("line", line (n));
      show ("last", last (n));
      show ("names", names (n));
      ahead (n);
      show ("ahead", 0);
    }
  return 0;
}
