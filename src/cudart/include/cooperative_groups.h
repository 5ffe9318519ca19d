/* Groups of threads for Clang where no toolkit is installed: the block, and tiles of a warp. Grids and clusters are not
 * here: programs with them want nvcc's own header. */
#pragma once
#include "cuda_runtime.h"

#define IHOP_GROUP static __device__ __forceinline__

namespace cooperative_groups {

class thread_block
{
public:
  IHOP_GROUP void sync () { __syncthreads (); }
  IHOP_GROUP unsigned thread_rank () { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
  IHOP_GROUP unsigned size () { return blockDim.x * blockDim.y * blockDim.z; }
  IHOP_GROUP unsigned num_threads () { return size (); }
  IHOP_GROUP dim3 group_index () { return dim3 (blockIdx.x, blockIdx.y, blockIdx.z); }
  IHOP_GROUP dim3 thread_index () { return dim3 (threadIdx.x, threadIdx.y, threadIdx.z); }
  IHOP_GROUP dim3 group_dim () { return dim3 (blockDim.x, blockDim.y, blockDim.z); }
  IHOP_GROUP dim3 dim_threads () { return group_dim (); }
};

IHOP_GROUP thread_block this_thread_block () { return thread_block (); }

/* Threads of a warp that stand beside each other, so many of them. */
template <unsigned Size, typename Parent = void> class thread_block_tile;
template <unsigned Size>
class thread_block_tile<Size, void>
{
  static_assert (Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile is a power of two, and within a warp");

public:
  IHOP_GROUP unsigned size () { return Size; }
  IHOP_GROUP unsigned num_threads () { return Size; }
  IHOP_GROUP unsigned thread_rank () { return thread_block::thread_rank () % Size; }
  IHOP_GROUP unsigned meta_group_rank () { return thread_block::thread_rank () / Size; }
  IHOP_GROUP unsigned meta_group_size () { return (thread_block::size () + Size - 1) / Size; }
  IHOP_GROUP void sync () { __syncwarp (mask ()); }
  template <typename T> IHOP_GROUP T shfl (T value, int from) { return __shfl_sync (mask (), value, from, Size); }
  template <typename T> IHOP_GROUP T shfl_up (T value, unsigned by) { return __shfl_up_sync (mask (), value, by, Size); }
  template <typename T> IHOP_GROUP T shfl_down (T value, unsigned by) { return __shfl_down_sync (mask (), value, by, Size); }
  template <typename T> IHOP_GROUP T shfl_xor (T value, unsigned by) { return __shfl_xor_sync (mask (), value, by, Size); }
  IHOP_GROUP int any (int holds) { return __any_sync (mask (), holds); }
  IHOP_GROUP int all (int holds) { return __all_sync (mask (), holds); }
  IHOP_GROUP unsigned ballot (int holds) { return __ballot_sync (mask (), holds) >> first (); }

private:
  /* The tile's first lane of its warp, and its lanes. */
  IHOP_GROUP unsigned first () { return thread_block::thread_rank () % 32 / Size * Size; }
  IHOP_GROUP unsigned mask () { return Size == 32 ? 0xffffffffu : ((1u << Size % 32) - 1) << first (); }
};

/* Whoever does not care what it is a part of takes it, too. */
template <unsigned Size, typename Parent> class thread_block_tile : public thread_block_tile<Size, void> {};

template <unsigned Size, typename Parent>
IHOP_GROUP thread_block_tile<Size, Parent>
tiled_partition (const Parent &)
{
  return thread_block_tile<Size, Parent> ();
}

template <typename Group> IHOP_GROUP void sync (const Group &group) { group.sync (); }
template <typename Group> IHOP_GROUP unsigned thread_rank (const Group &group) { return group.thread_rank (); }
template <typename Group> IHOP_GROUP unsigned group_size (const Group &group) { return group.size (); }

} // namespace cooperative_groups

#undef IHOP_GROUP
