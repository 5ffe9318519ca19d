/* A macro that means two things in one function. */
#include <stdio.h>
int main (void)
{
  int a[4], b[4];
#define K 2
  for (int i = 0; i < 4; i++)
    a[i] = K * i;
#undef K
#define K 3
  for (int i = 0; i < 4; i++)
    b[i] = K * i;
  printf ("%d %d\n", a[3], b[3]);
  return 0;
}
