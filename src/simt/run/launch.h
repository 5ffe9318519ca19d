/* Runs a kernel's grid: blocks spread over threads that stay, warps of a block one after the other
 * from barrier to barrier. */
#pragma once
#include "simt/run/grid.h"

/* Returns when all blocks are done: IHOP_WARP_DONE; else how a warp failed, and the line of the PTX text in *line. */
IhopWarpStatus ihop_launch_run (const IhopCompiledKernel *kernel, const IhopLaunch *launch, guint *line);
