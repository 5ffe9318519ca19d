/* A step of a struct's buffers calls a function of two loops that work on two of them, with tests of its own: that the two do not
 * overlap, and that there are rows. Both stay on the device where its loops' conditions hold. Where a line has no elements its host
 * code sets what lies before a buffer, which is the other one's last element. FOUND: 4. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

typedef struct { int w, h; double rate; double *level, *u, *v; } Basin;

static void
walls (double *u, double *v, int w, int h)
{
  for (int y = 0; y < h; y++)
    {
      u[y * w] = 0;
      u[y * w + w - 1] = 2 * y;
    }
  for (int x = 0; x < w; x++)
    {
      v[x] = 1;
      v[(h - 1) * w + x] = x;
    }
}

static void
velocities (Basin *b)
{
  int w = b->w, h = b->h;
  double c = b->rate;

  for (int y = 0; y < h - 1; y++)
    for (int x = 0; x < w - 1; x++)
      {
        int i = y * w + x;
        b->u[i] -= c * (b->level[i + 1] - b->level[i]);
        b->v[i] -= c * (b->level[i + w] - b->level[i]);
      }
  walls (b->u, b->v, w, h);
}

static void
levels (Basin *b)
{
  int w = b->w, h = b->h;

  for (int y = 1; y < h; y++)
    for (int x = 1; x < w; x++)
      {
        int i = y * w + x;
        b->level[i] = b->level[i] - b->rate * (b->u[i] - b->u[i - 1] + b->v[i] - b->v[i - w]);
      }
}

static void
advance (Basin *b, int steps)
{
  for (int s = 0; s < steps; s++)
    {
      velocities (b);
      levels (b);
    }
}

/* The lines become more with each step: sizes from before the loop would be too small. */
static void
rise (Basin *b, double *u, double *v, int w, int steps)
{
  for (int s = 0; s < steps; s++)
    {
      int h = b->h;
      walls (u, v, w, h);
      b->h += 1;
    }
}

int
main (void)
{
  static double memory[400];

  for (int w = 0; w < 9; w++)
    for (int h = 0; h < 7; h += 2)
      for (int apart = 0; apart < 2; apart++)
        {
          int n = w * h + 8;
          Basin b = { w, h, 0.125, memory + 8, memory + 8 + n, memory + 8 + n + (apart ? n : n / 2) };
          for (int i = 0; i < 400; i++)
            memory[i] = noise (i + w);
          advance (&b, 3);
          b.h = h / 2;
          rise (&b, b.u, b.v, w, h - h / 2);
          show ("memory", memory, 400);
        }
}
