/* Two halves or four bytes of a word at a time (__vadd2, __vcmpltu4 …), and the fused comparisons of sm_90 (__viaddmax_s32 …).
 * Each is written once, for any part; LLVM makes of it what the processor has. */
#pragma once

/* The parts of a word: their type, their limits, and a word of them that a function works out part by part. */
template <typename T> struct IhopPart
{
  static constexpr int bits = 8 * (int) sizeof (T), count = 32 / bits;
  static constexpr unsigned ones = bits == 8 ? 0xffu : 0xffffu;
  static constexpr bool is_signed = (T) -1 < 0;
  static constexpr int most = is_signed ? (int) (ones >> 1) : (int) ones, least = is_signed ? -most - 1 : 0;
};
#define IHOP_OF_WORD template <typename T, typename F> static __host__ __device__ __forceinline__ unsigned
IHOP_OF_WORD
__ihop_parts (unsigned x, unsigned y, F of)
{
  unsigned word = 0;

  for (int i = 0; i < 32; i += IhopPart<T>::bits)
    word |= ((unsigned) of ((int) (T) (x >> i), (int) (T) (y >> i)) & IhopPart<T>::ones) << i;
  return word;
}
IHOP_OF_WORD
__ihop_parts_sum (unsigned x, unsigned y, F of)
{
  unsigned sum = 0;

  for (int i = 0; i < 32; i += IhopPart<T>::bits)
    sum += (unsigned) of ((int) (T) (x >> i), (int) (T) (y >> i));
  return sum;
}
template <typename T>
static __host__ __device__ __forceinline__ int
__ihop_saturated (int x)
{
  return x > IhopPart<T>::most ? IhopPart<T>::most : x < IhopPart<T>::least ? IhopPart<T>::least : x;
}

/* The name, the type of a part, and what becomes of the parts x and y. */
#define IHOP_WORD_2(name, T, value)                                                                \
  IHOP_DEVICE unsigned name (unsigned a, unsigned b) { return __ihop_parts<T> (a, b, [] __host__ __device__ (int x, int y) { return value; }); }
#define IHOP_WORD_1(name, T, value)                                                                \
  IHOP_DEVICE unsigned name (unsigned a) { return __ihop_parts<T> (a, 0, [] __host__ __device__ (int x, int) { return value; }); }
#define IHOP_WORD_SUM(name, T, value)                                                              \
  IHOP_DEVICE unsigned name (unsigned a, unsigned b) { return __ihop_parts_sum<T> (a, b, [] __host__ __device__ (int x, int y) { return value; }); }
