/* Loops whose step is a const variable: over blocks of a row, backwards, and with a step that is no constant; const numbers
 * that no long holds.
 * KERNELS: 5 */
#include "show.h"
#define N 320

static const int width = 16;
static const unsigned long seed_mask = 0x9e3779b97f4a7c15ul, all_ones = ~0ul;
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
  #pragma target
  for (unsigned long i = 0; i < (all_ones - seed_mask) % 64; i++)
    b[i] = (double) ((seed_mask ^ i) & 1023);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    b[i] = i % 17;
  blocks (N);
  show ("a", a, N);
  show ("b", b, N);
  show ("c", c, N);
  return 0;
}
