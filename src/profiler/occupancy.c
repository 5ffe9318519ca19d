/* Occupancy as in the CUDA C++ Best Practices Guide, "Calculating Occupancy", without the
 * granularity of register allocation, which differs from card to card. */
#include "profiler/occupancy.h"

double
ihop_occupancy (const IhopGpu *gpu, guint threads_block, guint registers)
{
  guint warps = (threads_block + gpu->warp - 1) / gpu->warp, slots = warps * gpu->warp;
  guint blocks = MIN (gpu->max_blocks_sm, gpu->max_threads_sm / MAX (slots, 1));

  blocks = MIN (blocks, gpu->registers_sm / MAX (slots * registers, 1));
  return MIN ((double) blocks * threads_block / gpu->max_threads_sm, 1.0);
}
