/* A pair that one kernel alone would have asked to be told apart; the host does the work of that kernel, where it reads
 * what the other has written: before what its pointer points to. KERNELS: 3 */
#include "show.h"

static double store[2000], other[2000], b[2000], *a;

static int leave (double *to, int n)
{
  int i;

  a = n > 5 ? store + 400 : other + 400;
#pragma target
  for (i = 5; i < n; i += 4)
    a[-i] = b[i];
#pragma target
  for (int j = 0; j < n; j++)
    to[j] += 1;
  return i;
}

/* Before what a pointer points to: no room for that is known. */
static void before (double *to, const double *from, int n)
{
#pragma target
  for (int i = 1; i < n; i++)
    to[i] = from[-i];
}

int main (void)
{
  for (int i = 0; i < 2000; i++) {
    store[i] = i % 11;
    b[i] = i % 17;
  }
  printf ("%d\n", leave (store + 100, 300));
  before (store, b + 100, 90);
  show ("a", store, 2000);
  return 0;
}
