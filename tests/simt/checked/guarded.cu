/* Blocks add to a number under a lock. Before, each thread has passed a fence for its own block alone: what it releases by that is known in the block, and
 * what it releases at the lock is known everywhere. With the fault the second fence is for the block alone, too. */
#include <cstdio>
#include <cuda_runtime.h>

static __global__ void
count (int *lock, int *sum)
{
  __threadfence_block ();
  if (threadIdx.x == 0)
    {
      while (atomicCAS (lock, 0, 1) != 0)
        ;
      __threadfence ();
      *sum += 1;
#ifdef FAULT
      __threadfence_block ();
#else
      __threadfence ();
#endif
      atomicExch (lock, 0);
    }
}

int
main (void)
{
  int *memory, sum;

  cudaMalloc (&memory, 2 * sizeof *memory);
  cudaMemset (memory, 0, 2 * sizeof *memory);
  count<<<5, 32>>> (memory, memory + 1);
  cudaMemcpy (&sum, memory + 1, sizeof sum, cudaMemcpyDeviceToHost);
  printf ("%d\n", sum);
  cudaFree (memory);
}
