/* Lanes part in every way: nested branches, loops with ends of their own, early returns, switches. */
#include "check.h"

static __host__ __device__ int
twist (int i)
{
  int value = i;

  if (i % 3 == 0)
    value += i % 2 ? 7 : 11;
  else if (i % 5 == 1)
    return -i;
  for (int k = 0; k < i % 13; k++)
    {
      if ((k + i) % 4 == 0)
        continue;
      if (k > 9)
        break;
      value = value * 3 + k;
      for (int m = i % 7; m > k; m--)
        value ^= m << k;
    }
  switch (i % 9)
    {
    case 0: value += 5; break;
    case 1: value -= 5; /* on */
    case 2: value *= 2; break;
    case 4: return value;
    case 7: value = ~value; break;
    default: value++;
    }
  while ((unsigned) value % 17 != 3)
    value++;
  return value;
}

static __global__ void
run (int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  out[i] = twist (i);
}

static __global__ void
run_flat (int *out, int n)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, w = gridDim.x * blockDim.x;

  if (y * w + x < n)
    out[y * w + x] = twist (y * w + x);
}

int
main (void)
{
  enum { N = 5000 };
  static int wanted[N], got[N];
  const int blocks[] = { 1, 7, 31, 32, 33, 96, 100, 256 };

  for (int i = 0; i < N; i++)
    wanted[i] = twist (i);
  int *d = on_device (got, N);
  for (int block : blocks)
    {
      cudaMemset (d, 0, sizeof got);
      run<<<(N + block - 1) / block, block>>> (d, N);
      back (got, d, N);
      expect ("run", got, wanted, N);
    }
  const dim3 shapes[] = { dim3 (16, 16), dim3 (8, 4), dim3 (5, 3), dim3 (40, 2), dim3 (12, 8), dim3 (2, 64) };
  for (dim3 block : shapes)
    {
      dim3 grid (3, (N + 3 * block.x * block.y - 1) / (3 * block.x * block.y));
      cudaMemset (d, 0, sizeof got);
      run_flat<<<grid, block>>> (d, N);
      back (got, d, N);
      expect ("run_flat", got, wanted, N);
    }
  return finish ();
}
