/* A stream is used behind its end. */
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
  cudaStreamSynchronize (stream);
#ifdef FAULT
  cudaStreamDestroy (stream);
  fill<<<1, 64, 0, stream>>> ();
#else
  fill<<<1, 64, 0, stream>>> ();
  cudaStreamSynchronize (stream);
  cudaStreamDestroy (stream);
#endif
  cudaGetLastError ();
  cudaDeviceSynchronize ();
}
