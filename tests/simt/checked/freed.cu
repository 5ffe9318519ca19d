/* Memory is freed behind its last use, or before it. */
#include <cuda_runtime.h>

__global__ void
set (int *a)
{
  a[threadIdx.x] = 1;
}

int
main (void)
{
  int *a;

  cudaMalloc (&a, 32 * sizeof *a);
#ifdef FAULT
  cudaFree (a);
#endif
  set<<<1, 32>>> (a);
  cudaDeviceSynchronize ();
#ifndef FAULT
  cudaFree (a);
#endif
}
