/* How much memory a pointer leads to, asked of the program's own allocations when it runs (ir/block_count.h): where neither
 * declarations, allocations, callers nor kernels say it. What does not start a block that malloc or its like has given out has no
 * size: then the host does what the kernels would do. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Sets v->extents[0], and tests that the size is known: v->is_known_where, or a condition of each kernel. FALSE: there is no
 * place for a test. */
gboolean ihop_allocated_blocks_measure (IhopWork *work, IhopDeviceVariable *v);
/* Whether tests at the function's entry ask for some size. */
gboolean ihop_allocated_blocks_are_asked (const IhopWork *work);
