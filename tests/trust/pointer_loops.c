/* Loops that pointers count, or that move pointers on at several levels. REFUSED: nothing; FOUND: 13. */
#include "show.h"
#include <stdlib.h>

static void
counted (double *b, int n)
{
  for (double *p = b; p < b + n; p++)
    *p = *p * 2 + 1;
}

static void
to_an_end (double *b, unsigned long n)
{
  double *p = b, *end = b + n;

  while (p < end)
    {
      *p = *p * 3 - 1;
      p++;
    }
}

/* What the pointer is afterwards is used. */
static double *
up_to (double *b, double *end, const double *c)
{
  double *p;

  for (p = b; p != end; ++p, c += 2)
    *p += c[1];
  return p;
}

static void
in_steps (double *b, int n)
{
  for (double *p = b + 1; p < &b[n]; p += 3)
    {
      p[0] = p[-1] / 2;
      p[1] += 1;
    }
}

/* A mask is laid over a picture, and the picture that comes out has no edges. */
static void
masked (int h, int w, const unsigned char *in, unsigned char *out, int m, const unsigned char *mask)
{
  const unsigned char *ip, *dp;
  int i, j, x, y, total, rest = w - 2 * m - 1;

  for (i = m; i < h - m; i++)
    for (j = m; j < w - m; j++)
      {
        ip = in + (i - m) * w + j - m;
        dp = mask;
        total = 0;
        for (y = -m; y <= m; y++)
          {
            for (x = -m; x <= m; x++)
              total += *ip++ * *dp++;
            ip += rest;
          }
        *out++ = (unsigned char) (total / 16);
      }
}

/* Rows of different lengths: each goes on where the last one ended. */
static void
packed (int n, int m, double *r, const double *q)
{
  const double *s = q;

  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < m; j++)
        *r++ = s[j] + i;
      s += m;
      r += 2;
    }
}

/* The head does all the work, or some of it, and moves on. */
static long
heads_work (unsigned char *b, int n, double *c)
{
  long sum = 0;

  for (unsigned char *p = b; p < b + n; *p++ += 2)
    ;
  for (double *p = c; p < c + n; *p++ -= 0.5)
    *p *= 1.5;
  for (const unsigned char *p = b; p < b + n; sum += *p++)
    ;
  return sum;
}

/* What one iteration writes the next one reads; what moves does not always move; the end comes nearer. */
static void
kept (double *b, int n, double *end)
{
  double *p, *q = b;

  for (p = b + 1; p < b + n; p++)
    *p += p[-1];
  for (p = b; p < b + n; p++)
    if (*p > 0)
      *q++ = *p;
  for (p = b; p < end; p++)
    {
      *p += 1;
      end--;
    }
}

/* Nothing runs here. */
static void
none (double *b, int n)
{
  double *p = b + 3;

  while (p < b + n)
    *p++ = 7;
  for (double *q = NULL; q < b - b + (double *) NULL; q++)
    *q = 1;
}

int
main (void)
{
  enum { N = 1200, H = 30, W = 40 };
  double *b = malloc (N * sizeof *b), *c = malloc (2 * N * sizeof *c);
  unsigned char *in = malloc (H * W), *out = malloc (H * W), mask[9] = { 1, 2, 1, 2, 4, 2, 1, 2, 1 };
  long sum = 0;

  fill (b, N, 1);
  fill (c, 2 * N, 2);
  for (int i = 0; i < H * W; i++)
    {
      in[i] = (unsigned char) (i * 7 % 251);
      out[i] = 1;
    }
  counted (b, N);
  to_an_end (b, N);
  printf ("%ld\n", (long) (up_to (b, b + N, c) - b));
  in_steps (b, N - 1);
  masked (H, W, in, out, 1, mask);
  printf ("%ld\n", heads_work (out, H * W, b));
  packed (20, 30, c, b);
  kept (b, N, b + N);
  none (b, 3);
  for (int i = 0; i < H * W; i++)
    sum += out[i] * (i % 13);
  printf ("%ld\n", sum);
  show ("b", b, N);
  show ("c", c, 2 * N);
  free (b);
  free (c);
  free (in);
  free (out);
  return 0;
}
