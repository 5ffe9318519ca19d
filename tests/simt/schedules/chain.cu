/* Three blocks take one step each, if the one before has been taken; the faulty version does so from the last block to the first
 * one: of all six orders one alone ends otherwise than in 9. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
step (int *place)
{
#ifdef FAULT
  int before = gridDim.x - 1 - blockIdx.x;

  if (atomicCAS (place, before, before + 1) != before)
#endif
    atomicExch (place, 9);
}

int
main (void)
{
  int *place, value;

  cudaMalloc (&place, sizeof value);
  cudaMemset (place, 0, sizeof value);
  step<<<3, 1>>> (place);
  cudaMemcpy (&value, place, sizeof value, cudaMemcpyDeviceToHost);
  printf ("%d\n", value);
  cudaFree (place);
}
