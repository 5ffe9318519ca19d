/* Numbers of 16 bits, IEEE's and the upper half of a float, one and two in a register: each operation rounds once.
 * The host computes in 113 bits, which hold all of these sums and products, and rounds by itself. */
#include "check.h"

#ifdef __CUDA_ARCH__
typedef double Wide; /* the device never computes in it */
#else
typedef __float128 Wide;
#endif

typedef unsigned short Bits;

struct Format
{
  int digits, least, most; /* binary digits; exponents of the smallest and the largest binade */
};
static const Format half = { 11, -14, 15 }, upper = { 8, -126, 127 };

static Wide
power (int n)
{
  Wide value = 1;

  for (; n > 0; n--)
    value *= 2;
  for (; n < 0; n++)
    value /= 2;
  return value;
}

static Wide
value_of (Bits bits, const Format *format)
{
  int mantissa_bits = format->digits - 1, exponent = (bits & 0x7fff) >> mantissa_bits, mantissa = bits & ((1 << mantissa_bits) - 1);
  Wide value = exponent ? mantissa + (1 << mantissa_bits) : mantissa;

  value *= power ((exponent ? exponent : 1) - 1 + format->least - mantissa_bits);
  return bits & 0x8000 ? -value : value;
}

static Bits
nearest (Wide value, const Format *format, Bits sign_of_zero)
{
  Bits sign = value < 0 ? 0x8000 : value == 0 ? sign_of_zero : 0;
  int exponent = format->least, mantissa_bits = format->digits - 1;

  value = value < 0 ? -value : value;
  while (exponent < format->most + 1 && value >= power (exponent + 1))
    exponent++;
  Wide scaled = value / power (exponent - mantissa_bits);
  if (exponent > format->most)
    return sign | ((format->most - format->least + 2) << mantissa_bits);
  long whole = (long) scaled;
  Wide rest = scaled - whole;
  whole += rest > 0.5 || (rest == 0.5 && (whole & 1));
  return sign | (Bits) (whole + ((exponent - format->least) << mantissa_bits));
}

enum { N = 6000 };

#define OPERATE(name, type, constraint, text)                                                      \
  static __global__ void name (const type *a, const type *b, const type *c, type *out)             \
  {                                                                                                \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    type result;                                                                                   \
    if (i >= (int) (N * sizeof (Bits) / sizeof (type)))                                            \
      return;                                                                                      \
    asm (text : "=" constraint (result) : constraint (a[i]), constraint (b[i]), constraint (c[i])); \
    out[i] = result;                                                                               \
  }
OPERATE (add_1, Bits, "h", "add.rn.f16 %0, %1, %2;")
OPERATE (mul_1, Bits, "h", "mul.rn.f16 %0, %1, %2;")
OPERATE (fma_1, Bits, "h", "fma.rn.f16 %0, %1, %2, %3;")
OPERATE (add_2, unsigned, "r", "add.rn.f16x2 %0, %1, %2;")
OPERATE (mul_2, unsigned, "r", "mul.rn.f16x2 %0, %1, %2;")
OPERATE (fma_2, unsigned, "r", "fma.rn.f16x2 %0, %1, %2, %3;")
OPERATE (fma_upper, Bits, "h", "fma.rn.bf16 %0, %1, %2, %3;")
OPERATE (fma_upper_2, unsigned, "r", "fma.rn.bf16x2 %0, %1, %2, %3;")

static __global__ void
narrow (const float *in, Bits *out, Bits *out_upper, unsigned *pairs)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= N)
    return;
  asm ("cvt.rn.f16.f32 %0, %1;" : "=h"(out[i]) : "f"(in[i]));
  asm ("cvt.rn.bf16.f32 %0, %1;" : "=h"(out_upper[i]) : "f"(in[i]));
  asm ("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pairs[i]) : "f"(in[N - 1 - i]), "f"(in[i]));
}

static __global__ void
compare (const unsigned *a, const unsigned *b, unsigned *out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < N / 2)
    asm ("{ .reg .pred p, q;\n setp.lt.f16x2 p|q, %1, %2;\n selp.u32 %0, 1, 0, p;\n @q add.u32 %0, %0, 2;\n }"
         : "=&r"(out[i]) : "r"(a[i]), "r"(b[i]));
}

/* Sums that are exact, so that their order does not count. */
static __global__ void
collect (Bits *sum, unsigned *pair, Bits *sum_upper)
{
  Bits one = 0x3c00, one_upper = 0x3f80;
  unsigned both = 0x40003c00;

  asm volatile ("red.global.add.noftz.f16 [%0], %1;" ::"l"(sum), "h"(one) : "memory");
  asm volatile ("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(pair), "r"(both) : "memory");
  asm volatile ("red.global.add.noftz.bf16 [%0], %1;" ::"l"(sum_upper), "h"(one_upper) : "memory");
}

static unsigned state = 12345;
static unsigned
next (void)
{
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

static Bits a[N], b[N], c[N], got[N], wanted[N], upper_a[N], upper_b[N], upper_c[N];

/* No infinities; halves of all kinds, and products that come near to what is added. */
static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = (next () & 0x8000) | (next () % 0x7c00);
      b[i] = (next () & 0x8000) | (next () % 0x7c00);
      c[i] = i % 3 ? nearest (-value_of (a[i], &half) * value_of (b[i], &half), &half, 0) : next () % 0x7c00;
      if ((c[i] & 0x7c00) == 0x7c00)
        c[i] = 0x0001;
      upper_a[i] = (next () & 0x8000) | (107 + next () % 40) << 7 | (next () & 127);
      upper_b[i] = (next () & 0x8000) | (107 + next () % 40) << 7 | (next () & 127);
      upper_c[i] = i % 3 ? nearest (-value_of (upper_a[i], &upper) * value_of (upper_b[i], &upper), &upper, 0)
                         : (90 + next () % 70) << 7 | (next () & 127);
    }
}

