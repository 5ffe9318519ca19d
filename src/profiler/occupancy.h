/* How many threads a multiprocessor can hold at once. */
#pragma once
#include "profiler/profiler.h"

/* Of those it could hold at most, 0 … 1. Registers are not known before the vendor's compiler has
 * run; "registers" a thread are taken (IHOP_DEFAULT_REGISTERS; the paper measured 14 on LU). */
#define IHOP_DEFAULT_REGISTERS 32
double ihop_occupancy (const IhopGpu *gpu, guint threads_block, guint registers);
