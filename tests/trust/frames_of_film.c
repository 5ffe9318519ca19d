/* Frames of a film go through filters that keep sizes in variables of their own: the images stay on the device, however long the words
 * for how far each filter goes. FOUND: 6. GONE: edges. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

typedef struct { int width, height; unsigned char *data; } Image;

static void
paint (Image *im, int frame)
{
  for (int y = 0; y < im->height; y++)
    for (int x = 0; x < im->width; x++)
      im->data[y * im->width + x] = (unsigned char) ((x * 3 + y * 5 + frame * 7) % 251);
}

static void
blur (Image *out, const Image *in)
{
  for (int y = 1; y < in->height - 1; y++)
    for (int x = 1; x < in->width - 1; x++)
      {
        int sum = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            sum += in->data[(y + dy) * in->width + x + dx];
        out->data[y * out->width + x] = (unsigned char) (sum / 9);
      }
}

static void
edges (Image *out, const Image *in)
{
  int w = in->width, h = in->height;
  const unsigned char *p = in->data;

  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      {
        int g = abs (p[y * w + x + 1] - p[y * w + x - 1]) + abs (p[(y + 1) * w + x] - p[(y - 1) * w + x]);
        out->data[y * w + x] = (unsigned char) (g > 255 ? 255 : g);
      }
}

static void
count (const Image *im, int *bins)
{
  for (int i = 0; i < 256; i++)
    bins[i] = 0;
  for (int i = 0; i < im->width * im->height; i++)
    bins[im->data[i]]++;
}

static void
cut (Image *im, int most)
{
  for (int i = 0; i < im->width * im->height; i++)
    im->data[i] = im->data[i] > most ? 255 : 0;
}

int
main (void)
{
  for (int size = 0; size < 70; size += 23)
    {
      Image a = { size, size + 5, NULL }, b = { size, size + 5, NULL }, c = { size, size + 5, NULL };
      size_t n = (size_t) size * (size + 5) + 1;
      int bins[256];
      a.data = calloc (n, 1);
      b.data = calloc (n, 1);
      c.data = calloc (n, 1);
      if (a.data == NULL || b.data == NULL || c.data == NULL)
        return 1;
      for (int f = 0; f < 3; f++)
        {
          paint (&a, f);
          blur (&b, &a);
          edges (&c, &b);
          count (&c, bins);
          cut (&c, 2 + bins[3] % 4);
        }
      for (size_t i = 0; i < n; i++)
        printf ("%d ", c.data[i]);
      printf ("\n");
      free (a.data);
      free (b.data);
      free (c.data);
    }
}
