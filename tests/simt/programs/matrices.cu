/* Small matrices that a warp holds together (wmma): loaded, multiplied, stored, of each type and from both orders in memory. By
 * instructions, so that any compiler makes the same. What is in the matrices are small whole numbers: all sums are exact. */
#include "check.h"
#include "matrix.h"

/* --- halves: 16 x 16 x 16, a by rows, b by columns or by rows ---------------------------------------- */

static __global__ void
halves (const unsigned short *a, const unsigned short *b, const float *c, float *d, int stride)
{
  unsigned x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, y3, y4, y5, y6, y7;
  float s0, s1, s2, s3, s4, s5, s6, s7;

  asm volatile ("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
                : "=r"(x0), "=r"(x1), "=r"(x2), "=r"(x3), "=r"(x4), "=r"(x5), "=r"(x6), "=r"(x7) : "l"(a), "r"(stride));
  asm volatile ("wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
                : "=r"(y0), "=r"(y1), "=r"(y2), "=r"(y3), "=r"(y4), "=r"(y5), "=r"(y6), "=r"(y7) : "l"(b), "r"(stride));
  asm volatile ("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
                : "=f"(s0), "=f"(s1), "=f"(s2), "=f"(s3), "=f"(s4), "=f"(s5), "=f"(s6), "=f"(s7) : "l"(c), "r"(16));
  s0 *= 2, s1 *= 2, s2 *= 2, s3 *= 2, s4 *= 2, s5 *= 2, s6 *= 2, s7 *= 2;
  asm volatile ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
                "{%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%0, %1, %2, %3, %4, %5, %6, %7};"
                : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3), "+f"(s4), "+f"(s5), "+f"(s6), "+f"(s7)
                : "r"(x0), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), "r"(x6), "r"(x7), "r"(y0), "r"(y1), "r"(y2), "r"(y3), "r"(y4),
                  "r"(y5), "r"(y6), "r"(y7));
  asm volatile ("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;"
                : : "f"(s0), "f"(s1), "f"(s2), "f"(s3), "f"(s4), "f"(s5), "f"(s6), "f"(s7), "l"(d), "r"(16) : "memory");
}

/* --- sums that are halves, too: 32 x 8 x 16 ------------------------------------------------------------ */

static __global__ void
small (const unsigned short *a, const unsigned short *b, const unsigned short *c, unsigned short *d)
{
  unsigned x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, y3, y4, y5, y6, y7, s0, s1, s2, s3;

  asm volatile ("wmma.load.a.sync.aligned.col.m32n8k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                : "=r"(x0), "=r"(x1), "=r"(x2), "=r"(x3), "=r"(x4), "=r"(x5), "=r"(x6), "=r"(x7) : "l"(a));
  asm volatile ("wmma.load.b.sync.aligned.row.m32n8k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                : "=r"(y0), "=r"(y1), "=r"(y2), "=r"(y3), "=r"(y4), "=r"(y5), "=r"(y6), "=r"(y7) : "l"(b));
  asm volatile ("wmma.load.c.sync.aligned.row.m32n8k16.f16 {%0, %1, %2, %3}, [%4];" : "=r"(s0), "=r"(s1), "=r"(s2), "=r"(s3) : "l"(c));
  asm volatile ("wmma.mma.sync.aligned.col.row.m32n8k16.f16.f16 {%0, %1, %2, %3}, "
                "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%0, %1, %2, %3};"
                : "+r"(s0), "+r"(s1), "+r"(s2), "+r"(s3)
                : "r"(x0), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), "r"(x6), "r"(x7), "r"(y0), "r"(y1), "r"(y2), "r"(y3), "r"(y4),
                  "r"(y5), "r"(y6), "r"(y7));
  asm volatile ("wmma.store.d.sync.aligned.row.m32n8k16.f16 [%4], {%0, %1, %2, %3};"
                : : "r"(s0), "r"(s1), "r"(s2), "r"(s3), "l"(d) : "memory");
}

/* --- the other types, from shared memory ----------------------------------------------------------------- */

static __global__ void
brains (const unsigned short *a, const unsigned short *b, float *d)
{
  __shared__ unsigned short p[256];
  unsigned x0, x1, x2, x3, y0, y1, y2, y3, place;
  float s0 = 1, s1 = 1, s2 = 1, s3 = 1, s4 = 1, s5 = 1, s6 = 1, s7 = 1;

  asm ("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(place) : "l"(p));
  for (int i = threadIdx.x; i < 256; i += 32)
    p[i] = a[i];
  __syncthreads ();
  asm volatile ("wmma.load.a.sync.aligned.row.m16n16k16.shared.bf16 {%0, %1, %2, %3}, [%4], %5;"
                : "=r"(x0), "=r"(x1), "=r"(x2), "=r"(x3) : "r"(place), "r"(16) : "memory");
  asm volatile ("wmma.load.b.sync.aligned.col.m16n16k16.bf16 {%0, %1, %2, %3}, [%4], %5;"
                : "=r"(y0), "=r"(y1), "=r"(y2), "=r"(y3) : "l"(b), "r"(16));
  asm volatile ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, "
                "{%12, %13, %14, %15}, {%0, %1, %2, %3, %4, %5, %6, %7};"
                : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3), "+f"(s4), "+f"(s5), "+f"(s6), "+f"(s7)
                : "r"(x0), "r"(x1), "r"(x2), "r"(x3), "r"(y0), "r"(y1), "r"(y2), "r"(y3));
  asm volatile ("wmma.store.d.sync.aligned.row.m16n16k16.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;"
                : : "f"(s0), "f"(s1), "f"(s2), "f"(s3), "f"(s4), "f"(s5), "f"(s6), "f"(s7), "l"(d), "r"(16) : "memory");
}

