/* All blocks count in one place: atomically for the device, or for their block only. */
#include <cuda_runtime.h>

__global__ void
add (int *n)
{
#ifdef FAULT
  asm volatile ("red.relaxed.cta.global.add.s32 [%0], %1;" ::"l" (n), "r" (1) : "memory"); /* atomicAdd_block */
#else
  atomicAdd (n, 1);
#endif
}

int
main (void)
{
  int *n;

  cudaMalloc (&n, sizeof *n);
  cudaMemset (n, 0, sizeof *n);
  add<<<2, 32>>> (n);
  cudaDeviceSynchronize ();
  cudaFree (n);
}
