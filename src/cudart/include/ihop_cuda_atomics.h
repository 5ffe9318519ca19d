/* Atomic operations: each for the threads of the device, of a block (_block) and of the whole system (_system). */
#pragma once

/* `scope` is what Clang's builtins call it. */
#define IHOP_ATOMICS(suffix, scope)                                                                \
  IHOP_DEVICE int atomicAdd##suffix (int *p, int v) { return __nvvm_atom##scope##_add_gen_i (p, v); } \
  IHOP_DEVICE unsigned atomicAdd##suffix (unsigned *p, unsigned v) { return __nvvm_atom##scope##_add_gen_i ((int *) p, v); } \
  IHOP_DEVICE unsigned long long atomicAdd##suffix (unsigned long long *p, unsigned long long v) { return __nvvm_atom##scope##_add_gen_ll ((long long *) p, v); } \
  IHOP_DEVICE float atomicAdd##suffix (float *p, float v) { return __nvvm_atom##scope##_add_gen_f (p, v); } \
  IHOP_DEVICE double atomicAdd##suffix (double *p, double v) { return __nvvm_atom##scope##_add_gen_d (p, v); } \
  IHOP_DEVICE int atomicSub##suffix (int *p, int v) { return __nvvm_atom##scope##_add_gen_i (p, (int) -(unsigned) v); } \
  IHOP_DEVICE unsigned atomicSub##suffix (unsigned *p, unsigned v) { return __nvvm_atom##scope##_add_gen_i ((int *) p, -v); } \
  IHOP_DEVICE int atomicExch##suffix (int *p, int v) { return __nvvm_atom##scope##_xchg_gen_i (p, v); } \
  IHOP_DEVICE unsigned atomicExch##suffix (unsigned *p, unsigned v) { return __nvvm_atom##scope##_xchg_gen_i ((int *) p, v); } \
  IHOP_DEVICE unsigned long long atomicExch##suffix (unsigned long long *p, unsigned long long v) { return __nvvm_atom##scope##_xchg_gen_ll ((long long *) p, v); } \
  IHOP_DEVICE float atomicExch##suffix (float *p, float v) { return __int_as_float (__nvvm_atom##scope##_xchg_gen_i ((int *) p, __float_as_int (v))); } \
  IHOP_DEVICE int atomicMin##suffix (int *p, int v) { return __nvvm_atom##scope##_min_gen_i (p, v); } \
  IHOP_DEVICE long long atomicMin##suffix (long long *p, long long v) { return __nvvm_atom##scope##_min_gen_ll (p, v); } \
  IHOP_DEVICE int atomicMax##suffix (int *p, int v) { return __nvvm_atom##scope##_max_gen_i (p, v); } \
  IHOP_DEVICE long long atomicMax##suffix (long long *p, long long v) { return __nvvm_atom##scope##_max_gen_ll (p, v); } \
  IHOP_DEVICE unsigned atomicInc##suffix (unsigned *p, unsigned v) { return __nvvm_atom##scope##_inc_gen_ui (p, v); } \
  IHOP_DEVICE unsigned atomicDec##suffix (unsigned *p, unsigned v) { return __nvvm_atom##scope##_dec_gen_ui (p, v); } \
  IHOP_ATOMIC_BITS (And##suffix, scope##_and) IHOP_ATOMIC_BITS (Or##suffix, scope##_or)            \
  IHOP_ATOMIC_BITS (Xor##suffix, scope##_xor)                                                      \
  IHOP_DEVICE int atomicCAS##suffix (int *p, int c, int v) { return __nvvm_atom##scope##_cas_gen_i (p, c, v); } \
  IHOP_DEVICE unsigned atomicCAS##suffix (unsigned *p, unsigned c, unsigned v) { return __nvvm_atom##scope##_cas_gen_i ((int *) p, c, v); } \
  IHOP_DEVICE unsigned long long                                                                   \
  atomicCAS##suffix (unsigned long long *p, unsigned long long c, unsigned long long v)            \
  {                                                                                                \
    return __nvvm_atom##scope##_cas_gen_ll ((long long *) p, c, v);                                \
  }
#define IHOP_ATOMIC_BITS(name, operation)                                                          \
  IHOP_DEVICE int atomic##name (int *p, int v) { return __nvvm_atom##operation##_gen_i (p, v); }   \
  IHOP_DEVICE unsigned atomic##name (unsigned *p, unsigned v) { return __nvvm_atom##operation##_gen_i ((int *) p, v); } \
  IHOP_DEVICE unsigned long long atomic##name (unsigned long long *p, unsigned long long v) { return __nvvm_atom##operation##_gen_ll ((long long *) p, v); }
/* Not by builtins: Clang 19 takes numbers without a sign for such with one where a scope is named. */
#define IHOP_ATOMIC_LIMIT(name, type, where, operation)                                            \
  IHOP_DEVICE type                                                                                 \
  name (type *p, type v)                                                                           \
  {                                                                                                \
    type old;                                                                                      \
    asm volatile ("atom." operation " %0, [%1], %2;" : "=" where (old) : "l"(p), where (v) : "memory"); \
    return old;                                                                                    \
  }
#define IHOP_ATOMIC_LIMITS(suffix, scope)                                                          \
  IHOP_ATOMIC_LIMIT (atomicMin##suffix, unsigned, "r", scope "min.u32")                            \
  IHOP_ATOMIC_LIMIT (atomicMin##suffix, unsigned long long, "l", scope "min.u64")                  \
  IHOP_ATOMIC_LIMIT (atomicMax##suffix, unsigned, "r", scope "max.u32")                            \
  IHOP_ATOMIC_LIMIT (atomicMax##suffix, unsigned long long, "l", scope "max.u64")
IHOP_ATOMIC_LIMITS (, "") IHOP_ATOMIC_LIMITS (_block, "cta.") IHOP_ATOMIC_LIMITS (_system, "sys.")
IHOP_ATOMICS (, ) IHOP_ATOMICS (_block, _cta) IHOP_ATOMICS (_system, _sys)

IHOP_DEVICE unsigned short
atomicCAS (unsigned short *p, unsigned short c, unsigned short v)
{
  unsigned short old;

  asm volatile ("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(c), "h"(v) : "memory");
  return old;
}
