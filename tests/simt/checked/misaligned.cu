/* Two numbers at once, from an even place or an odd one. */
#include <cuda_runtime.h>

__global__ void
copy (int2 *to, const int *from, int first)
{
  to[threadIdx.x] = *(const int2 *) (from + first + 2 * threadIdx.x);
}

int
main (void)
{
  int *from;
  int2 *to;

  cudaMalloc (&from, 64 * sizeof *from);
  cudaMalloc (&to, 16 * sizeof *to);
  cudaMemset (from, 0, 64 * sizeof *from);
#ifdef FAULT
  copy<<<1, 16>>> (to, from, 1);
#else
  copy<<<1, 16>>> (to, from, 2);
#endif
  cudaDeviceSynchronize ();
  cudaFree (from);
  cudaFree (to);
}
