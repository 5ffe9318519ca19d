/* One name for many things, and initializers that name what they declare. */
#include <stdio.h>
#include <stdlib.h>
#define A_OF(x) x->a
struct a { struct a *a; int n; };
static int n = 3;
static int a (int n)
{
  { int n = 4; n++; }
  {
    struct a *a = malloc (sizeof *a);
    a->a = a, a->n = n;
    n += A_OF (a)->a->n;
    free (a);
  }
  for (int n = 0; n < 2; n++)
    for (int n = 0; n < 2; n++)
      printf ("%d", n);
a:
  if (n++ < 2)
    goto a;
  return n;
}
int main (void) { int i = a (n); typedef int n; n k = (n) i; return printf ("%d\n", k) < 0; }
