/* The first block looks at a counter before its barrier and, atomically, behind it; the other one changes it atomically, with which
 * only the second look goes together. */
#include <cuda_runtime.h>

__device__ static int
look (int *n)
{
  int value;

  asm volatile ("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r" (value) : "l" (n) : "memory");
  return value;
}

__global__ void
count (int *n, int *seen)
{
  if (blockIdx.x == 0 && threadIdx.x == 0)
#ifdef FAULT
    seen[0] = *n;
#else
    seen[0] = look (n);
#endif
  __syncthreads ();
  if (blockIdx.x == 0 && threadIdx.x == 1)
    seen[1] = look (n);
  if (blockIdx.x == 1)
    atomicAdd (n, 1);
}

int
main (void)
{
  int *n, *seen;

  cudaMalloc (&n, sizeof *n);
  cudaMalloc (&seen, 2 * sizeof *seen);
  cudaMemset (n, 0, sizeof *n);
  count<<<2, 64>>> (n, seen);
  cudaDeviceSynchronize ();
  cudaFree (n);
  cudaFree (seen);
}
