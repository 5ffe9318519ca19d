/* A barrier that all threads reach, or only those that have something to do. */
#include <cuda_runtime.h>

__global__ void
shift (int *a, int n)
{
  int i = threadIdx.x, next = 0;

#ifdef FAULT
  if (i >= n)
    return;
#endif
  if (i < n)
    next = a[(i + 1) % n];
  __syncthreads ();
  if (i < n)
    a[i] = next;
}

int
main (void)
{
  int *a;

  cudaMalloc (&a, 50 * sizeof *a);
  cudaMemset (a, 0, 50 * sizeof *a);
  shift<<<1, 64>>> (a, 50);
  cudaDeviceSynchronize ();
  cudaFree (a);
}
