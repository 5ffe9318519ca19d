/* Intrinsics of whole numbers, of words of two or four parts, of bits, caches and memories, beside what their definitions say in
 * plain loops; and atomic operations of all widths and scopes. */
#include "check.h"

enum { N = 1024, KINDS = 160 };

typedef unsigned long long Wide;

static __host__ __device__ Wide
random_of (Wide i)
{
  i = (i + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
  i = (i ^ i >> 27) * 0x94d049bb133111ebull;
  return i ^ i >> 31;
}

/* Words whose parts are often at an end of their range. */
static __host__ __device__ unsigned
word_of (int i)
{
  const unsigned ends[] = { 0, 0x7f807f80u, 0xffffffffu, 0x80008000u, 0x7fff8000u, 0x01ff00feu, 0x80808080u, 0x7f7f7f7fu };
  Wide random = random_of (i);

  return random % 3 ? (unsigned) (random >> 20) : ends[random / 3 % 8] ^ (random / 64 % 4 ? 0 : 0x00010000u);
}

/* --- parts of words ------------------------------------------------------------------------------------- */

enum Operation
{
  ADD, ADD_SIGNED, ADD_UNSIGNED, SUB, SUB_SIGNED, SUB_UNSIGNED, ABS, ABS_SIGNED, NEG, NEG_SIGNED, DIFFERENCE, AVERAGE, HALF_SUM,
  MOST, LEAST, EQ, NE, GE, GT, LE, LT
};

static long
limited (long x, long least, long most)
{
  return x < least ? least : x > most ? most : x;
}

static long
part_result (Operation operation, long x, long y, int bits, int all)
{
  long most = (1l << bits) - 1, signed_most = most / 2;
  switch (operation)
    {
    case ADD: return x + y;
    case ADD_SIGNED: return limited (x + y, -signed_most - 1, signed_most);
    case ADD_UNSIGNED: return limited (x + y, 0, most);
    case SUB: return x - y;
    case SUB_SIGNED: return limited (x - y, -signed_most - 1, signed_most);
    case SUB_UNSIGNED: return limited (x - y, 0, most);
    case ABS: return labs (x);
    case ABS_SIGNED: return limited (labs (x), 0, signed_most);
    case NEG: return -x;
    case NEG_SIGNED: return limited (-x, -signed_most - 1, signed_most);
    case DIFFERENCE: return labs (x - y);
    case AVERAGE: return x + y >= 0 ? (x + y + 1) / 2 : (x + y - 1) / 2; /* halves go away from what is below zero */
    case HALF_SUM: return (x + y) / 2;
    case MOST: return x > y ? x : y;
    case LEAST: return x < y ? x : y;
    case EQ: return x == y ? all : 0;
    case NE: return x != y ? all : 0;
    case GE: return x >= y ? all : 0;
    case GT: return x > y ? all : 0;
    case LE: return x <= y ? all : 0;
    case LT: return x < y ? all : 0;
    }
  return 0;
}

/* `sums`: the results of all parts are added up. */
static unsigned
word_result (Operation operation, unsigned a, unsigned b, int bits, int is_signed, int all, int sums)
{
  unsigned word = 0, ones = bits == 8 ? 0xff : 0xffff;

  for (int i = 0; i < 32; i += bits)
    {
      long x = a >> i & ones, y = b >> i & ones;
      if (is_signed)
        {
          x = x > ones / 2 ? x - ones - 1 : x;
          y = y > ones / 2 ? y - ones - 1 : y;
        }
      unsigned part = (unsigned) part_result (operation, x, y, bits, all);
      word += sums ? part : (part & ones) << i;
    }
  return word;
}

#define COMPARISONS(each, n, name, operation)                                                      \
  each (__vcmp##name##s##n (a, b), operation, n, 1, -1, 0) each (__vcmp##name##u##n (a, b), operation, n, 0, -1, 0) \
  each (__vset##name##s##n (a, b), operation, n, 1, 1, 0) each (__vset##name##u##n (a, b), operation, n, 0, 1, 0)
#define WORDS_OF(each, n)                                                                          \
  each (__vadd##n (a, b), ADD, n, 0, 0, 0) each (__vaddss##n (a, b), ADD_SIGNED, n, 1, 0, 0)       \
  each (__vaddus##n (a, b), ADD_UNSIGNED, n, 0, 0, 0) each (__vsub##n (a, b), SUB, n, 0, 0, 0)     \
  each (__vsubss##n (a, b), SUB_SIGNED, n, 1, 0, 0) each (__vsubus##n (a, b), SUB_UNSIGNED, n, 0, 0, 0) \
  each (__vabs##n (a), ABS, n, 1, 0, 0) each (__vabsss##n (a), ABS_SIGNED, n, 1, 0, 0)             \
  each (__vneg##n (a), NEG, n, 1, 0, 0) each (__vnegss##n (a), NEG_SIGNED, n, 1, 0, 0)             \
  each (__vabsdiffs##n (a, b), DIFFERENCE, n, 1, 0, 0) each (__vabsdiffu##n (a, b), DIFFERENCE, n, 0, 0, 0) \
  each (__vsads##n (a, b), DIFFERENCE, n, 1, 0, 1) each (__vsadu##n (a, b), DIFFERENCE, n, 0, 0, 1) \
  each (__vavgs##n (a, b), AVERAGE, n, 1, 0, 0) each (__vavgu##n (a, b), AVERAGE, n, 0, 0, 0)      \
  each (__vhaddu##n (a, b), HALF_SUM, n, 0, 0, 0)                                                  \
  each (__vmaxs##n (a, b), MOST, n, 1, 0, 0) each (__vmaxu##n (a, b), MOST, n, 0, 0, 0)            \
  each (__vmins##n (a, b), LEAST, n, 1, 0, 0) each (__vminu##n (a, b), LEAST, n, 0, 0, 0)          \
  each (__vcmpeq##n (a, b), EQ, n, 0, -1, 0) each (__vseteq##n (a, b), EQ, n, 0, 1, 0)             \
  each (__vcmpne##n (a, b), NE, n, 0, -1, 0) each (__vsetne##n (a, b), NE, n, 0, 1, 0)             \
  COMPARISONS (each, n, ge, GE) COMPARISONS (each, n, gt, GT) COMPARISONS (each, n, le, LE) COMPARISONS (each, n, lt, LT)

/* --- whole words, by formulas that both sides work out ---------------------------------------------------- */

static Wide
reversed (Wide x, int bits)
{
  Wide y = 0;

  for (int i = 0; i < bits; i++)
    y |= (x >> i & 1) << (bits - 1 - i);
  return y;
}

static int
first_one (Wide x)
{
  for (int i = 0; i < 64; i++)
    if (x >> i & 1)
      return i + 1;
  return 0;
}

static unsigned
permuted (unsigned a, unsigned b, unsigned selector)
{
  Wide both = (Wide) b << 32 | a;
  unsigned word = 0;

  for (int i = 0; i < 4; i++)
    word |= (unsigned) (both >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
  return word;
}

static unsigned
nth_one (unsigned mask, unsigned base, int offset)
{
  if (offset == 0)
    return mask >> base & 1 ? base : ~0u;
  int i = (int) base, left = abs (offset);
  while (i >= 0 && i < 32)
    {
      if (mask >> i & 1 && --left == 0)
        return i;
      i += offset > 0 ? 1 : -1;
    }
  return ~0u;
}

static int
sum_of_bytes (unsigned a, unsigned b, int sum, int is_signed)
{
  for (int i = 0; i < 4; i++)
    sum += is_signed ? (signed char) (a >> 8 * i) * (signed char) (b >> 8 * i) : (int) ((a >> 8 * i & 0xff) * (b >> 8 * i & 0xff));
  return sum;
}

static int
sum_of_halves (unsigned a, unsigned b, int sum, int is_signed, int from)
{
  for (int i = 0; i < 2; i++)
    sum += is_signed ? (short) (a >> 16 * i) * (signed char) (b >> 8 * (i + from)) : (int) ((a >> 16 * i & 0xffff) * (b >> 8 * (i + from) & 0xff));
  return sum;
}

/* Instructions that no function stands for. */
#define BY_PTX(name, text)                                                                         \
  static __device__ unsigned name (unsigned a, unsigned b, unsigned c)                             \
  {                                                                                                \
    unsigned d;                                                                                    \
    asm (text " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));                              \
    return d;                                                                                      \
  }
BY_PTX (vshr_add, "vshr.u32.u32.u32.clamp.add") BY_PTX (vshr_signed, "vshr.s32.s32.u32.wrap.max") BY_PTX (vshl_min, "vshl.u32.u32.u32.clamp.sat.min")
BY_PTX (vadd_sat, "vadd.s32.s32.s32.sat.add") BY_PTX (vsub_mixed, "vsub.s32.u32.s32.sat.min") BY_PTX (vabsdiff_add, "vabsdiff.u32.s32.s32.add")
BY_PTX (vmax_max, "vmax.s32.s32.s32.max") BY_PTX (vmin_unsigned, "vmin.u32.u32.u32.max") BY_PTX (vset_add, "vset.s32.u32.lt.add")
BY_PTX (forward, "prmt.b32.f4e") BY_PTX (backward, "prmt.b32.b4e") BY_PTX (same, "prmt.b32.rc8") BY_PTX (from_left, "prmt.b32.ecl")
BY_PTX (from_right, "prmt.b32.ecr") BY_PTX (same_half, "prmt.b32.rc16")

#define BY_PTX_OF_TWO(name, text)                                                                  \
  static __device__ unsigned name (unsigned a, unsigned b)                                         \
  {                                                                                                \
    unsigned d;                                                                                    \
    asm (text " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));                                          \
    return d;                                                                                      \
  }
BY_PTX_OF_TWO (mask_clamped, "bmsk.clamp.b32") BY_PTX_OF_TWO (mask_wrapped, "bmsk.wrap.b32")
BY_PTX_OF_TWO (extended_clamped, "szext.clamp.s32") BY_PTX_OF_TWO (extended_wrapped, "szext.wrap.u32") BY_PTX_OF_TWO (extended_signed, "szext.wrap.s32")

BY_PTX_OF_TWO (least_not_below_0, "min.s32.relu")

/* COUNT ones from place FROM on; a number of COUNT bits. */
static unsigned
ones_from (unsigned from, unsigned count)
{
  return from > 31 ? 0 : (unsigned) (((1ull << (count > 32 ? 32 : count)) - 1) << from);
}

static unsigned
number_of (unsigned x, unsigned count, int is_signed)
{
  unsigned bits = count > 31 ? x : x & ((1u << count) - 1);
  return is_signed && count > 0 && count < 32 && bits >> (count - 1) ? bits | ~0u << count : bits;
}

static unsigned unsigned_part (long long x) { return x < 0 ? 0 : x > 0xffffffffll ? 0xffffffffu : (unsigned) x; }
static int signed_part (long long x) { return (int) limited (x, -2147483648l, 2147483647l); }

/* Byte i is the number[c % 4][i]-th of a and b. */
static unsigned
by_table (unsigned a, unsigned b, unsigned c, const char *const numbers[4])
{
  unsigned selector = 0;

  for (int i = 0; i < 4; i++) /* the text has the highest byte first */
    selector |= (unsigned) (numbers[c % 4][3 - i] - '0') << 4 * i;
  return permuted (a, b, selector);
}
static const char *const forwards[4] = { "3210", "4321", "5432", "6543" }, *const backwards[4] = { "5670", "6701", "7012", "0123" };
static const char *const sames[4] = { "0000", "1111", "2222", "3333" }, *const lefts[4] = { "3210", "3211", "3222", "3333" };
static const char *const rights[4] = { "0000", "1110", "2210", "3210" }, *const halves[4] = { "1010", "3232", "1010", "3232" };

typedef __int128 Widest;
/* The intrinsic and what it stands for. */
#define WHOLE(each)                                                                                \
  each (__popc (a), __builtin_popcount (a)) each (__popcll (w), __builtin_popcountll (w))          \
  each (__clz ((int) a), a ? __builtin_clz (a) : 32) each (__clzll ((long long) w), w ? __builtin_clzll (w) : 64) \
  each (__ffs ((int) a), first_one (a)) each (__ffsll ((long long) w), first_one (w))              \
  each (__brev (a), (unsigned) reversed (a, 32)) each (__brevll (w), reversed (w, 64))             \
  each (__byte_perm (a, b, c), permuted (a, b, c)) each (__fns (a, b % 32, (int) (c % 9) - 4), nth_one (a, b % 32, (int) (c % 9) - 4)) \
  each (__funnelshift_l (a, b, c % 80), (unsigned) (((Wide) b << 32 | a) << (c % 80 % 32) >> 32)) \
  each (__funnelshift_r (a, b, c % 80), (unsigned) (((Wide) b << 32 | a) >> (c % 80 % 32)))        \
  each (__funnelshift_lc (a, b, c % 80), c % 80 >= 32 ? a : (unsigned) (((Wide) b << 32 | a) << (c % 80) >> 32)) \
  each (__funnelshift_rc (a, b, c % 80), c % 80 >= 32 ? b : (unsigned) (((Wide) b << 32 | a) >> (c % 80))) \
  each (__mul24 ((int) a >> 8, (int) b >> 8), (int) ((unsigned) ((int) a >> 8) * (unsigned) ((int) b >> 8)))            \
  each (__umul24 (a >> 8, b >> 8), (a >> 8) * (b >> 8))                                            \
  each (__mulhi ((int) a, (int) b), (int) ((long long) (int) a * (int) b >> 32)) each (__umulhi (a, b), (unsigned) ((Wide) a * b >> 32)) \
  each (__mul64hi ((long long) w, (long long) v), (long long) ((Widest) (long long) w * (long long) v >> 64)) \
  each (__umul64hi (w, v), (Wide) ((unsigned __int128) w * v >> 64))                               \
  each (__sad ((int) a, (int) b, c), (unsigned) llabs ((long long) (int) a - (int) b) + c)         \
  each (__usad (a, b, c), (a > b ? a - b : b - a) + c)                                             \
  each (__hadd ((int) a, (int) b), (int) (((long long) (int) a + (int) b) >> 1))                   \
  each (__rhadd ((int) a, (int) b), (int) (((long long) (int) a + (int) b + 1) >> 1))              \
  each (__uhadd (a, b), (unsigned) (((Wide) a + b) >> 1)) each (__urhadd (a, b), (unsigned) (((Wide) a + b + 1) >> 1)) \
  each (__dp4a ((int) a, (int) b, (int) c >> 1), sum_of_bytes (a, b, (int) c >> 1, 1)) each (__dp4a (a, b, c), (unsigned) sum_of_bytes (a, b, (int) c, 0)) \
  each (__dp2a_lo ((int) a, (int) b, (int) c >> 1), sum_of_halves (a, b, (int) c >> 1, 1, 0)) each (__dp2a_hi (a, b, c), (unsigned) sum_of_halves (a, b, (int) c, 0, 2)) \
  each (__double2hiint (__hiloint2double ((int) a, (int) b)), (int) a) each (__double2loint (__longlong_as_double ((long long) w)), (int) w) \
  each (umin (a, b), a < b ? a : b) each (umax (a, b), a > b ? a : b)                              \
  each (llmin ((long long) w, (long long) v), (long long) w < (long long) v ? w : v) each (llmax ((long long) w, (long long) v), (long long) w > (long long) v ? w : v) \
  each (ullmin (w, v), w < v ? w : v) each (ullmax (w, v), w > v ? w : v)                          \
  each (max ((int) a, b), a > b ? a : b) each (min (w, (long long) v), w < v ? w : v) each ((Wide) max ((float) (a >> 8), (double) b), a >> 8 > b ? a >> 8 : b) \
  each (__vimax3_s32 ((int) a, (int) b, (int) c), max ((int) a, max ((int) b, (int) c)))           \
  each (__vimin3_u32 (a, b, c), min (a, min (b, c)))                                               \
  each (__viaddmax_s32_relu ((int) a / 2, (int) b / 2, (int) c), max (0, max ((int) a / 2 + (int) b / 2, (int) c)))    \
  each (__viaddmin_u32 (a, b, c), min (a + b, c))                                                  \
  each (__vimax3_u16x2 (a, b, c), word_result (MOST, word_result (MOST, a, b, 16, 0, 0, 0), c, 16, 0, 0, 0)) \
  each (__vimin_s16x2_relu (a, b), word_result (MOST, word_result (LEAST, a, b, 16, 1, 0, 0), 0, 16, 1, 0, 0)) \
  each (__viaddmax_s16x2 (a, b, c), word_result (MOST, word_result (ADD, a, b, 16, 0, 0, 0), c, 16, 1, 0, 0)) \
  each (vshr_add (a, b % 40, c), (b % 40 > 31 ? 0 : a >> b % 40) + c)                              \
  each (vshr_signed (a, b % 80, c), (unsigned) max ((int) a >> (b % 80 % 32), (int) c))            \
  each (vshl_min (a >> 9, b % 40, c), min (unsigned_part ((long long) (a >> 9) << (b % 40 > 32 ? 32 : b % 40)), c)) \
  each (vadd_sat (a, b, c), (unsigned) signed_part ((long long) (int) a + (int) b) + c)            \
  each (vsub_mixed (a, b, c), (unsigned) min (signed_part ((long long) a - (int) b), (int) c))     \
  each (vabsdiff_add (a, b, c), (unsigned) llabs ((long long) (int) a - (int) b) + c)              \
  each (vmax_max (a, b, c), (unsigned) max (max ((int) a, (int) b), (int) c)) each (vmin_unsigned (a, b, c), max (min (a, b), c))        \
  each (vset_add (a, b, c), ((long long) (int) a < (long long) b) + c)                             \
  each (forward (a, b, c), by_table (a, b, c, forwards)) each (backward (a, b, c), by_table (a, b, c, backwards))     \
  each (same (a, b, c), by_table (a, b, c, sames)) each (from_left (a, b, c), by_table (a, b, c, lefts))               \
  each (from_right (a, b, c), by_table (a, b, c, rights)) each (same_half (a, b, c), by_table (a, b, c, halves))       \
  each (mask_clamped (a % 40, b % 40), ones_from (a % 40, b % 40)) each (mask_clamped (a % 3, b), ones_from (a % 3, b)) \
  each (mask_wrapped (a, b % 80), ones_from (a % 32, b % 80 % 32))                                 \
  each (extended_clamped (a, b % 40), number_of (a, b % 40, 1)) each (extended_wrapped (a, b), number_of (a, b % 32, 0)) \
  each (extended_signed (a, b), number_of (a, b % 32, 1)) each (least_not_below_0 (a, b), (unsigned) max (min ((int) a, (int) b), 0))                                          \
  each (__shfl_xor_sync (~0u, w, 0), w) each (__shfl_xor_sync (~0u, (long) w, 0), (long) w)

#define VALUES Wide w = random_of (i + 70000), v = random_of (i + 90000); unsigned a = word_of (i), b = word_of (i + 5000), c = word_of (i + 9000)

static __global__ void
run (Wide *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
  VALUES;

#define GOT(call, ...) o[i * KINDS + k++] = (Wide) (call);
  WORDS_OF (GOT, 2)
  WORDS_OF (GOT, 4)
  WHOLE (GOT)
}

static int
expected (int i, Wide *o, const char **names)
{
  int k = 0;
  VALUES;

#define PART_WANTED(call, operation, n, is_signed, all, sums) names[k] = #call, o[k++] = word_result (operation, a, b, 32 / n, is_signed, all, sums);
#define WANTED(call, value) names[k] = #call, o[k++] = (Wide) (value);
  WORDS_OF (PART_WANTED, 2)
  WORDS_OF (PART_WANTED, 4)
  WHOLE (WANTED)
  return k;
}

static void
check_values (void)
{
  static Wide got[N * KINDS];
  Wide *d = on_device (got, N * KINDS), wanted[KINDS];
  const char *names[KINDS];

  run<<<N / 64, 64>>> (d);
  back (got, d, N * KINDS);
  for (int i = 0; i < N; i++)
    for (int k = 0, count = expected (i, wanted, names); k < count; k++)
      if (got[i * KINDS + k] != wanted[k])
        {
          printf ("%s of number %d (%x, %x, %x) is %llx, expected %llx\n", names[k], i, word_of (i), word_of (i + 5000), word_of (i + 9000), got[i * KINDS + k], wanted[k]);
          failures++;
          return;
        }
}

/* --- atomic operations, memories -------------------------------------------------------------------------- */

static __constant__ int constant;

static __global__ void
gather (Wide *wide, long long *wide_signed, unsigned *narrow, unsigned short *half, unsigned *where)
{
  __shared__ int shared;
  int i = blockIdx.x * blockDim.x + threadIdx.x, local = i;

  atomicMin (&wide[0], random_of (i));
  atomicMax_system (&wide[1], random_of (i));
  atomicAnd (&wide[2], random_of (i) | random_of (i + 1));
  atomicOr_block (&wide[3 + blockIdx.x], 1ull << (i % 64));
  atomicXor_system (&wide[20], random_of (i));
  atomicMin (&wide_signed[0], (long long) random_of (i));
  atomicMax (&wide_signed[1], (long long) random_of (i));
  atomicAdd_system (&narrow[0], 3);
  atomicInc_system (&narrow[1], 99);
  for (unsigned short seen = *(volatile unsigned short *) half, before;; seen = before)
    if ((before = atomicCAS (half, seen, (unsigned short) (seen + 1))) == seen)
      break;
  __stcg (&where[i], __isGlobal (where) + 2 * __isShared (&shared) + 4 * __isLocal (&local) + 8 * __isShared (where) + 16 * (__ldcg (&constant) == 0)
           + 32 * __isGlobal (&shared) + 64 * __isGlobal (&local) + 128 * __isLocal (where) + 256 * (__cvta_shared_to_generic (__cvta_generic_to_shared (&shared)) == &shared));
}

static void
check_atomics (void)
{
  static Wide wide[21] = { ~0ull, 0, ~0ull }, wanted[21] = { ~0ull, 0, ~0ull };
  static long long wide_signed[2], wanted_signed[2];
  unsigned narrow[2] = { 0, 0 }, wanted_narrow[2] = { 3 * N, N % 100 };
  unsigned short half = 7, wanted_half = N + 7;
  static unsigned where[N], wanted_where[N];

  for (int i = 0; i < N; i++)
    {
      Wide x = random_of (i);
      wanted[0] = x < wanted[0] ? x : wanted[0];
      wanted[1] = x > wanted[1] ? x : wanted[1];
      wanted[2] &= x | random_of (i + 1);
      wanted[3 + i / 64] |= 1ull << (i % 64);
      wanted[20] ^= x;
      wanted_signed[0] = (long long) x < wanted_signed[0] ? x : wanted_signed[0];
      wanted_signed[1] = (long long) x > wanted_signed[1] ? x : wanted_signed[1];
      wanted_where[i] = 1 + 2 + 4 + 16 + 256;
    }
  Wide *d_wide = on_device (wide, 21);
  long long *d_signed = on_device (wide_signed, 2);
  unsigned *d_narrow = on_device (narrow, 2), *d_where = on_device (where, N);
  unsigned short *d_half = on_device (&half, 1);
  gather<<<N / 64, 64>>> (d_wide, d_signed, d_narrow, d_half, d_where);
  back (wide, d_wide, 21);
  back (wide_signed, d_signed, 2);
  back (narrow, d_narrow, 2);
  back (&half, d_half, 1);
  back (where, d_where, N);
  expect ("atomics of 64 bits", wide, wanted, 21);
  expect ("signed atomics of 64 bits", wide_signed, wanted_signed, 2);
  expect ("atomics of the system", narrow, wanted_narrow, 2);
  expect ("atomics of 16 bits", &half, &wanted_half, 1);
  expect ("memories", where, wanted_where, N);
}

int
main (void)
{
  check_values ();
  check_atomics ();
  return finish ();
}
