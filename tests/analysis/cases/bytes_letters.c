/* Bytes of a struct in letters that are copied one by one. */
#include <stdlib.h>
#include <string.h>
typedef struct { double *at; int n; } Part;
int main (void)
{
  double *x = malloc (800), *spare = malloc (800);
  Part first = { x, 100 }, second = { spare, 100 };
  char letters[sizeof (Part)], more[sizeof (Part)]; memcpy (letters, &first, sizeof first); for (size_t i = 0; i < sizeof first; i++) more[i] = letters[i]; memcpy (&second, more, sizeof first);
  double *p = first.at, *q = second.at;
  // expect main/k: unknown
  for (int k = 1; k < 100; k++)
    p[k] = q[k - 1];
  return p[5] > 3;
}
