/* What matrices that a warp holds together ask of memory: counts.py knows it. Two blocks of 64 threads. By instructions, so that any
 * compiler makes the same. */
#include <stdio.h>

#define T (blockIdx.x * blockDim.x + threadIdx.x)

/* Each warp: four tiles out of rows that are STRIDE halves apart, and two of them back. */
template <int STRIDE>
__global__ void
tiles (unsigned *out)
{
  __shared__ __align__ (128) unsigned short rows[32 * STRIDE];
  unsigned a, b, c, d, place;

  asm ("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(place) : "l"(rows + threadIdx.x % 32 * STRIDE));
  asm volatile ("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(place) : "memory");
  asm volatile ("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" : : "r"(place), "r"(a), "r"(b) : "memory");
  out[T] = a ^ b ^ c ^ d;
}

/* a by rows, b by columns, sums by rows; "stride" halves from one row or column to the next. */
__global__ void
product (const unsigned short *x, const unsigned short *y, float *z, int stride)
{
  unsigned a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
  float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;

  z += T / 32 * 256;
  asm volatile ("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
                : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3), "=r"(a4), "=r"(a5), "=r"(a6), "=r"(a7) : "l"(x), "r"(stride) : "memory");
  asm volatile ("wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
                : "=r"(b0), "=r"(b1), "=r"(b2), "=r"(b3), "=r"(b4), "=r"(b5), "=r"(b6), "=r"(b7) : "l"(y), "r"(stride) : "memory");
  asm volatile ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
                "{%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%0, %1, %2, %3, %4, %5, %6, %7};"
                : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3), "+f"(s4), "+f"(s5), "+f"(s6), "+f"(s7)
                : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a6), "r"(a7), "r"(b0), "r"(b1), "r"(b2), "r"(b3), "r"(b4),
                  "r"(b5), "r"(b6), "r"(b7));
  asm volatile ("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;"
                : : "f"(s0), "f"(s1), "f"(s2), "f"(s3), "f"(s4), "f"(s5), "f"(s6), "f"(s7), "l"(z), "r"(16) : "memory");
}

int
main (void)
{
  unsigned *out;
  unsigned short *in;
  float *sums;

  cudaMalloc (&out, 128 * sizeof *out);
  cudaMalloc (&in, 32 * 24 * sizeof *in);
  cudaMalloc (&sums, 4 * 256 * sizeof *sums);
  cudaMemset (in, 0, 32 * 24 * sizeof *in);
  tiles<64><<<2, 64>>> (out);
  tiles<72><<<2, 64>>> (out);
  product<<<2, 64>>> (in, in + 16 * 24, sums, 24);
  puts (cudaDeviceSynchronize () ? "FAILED" : "OK");
}
