/* Both blocks count in one place, and the last one looks at it behind its own barrier, which says nothing of the first one's
 * operations: atomically, or just so. */
#include <cuda_runtime.h>

__global__ void
count (int *n, int *seen)
{
  atomicAdd (n, 1);
  __syncthreads ();
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
#ifdef FAULT
    *seen = *n;
#else
    *seen = atomicAdd (n, 0);
#endif
}

int
main (void)
{
  int *n, *seen;

  cudaMalloc (&n, sizeof *n);
  cudaMalloc (&seen, sizeof *seen);
  cudaMemset (n, 0, sizeof *n);
  count<<<2, 64>>> (n, seen);
  cudaDeviceSynchronize ();
  cudaFree (n);
  cudaFree (seen);
}
