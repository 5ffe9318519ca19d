/* Lanes of one warp come to a barrier together, or each half to one of its own. */
#include <cuda_runtime.h>

__global__ void
shift (int *a)
{
  int i = threadIdx.x, next;

#ifdef FAULT
  if (i % 2)
    {
      next = a[(i + 1) % 64];
      __syncthreads ();
      a[i] = next;
    }
  else
    {
      next = a[(i + 1) % 64] + 1;
      __syncthreads ();
      a[i] = next * 2;
    }
#else
  next = a[(i + 1) % 64] + 1;
  __syncthreads ();
  a[i] = next * (2 - i % 2);
#endif
}

int
main (void)
{
  int *a;

  cudaMalloc (&a, 64 * sizeof *a);
  cudaMemset (a, 0, 64 * sizeof *a);
  shift<<<1, 64>>> (a);
  cudaDeviceSynchronize ();
  cudaFree (a);
}
