/* The block that gets the last ticket puts the counter back; with the fault the first one does. */
#include <cuda_runtime.h>

__global__ void
count (int *n, int *last)
{
  __shared__ int ticket;

  if (threadIdx.x == 0)
    ticket = atomicAdd (n, 1);
  __syncthreads ();
#ifdef FAULT
  bool is_mine = blockIdx.x == 0;
#else
  bool is_mine = ticket == (int) gridDim.x - 1;
#endif
  if (threadIdx.x == 0 && is_mine)
    *n = 0;
  if (threadIdx.x == 0)
    atomicMax (last, ticket);
}

int
main (void)
{
  int *n;

  cudaMalloc (&n, 2 * sizeof *n);
  cudaMemset (n, 0, 2 * sizeof *n);
  count<<<4, 32>>> (n, n + 1);
  cudaDeviceSynchronize ();
  cudaFree (n);
}
