/* What stands where a nest stood: tests, the grid, the launch, values of iterators. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* The launch that takes a nest's place, statements at "indent" with a newline each. */
char *ihop_host_launch (IhopPrint *print, const IhopKernel *kernel, const char *indent);
/* What is asked before a launch, or before a call that hands copies over, as C text: "n > 0 && m >= n". NULL: nothing, or who
 * calls what is being printed has asked. Caller frees. */
char *ihop_host_conditions (const IhopPrint *print, const IhopKernel *kernel);
/* What is done where that does not hold: the statements as they were, on the host, between copies of what they touch. */
char *ihop_host_way_out (IhopPrint *print, const IhopKernel *kernel, const char *indent);
/* Whether the kernel's text is for blocks of one shape: its threads are numbers of a tile, or its shared arrays have an element for
 * each. A launcher in the file of the kernels says the shape itself then, so that both are in one file; else it is told. */
gboolean ihop_host_launch_has_one_block (const IhopKernel *kernel);
/* Whether all of its blocks wait for each other: such a kernel is launched by a function of its own (launcher.h). */
gboolean ihop_host_launch_is_grid (const IhopKernel *kernel);
/* "const dim3 block = { 16, 8, 1 };". Caller frees. */
char *ihop_host_launch_block (const IhopPrint *print, const IhopKernel *kernel);
