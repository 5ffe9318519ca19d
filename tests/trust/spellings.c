/* Loops as people write them, marked for the device: they run there, whatever their heads, what counts along
 * and the names of their arrays, and everything is as it was afterwards. KERNELS: 14
 * Their neighbours, which only look like them, stay. */
#include "show.h"
#include <stdlib.h>

static double a[20000], b[20000], c[1000];

static int heads (double *restrict to, const double *restrict from, int n, int i)
{
  int k = n, l;
#pragma target
  for (; i < n; i++)
    to[i] = from[i] * 2;
  l = 3;
#pragma target
  while (l < n - 1) {
    to[l + 1] += from[l];
    l++;
  }
#pragma target
  while (k-- > 0)
    to[k] += 1;
  int j;
#pragma target
  for (l = 0, j = n - 1; l < n; l++, j--)
    to[l] += from[j];
  return i + 3 * k + 5 * l + 7 * j;
}

static int nests (double *restrict to, const double *restrict from, int n, int m)
{
  int k = 0, l = 2;
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[k++] = from[j] * i;
#pragma target
  for (int i = 0; i < n; i++) {
    c[l] += b[i];
    l += 3;
  }
#pragma target
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < m) {
      to[i * m + j] += j;
      j++;
    }
  }
  return k + l;
}

static long pointers (double *restrict to, const double *restrict from, int n, int m)
{
  double *p = to;
  const double *q = from;
#pragma target
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      p[j] = q[j] + 1;
    p += m;
    q += m;
  }
#pragma target
  for (int i = 0; i < n; i++)
    *to++ += 2 * *from++;
  return p - to;
}

static void names (int n)
{
  double *d = malloc (2 * n * sizeof *d);
  double *high = d + n, *same;
#pragma target
  for (int i = 0; i < n; i++)
    d[i] = high[i] = i;
  same = d;
#pragma target
  for (int i = 0; i < n; i++)
    high[i] = same[i] * 3;
  show ("d", d, 2 * n);
  free (d);
}

/* One name more, and elements before and behind it: what is read is what an iteration before has written. */
static void overlaps (double *x, int n)
{
  double *p = x + 1, *q = &x[n];
#pragma target
  for (int i = 0; i < n - 1; i++)
    p[i] = x[i] + 1;
#pragma target
  for (int i = 1; i < n; i++)
    *q-- = x[i] * 0.5;
}

/* What counts along does so now and then, by a step that may be 0, or not at all. */
static int changes (double *restrict to, const double *restrict from, int n, int step)
{
  int k = 0, l = 0, i = 0;
#pragma target
  for (int t = 0; t < n; t++) {
    to[k] += from[t];
    if (from[t] > 5)
      k++;
  }
#pragma target
  for (int t = 0; t < n; t++) {
    to[l] += from[t];
    l += step;
  }
#pragma target
  while (i < n) {
    to[i] += 1;
    if (from[i] > 3)
      n--;
    i++;
  }
#pragma target
  for (; i > 0; i--) {
    if (from[i] > 12)
      break;
    to[i] += 1;
  }
  return k + l + i;
}

/* These two do run: what they leave is asked for. */
static int leave (double *to, int n)
{
  int i = 5, k = 7;
#pragma target
  for (; i < n; i += 4) {
    a[i] = b[k];
    k += 2;
  }
  double *end = to;
#pragma target
  for (int j = 0; j < n; j++)
    *end++ += 1;
  return i + k + (int) (end - to);
}

int main (void)
{
  for (int i = 0; i < 20000; i++) {
    a[i] = i % 11;
    b[i] = i % 17;
  }
  printf ("heads" " %ld\n", (long) (heads (a, b, 700, 20) + heads (a + 1000, b, 0, 20) + heads (a + 2000, b, 8, 9)));
  printf ("nests" " %ld\n", (long) (nests (a, b, 60, 50) + nests (a + 9000, b, -1, 4) + nests (a + 9000, b, 4, -2)));
  printf ("pointers" " %ld\n", (long) (pointers (a, b, 40, 30) + pointers (a + 9000, b, 3, 0)));
  names (500);
  overlaps (a, 300);
  printf ("changes" " %ld\n", (long) (changes (a, b, 300, 2) + changes (a, b, 100, 0)));
  printf ("leave" " %ld\n", (long) (leave (a + 100, 300)));
  show ("a", a, 20000);
  show ("c", c, 1000);
  return 0;
}
