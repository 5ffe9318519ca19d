/* Loads and stores that name a cache, which is the card's affair and nothing here, and in which memory a place is. */
#pragma once

#define IHOP_LOAD(name) template <typename T> IHOP_DEVICE T name (const T *place) { return *place; }
#define IHOP_STORE(name) template <typename T> IHOP_DEVICE void name (T *place, T value) { *place = value; }
IHOP_LOAD (__ldg) IHOP_LOAD (__ldca) IHOP_LOAD (__ldcg) IHOP_LOAD (__ldcs) IHOP_LOAD (__ldlu)
IHOP_STORE (__stwb) IHOP_STORE (__stcg) IHOP_STORE (__stcs)
/* These two ask memory anew each time. */
template <typename T> IHOP_DEVICE T __ldcv (const T *place) { return *(const volatile T *) place; }
template <typename T> IHOP_DEVICE void __stwt (T *place, T value) { *(volatile T *) place = value; }

#define IHOP_IS_IN(name, memory)                                                                   \
  IHOP_DEVICE unsigned                                                                             \
  __is##name (const void *place)                                                                   \
  {                                                                                                \
    unsigned is_there;                                                                             \
    asm ("{ .reg .pred p; isspacep." #memory " p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is_there) : "l"(place)); \
    return is_there;                                                                               \
  }
IHOP_IS_IN (Global, global) IHOP_IS_IN (Shared, shared) IHOP_IS_IN (Local, local) IHOP_IS_IN (Constant, const)

#define IHOP_ADDRESS_IN(name)                                                                      \
  IHOP_DEVICE size_t                                                                               \
  __cvta_generic_to_##name (const void *place)                                                     \
  {                                                                                                \
    size_t address;                                                                                \
    asm ("cvta.to." #name ".u64 %0, %1;" : "=l"(address) : "l"(place));                            \
    return address;                                                                                \
  }                                                                                                \
  IHOP_DEVICE void *                                                                               \
  __cvta_##name##_to_generic (size_t address)                                                      \
  {                                                                                                \
    void *place;                                                                                   \
    asm ("cvta." #name ".u64 %0, %1;" : "=l"(place) : "l"(address));                               \
    return place;                                                                                  \
  }
IHOP_ADDRESS_IN (global) IHOP_ADDRESS_IN (shared) IHOP_ADDRESS_IN (local)
IHOP_DEVICE size_t
__cvta_generic_to_constant (const void *place)
{
  size_t address;
  asm ("cvta.to.const.u64 %0, %1;" : "=l"(address) : "l"(place));
  return address;
}
