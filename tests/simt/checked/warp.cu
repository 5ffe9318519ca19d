/* Lanes of one warp exchange values through shared memory: with warp barriers of all lanes, and of halves. */
#include <cuda_runtime.h>

__global__ void
turn (int *out)
{
  __shared__ int place[32];
  int lane = threadIdx.x;
  unsigned half = lane < 16 ? 0xffff : 0xffff0000;

  place[lane] = lane;
#ifndef FAULT
  __syncwarp ();
#endif
  int other = place[31 - lane];
  __syncwarp ();
  place[lane] = other;
  __syncwarp (half);
  out[lane] = place[lane ^ 15];
}

int
main (void)
{
  int *out;

  cudaMalloc (&out, 32 * sizeof *out);
  turn<<<1, 32>>> (out);
  cudaDeviceSynchronize ();
  cudaFree (out);
}
