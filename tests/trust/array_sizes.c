/* In kernels, in functions that they call and in helpers of the fallback an array is a pointer: what asks for
 * the array's type must be told what it was. */
#include <stddef.h>
#include <stdio.h>

#define LENGTH(a) ((int) (sizeof (a) / sizeof *(a)))
#define KIND(a) _Generic (&(a), double (*)[512]: 1, double **: 2, short (*)[100]: 3, default: 4)

double x[512], b[4000], z[4000];
double grid[60][70];
short flags[100];
static const char weights[7] = { 1, 2, 3, 4, 5, 6, 7 };
struct cell { double at[9]; char tag; } cells[50];

static double weight (int i)
{
  return weights[i % (int) sizeof weights] + sizeof weights;
}

static void bounds (void)
{
  for (int i = 0; i < LENGTH (x); i++)
    x[i] = i * 0.25 - 7;
  for (int i = sizeof x / 1024; i < LENGTH (b); i++)
    b[i] = x[i % LENGTH (x)] * LENGTH (x) + sizeof (grid) + sizeof grid[i % 60] + sizeof (grid[0][0]);
  for (int i = LENGTH (flags) - 1; i >= 0; i -= 3)
    flags[i] = i + sizeof flags + KIND (flags);
}

static void kinds (void)
{
  for (int i = 0; i < 4000; i++)
    {
      __typeof__ (x[0]) t = b[i];
      __typeof__ (flags) own;
      own[i % 100] = 3;
      z[i] = t + KIND (x) + 10 * KIND (z) + 100 * KIND (flags) + own[i % 100] + sizeof own + sizeof (own)
             + _Alignof (flags) + __alignof__ (weights) + sizeof (__typeof__ (grid))
             + __builtin_types_compatible_p (__typeof__ (x), double[512]) + sizeof &x + sizeof (x + 0);
    }
}

static void calls (void)
{
  for (int i = 0; i < 4000; i++)
    z[i] += weight (i) + offsetof (struct cell, tag);
  for (int i = 0; i < 50; i++)
    cells[i].at[i % 9] = sizeof cells + sizeof cells[i].at + sizeof (struct cell) + sizeof cells[0].tag;
}

/* The nest is one that the fallback puts into a function. */
static void eliminate (int n)
{
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      {
        grid[i][k] /= grid[k][k] + sizeof grid;
        for (int j = k + 1; j < n; j++)
          grid[i][j] -= grid[i][k] * grid[k][j] + sizeof x / sizeof *x - LENGTH (grid);
      }
}

static double varying (int n, int m, double a[n][m], double r[])
{
  double v[n + 1], w[n][m];

  for (int i = 0; i < LENGTH (v); i++)
    v[i] = i + sizeof v;
  for (int i = 1; i < LENGTH (v); i++)
    v[i] += sizeof v / i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
        w[i][j] = sizeof w + sizeof w[i] + sizeof w[i][j] + sizeof a + sizeof *a + sizeof a[i] / sizeof a[0][0];
        a[i][j] = r[j] + sizeof r + v[i] + sizeof (double[n]) + w[i][j];
      }
  n = 3;
  for (int i = 0; i < 20; i++)
    a[i][0] += sizeof w + LENGTH (v);
  return v[7] + w[3][4];
}

static double sum (int n)
{
  double s = 0;

  for (int i = 0; i < n; i++)
    s += z[i] / sizeof z + (double) sizeof (z[i]);
  return s;
}

int main (void)
{
  double total = 0;

  bounds ();
  kinds ();
  calls ();
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 70; j++)
      grid[i][j] = (i * 3 + j * 7) % 11 + 1;
  eliminate (60);
  printf ("%.12g\n", varying (60, 70, grid, x));
  for (int i = 0; i < 60; i++)
    total += grid[i][i] + flags[i] + cells[i % 50].at[i % 9];
  printf ("%.12g %.12g %.12g %.12g\n", total, sum (4000), b[100], z[17]);
  return 0;
}
