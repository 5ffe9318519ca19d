/* A kernel writes page-locked memory, or the host's own. */
#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void
set (int *a)
{
  a[threadIdx.x] = 1;
}

int
main (void)
{
  int *own = (int *) malloc (32 * sizeof *own), *locked;

  cudaMallocHost (&locked, 32 * sizeof *locked);
#ifdef FAULT
  set<<<1, 32>>> (own);
#else
  set<<<1, 32>>> (locked);
#endif
  cudaDeviceSynchronize ();
  cudaFreeHost (locked);
  free (own);
}
