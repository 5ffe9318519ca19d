/* Two of many blocks say who they are, in one place: the last one wins, but where the greater one does. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
say (int *who, int *calls)
{
  atomicAdd (calls, 1);
  if (blockIdx.x == 11 || blockIdx.x == 4)
#ifdef FAULT
    atomicExch (who, blockIdx.x);
#else
    atomicMax (who, blockIdx.x);
#endif
  if (blockIdx.x == 0 && threadIdx.x == 0)
    printf ("once\n");
}

int
main (void)
{
  int *place, values[2];

  cudaMalloc (&place, sizeof values);
  cudaMemset (place, 0, sizeof values);
  say<<<20, 1>>> (place + 1, place);
  cudaMemcpy (values, place, sizeof values, cudaMemcpyDeviceToHost);
  printf ("%d %d\n", values[0], values[1]);
  cudaFree (place);
}
