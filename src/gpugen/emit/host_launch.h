/* What stands where a nest stood: tests, the grid, the launch, values of iterators. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* The launch that takes a nest's place, statements at "indent" with a newline each. */
char *ihop_host_launch (IhopPrint *print, const IhopKernel *kernel, const char *indent);