static __global__ void
bytes (const unsigned char *a, const unsigned char *b, int *d)
{
  unsigned x0, x1, y0, y1;
  int s0 = -5, s1 = -5, s2 = -5, s3 = -5, s4 = -5, s5 = -5, s6 = -5, s7 = -5;

  asm volatile ("wmma.load.a.sync.aligned.row.m16n16k16.global.u8 {%0, %1}, [%2], %3;" : "=r"(x0), "=r"(x1) : "l"(a), "r"(16));
  asm volatile ("wmma.load.b.sync.aligned.col.m16n16k16.global.u8 {%0, %1}, [%2], %3;" : "=r"(y0), "=r"(y1) : "l"(b), "r"(16));
  asm volatile ("wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, "
                "{%0, %1, %2, %3, %4, %5, %6, %7};"
                : "+r"(s0), "+r"(s1), "+r"(s2), "+r"(s3), "+r"(s4), "+r"(s5), "+r"(s6), "+r"(s7) : "r"(x0), "r"(x1), "r"(y0), "r"(y1));
  asm volatile ("wmma.store.d.sync.aligned.row.m16n16k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;"
                : : "r"(s0), "r"(s1), "r"(s2), "r"(s3), "r"(s4), "r"(s5), "r"(s6), "r"(s7), "l"(d), "r"(16) : "memory");
}

static __global__ void
doubles (const double *a, const double *b, const double *c, double *d)
{
  double x, y, s0, s1;

  asm volatile ("wmma.load.a.sync.aligned.row.m8n8k4.f64 {%0}, [%1], %2;" : "=d"(x) : "l"(a), "r"(4));
  asm volatile ("wmma.load.b.sync.aligned.col.m8n8k4.f64 {%0}, [%1], %2;" : "=d"(y) : "l"(b), "r"(4));
  asm volatile ("wmma.load.c.sync.aligned.row.m8n8k4.f64 {%0, %1}, [%2], %3;" : "=d"(s0), "=d"(s1) : "l"(c), "r"(8));
  asm volatile ("wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.rn {%0, %1}, {%2}, {%3}, {%0, %1};"
                : "+d"(s0), "+d"(s1) : "d"(x), "d"(y));
  asm volatile ("wmma.store.d.sync.aligned.col.m8n8k4.f64 [%2], {%0, %1}, %3;" : : "d"(s0), "d"(s1), "l"(d), "r"(8) : "memory");
}

static __global__ void
tensors (const float *a, const float *b, float *d)
{
  unsigned x0, x1, x2, x3, y0, y1, y2, y3;
  float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;

  asm volatile ("wmma.load.a.sync.aligned.row.m16n16k8.tf32 {%0, %1, %2, %3}, [%4], %5;"
                : "=r"(x0), "=r"(x1), "=r"(x2), "=r"(x3) : "l"(a), "r"(8));
  asm volatile ("wmma.load.b.sync.aligned.col.m16n16k8.tf32 {%0, %1, %2, %3}, [%4], %5;"
                : "=r"(y0), "=r"(y1), "=r"(y2), "=r"(y3) : "l"(b), "r"(8));
  asm volatile ("wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, "
                "{%12, %13, %14, %15}, {%0, %1, %2, %3, %4, %5, %6, %7};"
                : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3), "+f"(s4), "+f"(s5), "+f"(s6), "+f"(s7)
                : "r"(x0), "r"(x1), "r"(x2), "r"(x3), "r"(y0), "r"(y1), "r"(y2), "r"(y3));
  asm volatile ("wmma.store.d.sync.aligned.row.m16n16k8.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;"
                : : "f"(s0), "f"(s1), "f"(s2), "f"(s3), "f"(s4), "f"(s5), "f"(s6), "f"(s7), "l"(d), "r"(16) : "memory");
}

