/* All blocks count in one place, which the host has set to zero; in the faulty version the first block does, before its own barrier,
 * and its atomic operations come behind that: the other block's do not. */
#include <cuda_runtime.h>

__global__ void
count (int *n)
{
#ifdef FAULT
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *n = 0;
#endif
  __syncthreads ();
  atomicAdd (n, 1);
}

int
main (void)
{
  int *n;

  cudaMalloc (&n, sizeof *n);
  cudaMemset (n, 0, sizeof *n);
  count<<<2, 64>>> (n);
  cudaDeviceSynchronize ();
  cudaFree (n);
}
