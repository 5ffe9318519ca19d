/* A cooperative grid: all of its blocks have to find room at once. */
#include <cuda_runtime.h>

__global__ void
nothing (void)
{
}

int
main (void)
{
#ifdef FAULT
  int blocks = 100000;
#else
  int blocks = 132;
#endif
  void *arguments[] = { nullptr };

  cudaLaunchCooperativeKernel ((const void *) nothing, dim3 (blocks), dim3 (1024), arguments, 0, 0);
  cudaGetLastError ();
  cudaDeviceSynchronize ();
}
