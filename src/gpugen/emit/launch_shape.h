/* What blocks and grids of a kernel look like where it is launched. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* Whether the kernel's text is for blocks of one shape: its threads are numbers of a tile, or its shared arrays have an element for
 * each. A launcher in the file of the kernels says the shape itself then, so that both are in one file; else it is told. */
gboolean ihop_host_launch_has_one_block (const IhopKernel *kernel);
/* Whether all of its blocks wait for each other: such a kernel is launched by a function of its own (launcher.h). */
gboolean ihop_host_launch_is_grid (const IhopKernel *kernel);
/* "const dim3 block = { 16, 8, 1 };". Caller frees. */
char *ihop_host_launch_block (const IhopPrint *print, const IhopKernel *kernel);
