/* A copy of all there is, or of more. */
#include <cuda_runtime.h>

int
main (void)
{
  int *a, from[33] = { 0 };

  cudaMalloc (&a, 32 * sizeof *a);
#ifdef FAULT
  cudaMemcpy (a, from, 33 * sizeof *a, cudaMemcpyHostToDevice);
#else
  cudaMemcpy (a, from, 32 * sizeof *a, cudaMemcpyHostToDevice);
#endif
  cudaFree (a);
}
