/* Blocks count in and out. Which of them are inside together is theirs to know; the faulty version notes it. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
visit (int *inside, int *have_met)
{
  int before = threadIdx.x == 0 ? atomicAdd (inside, 1) : 0;

  __syncthreads ();
#ifdef FAULT
  if (before > 0)
    atomicOr (have_met, 1);
#else
  (void) before;
#endif
  if (threadIdx.x == 0)
    atomicSub (inside, 1);
}

int
main (void)
{
  int *place, values[2];

  cudaMalloc (&place, sizeof values);
  cudaMemset (place, 0, sizeof values);
  visit<<<8, 64>>> (place, place + 1);
  cudaMemcpy (values, place, sizeof values, cudaMemcpyDeviceToHost);
  printf ("%d %d\n", values[0], values[1]);
  cudaFree (place);
}
