/* A copy to the host that is called one; with the fault it is called the other way round. */
#include <cuda_runtime.h>

int
main (void)
{
  int *a, from[32] = { 0 }, to[32], *locked;

  cudaMalloc (&a, sizeof from);
  cudaMallocHost (&locked, sizeof from);
  cudaMemcpy (a, from, sizeof from, cudaMemcpyHostToDevice);
#ifdef FAULT
  cudaMemcpy (to, a, sizeof to, cudaMemcpyHostToDevice);
#else
  cudaMemcpy (to, a, sizeof to, cudaMemcpyDeviceToHost);
#endif
  cudaMemcpy (locked, a, sizeof from, cudaMemcpyDeviceToDevice);
  cudaMemcpy (a, locked, sizeof from, cudaMemcpyDefault);
  cudaFreeHost (locked);
  cudaFree (a);
}
