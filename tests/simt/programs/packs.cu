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

/* Bits beside those that are set hold anything, and stay so. */
struct fields
{
  int low : 3, middle : 9, high : 20;
};

static __host__ __device__ int
put (int i)
{
  struct fields fields[2];

  fields[0].low = i & 3;
  fields[1] = fields[0];
  fields[1].high = i;
  return fields[1].low + 8 * fields[1].high;
}

static __global__ void
run_fields (int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] = put (i);
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
  static int wanted_fields[N], got_fields[N];
  for (int i = 0; i < N; i++)
    wanted_fields[i] = put (i);
  int *fields = on_device (got_fields, N);
  run_fields<<<2, 64>>> (fields, N);
  back (got_fields, fields, N);
  expect ("fields", got_fields, wanted_fields, N);
  return finish ();
}
