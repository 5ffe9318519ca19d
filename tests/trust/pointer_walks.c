/* Image and signal code as it was written before there were good compilers: pointers walk through rows and windows, are declared at
 * the top, move by what is left of a row, on both sides of an if, before a continue, and loops count down to nothing.
 * FOUND: 8. HANDED: 6. REFUSED: nothing. */
#include <stdio.h>
#include <stdlib.h>

static void smooth (int w, int h, int m, const unsigned char *in, unsigned char *out, const unsigned char *bp, const unsigned char *dp)
{
  int i, j, x, y, area, brightness, tmp, centre, increment = w - (2 * m + 1);
  const unsigned char *ip, *dpt, *cp;
  int total;

  for (i = m; i < h - m; i++)
    for (j = m; j < w - m; j++)
      {
        area = 0;
        total = 0;
        dpt = dp;
        ip = in + (i - m) * w + j - m;
        centre = in[i * w + j];
        cp = bp + centre;
        for (y = -m; y <= m; y++)
          {
            for (x = -m; x <= m; x++)
              {
                brightness = *ip++;
                tmp = *dpt++ * *(cp - brightness);
                area += tmp;
                total += tmp * brightness;
              }
            ip += increment;
          }
        tmp = area - 10000;
        if (tmp == 0)
          *out++ = centre;
        else
          *out++ = (total - centre * 10000) / tmp;
      }
}
static void three (int w, int h, const unsigned char *in, unsigned char *out)
{
  int i, j, sum;
  const unsigned char *ip;
  for (i = 1; i < h - 1; i++)
    for (j = 1; j < w - 1; j++)
      {
        ip = in + (i - 1) * w + j - 1;
        sum = *ip++;
        sum += 2 * *ip++;
        sum += *ip;
        ip += w - 2;
        sum += 2 * *ip++;
        sum += 4 * *ip++;
        sum += 2 * *ip;
        ip += w - 2;
        sum += *ip++;
        sum += 2 * *ip++;
        sum += *ip;
        *out++ = sum / 16;
      }
}
static void gray (int n, const unsigned char *rgb, unsigned char *out)
{
  while (n--)
    {
      *out++ = (rgb[0] * 77 + rgb[1] * 151 + rgb[2] * 28) >> 8;
      rgb += 3;
    }
}
static void threshold (unsigned char *p, int w, int h, int stride, int t)
{
  int x, y;
  for (y = 0; y < h; y++, p += stride)
    for (x = 0; x < w; x++)
      p[x] = p[x] > t ? 255 : 0;
}
static void rows (const unsigned char *src, unsigned char *dst, int w, int h, int pad)
{
  for (int y = 0; y < h; y++)
    {
      const unsigned char *s = src + y * (w + pad);
      unsigned char *d = dst + (h - 1 - y) * w;
      for (int x = 0; x < w; x++)
        *d++ = *s++;
    }
}
static void clampit (const short *in, unsigned char *out, int n)
{
  for (int i = 0; i < n; i++)
    {
      int v = *in++;
      if (v < 0) { *out++ = 0; continue; }
      if (v > 255) { *out++ = 255; continue; }
      *out++ = v;
    }
}
static void blend (unsigned char *dst, const unsigned char *a, const unsigned char *b, int w, int h, int f)
{
  unsigned char *end = dst + w * h;
  while (dst < end)
    *dst++ = (*a++ * f + *b++ * (256 - f)) >> 8;
}
/* Those that are over a limit, one behind the other: how far the pointer goes, the data decide. What it points to last is read. */
static int
kept (int n, const unsigned char *from, unsigned char *to, const unsigned char *other)
{
  const unsigned char *last = other;
  unsigned char *first = to;

  for (int i = 0; i < n; i++)
    {
      if (from[i] > 128)
        *to++ = from[i];
      if (other[i] == 7)
        last = other + i;
    }
  return (int) (to - first) + *last;
}

int
main (void)
{
  enum { W = 200, H = 150, M = 2 };
  unsigned char *rgb = malloc (3 * W * H), *a = malloc (W * H), *b = calloc (W * H, 1), *c = malloc (W * H), *near = malloc (513), *mask = malloc (25);
  short *in = malloc (W * H * sizeof *in);

  for (int i = 0; i < 3 * W * H; i++)
    rgb[i] = i * 13 % 251;
  for (int i = 0; i < W * H; i++)
    in[i] = i * 31 % 700 - 200;
  for (int i = 0; i < 513; i++)
    near[i] = i < 256 ? i / 3 : (512 - i) / 3;
  for (int i = 0; i < 25; i++)
    mask[i] = 1 + i % 4;
  gray (W * H, rgb, a);
  for (int k = 0; k < 3; k++)
    {
      smooth (W, H, M, a, b, near + 256, mask);
      three (W, H, b, a);
    }
  threshold (a, W - 10, H, W, 100);
  rows (a, b, W - 3, H, 3);
  clampit (in, c, W * H);
  blend (a, b, c, W - 3, H, 100);
  printf ("%d\n", kept (W * H, a, b, c));
  for (int i = 0; i < W * H; i++)
    printf ("%d %d %d\n", a[i], b[i], c[i]);
  return 0;
}
