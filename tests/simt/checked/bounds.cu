/* One element too far. */
#include <cuda_runtime.h>

#ifdef FAULT
enum { SHIFT = 1 };
#else
enum { SHIFT = 0 };
#endif

__global__ void
fill (int *a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    a[i + SHIFT] = i;
}

int
main (void)
{
  int *a, *b;

  cudaMalloc (&a, 512);
  cudaMalloc (&b, 512);
  fill<<<2, 64>>> (a, 128);
  fill<<<2, 64>>> (b, 127);
  cudaDeviceSynchronize ();
  cudaFree (a);
  cudaFree (b);
}
