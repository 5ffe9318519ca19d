/* A kernel's text, from a list of regions between barriers. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* The kernel with what it needs, in the dialect. Caller frees. */
char *ihop_kernel_text (IhopPrint *print, const IhopKernel *kernel);
