/* GNU's ranges of cases: CUDA's compiler takes "case 2 ... 4:" for "case 2:", silently. KERNELS: 2 */
#include <stdio.h>

enum kind { ONE = 1, TWO, THREE, MANY = 9 };
static int a[400], b[400];

static int
chosen (enum kind k)
{
  switch (k)
    {
    case ONE ... THREE:
      return 5;
    default:
      return k;
    }
}

int
main (void)
{
  unsigned s = 0;
  int n = 397;

#pragma target
  for (int i = 0; i < n; i++)
    switch (i % 7)
      {
      case 0:
        a[i] = 1;
      case 1:
        b[i] = 2;
        break;
      case 2 ... 4:
        {
          int t = i;
          a[i] = t;
          break;
        }
      default:
        a[i] = -1;
        if (i & 1)
          continue;
        b[i] = 3;
        break;
      case -3 ... -1:
      case 6:;
      }
#pragma target
  for (int i = 0; i < n; i++)
    {
      switch (b[i]) { case 2 ... 3: b[i] += 10; }
      a[i] += chosen ((enum kind) (i % 10));
    }
#pragma target
  for (int i = 0; i < n; i++)
    switch (i)
      {
      case 0 ... 300:
        a[i] *= 3;
      }
  for (int i = 0; i < 400; i++)
    s = s * 31 + a[i] + b[i] * 3;
  printf ("%u\n", s);
  return 0;
}
