/* A kernel tells the host how far it is, by a volatile store, which the host may look at while it runs; with the fault by a usual one. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
work (int *progress)
{
#ifdef FAULT
  *progress = 1;
#else
  *(volatile int *) progress = 1;
#endif
}

int
main (void)
{
  int *progress;

  cudaHostAlloc (&progress, sizeof *progress, cudaHostAllocMapped);
  *progress = 0;
  work<<<1, 1>>> (progress);
  int seen = *(volatile int *) progress;
  cudaDeviceSynchronize ();
  printf ("%d\n", seen >= 0);
  cudaFreeHost (progress);
}
