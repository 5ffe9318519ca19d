/* The bounds of the loops that are spread over threads, and which of them goes along which axis. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Block sizes and axes; after the profiler's advice. */
void ihop_axes_decide (IhopWork *work, IhopKernel *kernel);
/* First value, number of iterations and their largest number; NULL or why not (caller frees). */
IhopMessage *ihop_axes_fill (IhopWork *work, IhopKernel *kernel, const IhopMappedNest *nest);
/* The value that an axis' iterator has after the loop. */
const IhopNode *ihop_axes_last_value (IhopPool *pool, const IhopLoop *loop);
