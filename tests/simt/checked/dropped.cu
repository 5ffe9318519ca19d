/* A stream is destroyed while nobody knows whether its work is done. */
#include <cuda_runtime.h>

static __device__ int place[64];

__global__ void
fill (void)
{
  place[threadIdx.x] = threadIdx.x;
}

int
main (void)
{
  cudaStream_t stream;

  cudaStreamCreate (&stream);
  fill<<<1, 64, 0, stream>>> ();
#ifndef FAULT
  cudaStreamSynchronize (stream);
#endif
  cudaStreamDestroy (stream);
  cudaDeviceSynchronize ();
}