static Bits
zero_of (int operation, int i)
{
  int product = (a[i] ^ b[i]) & 0x8000;

  if (operation == 1)
    return product;
  return operation == 0 ? a[i] & b[i] & 0x8000 : product & c[i];
}

typedef void Single (const Bits *, const Bits *, const Bits *, Bits *);
typedef void Pair (const unsigned *, const unsigned *, const unsigned *, unsigned *);

static void
compare_all (const char *what, Single *single, Pair *pair, const Bits *x, const Bits *y, const Bits *z)
{
  Bits *dx = on_device (x, N), *dy = on_device (y, N), *dz = on_device (z, N), *out = on_device (x, N);

  single<<<(N + 95) / 96, 96>>> (dx, dy, dz, out);
  back (got, out, N);
  expect (what, got, wanted, N);
  cudaMemset (out, 0, sizeof got);
  pair<<<(N / 2 + 63) / 64, 64>>> ((unsigned *) dx, (unsigned *) dy, (unsigned *) dz, (unsigned *) out);
  back (got, out, N);
  expect (what, got, wanted, N);
}

static void
narrow_all (void)
{
  static float in[N];
  static Bits got_upper[N], wanted_upper[N];
  static unsigned pairs[N], wanted_pairs[N];

  for (int i = 0; i < N; i++)
    {
      unsigned bits = (next () & 1) << 31 | (100 + next () % 45) << 23 | (next () & 0x7fffff);
      memcpy (&in[i], &bits, 4);
      wanted[i] = nearest (in[i], &half, 0);
      wanted_upper[i] = nearest (in[i], &upper, 0);
    }
  for (int i = 0; i < N; i++)
    wanted_pairs[i] = (unsigned) wanted[N - 1 - i] << 16 | wanted[i];
  float *d = on_device (in, N);
  Bits *out = on_device (a, N), *out_upper = on_device (a, N);
  unsigned *out_pairs = on_device (pairs, N);
  narrow<<<(N + 63) / 64, 64>>> (d, out, out_upper, out_pairs);
  back (got, out, N);
  back (got_upper, out_upper, N);
  back (pairs, out_pairs, N);
  expect ("to half", got, wanted, N);
  expect ("to upper half", got_upper, wanted_upper, N);
  expect ("to two halves", pairs, wanted_pairs, N);
}

static void
compare_pairs (void)
{
  static unsigned out[N / 2], right[N / 2];

  for (int i = 0; i < N / 2; i++)
    right[i] = (value_of (a[2 * i], &half) < value_of (b[2 * i], &half))
               + 2 * (value_of (a[2 * i + 1], &half) < value_of (b[2 * i + 1], &half));
  unsigned *dx = (unsigned *) on_device (a, N), *dy = (unsigned *) on_device (b, N), *d = on_device (out, N / 2);
  compare<<<(N / 2 + 63) / 64, 64>>> (dx, dy, d);
  back (out, d, N / 2);
  expect ("comparisons", out, right, N / 2);
}

static void
collect_all (void)
{
  static Bits sums[8];
  Bits *d = on_device (sums, 8), right[8] = { nearest (500, &half, 0), 0, nearest (500, &half, 0), nearest (1000, &half, 0),
                                              nearest (100, &upper, 0), 0, nearest (256, &upper, 0) };

  collect<<<1, 100>>> (d, (unsigned *) (d + 2), d + 4);
  collect<<<5, 80>>> (d, (unsigned *) (d + 2), d + 6); /* 256 + 1 is 256 again */
  back (sums, d, 7);
  expect ("atomic sums", sums, right, 7);
}

int
main (void)
{
  fill ();
  for (int i = 0; i < N; i++)
    wanted[i] = nearest (value_of (a[i], &half) + value_of (b[i], &half), &half, zero_of (0, i));
  compare_all ("sums", add_1, add_2, a, b, c);
  for (int i = 0; i < N; i++)
    wanted[i] = nearest (value_of (a[i], &half) * value_of (b[i], &half), &half, zero_of (1, i));
  compare_all ("products", mul_1, mul_2, a, b, c);
  for (int i = 0; i < N; i++)
    wanted[i] = nearest (value_of (a[i], &half) * value_of (b[i], &half) + value_of (c[i], &half), &half, zero_of (2, i));
  compare_all ("fma", fma_1, fma_2, a, b, c);
  for (int i = 0; i < N; i++)
    wanted[i] = nearest (value_of (upper_a[i], &upper) * value_of (upper_b[i], &upper) + value_of (upper_c[i], &upper), &upper, 0);
  compare_all ("fma of upper halves", fma_upper, fma_upper_2, upper_a, upper_b, upper_c);
  narrow_all ();
  compare_pairs ();
  collect_all ();
  return finish ();
}
