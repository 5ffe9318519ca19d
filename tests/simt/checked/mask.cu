/* Half a warp adds up by shuffles: naming itself, or lanes that do something else. */
#include <cuda_runtime.h>

__global__ void
sum (int *out)
{
  int value = threadIdx.x;

  if (threadIdx.x < 16)
    for (int by = 8; by > 0; by /= 2)
#ifdef FAULT
      value += __shfl_down_sync (0xffffffff, value, by);
#else
      value += __shfl_down_sync (0xffff, value, by);
#endif
  __syncthreads ();
  out[threadIdx.x] = value;
}

int
main (void)
{
  int *out;

  cudaMalloc (&out, 32 * sizeof *out);
  sum<<<1, 32>>> (out);
  cudaDeviceSynchronize ();
  cudaFree (out);
}
