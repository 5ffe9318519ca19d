/* Buffers that change places in a time loop which calls its step, as many people write them: the calls of malloc are cast, the pointers are
 * declared before their size is known, and they change places once more behind the loop. Of sizes that are set twice the allocations are asked.
 * FOUND: 3. HANDED: 2. REFUSED: nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
step (float c, float *a, float *b, const int nx, const int ny)
{
  for (int i = 1; i < nx - 1; i++)
    for (int j = 1; j < ny - 1; j++)
      b[i + nx * j] = c * (a[i + 1 + nx * j] + a[i - 1 + nx * j] + a[i + nx * (j + 1)] + a[i + nx * (j - 1)]) - a[i + nx * j];
}

static void
show (const float *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + x[i];
  printf ("%.12g\n", sum);
}

static void
plate (int nx, int ny, int times)
{
  int size, t;
  float *now;
  float *next;

  size = nx * ny;
  now = (float *) malloc (sizeof (float) * size);
  next = (float *) malloc (sizeof (float) * size);
  for (int i = 0; i < size; i++)
    now[i] = i * 7 % 31;
  memcpy (next, now, sizeof (float) * size);
  for (t = 0; t < times; t++)
    {
      step (0.25f, now, next, nx, ny);
      float *temp = now;
      now = next;
      next = temp;
    }
  float *temp = now;
  now = next;
  next = temp;
  show (next, size);
  show (now, size);
  free (now);
  free (next);
}

/* The words of the size mean another number by then. */
static void
growing (int nx, int ny, int times)
{
  int size;
  float *now;
  float *next;

  size = nx * ny + 40;
  now = (float *) malloc (sizeof (float) * size);
  next = (float *) malloc (sizeof (float) * size);
  for (int i = 0; i < size; i++)
    now[i] = next[i] = i * 7 % 31;
  size = 3;
  for (int t = 0; t < times; t++)
    {
      step (0.5f, now, next, nx, ny);
      float *temp = now;
      now = next;
      next = temp;
    }
  show (next, nx * ny + size);
  free (now);
  free (next);
}

/* One of them may be the other one, or no memory of its own. */
static void
shared (int nx, int ny, int times, int is_one)
{
  float *now = (float *) malloc (sizeof (float) * nx * ny), *next = is_one ? now : (float *) malloc (sizeof (float) * nx * ny);

  for (int i = 0; i < nx * ny; i++)
    now[i] = next[i] = i * 7 % 31;
  for (int t = 0; t < times; t++)
    {
      step (0.5f, now, next, nx, ny);
      float *temp = now;
      now = next;
      next = temp;
    }
  show (next, nx * ny);
  if (!is_one)
    free (next);
  free (now);
}

int
main (void)
{
  for (int n = 3; n < 40; n += 12)
    {
      plate (n, n + 5, n % 4);
      growing (n, n + 1, n % 5);
      shared (n, n + 2, n % 3 + 1, n & 1);
      shared (n, n + 2, n % 3 + 1, 0);
    }
  return 0;
}