/* What a comparison says of each part: all its bits (__vcmp…) or 1 (__vset…). */
#define IHOP_WORD_COMPARE(relation, suffix, T, operator)                                           \
  IHOP_WORD_2 (__vcmp##relation##suffix, T, x operator y ? -1 : 0)                                 \
  IHOP_WORD_2 (__vset##relation##suffix, T, x operator y ? 1 : 0)

#define IHOP_WORD_OF(n, S, U)                                                                      \
  IHOP_WORD_2 (__vadd##n, U, x + y)                                                                \
  IHOP_WORD_2 (__vaddss##n, S, __ihop_saturated<S> (x + y))                                        \
  IHOP_WORD_2 (__vaddus##n, U, __ihop_saturated<U> (x + y))                                        \
  IHOP_WORD_2 (__vsub##n, U, x - y)                                                                \
  IHOP_WORD_2 (__vsubss##n, S, __ihop_saturated<S> (x - y))                                        \
  IHOP_WORD_2 (__vsubus##n, U, __ihop_saturated<U> (x - y))                                        \
  IHOP_WORD_1 (__vabs##n, S, x < 0 ? -x : x)                                                       \
  IHOP_WORD_1 (__vabsss##n, S, __ihop_saturated<S> (x < 0 ? -x : x))                               \
  IHOP_WORD_1 (__vneg##n, S, -x)                                                                   \
  IHOP_WORD_1 (__vnegss##n, S, __ihop_saturated<S> (-x))                                           \
  IHOP_WORD_2 (__vabsdiffs##n, S, x > y ? x - y : y - x)                                           \
  IHOP_WORD_2 (__vabsdiffu##n, U, x > y ? x - y : y - x)                                           \
  IHOP_WORD_SUM (__vsads##n, S, x > y ? x - y : y - x)                                             \
  IHOP_WORD_SUM (__vsadu##n, U, x > y ? x - y : y - x)                                             \
  IHOP_WORD_2 (__vavgs##n, S, (x + y + (x + y >= 0)) >> 1)                                         \
  IHOP_WORD_2 (__vavgu##n, U, (x + y + 1) >> 1)                                                    \
  IHOP_WORD_2 (__vhaddu##n, U, (x + y) >> 1)                                                       \
  IHOP_WORD_2 (__vmaxs##n, S, x > y ? x : y)                                                       \
  IHOP_WORD_2 (__vmaxu##n, U, x > y ? x : y)                                                       \
  IHOP_WORD_2 (__vmins##n, S, x < y ? x : y)                                                       \
  IHOP_WORD_2 (__vminu##n, U, x < y ? x : y)                                                       \
  IHOP_WORD_COMPARE (eq, n, U, ==) IHOP_WORD_COMPARE (ne, n, U, !=)                                \
  IHOP_WORD_COMPARE (ges, n, S, >=) IHOP_WORD_COMPARE (geu, n, U, >=)                              \
  IHOP_WORD_COMPARE (gts, n, S, >) IHOP_WORD_COMPARE (gtu, n, U, >)                                \
  IHOP_WORD_COMPARE (les, n, S, <=) IHOP_WORD_COMPARE (leu, n, U, <=)                              \
  IHOP_WORD_COMPARE (lts, n, S, <) IHOP_WORD_COMPARE (ltu, n, U, <)
IHOP_WORD_OF (2, short, unsigned short)
IHOP_WORD_OF (4, signed char, unsigned char)

/* --- sums, the largest and the smallest of them, and zero --------------------------------------------- */

#define IHOP_FUSED static __host__ __device__ __forceinline__
#define IHOP_FUSED_SCALAR(suffix, T)                                                               \
  IHOP_FUSED T __vimax3_##suffix (T a, T b, T c) { return max (max (a, b), c); }                   \
  IHOP_FUSED T __vimin3_##suffix (T a, T b, T c) { return min (min (a, b), c); }                   \
  IHOP_FUSED T __viaddmax_##suffix (T a, T b, T c) { return max ((T) ((unsigned) a + (unsigned) b), c); } \
  IHOP_FUSED T __viaddmin_##suffix (T a, T b, T c) { return min ((T) ((unsigned) a + (unsigned) b), c); } \
  IHOP_FUSED T __vibmax_##suffix (T a, T b, bool *first) { return *first = a >= b, max (a, b); }   \
  IHOP_FUSED T __vibmin_##suffix (T a, T b, bool *first) { return *first = a <= b, min (a, b); }
IHOP_FUSED_SCALAR (s32, int)
IHOP_FUSED_SCALAR (u32, unsigned)
IHOP_FUSED int __vimax_s32_relu (int a, int b) { return max (max (a, b), 0); }
IHOP_FUSED int __vimin_s32_relu (int a, int b) { return max (min (a, b), 0); }
IHOP_FUSED int __vimax3_s32_relu (int a, int b, int c) { return max (__vimax3_s32 (a, b, c), 0); }
IHOP_FUSED int __vimin3_s32_relu (int a, int b, int c) { return max (__vimin3_s32 (a, b, c), 0); }
IHOP_FUSED int __viaddmax_s32_relu (int a, int b, int c) { return max (__viaddmax_s32 (a, b, c), 0); }
IHOP_FUSED int __viaddmin_s32_relu (int a, int b, int c) { return max (__viaddmin_s32 (a, b, c), 0); }

/* The same for two halves. */
#define IHOP_FUSED_PARTS(suffix, T)                                                                \
  IHOP_FUSED unsigned __ihop_max_##suffix (unsigned a, unsigned b) { return __ihop_parts<T> (a, b, [] __host__ __device__ (int x, int y) { return x > y ? x : y; }); } \
  IHOP_FUSED unsigned __ihop_min_##suffix (unsigned a, unsigned b) { return __ihop_parts<T> (a, b, [] __host__ __device__ (int x, int y) { return x < y ? x : y; }); } \
  IHOP_FUSED unsigned __ihop_sum_##suffix (unsigned a, unsigned b) { return __ihop_parts<T> (a, b, [] __host__ __device__ (int x, int y) { return x + y; }); } \
  IHOP_FUSED unsigned __vimax3_##suffix (unsigned a, unsigned b, unsigned c) { return __ihop_max_##suffix (__ihop_max_##suffix (a, b), c); } \
  IHOP_FUSED unsigned __vimin3_##suffix (unsigned a, unsigned b, unsigned c) { return __ihop_min_##suffix (__ihop_min_##suffix (a, b), c); } \
  IHOP_FUSED unsigned __viaddmax_##suffix (unsigned a, unsigned b, unsigned c) { return __ihop_max_##suffix (__ihop_sum_##suffix (a, b), c); } \
  IHOP_FUSED unsigned __viaddmin_##suffix (unsigned a, unsigned b, unsigned c) { return __ihop_min_##suffix (__ihop_sum_##suffix (a, b), c); } \
  IHOP_FUSED unsigned                                                                              \
  __vibmax_##suffix (unsigned a, unsigned b, bool *high, bool *low)                                \
  {                                                                                                \
    *high = (T) (a >> 16) >= (T) (b >> 16);                                                        \
    *low = (T) a >= (T) b;                                                                         \
    return __ihop_max_##suffix (a, b);                                                             \
  }                                                                                                \
  IHOP_FUSED unsigned                                                                              \
  __vibmin_##suffix (unsigned a, unsigned b, bool *high, bool *low)                                \
  {                                                                                                \
    *high = (T) (a >> 16) <= (T) (b >> 16);                                                        \
    *low = (T) a <= (T) b;                                                                         \
    return __ihop_min_##suffix (a, b);                                                             \
  }
IHOP_FUSED_PARTS (s16x2, short)
IHOP_FUSED_PARTS (u16x2, unsigned short)
IHOP_FUSED unsigned __ihop_from_zero (unsigned a) { return __ihop_max_s16x2 (a, 0); }
IHOP_FUSED unsigned __vimax_s16x2_relu (unsigned a, unsigned b) { return __ihop_from_zero (__ihop_max_s16x2 (a, b)); }
IHOP_FUSED unsigned __vimin_s16x2_relu (unsigned a, unsigned b) { return __ihop_from_zero (__ihop_min_s16x2 (a, b)); }
IHOP_FUSED unsigned __vimax3_s16x2_relu (unsigned a, unsigned b, unsigned c) { return __ihop_from_zero (__vimax3_s16x2 (a, b, c)); }
IHOP_FUSED unsigned __vimin3_s16x2_relu (unsigned a, unsigned b, unsigned c) { return __ihop_from_zero (__vimin3_s16x2 (a, b, c)); }
IHOP_FUSED unsigned __viaddmax_s16x2_relu (unsigned a, unsigned b, unsigned c) { return __ihop_from_zero (__viaddmax_s16x2 (a, b, c)); }
IHOP_FUSED unsigned __viaddmin_s16x2_relu (unsigned a, unsigned b, unsigned c) { return __ihop_from_zero (__viaddmin_s16x2 (a, b, c)); }
