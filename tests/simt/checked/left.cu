/* Work that the program waits for before it ends; with the fault it does not. */
#include <cstdio>

static __device__ int place[64];

static __global__ void
fill (void)
{
  place[threadIdx.x] = threadIdx.x;
}

int
main (void)
{
  fill<<<1, 64>>> ();
  printf ("OK\n");
#ifndef FAULT
  cudaDeviceSynchronize ();
#endif
  return 0;
}
