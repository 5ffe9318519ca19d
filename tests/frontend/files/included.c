/* #include in the middle of a function, and functions out of a header. */
#include <stdio.h>
#include "included.h"
int main (void)
{
  int i, total = 0;
  /* first */
#define COUNT 10
#define STEP 1
#include "included.inc"
#undef STEP
#define STEP 2
#include "included.inc"
  printf ("%d %d\n", total, header_add (total));
  return 0;
}
