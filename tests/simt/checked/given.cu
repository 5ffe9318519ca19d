/* What a block holds when it is handed out is nobody's: with the fault it is read before it is written, though the whole pool was set to zero. */
#include <cstdio>
#include <cuda_runtime.h>
#include <ihop_check.h>

static __global__ void
add (int *to, int value)
{
  to[threadIdx.x] += value;
}

int
main (void)
{
  enum { N = 64 };
  int *pool, *block;

  cudaMalloc (&pool, 4096);
  cudaMemset (pool, 0, 4096);
  block = pool + 100;
  ihop_check_give (block, N * sizeof *block, "block");
#ifndef FAULT
  cudaMemset (block, 0, N * sizeof *block);
#endif
  add<<<1, N>>> (block, 1);
  ihop_check_give (pool + 200, N * sizeof *block, nullptr);
  cudaDeviceSynchronize ();
  ihop_check_take (block);
  printf ("OK\n");
  cudaFree (pool);
}
