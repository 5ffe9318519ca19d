/* Constants that functions declare for themselves, under names that mean something else outside: kernels are told the
 * numbers. FOUND: 14 REFUSED: nothing */
#include <stdio.h>
#include <stdlib.h>

enum { N = 160, K = 3, L = 5, WIDE = 50, LOW = 1, HIGH = 2 };

static double given[N * N];
static float field[80 * 90];

#define AT(i, j) b[(i) * N + (j)]
#define M (N + 2000)

static void outside (void)
{
  for (int i = 0; i < N * N; i++)
    given[i] = i * .5 + K;
}

/* N hides the file's, in macros, too. */
static double hidden (double *b, int n)
{
  enum { N = 80, L = 7 };
  double c[M], v[n * N], s = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      AT (i, j) = i * L + j;
  for (int i = 0; i < M; i++)
    c[i] = i + N;
  for (int i = 0; i < n * N; i++)
    v[i] = b[i % N] + K;
  for (int i = 0; i < M; i++)
    s += c[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      s += v[i * N + j];
  return s;
}

/* Two functions, one name: only one of them can be declared in front. */
static void first (void)
{
  enum { SIZE = 80 };

  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < 90; j++)
      field[i * 90 + j] = i * .5f + j;
}

static void second (void)
{
  enum { SIZE = 90 };

  for (int i = 0; i < 80; i++)
    for (int j = 0; j < SIZE; j++)
      field[i * SIZE + j] += SIZE;
}

/* One function, two blocks. */
static double blocks (void)
{
  double s = 0;
  {
    enum { WIDE = 100 };
    static float a[WIDE][WIDE];
    for (int i = 0; i < WIDE; i++)
      for (int j = 0; j < WIDE; j++)
        a[i][j] = i + j;
    for (int i = 0; i < WIDE; i++)
      s += a[i][i];
  }
  {
    enum { WIDE = 200 };
    float *a = malloc (WIDE * WIDE * sizeof *a);
    for (int i = 0; i < WIDE; i++)
      for (int j = 0; j < WIDE; j++)
        a[i * WIDE + j] = i - j;
    for (int i = 0; i < WIDE; i++)
      s += a[i * WIDE + i / 2] * WIDE;
    free (a);
  }
  return s;
}

/* Beside a type that no name is given to, which keeps the function's types where they are. */
static int modes (const int *x, int n)
{
  enum mode { LOW = -7, HIGH = 9 };
  union { int number; float real; } same;
  int c = 0, factor;

  same.number = 3;
  factor = same.number;
  for (int i = 0; i < n; i++)
    switch (x[i] % 3)
      {
      case HIGH - 8: c += HIGH; break;
      default: c += LOW * factor;
      }
  return c;
}

int main (void)
{
  double *b = calloc (40000, sizeof *b), s = 0, t = 0;
  static int x[10000];

  for (int i = 0; i < 10000; i++)
    x[i] = i % 11;
  outside ();
  first ();
  second ();
  for (int i = 0; i < N * N; i++)
    s += given[i];
  for (int i = 0; i < 80 * 90; i++)
    t += field[i];
  printf ("%.17g %.17g\n", s, t);
  printf ("%.17g %.17g %d\n", hidden (b, 50), blocks (), modes (x, 10000));
  for (int i = 0; i < 6400; i++)
    s += b[i];
  printf ("%.17g\n", s);
  free (b);
  return 0;
}
