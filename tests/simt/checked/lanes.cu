/* All lanes write one place: the same value, which is only noted, or each its own. */
#include <cuda_runtime.h>

__global__ void
mark (int *flag)
{
#ifdef FAULT
  *flag = threadIdx.x;
#else
  *flag = 1;
#endif
}

int
main (void)
{
  int *flag;

  cudaMalloc (&flag, sizeof *flag);
  mark<<<1, 32>>> (flag);
  cudaDeviceSynchronize ();
  cudaFree (flag);
}
