/* mma: products of small matrices of which PTX says which lane holds what. Each form beside a plain loop, with the manual's words for where
 * an element is ("PTX ISA", 9.7.14.5), form by form. All sums are exact. */
#include "check.h"
#include "matrix.h"

/* How many registers of 32 or 64 bits: of the sums, of a, of b. */
#define KERNEL_2_1_1(NAME, FORM, S, T, s, t)                                                                       \
  static __global__ void NAME (const T *a, const T *b, S *c)                                                       \
  {                                                                                                                \
    a += threadIdx.x, b += threadIdx.x, c += 2 * threadIdx.x;                                                      \
    asm volatile ("mma.sync.aligned." FORM " {%0, %1}, {%2}, {%3}, {%0, %1};"                                      \
                  : "+" s (c[0]), "+" s (c[1]) : t (a[0]), t (b[0]));                                              \
  }
#define KERNEL_2_4_2(NAME, FORM, S, T, s, t)                                                                       \
  static __global__ void NAME (const T *a, const T *b, S *c)                                                       \
  {                                                                                                                \
    a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 2 * threadIdx.x;                                              \
    asm volatile ("mma.sync.aligned." FORM " {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"                      \
                  : "+" s (c[0]), "+" s (c[1]) : t (a[0]), t (a[1]), t (a[2]), t (a[3]), t (b[0]), t (b[1]));      \
  }
