/* Threads take numbers from a counter until there is none left: they work, for longer than the budget with the fault (one place too far), though they stand in
 * a loop like one that waits. */
#include <cuda_runtime.h>

#ifdef FAULT
enum { NUMBERS = 60000000 };
#else
enum { NUMBERS = 20000 };
#endif

__global__ void
take (unsigned *next, int *last)
{
  unsigned number, mine = 0;

  while ((number = atomicAdd (next, 1)) < NUMBERS)
    mine = number;
#ifdef FAULT
  last[threadIdx.x + 1] = mine;
#else
  last[threadIdx.x] = mine;
#endif
}

int
main (void)
{
  enum { T = 64 };
  unsigned *next;
  int *last;

  cudaMalloc (&next, sizeof *next);
  cudaMalloc (&last, T * sizeof *last);
  cudaMemset (next, 0, sizeof *next);
  take<<<1, T>>> (next, last);
  cudaDeviceSynchronize ();
  cudaFree (next);
  cudaFree (last);
}
