/* KERNELS: 2. What is added to a program has an environment of its own: the way of rounding that is set for the
 * host holds on no device. What only moves numbers about, or counts, may go there. Pragmas out of macros. */
#include "show.h"
#include <fenv.h>
#define N 60000
#define THREADS _Pragma ("omp parallel for")

static double a[N], b[N], c[N];
static int k[N];

static void
upwards (int n)
{
  fesetround (FE_UPWARD);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = b[i] / 3;
  fesetround (FE_TONEAREST);
}

static void
moved (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    c[i] = b[n - 1 - i];
#pragma target
  for (int i = 0; i < n; i++)
    k[i] += i;
}

static void
marked (int n)
{
  THREADS for (int i = 0; i < n; i++)
    k[i] += 2;
  for (int i = 0; i < n; i++)
    k[i] += 1;
  for (int i = 0; i < n; i++)
    k[i] *= 3;
}

int
main (void)
{
  fill (b, N, 3);
  upwards (N);
  moved (N);
  marked (N);
  show ("a", a, 3000);
  show ("c", c, 3000);
  show_int ("k", k, 3000);
}
