/* Lines end in CR LF. */
#include <stdio.h>
#define N \
  4

int main (void)
{
  int s = 0;

  /* a
     comment */
#pragma target
  for (int i = 0; i < N; i++)
    {
      s += i; // behind
    }
#if 0
  not C at all
#endif
  printf ("%d\n", s);
  return 0;
}
