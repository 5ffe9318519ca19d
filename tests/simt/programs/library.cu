/* What kernels call: printf, malloc and free, mathematical functions, arrays of a thread's own. */
#include "check.h"

static __global__ void
speak (int n)
{
  if (threadIdx.x == 1)
    printf ("%d %5.2f %s %c %lld %u%%\n", n, 1.5, "words", 'x', 1ll << 40, 7u);
}

static __global__ void
compute (double *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double table[8];

  if (i >= n)
    return;
  for (int k = 0; k < 8; k++)
    table[(k * 3 + i) % 8] = k * 0.25;
  int *own = (int *) malloc (4 * sizeof (int));
  own[i % 4] = i;
  out[i] = sin (i * 0.1) + pow (1.01, i % 50) + table[i % 5] + own[i % 4];
  free (own);
}

int
main (void)
{
  enum { N = 200 };
  static double got[N], wanted[N];

  for (int i = 0; i < N; i++)
    {
      double table[8];
      for (int k = 0; k < 8; k++)
        table[(k * 3 + i) % 8] = k * 0.25;
      wanted[i] = sin (i * 0.1) + pow (1.01, i % 50) + table[i % 5] + i;
    }
  double *d = on_device (got, N);
  compute<<<4, 50>>> (d, N);
  back (got, d, N);
  for (int i = 0; i < N; i++) /* nvcc brings functions of its own, which differ from the host's in the last places */
    if (fabs (got[i] - wanted[i]) <= 1e-13 * fabs (wanted[i]))
      got[i] = wanted[i];
  expect ("compute", got, wanted, N);
  speak<<<2, 3>>> (42);
  return finish ();
}
