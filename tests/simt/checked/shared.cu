/* A sum in shared memory, with all its barriers or without one; several blocks. */
#include <cuda_runtime.h>

__global__ void
sum (const int *in, int *out)
{
  __shared__ int part[128];
  int i = threadIdx.x;

  part[i] = in[blockIdx.x * 128 + i];
  __syncthreads ();
  for (int half = 64; half > 0; half /= 2)
    {
      if (i < half)
        part[i] += part[i + half];
#ifndef FAULT
      __syncthreads ();
#endif
    }
  if (i == 0)
    out[blockIdx.x] = part[0];
}

int
main (void)
{
  int *in, *out;

  cudaMalloc (&in, 4 * 128 * sizeof *in);
  cudaMalloc (&out, 4 * sizeof *out);
  cudaMemset (in, 1, 4 * 128 * sizeof *in);
  sum<<<4, 128>>> (in, out);
  cudaDeviceSynchronize ();
  cudaFree (in);
  cudaFree (out);
}
