/* Loops whose step is a const variable: over blocks of a row, backwards, and with a step that is no constant.
 * KERNELS: 4 */
#include "show.h"
#define N 320

static const int width = 16;
static double a[N], b[N], c[N];

static void
blocks (int n)
{
  const int size = 8;
  const long back = -2;

  #pragma target
  for (int i = 0; i < n; i += size)
    for (int k = 0; k < size; k++)
      a[i + k] = b[i + k] + i;
  #pragma target
  for (int i = 0; i < n; i += width)
    a[i] = a[i + 1] + width;
  #pragma target
  for (int i = n - 1; i > 0; i += back)
    c[i] = a[i - 1];
  #pragma target
  for (int i = 0; i < n; i = i + size)
    c[i] = b[i];
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    b[i] = i % 17;
  blocks (N);
  show ("a", a, N);
  show ("c", c, N);
  return 0;
}
