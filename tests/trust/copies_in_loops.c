/* memcpy and memset between kernels: they become loops, so that the arrays stay where they are. Sizes are said in all ways; what
 * has two types, or bytes that are no numbers, stays a call. FOUND: 10 REFUSED: nothing */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 200, M = 120 };

static float field[N][M], next[N][M];
static unsigned bits[N * M];
static int counts[N];

static void relax (int w, int h, double *restrict u, double *restrict v)
{
  for (int t = 0; t < 6; t++)
    {
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
          v[y * w + x] = 0.25 * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x]);
      memcpy (u, v, sizeof (double) * w * h);
    }
}

static void spread (void)
{
  for (int t = 0; t < 4; t++)
    {
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
          next[i][j] = 0.5f * field[i][j] + 0.125f * (field[i - 1][j] + field[i + 1][j] + field[i][j - 1] + field[i][j + 1]);
      memcpy (field, next, sizeof field);
    }
}

/* All bits set, all bits clear; one byte alone makes no number that could be written down. */
static void fill (int n)
{
  memset (bits, -1, n * sizeof *bits);
  for (int i = 0; i < n; i++)
    bits[i] ^= (unsigned) i * 2654435761u;
  memset (counts, 0, sizeof (int) * N);
  for (int i = 0; i < n; i++)
    if (bits[i] & 1)
      counts[i % N] += 1;
  memset (bits + n / 2, 3, 8);
}

/* The bits of floats: memory of another type. */
static void turn (int n, float *restrict a)
{
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.5f;
  memcpy (bits, a, n * sizeof (float));
  for (int i = 0; i < n; i++)
    bits[i] >>= 3;
}

int main (void)
{
  int w = 21, h = 19;
  double *u = malloc (sizeof (double) * w * h), *v = malloc (sizeof (double) * w * h), sum = 0;
  unsigned seen = 0;

  for (int i = 0; i < w * h; i++)
    u[i] = v[i] = i * 37 % 11;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      field[i][j] = next[i][j] = (i * 5 + j * 3) % 7;
  relax (w, h, u, v);
  spread ();
  fill (N * M);
  for (int i = 0; i < w * h; i++)
    sum = sum * 0.75 + u[i] - v[i];
  for (int i = 0; i < N * M; i++)
    seen = seen * 31 + bits[i];
  turn (N * M, &field[0][0]);
  for (int i = 0; i < N * M; i++)
    seen = seen * 31 + bits[i];
  for (int i = 0; i < N; i++)
    sum = sum * 0.75 + counts[i] + field[i][M / 2];
  printf ("%.17g %u\n", sum, seen);
  free (u);
  free (v);
  return 0;
}
