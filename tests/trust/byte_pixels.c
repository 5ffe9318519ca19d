/* Pixels of one byte that functions with conditions return, and cells that are true or false: no pointer is made of them, and the loops over
 * the picture are parallel. Functions that are given what a caller has looked into get its members. FOUND: 6 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { int w, h; unsigned char *px; } Image;
typedef struct { int rows, cols; bool *cells; } World;

static Image *
image_new (int w, int h)
{
  Image *im = malloc (sizeof (Image));

  im->w = w;
  im->h = h;
  im->px = malloc (w * h);
  return im;
}

static unsigned char
pixel (const Image *im, int x, int y)
{
  if (x < 0)
    x = 0;
  if (y < 0)
    y = 0;
  if (x >= im->w)
    x = im->w - 1;
  if (y >= im->h)
    y = im->h - 1;
  return im->px[y * im->w + x];
}

static void
blur (const Image *in, Image *out)
{
  for (int y = 0; y < in->h; y++)
    for (int x = 0; x < in->w; x++)
      {
        int s = 0;
        for (int j = -1; j <= 1; j++)
          for (int i = -1; i <= 1; i++)
            s += pixel (in, x + i, y + j);
        out->px[y * out->w + x] = s / 9;
      }
}

static bool
alive (const World *w, int r, int c)
{
  r = (r + w->rows) % w->rows;
  c = (c + w->cols) % w->cols;
  return w->cells[r * w->cols + c];
}

static int
neighbours (const World *w, int r, int c)
{
  int n = 0;

  for (int dr = -1; dr <= 1; dr++)
    for (int dc = -1; dc <= 1; dc++)
      if (dr || dc)
        n += alive (w, r + dr, c + dc);
  return n;
}

static void
step (const World *from, World *to)
{
  for (int r = 0; r < from->rows; r++)
    for (int c = 0; c < from->cols; c++)
      {
        int n = neighbours (from, r, c);
        to->cells[r * to->cols + c] = n == 3 || (n == 2 && alive (from, r, c));
      }
}

int
main (void)
{
  Image *a = image_new (61, 47), *b = image_new (61, 47);
  World one = { 31, 53, malloc (31 * 53) }, other = { 31, 53, malloc (31 * 53) };
  long sum = 0;

  for (int i = 0; i < 61 * 47; i++)
    a->px[i] = i * 7 % 251;
  for (int i = 0; i < 31 * 53; i++)
    one.cells[i] = i * 7919 % 13 < 4;
  for (int t = 0; t < 4; t++)
    {
      blur (a, b);
      blur (b, a);
      step (&one, &other);
      step (&other, &one);
    }
  for (int i = 0; i < 61 * 47; i++)
    sum += a->px[i] * (i % 5);
  for (int i = 0; i < 31 * 53; i++)
    sum += one.cells[i] ? i : 0;
  printf ("%ld\n", sum);
}
