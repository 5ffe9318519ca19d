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
