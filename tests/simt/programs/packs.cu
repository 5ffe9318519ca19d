/* Numbers taken apart into halves and put together again, where all threads have the same one and where each has its own. */
#include "check.h"

static __host__ __device__ double
scaled (double value, int by)
{
#ifdef __CUDA_ARCH__
  int low, high;
  asm ("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "d"(value));
  asm ("mov.b64 %0, {%1, %2};" : "=d"(value) : "r"(low), "r"(high + by * (1 << 20)));
  return value;
#else
  unsigned long long bits;
  memcpy (&bits, &value, sizeof bits);
  bits += (unsigned long long) by << 52;
  memcpy (&value, &bits, sizeof value);
  return value;
#endif
}

/* base and by are the same for all threads, and stay so from round to round. */
static __host__ __device__ double
mixed (double base, int by, int i)
{
  double shared = base, own = base + i;

  for (int k = 0; k < 3; k++)
    {
      shared = scaled (shared, by) + 1;
      own = scaled (own, i % 3) - shared;
    }
  return shared + own;
}

static __global__ void
run (double *out, double base, int by, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] = mixed (base, by, i);
}

int
main (void)
{
  enum { N = 100 };
  static double wanted[N], got[N];
  for (int i = 0; i < N; i++)
    wanted[i] = mixed (1.25, 2, i);
  double *out = on_device (got, N);
  run<<<2, 64>>> (out, 1.25, 2, N);
  back (got, out, N);
  expect ("halves", got, wanted, N);
  return finish ();
}
