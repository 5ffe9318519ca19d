/* Calls of functions with kernels in a loop, where something forbids that data stays on the device, or asks for more
 * than the callee shows by itself. */
#include "show.h"
#include <stdlib.h>
#define N 60

static double board[N], *shared;
static int stop_at = 4;

static void halve (int n, double *a)
{
  for (int i = 0; i < n; i++)
    a[i] = 0.5 * a[i] + 1.0;
}

static void add (int n, double *a, const double *b)
{
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

/* A condition that the caller does not see: what is not written has to come along. */
static void set_some (int n, double *a, int from)
{
  if (from >= n)
    return;
  for (int i = from; i < n; i++)
    a[i] = from + i;
}

/* Written in full, but not on every way. */
static void set_all (int n, double *a, int really)
{
  if (!really)
    return;
  for (int i = 0; i < n; i++)
    a[i] = 3.0 * i;
}

/* The host changes the first element behind the kernel's back. */
static void patch (int n, double *a)
{
  for (int i = 0; i < n; i++)
    a[i] *= 1.5;
  a[0] = n;
}

/* By another name: the caller's array is the global one. */
static void through_global (int n, double *a)
{
  for (int i = 0; i < n; i++)
    a[i] += 1.0;
  shared[1] = 7.0;
  for (int i = 0; i < n; i++)
    a[i] *= 2.0;
}

/* The same memory twice. */
static void shift (int n, double *a, double *b)
{
  for (int i = 0; i < n - 1; i++)
    a[i] = b[i + 1] + 1.0;
}

static double first (const double *a)
{
  return a[0];
}

/* The kernel's size is in the array. */
static void as_told (double *a, const int *size)
{
  for (int i = 0; i < size[0]; i++)
    a[i] += size[0];
}

/* A function that calls itself. */
static void again (int n, double *a, int depth)
{
  for (int i = 0; i < n; i++)
    a[i] += depth;
  if (depth > 0)
    again (n, a, depth - 1);
}

static void at_end (void)
{
  show ("board", board, N);
}

static void may_stop (int n, double *a, int t)
{
  for (int i = 0; i < n; i++)
    a[i] += 0.25;
  if (t == stop_at)
    {
      show ("a", a, n);
      exit (0);
    }
}

/* A size of its own. */
static void part (double *a)
{
  int m = N / 2;
  for (int i = 0; i < m; i++)
    a[i] -= 1.0;
}

static void rows (int n, int m, double a[n][m])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += i - j;
}

/* Nothing behind the pointer if there is nothing to do. */
static void maybe (int n, double *a, double *extra)
{
  for (int i = 0; i < n; i++)
    a[i] += 1.0;
  if (extra)
    for (int i = 0; i < n; i++)
      extra[i] = a[i];
}

int
main (void)
{
  double a[N], b[N], *heap = malloc (N * sizeof *heap);
  double grid[6][N];
  int size[1] = { 9 };
  void (*pointer) (int, double *) = halve;

  fill (a, N, 1);
  fill (b, N, 2);
  fill (heap, N, 3);
  fill (board, N, 4);
  fill (&grid[0][0], 6 * N, 5);

  for (int t = 0; t < 5; t++) /* the host reads and writes in between */
    {
      halve (N, a);
      a[t] = 100.0;
      add (N, a, b);
      if (t == 3)
        show ("a", a, N);
    }
  show ("a", a, N);
  for (int t = 0; t < 5; t++)
    {
      set_some (N, a, 10 * t);
      set_all (N, b, t == 7);
      set_all (N, heap, t > 2);
      set_some (N, heap, 20 * t);
    }
  show ("a", a, N);
  show ("b", b, N);
  show ("heap", heap, N);
  for (int t = 0; t < 3; t++)
    {
      patch (N, a);
      halve (N, a);
      shared = heap;
      through_global (N, heap);
      halve (N, heap);
    }
  show ("a", a, N);
  show ("heap", heap, N);
  for (int t = 0; t < 4; t++)
    {
      double *other = t % 2 ? a : b;
      shift (N, a, b);
      shift (N, a, a);
      shift (N, other, b);
      halve (N, other);
      halve (N / 2, heap + N / 2);
    }
  show ("a", a, N);
  show ("b", b, N);
  show ("heap", heap, N);
  for (int t = 0; t < 4; t++)
    {
      halve (N, a);
      double x = first (a);
      add (N, b, a);
      b[0] = x;
      as_told (a, size);
      if (t == 2)
        size[0]++;
      again (N, b, t);
      pointer (N, b);
      part (a);
      part (b);
    }
  show ("a", a, N);
  show ("b", b, N);
  for (int t = 0; t < 4; t++)
    {
      rows (6, N, grid);
      rows (3, 2 * N, (double (*)[2 * N]) grid);
      maybe (N, a, t == 2 ? heap : NULL);
      maybe (N, a, NULL);
    }
  show ("grid", &grid[0][0], 6 * N);
  show ("heap", heap, N);
  for (int t = 0; t < 3; t++)
    {
      for (int k = 0; k < t; k++)
        halve (N, b);
      if (t != 1)
        continue;
      add (N, b, a);
      break;
    }
  show ("b", b, N);
  atexit (at_end);
  for (int t = 0; t < 6; t++)
    {
      halve (N, board);
      may_stop (N, board, t);
    }
  free (heap);
}
