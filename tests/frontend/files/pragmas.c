/* Pragmas where they belong and where they do not. */
#include <stdio.h>
#define PRAGMA(x) _Pragma (#x)
#define VECTOR _Pragma ("GCC ivdep")
#pragma GCC diagnostic ignored "-Wunused-variable"
int main (void)
{
  int a[100], s = 0;
#pragma scop
#pragma target map(i:x) /* a note */ \
  block(32)
  for (int i = 0; i < 100; i++)
    {
      #pragma target begin
      a[i] = i;
      #pragma target end
    }
#pragma endscop
  _Pragma ("omp parallel for") for (int i = 0; i < 100; i++)
    a[i]++;
  VECTOR
  for (int i = 0; i < 100; i++)
    a[i]--;
  PRAGMA (omp simd)
  for (int i = 0; i < 100; i++)
    a[i]--;
#pragma unroll 4
  for (int i = 0; i < 100; i++)
#pragma omp atomic
    s += a[i];
#pragma clang loop vectorize(enable)
  while (s > 10000)
    s /= 2;
  switch (s)
    {
    case 1:
#pragma odd
      s++;
#pragma fine
      break;
    }
  printf ("%d\n", s);
#pragma last
}
