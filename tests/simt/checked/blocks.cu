/* The last block adds up what the others have released to it; the faulty version has no fence. */
#include <cuda_runtime.h>

__device__ unsigned count;

__global__ void
sum (int *parts, int *out)
{
  __shared__ bool is_last;

  if (threadIdx.x == 0)
    {
      parts[blockIdx.x] = blockIdx.x + 1;
#ifndef FAULT
      __threadfence ();
#endif
      is_last = atomicAdd (&count, 1) == gridDim.x - 1;
    }
  __syncthreads ();
  if (is_last && threadIdx.x < gridDim.x)
    atomicAdd (out, parts[threadIdx.x]);
}

int
main (void)
{
  int *parts, *out;

  cudaMalloc (&parts, 8 * sizeof *parts);
  cudaMalloc (&out, sizeof *out);
  cudaMemset (out, 0, sizeof *out);
  sum<<<8, 32>>> (parts, out);
  cudaDeviceSynchronize ();
  cudaFree (parts);
  cudaFree (out);
}
