/* Groups of threads for Clang where no toolkit is installed: the block, the grid, and tiles of a warp. Clusters are not
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

/* All blocks of a cooperative launch. Each draws a number as it comes; one that is a multiple of the blocks ends a round. */
class grid_group
{
public:
  IHOP_GROUP unsigned num_blocks () { return gridDim.x * gridDim.y * gridDim.z; }
  IHOP_GROUP unsigned block_rank () { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
  IHOP_GROUP unsigned long long size () { return (unsigned long long) num_blocks () * thread_block::size (); }
  IHOP_GROUP unsigned long long num_threads () { return size (); }
  IHOP_GROUP unsigned long long thread_rank ()
  {
    return (unsigned long long) block_rank () * thread_block::size () + thread_block::thread_rank ();
  }
  IHOP_GROUP int is_valid () { return come () != 0; }
  IHOP_GROUP void sync ()
  {
    __syncthreads ();
    if (thread_block::thread_rank () == 0)
      {
        volatile unsigned *numbers = come ();
        __threadfence ();
        unsigned own = atomicAdd (come (), 1u), end = own - own % num_blocks () + num_blocks ();
        while ((int) (*numbers - end) < 0)
          ;
        __threadfence ();
      }
    __syncthreads ();
  }

private:
  /* What the blocks of one launch have together, zero at first. */
  IHOP_GROUP unsigned *come ()
  {
    unsigned high, low;
    asm volatile ("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm volatile ("mov.u32 %0, %%envreg2;" : "=r"(low));
    return (unsigned *) ((unsigned long long) high << 32 | low) + 1;
  }
};

IHOP_GROUP grid_group this_grid () { return grid_group (); }

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
