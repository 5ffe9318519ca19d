/* Subscripts, bounds and conditions that functions work out: what they stand for is read, and the calls stay in the
 * program. Their neighbours only look like them. FOUND: 5 */
#include "show.h"
#include <stdlib.h>

static int width = 40, rows_done;
static double a[40 * 30], b[40 * 30], c[256];

static inline int at (int y, int x) { return y * width + x; }
static inline int clamped (int v, int low, int high)
{
  if (v < low)
    v = low;
  return v > high ? high : v;
}
static inline int inside (int y, int x, int h) { return y > 0 && y < h - 1 && x > 0 && x < width - 1; }
static int half (int n) { int r = n; r = r / 2; return r; }
static unsigned char low_byte (int v) { return v; }
static short shortened (short v) { return v; }
static int counted (int v) { rows_done++; return v; }
static int steps (int n) { int k = 0; while (n > 1) { n = n / 2; k++; } return k; }
static int again (int n) { return n < 2 ? n : again (n - 1) + again (n - 2); }

static void copy (int h)
{
  for (int y = 0; y < h; y++)
    for (int x = 0; x < width; x++)
      b[at (y, x)] = a[at (y, x)] * 2;
}

static void blur (int h)
{
  for (int y = 0; y < h; y++)
    for (int x = 0; x < width; x++)
      {
        double s = 0;
        for (int d = -1; d <= 1; d++)
          s += a[at (y, clamped (x + d, 0, width - 1))];
        b[at (y, x)] = s / 3;
      }
}

static void interior (int h)
{
  for (int y = 0; y < h; y++)
    for (int x = 0; x < width; x++)
      if (inside (y, x, h))
        b[at (y, x)] = a[at (y - 1, x)] + a[at (y + 1, x)] + a[at (y, x - 1)] + a[at (y, x + 1)];
}

static void halves (int n)
{
  for (int i = 0; i < half (n); i++)
    c[i] = c[i + half (n)] + 1;
}

/* width is another one here. */
static void shadowed (int width)
{
  for (int y = 1; y < 20; y++)
    for (int x = 0; x < width; x++)
      b[at (y, x)] = b[at (y - 1, x)] + 1;
}

/* Bytes come round again. */
static void rounds (int n)
{
  for (int i = 0; i < n; i++)
    c[low_byte (i)] = i + c[low_byte (i + 1)];
}

static void shorts (int n)
{
  for (int i = 0; i < n; i++)
    c[shortened (i * 300) & 255] = i;
}

static void effects (int n)
{
  for (int i = 0; i < n; i++)
    c[counted (i)] = rows_done;
}

static void changed (int h)
{
  for (int y = 0; y < h; y++)
    {
      for (int x = 0; x < 20; x++)
        b[at (y, x)] = x + 1;
      width = width == 40 ? 20 : 40;
    }
}

static void powers (int n)
{
  for (int i = 0; i < n; i++)
    c[steps (i)] += again (i % 9);
}

int main (void)
{
  for (int i = 0; i < 40 * 30; i++)
    a[i] = i % 17;
  copy (30);
  show ("copy", b, 1200);
  blur (30);
  show ("blur", b, 1200);
  interior (30);
  show ("interior", b, 1200);
  halves (200);
  shadowed (30);
  show ("shadowed", b, 1200);
  rounds (200);
  show ("rounds few", c, 256);
  rounds (700);
  show ("rounds", c, 256);
  shorts (100);
  show ("shorts few", c, 256);
  shorts (1000);
  show ("shorts", c, 256);
  effects (200);
  show ("effects", c, 256);
  changed (30);
  width = 40;
  show ("changed", b, 1200);
  powers (250);
  show ("powers", c, 256);
  return 0;
}
