/* The host takes what a copy brings; with the fault before it is there. */
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

int
main (void)
{
  enum { N = 4096 };
  int *a, *buffer, own[N];
  cudaStream_t stream;

  cudaMalloc (&a, sizeof own);
  cudaMallocHost (&buffer, sizeof own);
  cudaStreamCreate (&stream);
  cudaMemset (a, 1, sizeof own);
  cudaDeviceSynchronize ();
  cudaMemcpyAsync (buffer, a, sizeof own, cudaMemcpyDeviceToHost, stream);
#ifndef FAULT
  cudaStreamSynchronize (stream);
#endif
  memcpy (own, buffer, sizeof own);
  cudaStreamSynchronize (stream);
  printf ("%d\n", own[7]);
  cudaStreamDestroy (stream);
  cudaFreeHost (buffer);
  cudaFree (a);
}
