/* Texts alone are copied byte by byte: no pointer is in them. */
#include <stdlib.h>
#include <string.h>
typedef struct { double *at; int n; } Part;
static char first_of (const char *text) { return text[0]; }
static void copy (char *to, const char *from, size_t n) { for (size_t i = 0; i < n; i++) to[i] = from[i]; }
int main (void)
{
  double *x = malloc (800), *spare = malloc (800);
  Part first = { x, 100 }, second = { spare, 100 };
  char a[9] = "ab", b[9]; copy (b, a, 9); char *c = malloc (9); copy (c, b, 9); memset (c, first_of (b), 9); free (c);
  double *p = first.at, *q = second.at;
  // expect main/k: parallel
  for (int k = 1; k < 100; k++)
    p[k] = q[k - 1];
  return p[5] > 3;
}
