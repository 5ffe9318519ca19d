/* A reduction whose iterations run at once and add to one place in turn, as OpenMP says it. */
#pragma once
#include "transform/parallel/reduction_loop.h"

/* "#pragma omp atomic" in front of each update. NULL after a refusal: OpenMP has no such atomic operation. */
IhopRewrite *ihop_reduction_atomic (IhopReductionLoop *self);
