/* Two warps of one block say who they are. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
say (int *who, int *calls)
{
  atomicAdd (calls, 1);
  if (blockIdx.x == 3 && (threadIdx.x == 32 || threadIdx.x == 200))
#ifdef FAULT
    atomicExch (who, threadIdx.x);
#else
    atomicMax (who, threadIdx.x);
#endif
}

int
main (void)
{
  int *place, values[2];

  cudaMalloc (&place, sizeof values);
  cudaMemset (place, 0, sizeof values);
  say<<<6, 256>>> (place + 1, place);
  cudaMemcpy (values, place, sizeof values, cudaMemcpyDeviceToHost);
  printf ("%d %d\n", values[0], values[1]);
  cudaFree (place);
}
