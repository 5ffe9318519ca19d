/* KERNELS: 7. Pictures in structs, as everybody writes them: by pointer and by value, bytes and floats,
 * macros for pixels, one picture for both arguments, pictures that share their memory. */
#include "show.h"
#include <stdlib.h>

typedef struct
{
  int w, h;
  float *data;
} image;

typedef struct
{
  int width, height, stride;
  unsigned char *px;
} bytes;

#define PIX(im, x, y) (im)->px[(y) * (im)->stride + (x)]

static image *
image_new (int w, int h)
{
  image *im = malloc (sizeof *im);

  im->w = w;
  im->h = h;
  im->data = malloc (sizeof (float) * w * h);
  for (int i = 0; i < w * h; i++)
    im->data[i] = (float) noise (i + w);
  return im;
}

static void
blur (const image *in, image *out)
{
#pragma target
  for (int y = 1; y < in->h - 1; y++)
    for (int x = 1; x < in->w - 1; x++)
      out->data[y * in->w + x] = (in->data[y * in->w + x - 1] + in->data[y * in->w + x]
                                  + in->data[y * in->w + x + 1] + in->data[(y - 1) * in->w + x]
                                  + in->data[(y + 1) * in->w + x]) / 5;
}

static void
scale (image *im, float by)
{
#pragma target
  for (int i = 0; i < im->w * im->h; i++)
    im->data[i] *= by;
}

static void
threshold (const image *in, bytes *out, float t)
{
#pragma target
  for (int y = 0; y < out->height; y++)
    for (int x = 0; x < out->width; x++)
      PIX (out, x, y) = in->data[y * in->w + x] > t ? 255 : 0;
}

static void
invert (bytes *im)
{
#pragma target
  for (int y = 0; y < im->height; y++)
    for (int x = 0; x < im->width; x++)
      PIX (im, x, y) = 255 - PIX (im, x, y);
}

/* By value, and two loops that share what they read. */
static double
normalize (image im)
{
  double s = 0;

#pragma target
  for (int i = 0; i < im.w * im.h; i++)
    s += im.data[i];
#pragma target
  for (int i = 0; i < im.w * im.h; i++)
    im.data[i] -= (float) (s / (im.w * im.h));
  return s;
}

/* The picture is not there when there is nothing to do. */
static void
fill_rows (image *im, int from, int to, float value)
{
#pragma target
  for (int y = from; y < to; y++)
    for (int x = 0; x < 16; x++)
      im->data[y * 16 + x] = value;
}

static void
show_image (const char *name, const image *im)
{
  for (int i = 0; i < im->w * im->h; i++)
    printf ("%s[%d] %a\n", name, i, (double) im->data[i]);
}

int
main (void)
{
  image *a = image_new (41, 33), *b = image_new (41, 33), *c = image_new (16, 40);
  image part = { 41, 20, a->data + 41 * 5 + 3 };
  bytes m = { 37, 29, 48, malloc (48 * 29) };

  for (int i = 0; i < 48 * 29; i++)
    m.px[i] = (unsigned char) (i * 7);
  blur (a, b);
  show_image ("b", b);
  blur (a, a);
  show_image ("a", a);
  blur (&part, a);
  show_image ("a", a);
  scale (b, 1.5f);
  scale (&part, 0.5f);
  threshold (b, &m, 0.1f);
  invert (&m);
  printf ("%a\n", normalize (*b) * 0 + normalize (part) * 0);
  fill_rows (NULL, 3, 3, 1.0f);
  fill_rows (c, 7, 3, 1.0f);
  fill_rows (c, 5, 31, 2.0f);
  show_image ("a", a);
  show_image ("c", c);
  for (int i = 0; i < 48 * 29; i++)
    printf ("m[%d] %d\n", i, m.px[i]);
  return 0;
}
