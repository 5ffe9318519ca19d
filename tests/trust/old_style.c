/* Definitions from before prototypes: what is passed is promoted, what arrives is converted back; and verify itself puts
 * functions in front of them. */
// KERNELS: 1
#include <stdio.h>

static int a[500], b[500];

static int scale (x, c, n) float x; char c; int n;
{
  return (int) (x * 1e9) + c + n + (int) sizeof x + (int) sizeof c;
}

static short cut (v) short v;
{
  return v;
}

int fill (n, first) int n; short first;
{
  int i;
#pragma target
  for (i = 0; i < n; i++)
    {
      a[i] = scale (0.001f * i, i * 3, n) + first;
      b[i] = cut (70000 + i);
    }
  return 0;
}

int main ()
{
  unsigned s = 0;
  fill (500, 70001);
  for (int i = 0; i < 500; i++)
    s = s * 31 + a[i] + 7 * b[i];
  printf ("%u\n", s);
  return 0;
}
