/* What all threads of a tile make of their values together. */
#pragma once
#include "../cooperative_groups.h"

#define IHOP_GROUP static __device__ __forceinline__

namespace cooperative_groups {

template <typename T> struct plus { __device__ __forceinline__ T operator() (T a, T b) const { return a + b; } };
template <typename T> struct less { __device__ __forceinline__ T operator() (T a, T b) const { return b < a ? b : a; } };
template <typename T> struct greater { __device__ __forceinline__ T operator() (T a, T b) const { return a < b ? b : a; } };
template <typename T> struct bit_and { __device__ __forceinline__ T operator() (T a, T b) const { return a & b; } };
template <typename T> struct bit_or { __device__ __forceinline__ T operator() (T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ __forceinline__ T operator() (T a, T b) const { return a ^ b; } };

template <unsigned Size, typename Parent, typename T, typename Operation>
IHOP_GROUP T
reduce (const thread_block_tile<Size, Parent> &tile, T value, Operation operation)
{
  for (unsigned by = Size / 2; by > 0; by /= 2)
    value = operation (value, tile.shfl_xor (value, by));
  return value;
}

} // namespace cooperative_groups

#undef IHOP_GROUP
