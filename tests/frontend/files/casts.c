/* Conversions, and operators that need their parentheses. */
#include <stdint.h>
#include <stdio.h>
int main (void)
{
  int i = 7, j = 3;
  unsigned u = i;
  double d = i / j, e = (double) i / j;
  float f = d * e;
  int16_t s = (int16_t) (i << 13);
  uintptr_t p = (uintptr_t) &i;
  const char *t = "abc";
  i = d;
  i += 2.5;
  u = -1 < u;
  d = (i + j) * (i - j) / (i * (j + 1)) - (i - (j - 1)) - -j;
  i = (i, j) + (i = j) + (i ? j : u) + (i && j || u) + ((i | j) & 1) + (i << (j + 1)) + ~(i ^ j);
  j = *&i + !(i == j) + !i == j + (int) sizeof i + (int) sizeof (int) + (int) sizeof (i) * 2;
  j += (i > j) ? (i < j ? 1 : 2) : i ? 3 : 4;
  i = t[1] + *t - 'a' + "xyz"[i & 1];
  i -= -(-i) + +(+i) - (-(-(j)));
  *(&i + 0) = (j)++;
  --*&i;
  printf ("%d %d %u %g %g %g %d %d %s\n", i, j, u, d, e, f, s, p != 0, t);
  return (int) (char) 300 - 44;
}
