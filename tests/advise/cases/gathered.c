/* A time loop whose calls work on images behind members that may overlap: inlining them brings nothing, as only the
 * weights would stay on the device. The functions stay as they are, and on the host. */
#include <stdio.h>
#include <stdlib.h>

typedef struct
{
  int w, h;
  float *pixels;
} Image;

static Image *image_new (int w, int h, float *pixels)
{
  Image *image = malloc (sizeof *image);

  if (!image)
    exit (1);
  image->w = w;
  image->h = h;
  image->pixels = pixels ? pixels : calloc (w * h, sizeof (float));
  return image;
}

static void smooth (const Image *in, Image *out, const float *weights, unsigned r)
{
  for (int y = 0; y < in->h; y++)
    for (int x = 0; x < in->w; x++)
      {
        float s = 0;
        for (unsigned i = 0; i <= 2 * r; i++)
          {
            int to = x + (int) i - (int) r, at = to < 0 ? 0 : to >= in->w ? in->w - 1 : to;
            s += weights[i] * in->pixels[y * in->w + at];
          }
        out->pixels[y * in->w + x] = s;
      }
}

int main (int argc, char **argv)
{
  int w = argc > 1 ? atoi (argv[1]) : 320, h = argc > 2 ? atoi (argv[2]) : 200, r = 7;
  Image *a = image_new (w, h, NULL), *b = image_new (w, h, argc > 3 ? a->pixels : NULL);
  float weights[64];
  double s = 0;

  for (int i = 0; i <= 2 * r; i++)
    weights[i] = 1.0f / (1 + i);
  for (int i = 0; i < w * h; i++)
    a->pixels[i] = i * 7919 % 256 / 255.0f;
  for (int step = 0; step < 10; step++)
    {
      smooth (a, b, weights, r);
      smooth (b, a, weights, r);
    }
  for (int i = 0; i < w * h; i++)
    s += a->pixels[i];
  printf ("%.9g\n", s);
  return 0;
}
