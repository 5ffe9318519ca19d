/* What a kernel touches, over all of its statements: their footprints one after the other. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* One footprint for each variable, of IhopFootprint *. What a statement reads is exposed (it was there before the kernel) unless
 * statements before it have written all of it. Caller unrefs. */
GPtrArray *ihop_kernel_footprints (IhopWork *work, const IhopKernel *kernel);
