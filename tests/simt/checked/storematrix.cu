/* Two tiles of a matrix go to shared memory (stmatrix): into the rows that are there, or half a tile behind them. */
#include <cuda_runtime.h>

__global__ void
put (unsigned *out)
{
  __shared__ __align__ (16) unsigned rows[16 * 4];
  unsigned place, t = threadIdx.x, from = 0;

#ifdef FAULT
  from = 4;
#endif
  asm ("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(place) : "l"(rows));
  place += (from + t) * 16;
  asm volatile ("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" : : "r"(place), "r"(t), "r"(t + 1) : "memory");
  __syncthreads ();
  if (t < 4)
    out[t] = rows[15 * 4 + t];
}

int
main (void)
{
  unsigned *out;

  cudaMalloc (&out, 4 * sizeof *out);
  put<<<1, 32>>> (out);
  cudaDeviceSynchronize ();
  cudaFree (out);
}
