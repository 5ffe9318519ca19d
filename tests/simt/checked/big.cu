/* More than 48 KiB of dynamic shared memory, which has to be asked for. */
#include <cuda_runtime.h>

__global__ void
fill (void)
{
  extern __shared__ int place[];
  place[threadIdx.x] = threadIdx.x;
}

int
main (void)
{
#ifndef FAULT
  cudaFuncSetAttribute (fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
#endif
  fill<<<1, 64, 65536>>> ();
  cudaGetLastError ();
  cudaDeviceSynchronize ();
}
