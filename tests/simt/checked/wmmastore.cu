/* Each of two warps stores a small matrix (wmma): beside the other one's, or over it. */
#include <cuda_runtime.h>

__global__ void
give (float *matrix)
{
  float s = threadIdx.x;
  int warp = threadIdx.x / 32;

#ifdef FAULT
  warp /= 2;
#endif
  matrix += warp * 16;
  asm volatile ("wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%1], {%0, %0, %0, %0, %0, %0, %0, %0}, %2;" : : "f"(s), "l"(matrix), "r"(32) : "memory");
}

int
main (void)
{
  float *matrix;

  cudaMalloc (&matrix, 16 * 32 * sizeof *matrix);
  give<<<1, 64>>> (matrix);
  cudaDeviceSynchronize ();
  cudaFree (matrix);
}
