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

guint
ihop_occupancy_blocks (const IhopGpu *gpu, guint threads_block, guint registers, guint shared, IhopOccupancyLimit *limit)
{
  guint slots = MAX ((threads_block + gpu->warp - 1) / gpu->warp * gpu->warp, 1);
  const guint most[] = { [IHOP_LIMIT_THREADS] = gpu->max_threads_sm / slots,
                         [IHOP_LIMIT_BLOCKS] = gpu->max_blocks_sm,
                         [IHOP_LIMIT_REGISTERS] = registers ? gpu->registers_sm / (slots * registers) : G_MAXUINT,
                         [IHOP_LIMIT_SHARED] = shared ? gpu->shared_sm / shared : G_MAXUINT };

  *limit = IHOP_LIMIT_THREADS;
  for (guint i = 0; i < G_N_ELEMENTS (most); i++)
    if (most[i] < most[*limit])
      *limit = i;
  return most[*limit];
}
