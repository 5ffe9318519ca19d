/* One block waits for the other, which tells it or does not. */
#include <cuda_runtime.h>

__global__ void
meet (volatile int *flag)
{
  if (blockIdx.x == 1)
    while (*flag == 0)
      ;
#ifndef FAULT
  else
    *flag = 1;
#endif
}

int
main (void)
{
  int *flag;

  cudaMalloc (&flag, sizeof *flag);
  cudaMemset (flag, 0, sizeof *flag);
  meet<<<2, 1>>> (flag);
  cudaDeviceSynchronize ();
  cudaFree (flag);
}
