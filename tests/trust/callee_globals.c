/* KERNELS: 6. Functions that loops call read what is declared outside of functions: tables, constants,
 * records, over one another; and some that must not be done so. */
#include "show.h"
#include <math.h>

#define TAPS 5
enum { WIDTH = 7 };

static const double tap[TAPS] = { 0.1, 0.2, 0.4, 0.2, 0.1 };
static double scale = 1.5, table[3][WIDTH];
struct settings { double gain, offset; int shift; };
static struct settings settings = { 2.0, 0.25, 3 };
static int calls;
static double *moving;

static double
filter (const double *x, int i)
{
  double s = 0;

  for (int k = 0; k < TAPS; k++)
    s += tap[k] * x[i + k];
  return s * scale;
}

static double
adjust (double v)
{
  return v * settings.gain + settings.offset;
}

static double
both (const double *x, int i)
{
  return adjust (filter (x, i + settings.shift)) + scale;
}

static double
look_up (int i)
{
  return table[i % 3][(i + 1) % WIDTH];
}

static double
constant (void)
{
  return settings.offset;
}

static double
counted (double v)
{
  calls++;
  return v;
}

static double
behind (int i)
{
  return moving[i];
}

static int
whole (void)
{
  return (int) (sizeof tap / sizeof tap[0]);
}

static double
next_scale (int i)
{
  return scale + i;
}

int
main (void)
{
  static double x[200], y[200], z[200];

  fill (x, 200, 1);
  fill (&table[0][0], 3 * WIDTH, 2);
#pragma target
  for (int i = 0; i < 150; i++)
    y[i] = filter (x, i);
  show ("y", y, 200);
  scale = 0.5;
  settings.gain = 3;
#pragma target
  for (int i = 0; i < 150; i++)
    y[i] = both (x, i) + constant ();
  show ("y", y, 200);
#pragma target
  for (int i = 0; i < 200; i++)
    z[i] = look_up (i);
#pragma target
  for (int i = 0; i < WIDTH; i++)
    table[1][i] += 1;
#pragma target
  for (int i = 0; i < 200; i++)
    z[i] += look_up (i + 5);
  show ("z", z, 200);
#pragma target
  for (int i = 0; i < 200; i++)
    z[i] = counted (x[i]);
  printf ("%d\n", calls);
  moving = x + 3;
#pragma target
  for (int i = 0; i < 190; i++)
    z[i] += behind (i);
#pragma target
  for (int i = 0; i < 190; i++)
    z[i] += whole ();
  for (int t = 0; t < 4; t++)
    {
#pragma target
      for (int i = 0; i < 200; i++)
        z[i] = z[i] * 0.5 + next_scale (t);
      scale += 1;
    }
  show ("z", z, 200);
  return 0;
}
