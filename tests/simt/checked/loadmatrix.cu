/* Rows that one warp has written and another one loads as tiles of a matrix (ldmatrix), behind a barrier or without one. */
#include <cuda_runtime.h>

__global__ void
turn (unsigned *out)
{
  __shared__ __align__ (16) unsigned rows[32 * 4];
  unsigned a, b, c, d, place, t = threadIdx.x;

  for (unsigned i = t; i < 32 * 4; i += 64)
    rows[i] = 0;
  __syncthreads ();
  for (unsigned i = t; i < 32 * 4; i += 64)
    rows[i] = i;
#ifndef FAULT
  __syncthreads ();
#endif
  asm ("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(place) : "l"(rows + t % 32 * 4));
  asm volatile ("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(place) : "memory");
  out[t] = a ^ b ^ c ^ d;
}

int
main (void)
{
  unsigned *out;

  cudaMalloc (&out, 64 * sizeof *out);
  turn<<<1, 64>>> (out);
  cudaDeviceSynchronize ();
  cudaFree (out);
}
