/* All threads read a place, and the last warp's first two lanes, which have met, change it behind a barrier of the block; with the fault behind their
 * own meeting alone. */
#include <cstdio>
#include <cuda_runtime.h>

static __global__ void
step (int *place, int *out)
{
  int lane = threadIdx.x % 32, is_last = threadIdx.x / 32 == blockDim.x / 32 - 1;

  if (!is_last)
    out[threadIdx.x] = *place;
#ifndef FAULT
  __syncthreads ();
#endif
  if (is_last && lane < 2)
    {
      out[threadIdx.x] = *place;
      __syncwarp (3);
      if (lane == 1)
        *place = 7;
    }
}

int
main (void)
{
  int *place, *out, value;

  cudaMalloc (&place, sizeof *place);
  cudaMalloc (&out, 128 * sizeof *out);
  cudaMemset (place, 0, sizeof *place);
  step<<<1, 128>>> (place, out);
  cudaMemcpy (&value, place, sizeof value, cudaMemcpyDeviceToHost);
  printf ("%d\n", value);
  cudaFree (place);
  cudaFree (out);
}
