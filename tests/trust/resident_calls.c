/* Functions called in a time loop keep their arrays on the device: parameters in any order, buffers that change
 * places between the calls, a callee that is also called from elsewhere, two levels, globals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define W 40
#define H 30
static double field[H][W], flux[H][W];
double heat[W];

static void spread (int n, double *next, const double *now)
{
  for (int i = 1; i < n - 1; i++)
    next[i] = now[i] + 0.25 * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
  next[0] = now[0];
  next[n - 1] = now[n - 1];
}

/* Only kernels touch them. */
void collide (int n, double *a, const double *b)
{
  for (int i = 1; i < n - 1; i++)
    a[i] = 0.5 * (b[i - 1] + b[i + 1]);
}

void stream (int n, double *b, const double *a)
{
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}

/* Two levels. */
static void advance (int n, double *p, double *q)
{
  collide (n, p, q);
  stream (n, q, p);
}

/* A condition around the kernel: perhaps nothing is written. */
static void damp (int n, double *a, int every, int t)
{
  if (t % every == 0)
    for (int i = 0; i < n; i++)
      a[i] *= 0.5;
}

/* What is reduced comes back. */
static double distance (int n, const double *a, const double *b)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/* Arrays outside of functions. */
static void flow (void)
{
  for (int i = 1; i < H - 1; i++)
    for (int j = 1; j < W - 1; j++)
      flux[i][j] = field[i - 1][j] + field[i + 1][j] - 2 * field[i][j];
}

static void apply (double c)
{
  for (int i = 1; i < H - 1; i++)
    for (int j = 1; j < W - 1; j++)
      field[i][j] += c * flux[i][j];
}

/* The host looks at one of its arrays. */
static void mark (int n, double *a, double *b)
{
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 1.0;
  b[0] = a[n - 1];
}

/* A kernel reads one of them by a function of its own; a copy of the whole stands between the calls' kernels. */
static double around (int i, int j)
{
  return field[(i + H) % H][j] + field[i][(j + W) % W];
}

static void turn (void)
{
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      flux[i][j] = 0.25 * around (i, (j + 1) % W);
  memcpy (field, flux, sizeof field);
}

static void fill (int n, double *a, double c)
{
  for (int i = 0; i < n; i++)
    a[i] = c * i;
}

int main (void)
{
  int n = 200;
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  double own[W], other[W];

  for (int i = 0; i < n; i++)
    a[i] = b[i] = i % 10;
  for (int t = 0; t < 20; t++)
    {
      collide (n, a, b);
      stream (n, b, a);
    }
  printf ("%g\n", b[n / 2]);

  for (int t = 0; t < 10; t++)
    {
      advance (n, a, b);
      damp (n, a, 3, t);
    }
  printf ("%g %g\n", a[7], b[n / 2]);

  for (int t = 0; t < 10; t++)
    {
      spread (n, a, b);
      double *k = a;
      a = b;
      b = k;
    }
  printf ("%g %g\n", a[5], b[5]);

  double d = 1;
  int steps = 0;
  while (d > 1e-3 && steps < 30)
    {
      collide (n, a, b);
      d = distance (n, a, b);
      stream (n, b, a);
      steps++;
    }
  printf ("%d %g\n", steps, d);

  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      field[i][j] = (i * j) % 7;
  for (int t = 0; t < 8; t++)
    {
      flow ();
      apply (0.1);
    }
  printf ("%g %g\n", field[3][4], flux[5][6]);
  for (int t = 0; t < 7; t++)
    turn ();
  printf ("%g %g\n", field[3][4], flux[5][6]);

  fill (W, own, 0.5);
  fill (W, other, 0.25);
  for (int t = 0; t < 6; t++)
    {
      mark (W, own, other);
      collide (W, other, own);
      collide (W, own, own);
    }
  printf ("%g %g\n", own[3], other[4]);
  free (a);
  free (b);
  return 0;
}
