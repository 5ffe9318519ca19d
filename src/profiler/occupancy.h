/* How many threads a multiprocessor can hold at once. */
#pragma once
#include "profiler/profiler.h"

/* Of those it could hold at most, 0 … 1. Registers are not known before the vendor's compiler has
 * run; "registers" a thread are taken (IHOP_DEFAULT_REGISTERS; the paper measured 14 on LU). */
#define IHOP_DEFAULT_REGISTERS 32
double ihop_occupancy (const IhopGpu *gpu, guint threads_block, guint registers);

/* What keeps a multiprocessor from holding more blocks. */
typedef enum
{
  IHOP_LIMIT_THREADS,
  IHOP_LIMIT_BLOCKS,
  IHOP_LIMIT_REGISTERS,
  IHOP_LIMIT_SHARED
} IhopOccupancyLimit;

/* Blocks that a multiprocessor holds at once; "shared" bytes a block, "registers" a thread, 0: not known, no limit. */
guint ihop_occupancy_blocks (const IhopGpu *gpu, guint threads_block, guint registers, guint shared, IhopOccupancyLimit *limit);