/* --- the same by loops ------------------------------------------------------------------------------------ */

static void
try_halves (void)
{
  enum { STRIDE = 24 };
  static unsigned short a[16 * STRIDE], b[16 * STRIDE];
  static float c[256], got[256], wanted[256];

  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      {
        a[i * STRIDE + j] = half_of (of_a (i, j));
        b[j * STRIDE + i] = half_of (of_b (i, j));
        c[i * 16 + j] = i - j;
        wanted[i * 16 + j] = sum_of (i, j, 16) + 2 * (i - j);
      }
  unsigned short *da = on_device (a, 16 * STRIDE), *db = on_device (b, 16 * STRIDE);
  float *dc = on_device (c, 256), *dd = on_device (got, 256);
  halves<<<1, 32>>> (da, db, dc, dd, STRIDE);
  back (got, dd, 256);
  expect ("halves", got, wanted, 256);
}

static void
try_small (void)
{
  static unsigned short a[512], b[128], c[256], got[256], wanted[256];

  for (int i = 0; i < 32; i++)
    for (int l = 0; l < 16; l++)
      a[l * 32 + i] = half_of (of_a (i, l));
  for (int l = 0; l < 16; l++)
    for (int j = 0; j < 8; j++)
      b[l * 8 + j] = half_of (of_b (l, j));
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 8; j++)
      {
        c[i * 8 + j] = half_of (i + j);
        wanted[i * 8 + j] = half_of (sum_of (i, j, 16) + i + j);
      }
  unsigned short *da = on_device (a, 512), *db = on_device (b, 128), *dc = on_device (c, 256), *dd = on_device (got, 256);
  small<<<1, 32>>> (da, db, dc, dd);
  back (got, dd, 256);
  expect ("small", got, wanted, 256);
}

template <typename T, typename S, typename Kernel>
static void
try_plain (const char *what, Kernel kernel, int k, S start, T (*of) (int), bool is_positive)
{
  static T a[256], b[256];
  static S got[256], wanted[256];

  for (int i = 0; i < 16; i++)
    for (int l = 0; l < k; l++)
      {
        a[i * k + l] = of (is_positive ? of_a (i, l) & 15 : of_a (i, l));
        b[i * k + l] = of (is_positive ? of_b (l, i) & 15 : of_b (l, i));
      }
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      {
        wanted[i * 16 + j] = start;
        for (int l = 0; l < k; l++)
          wanted[i * 16 + j] += is_positive ? (of_a (i, l) & 15) * (of_b (l, j) & 15) : of_a (i, l) * of_b (l, j);
      }
  T *da = on_device (a, 256), *db = on_device (b, 256);
  S *dd = on_device (got, 256);
  kernel<<<1, 32>>> (da, db, dd);
  back (got, dd, 256);
  expect (what, got, wanted, 256);
}

static unsigned char
byte_of (int value)
{
  return value;
}

static float
float_of (int value)
{
  return value;
}

static void
try_doubles (void)
{
  double a[32], b[32], c[64], got[64], wanted[64];

  for (int i = 0; i < 8; i++)
    for (int l = 0; l < 4; l++)
      {
        a[i * 4 + l] = of_a (i, l) / 8.0;
        b[i * 4 + l] = of_b (l, i) / 4.0;
      }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      {
        c[i * 8 + j] = i * j;
        wanted[j * 8 + i] = sum_of (i, j, 4) / 32.0 + i * j;
      }
  double *da = on_device (a, 32), *db = on_device (b, 32), *dc = on_device (c, 64), *dd = on_device (got, 64);
  doubles<<<1, 32>>> (da, db, dc, dd);
  back (got, dd, 64);
  expect ("doubles", got, wanted, 64);
}

int
main (void)
{
  try_halves ();
  try_small ();
  try_plain ("brains", brains, 16, 1.0f, brain_of, false);
  try_plain ("bytes", bytes, 16, -5, byte_of, true);
  try_plain ("tensors", tensors, 8, 0.0f, float_of, false);
  try_doubles ();
  return finish ();
}
