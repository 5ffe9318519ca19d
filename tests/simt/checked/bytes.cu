/* Bytes: neighbours are written by different threads; the faulty version reads one that nobody wrote. */
#include <cuda_runtime.h>

__global__ void
write (unsigned char *a, int n)
{
  if (threadIdx.x < n)
    a[threadIdx.x] = threadIdx.x;
}

__global__ void
read (const unsigned char *a, int *sum)
{
  atomicAdd (sum, a[threadIdx.x]);
}

int
main (void)
{
  unsigned char *a;
  int *sum;

  cudaMalloc (&a, 64);
  cudaMalloc (&sum, sizeof *sum);
  cudaMemset (sum, 0, sizeof *sum);
#ifdef FAULT
  write<<<1, 64>>> (a, 63);
#else
  write<<<1, 64>>> (a, 64);
#endif
  read<<<1, 64>>> (a, sum);
  cudaDeviceSynchronize ();
  cudaFree (a);
  cudaFree (sum);
}
