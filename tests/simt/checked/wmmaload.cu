/* A warp loads a small matrix (wmma) of which all has been written, or all but the last row. */
#include <cuda_runtime.h>

__global__ void
take (const float *matrix, float *out)
{
  float s0, s1, s2, s3, s4, s5, s6, s7;

  asm volatile ("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
                : "=f"(s0), "=f"(s1), "=f"(s2), "=f"(s3), "=f"(s4), "=f"(s5), "=f"(s6), "=f"(s7) : "l"(matrix), "r"(20) : "memory");
  out[threadIdx.x] = s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7;
}

int
main (void)
{
  float *matrix, *out;
  int rows = 16;

#ifdef FAULT
  rows = 15;
#endif
  cudaMalloc (&matrix, 16 * 20 * sizeof *matrix);
  cudaMalloc (&out, 32 * sizeof *out);
  cudaMemset (matrix, 0, rows * 20 * sizeof *matrix);
  take<<<1, 32>>> (matrix, out);
  cudaDeviceSynchronize ();
  cudaFree (matrix);
  cudaFree (out);
}