#define KERNEL_4_2_1(NAME, FORM, S, T, s, t)                                                                       \
  static __global__ void NAME (const T *a, const T *b, S *c)                                                       \
  {                                                                                                                \
    a += 2 * threadIdx.x, b += threadIdx.x, c += 4 * threadIdx.x;                                                  \
    asm volatile ("mma.sync.aligned." FORM " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                  \
                  : "+" s (c[0]), "+" s (c[1]), "+" s (c[2]), "+" s (c[3]) : t (a[0]), t (a[1]), t (b[0]));        \
  }
#define KERNEL_4_4_2(NAME, FORM, S, T, s, t)                                                                       \
  static __global__ void NAME (const T *a, const T *b, S *c)                                                       \
  {                                                                                                                \
    a += 4 * threadIdx.x, b += 2 * threadIdx.x, c += 4 * threadIdx.x;                                              \
    asm volatile ("mma.sync.aligned." FORM " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"      \
                  : "+" s (c[0]), "+" s (c[1]), "+" s (c[2]), "+" s (c[3])                                         \
                  : t (a[0]), t (a[1]), t (a[2]), t (a[3]), t (b[0]), t (b[1]));                                   \
  }
#define KERNEL_4_8_4(NAME, FORM, S, T, s, t)                                                                       \
  static __global__ void NAME (const T *a, const T *b, S *c)                                                       \
  {                                                                                                                \
    a += 8 * threadIdx.x, b += 4 * threadIdx.x, c += 4 * threadIdx.x;                                              \
    asm volatile ("mma.sync.aligned." FORM " {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, "               \
                  "{%12, %13, %14, %15}, {%0, %1, %2, %3};"                                                        \
                  : "+" s (c[0]), "+" s (c[1]), "+" s (c[2]), "+" s (c[3])                                         \
                  : t (a[0]), t (a[1]), t (a[2]), t (a[3]), t (a[4]), t (a[5]), t (a[6]), t (a[7]), t (b[0]),      \
                    t (b[1]), t (b[2]), t (b[3]));                                                                 \
  }

typedef unsigned word;

KERNEL_4_2_1 (half_8, "m16n8k8.row.col.f32.f16.f16.f32", float, word, "f", "r")
KERNEL_4_4_2 (half_16, "m16n8k16.row.col.f32.f16.f16.f32", float, word, "f", "r")
KERNEL_2_4_2 (half_sums, "m16n8k16.row.col.f16.f16.f16.f16", word, word, "r", "r")
KERNEL_4_2_1 (brain_8, "m16n8k8.row.col.f32.bf16.bf16.f32", float, word, "f", "r")
KERNEL_4_4_2 (brain_16, "m16n8k16.row.col.f32.bf16.bf16.f32", float, word, "f", "r")
KERNEL_4_2_1 (tensor_4, "m16n8k4.row.col.f32.tf32.tf32.f32", float, word, "f", "r")
KERNEL_4_4_2 (tensor_8, "m16n8k8.row.col.f32.tf32.tf32.f32", float, word, "f", "r")
KERNEL_2_1_1 (double_4, "m8n8k4.row.col.f64.f64.f64.f64", double, double, "d", "d")
KERNEL_4_2_1 (double_4_tall, "m16n8k4.row.col.f64.f64.f64.f64", double, double, "d", "d")
KERNEL_4_4_2 (double_8, "m16n8k8.row.col.f64.f64.f64.f64", double, double, "d", "d")
KERNEL_4_8_4 (double_16, "m16n8k16.row.col.f64.f64.f64.f64", double, double, "d", "d")
KERNEL_2_1_1 (byte_8, "m8n8k16.row.col.s32.s8.s8.s32", int, word, "r", "r")
KERNEL_4_2_1 (byte_16, "m16n8k16.row.col.s32.s8.s8.s32", int, word, "r", "r")
KERNEL_4_4_2 (byte_32, "m16n8k32.row.col.s32.s8.u8.s32", int, word, "r", "r")
KERNEL_4_4_2 (saturated, "m16n8k32.row.col.satfinite.s32.s8.u8.s32", int, word, "r", "r")

/* --- where an element is, in the manual's words: i is its number of those that a lane has -------------------- */

typedef struct
{
  int row, column;
} Place;

#define GROUP (lane >> 2)
#define MEMBER (lane % 4)
typedef Place Where (int lane, int i);

static Place a_16_8 (int lane, int i) { return { i < 2 ? GROUP : GROUP + 8, MEMBER * 2 + (i & 1) }; }
static Place b_16_8 (int lane, int i) { return { MEMBER * 2 + i, GROUP }; }
static Place a_16_16 (int lane, int i)
{
  return { i < 2 || (4 <= i && i < 6) ? GROUP : GROUP + 8, i < 4 ? MEMBER * 2 + (i & 1) : MEMBER * 2 + (i & 1) + 8 };
}
static Place b_16_16 (int lane, int i) { return { i < 2 ? MEMBER * 2 + (i & 1) : MEMBER * 2 + (i & 1) + 8, GROUP }; }
static Place a_wide_4 (int lane, int i) { return { i == 0 ? GROUP : GROUP + 8, MEMBER }; }
static Place b_wide_4 (int lane, int i) { return { MEMBER, GROUP }; }
static Place a_wide_8 (int lane, int i) { return { i == 0 || i == 2 ? GROUP : GROUP + 8, i < 2 ? MEMBER : MEMBER + 4 }; }
static Place b_wide_8 (int lane, int i) { return { i == 0 ? MEMBER : MEMBER + 4, GROUP }; }
static Place a_short (int lane, int i) { return { GROUP, MEMBER }; }
static Place a_double_16 (int lane, int i) { return { i % 2 == 0 ? GROUP : GROUP + 8, (i / 2) * 4 + MEMBER }; }
static Place b_double_16 (int lane, int i) { return { MEMBER + i * 4, GROUP }; }
static Place a_byte_8 (int lane, int i) { return { GROUP, MEMBER * 4 + i }; }
static Place b_byte_8 (int lane, int i) { return { MEMBER * 4 + i, GROUP }; }
static Place a_byte_16 (int lane, int i) { return { i < 4 ? GROUP : GROUP + 8, MEMBER * 4 + (i & 3) }; }
static Place a_byte_32 (int lane, int i)
{
  return { i < 4 || (8 <= i && i < 12) ? GROUP : GROUP + 8, i < 8 ? MEMBER * 4 + (i & 3) : MEMBER * 4 + (i & 3) + 16 };
}
static Place b_byte_32 (int lane, int i) { return { i < 4 ? MEMBER * 4 + (i & 3) : MEMBER * 4 + (i & 3) + 16, GROUP }; }
static Place sum_place (int lane, int i) { return { i < 2 ? GROUP : GROUP + 8, MEMBER * 2 + (i & 1) }; }

/* --- beside plain loops ---------------------------------------------------------------------------------------- */

/* "positive": b has no signs. */
template <typename E, typename F, typename S, typename T, typename R>
static void
attempt (const char *what, void (*kernel) (const R *, const R *, T *), int m, int k, Where *of_a_place, Where *of_b_place, E (*a_from) (int),
         F (*b_from) (int), S (*sum_from) (int), long long start, bool is_positive = false)
{
  static E a[512];
  static F b[256];
  static S got[128], wanted[128];
  int n_a = m * k / 32, n_b = k * 8 / 32, n_sums = m * 8 / 32;

  for (int lane = 0; lane < 32; lane++)
    {
      for (int i = 0; i < n_a; i++)
        a[lane * n_a + i] = a_from (of_a (of_a_place (lane, i).row, of_a_place (lane, i).column));
      for (int i = 0; i < n_b; i++)
        {
          Place at = of_b_place (lane, i);
          b[lane * n_b + i] = b_from (is_positive ? of_b (at.row, at.column) + 3 : of_b (at.row, at.column));
        }
      for (int i = 0; i < n_sums; i++)
        {
          Place at = sum_place (lane, i);
          long long sum = start + at.row - at.column;
          got[lane * n_sums + i] = sum_from (sum);
          for (int l = 0; l < k; l++)
            sum += of_a (at.row, l) * (is_positive ? of_b (l, at.column) + 3 : of_b (l, at.column));
          wanted[lane * n_sums + i] = sum_from (sum > 0x7fffffff ? 0x7fffffff : sum);
        }
    }
  E *da = on_device (a, 512);
  F *db = on_device (b, 256);
  S *dc = on_device (got, 128);
  kernel<<<1, 32>>> ((const R *) da, (const R *) db, (T *) dc);
  back (got, dc, n_sums * 32);
  expect (what, got, wanted, n_sums * 32);
}

template <typename T>
static T
as (int value)
{
  return value;
}

int
main (void)
{
  typedef signed char s8;
  typedef unsigned char u8;

  attempt ("half_8", half_8, 16, 8, a_16_8, b_16_8, half_of, half_of, as<float>, 5);
  attempt ("half_16", half_16, 16, 16, a_16_16, b_16_16, half_of, half_of, as<float>, 5);
  attempt ("half_sums", half_sums, 16, 16, a_16_16, b_16_16, half_of, half_of, half_of, 5);
  attempt ("brain_8", brain_8, 16, 8, a_16_8, b_16_8, brain_of, brain_of, as<float>, -7);
  attempt ("brain_16", brain_16, 16, 16, a_16_16, b_16_16, brain_of, brain_of, as<float>, -7);
  attempt ("tensor_4", tensor_4, 16, 4, a_wide_4, b_wide_4, as<float>, as<float>, as<float>, 9);
  attempt ("tensor_8", tensor_8, 16, 8, a_wide_8, b_wide_8, as<float>, as<float>, as<float>, 9);
  attempt ("double_4", double_4, 8, 4, a_short, b_wide_4, as<double>, as<double>, as<double>, 1);
  attempt ("double_4_tall", double_4_tall, 16, 4, a_wide_4, b_wide_4, as<double>, as<double>, as<double>, 1);
  attempt ("double_8", double_8, 16, 8, a_wide_8, b_wide_8, as<double>, as<double>, as<double>, 1);
  attempt ("double_16", double_16, 16, 16, a_double_16, b_double_16, as<double>, as<double>, as<double>, 1);
  attempt ("byte_8", byte_8, 8, 16, a_byte_8, b_byte_8, as<s8>, as<s8>, as<int>, 100);
  attempt ("byte_16", byte_16, 16, 16, a_byte_16, b_byte_8, as<s8>, as<s8>, as<int>, 100);
  attempt ("byte_32", byte_32, 16, 32, a_byte_32, b_byte_32, as<s8>, as<u8>, as<int>, 100, true);
  attempt ("saturated", saturated, 16, 32, a_byte_32, b_byte_32, as<s8>, as<u8>, as<int>, 0x7fffff80, true);
  return finish ();
}
