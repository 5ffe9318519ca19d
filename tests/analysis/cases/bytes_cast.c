/* Structs that are looked at as bytes. */
#include <stdlib.h>
#include <string.h>
typedef struct { double *at; int n; } Part;
static void copy (char *to, const char *from, size_t n) { for (size_t i = 0; i < n; i++) to[i] = from[i]; }
int main (void)
{
  double *x = malloc (800), *spare = malloc (800);
  Part first = { x, 100 }, second = { spare, 100 };
  copy ((char *) &second, (char *) &first, sizeof first);
  double *p = first.at, *q = second.at;
  // expect main/k: unknown
  for (int k = 1; k < 100; k++)
    p[k] = q[k - 1];
  return p[5] > 3;
}
