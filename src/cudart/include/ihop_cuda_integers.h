/* Intrinsics of whole numbers and of bits, as the "CUDA Math API" names them; IHOP_DEVICE comes from ihop_cuda.h. */
#pragma once

/* --- bits ----------------------------------------------------------------------------------------- */

IHOP_DEVICE int __popc (unsigned x) { return __builtin_popcount (x); }
IHOP_DEVICE int __popcll (unsigned long long x) { return __builtin_popcountll (x); }
IHOP_DEVICE int __clz (int x) { return x ? __builtin_clz (x) : 32; }
IHOP_DEVICE int __clzll (long long x) { return x ? __builtin_clzll (x) : 64; }
IHOP_DEVICE int __ffs (int x) { return __builtin_ffs (x); }
IHOP_DEVICE int __ffsll (long long x) { return __builtin_ffsll (x); }
IHOP_DEVICE unsigned __brev (unsigned x) { return __builtin_bitreverse32 (x); }
IHOP_DEVICE unsigned long long __brevll (unsigned long long x) { return __builtin_bitreverse64 (x); }
/* The first four digits of the selector say which of eight bytes goes where. */
IHOP_DEVICE unsigned
__byte_perm (unsigned x, unsigned y, unsigned selector)
{
  return __nvvm_prmt (x, y, selector & 0x7777);
}

/* The bit that is the offset-th one set from base on, upwards or, below zero, downwards; all ones: there is none. */
IHOP_DEVICE unsigned
__fns (unsigned mask, unsigned base, int offset)
{
  int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;

  if (offset == 0)
    return base < 32 && (mask >> base & 1) ? base : 0xffffffffu;
  for (int bit = (int) base; bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) && --left == 0)
      return bit;
  return 0xffffffffu;
}

/* 32 bits out of 64 that are shifted: the number of places wraps, or (_lc, _rc) ends at 32. */
IHOP_DEVICE unsigned
__funnelshift_l (unsigned low, unsigned high, unsigned places)
{
  return (unsigned) ((((unsigned long long) high << 32 | low) << (places & 31)) >> 32);
}
IHOP_DEVICE unsigned
__funnelshift_r (unsigned low, unsigned high, unsigned places)
{
  return (unsigned) (((unsigned long long) high << 32 | low) >> (places & 31));
}
IHOP_DEVICE unsigned
__funnelshift_lc (unsigned low, unsigned high, unsigned places)
{
  return places >= 32 ? low : __funnelshift_l (low, high, places);
}
IHOP_DEVICE unsigned
__funnelshift_rc (unsigned low, unsigned high, unsigned places)
{
  return places >= 32 ? high : __funnelshift_r (low, high, places);
}

/* --- arithmetic ----------------------------------------------------------------------------------- */

IHOP_DEVICE int __mul24 (int x, int y) { return __nvvm_mul24_i (x, y); }
IHOP_DEVICE unsigned __umul24 (unsigned x, unsigned y) { return __nvvm_mul24_ui (x, y); }
IHOP_DEVICE int __mulhi (int x, int y) { return (int) ((long long) x * y >> 32); }
IHOP_DEVICE unsigned __umulhi (unsigned x, unsigned y) { return (unsigned) ((unsigned long long) x * y >> 32); }
IHOP_DEVICE long long __mul64hi (long long x, long long y) { return __nvvm_mulhi_ll (x, y); }
IHOP_DEVICE unsigned long long __umul64hi (unsigned long long x, unsigned long long y) { return __nvvm_mulhi_ull (x, y); }
IHOP_DEVICE unsigned __sad (int x, int y, unsigned z) { return (x > y ? (unsigned) x - y : (unsigned) y - x) + z; }
IHOP_DEVICE unsigned __usad (unsigned x, unsigned y, unsigned z) { return (x > y ? x - y : y - x) + z; }
IHOP_DEVICE int __hadd (int x, int y) { return (int) (((long long) x + y) >> 1); }
IHOP_DEVICE int __rhadd (int x, int y) { return (int) (((long long) x + y + 1) >> 1); }
IHOP_DEVICE unsigned __uhadd (unsigned x, unsigned y) { return (unsigned) (((unsigned long long) x + y) >> 1); }
IHOP_DEVICE unsigned __urhadd (unsigned x, unsigned y) { return (unsigned) (((unsigned long long) x + y + 1) >> 1); }

/* Sums of products of the bytes of two words, and of the halves of one with two bytes of another. */
#define IHOP_PRODUCTS(type, byte, half, bytes, halves)                                             \
  IHOP_DEVICE type                                                                                 \
  __dp4a (type x, type y, type sum)                                                                \
  {                                                                                                \
    for (int i = 0; i < 32; i += 8)                                                                \
      sum += (type) (byte) (x >> i) * (byte) (y >> i);                                             \
    return sum;                                                                                    \
  }                                                                                                \
  IHOP_DEVICE type __dp4a (bytes x, bytes y, type sum) { return __dp4a (__builtin_bit_cast (type, x), __builtin_bit_cast (type, y), sum); } \
  IHOP_DEVICE type __dp2a_lo (type x, type y, type sum) { return sum + (half) x * (byte) y + (half) (x >> 16) * (byte) (y >> 8); } \
  IHOP_DEVICE type __dp2a_hi (type x, type y, type sum) { return __dp2a_lo (x, y >> 16, sum); }    \
  IHOP_DEVICE type __dp2a_lo (halves x, bytes y, type sum) { return __dp2a_lo (__builtin_bit_cast (type, x), __builtin_bit_cast (type, y), sum); } \
  IHOP_DEVICE type __dp2a_hi (halves x, bytes y, type sum) { return __dp2a_hi (__builtin_bit_cast (type, x), __builtin_bit_cast (type, y), sum); }
IHOP_PRODUCTS (int, signed char, short, char4, short2)
IHOP_PRODUCTS (unsigned, unsigned char, unsigned short, uchar4, ushort2)

/* --- the same bits as another type ---------------------------------------------------------------- */

IHOP_DEVICE int __float_as_int (float x) { return __builtin_bit_cast (int, x); }
IHOP_DEVICE float __int_as_float (int x) { return __builtin_bit_cast (float, x); }
IHOP_DEVICE unsigned __float_as_uint (float x) { return __builtin_bit_cast (unsigned, x); }
IHOP_DEVICE float __uint_as_float (unsigned x) { return __builtin_bit_cast (float, x); }
IHOP_DEVICE long long __double_as_longlong (double x) { return __builtin_bit_cast (long long, x); }
IHOP_DEVICE double __longlong_as_double (long long x) { return __builtin_bit_cast (double, x); }
IHOP_DEVICE int __double2hiint (double x) { return (int) (__double_as_longlong (x) >> 32); }
IHOP_DEVICE int __double2loint (double x) { return (int) __double_as_longlong (x); }
IHOP_DEVICE double
__hiloint2double (int high, int low)
{
  return __longlong_as_double ((long long) ((unsigned long long) (unsigned) high << 32 | (unsigned) low));
}
