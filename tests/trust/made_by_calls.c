/* Passes over images that one function allocates: the pixels of two images are distinct, so data stays on the device over
 * the time loop; where images share their pixels, which a cache, a view or a copy of the struct makes them do, the passes
 * do what they say in the order that they say it in. REFUSED: nothing. FOUND: 8. GONE: blur_columns. */
#include "show.h"
#include <stdlib.h>
#define W 24
#define H 17

typedef struct { int w, h; double *pix; } image;
static const double weights[5] = { 0.0625, 0.25, 0.375, 0.25, 0.0625 };
static double *last;

static image *
image_new (int w, int h)
{
  image *m = malloc (sizeof *m);

  if (m == NULL)
    exit (1);
  m->w = w;
  m->h = h;
  m->pix = malloc (w * h * sizeof *m->pix);
  if (m->pix == NULL)
    exit (1);
  for (int i = 0; i < w * h; i++)
    m->pix[i] = noise (i);
  return m;
}

/* The pixels of the image before. */
static image *
image_sharing (int w, int h)
{
  image *m = image_new (w, h);

  if (last)
    {
      free (m->pix);
      m->pix = last;
    }
  last = m->pix;
  return m;
}

static image *
image_view (image *from)
{
  image *m = malloc (sizeof *m);

  m->w = from->w;
  m->h = from->h - 1;
  m->pix = from->pix + from->w;
  return m;
}

static void
blur_rows (const image *in, image *out)
{
  for (int y = 0; y < in->h; y++)
    for (int x = 2; x < in->w - 2; x++)
      {
        double sum = 0;
        for (int k = -2; k <= 2; k++)
          sum += weights[k + 2] * in->pix[y * in->w + x + k];
        out->pix[y * out->w + x] = sum;
      }
}

static void
blur_columns (const image *in, image *out)
{
  for (int y = 2; y < in->h - 2; y++)
    for (int x = 0; x < in->w; x++)
      {
        double sum = 0;
        for (int k = -2; k <= 2; k++)
          sum += weights[k + 2] * in->pix[(y + k) * in->w + x];
        out->pix[y * out->w + x] = sum;
      }
}

static void
two_images (void)
{
  image *a = image_new (W, H), *b = image_new (W, H);

  for (int n = 0; n < 5; n++)
    {
      blur_rows (a, b);
      blur_columns (b, a);
    }
  show ("two", a->pix, W * H);
}

static void
one_shared (void)
{
  image *a = image_sharing (W, H), *b = image_sharing (W, H);

  for (int n = 0; n < 5; n++)
    {
      blur_rows (a, b);
      blur_columns (b, a);
    }
  show ("shared", a->pix, W * H);
}

static void
a_view (void)
{
  image *a = image_new (W, H + 1), *b = image_view (a);

  a->h = H;
  for (int n = 0; n < 5; n++)
    {
      blur_rows (a, b);
      blur_columns (b, a);
    }
  show ("view", a->pix, W * H);
}

static void
a_copy (void)
{
  image *a = image_new (W, H), *b = image_new (W, H);

  *b = *a;
  for (int i = 0; i < W * H - 1; i++)
    a->pix[i] = b->pix[i + 1] * 0.5;
  show ("copy", b->pix, W * H);
}

static void
made_again (void)
{
  image *a = image_new (W, H), *b = image_new (W, H);

  for (int n = 0; n < 3; n++)
    {
      blur_rows (a, b);
      free (a->pix);
      free (a);
      a = image_new (W, H);
      for (int i = 0; i < W * H; i++)
        a->pix[i] += b->pix[i];
    }
  show ("again", a->pix, W * H);
}

int
main (void)
{
  two_images ();
  one_shared ();
  a_view ();
  a_copy ();
  made_again ();
  return 0;
}
