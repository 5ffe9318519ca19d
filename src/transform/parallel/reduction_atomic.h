/* Updates of one place, each atomic. */
#pragma once
#include "transform/parallel/reduction_loop.h"

/* "#pragma omp atomic" at each update. NULL after a refusal. */
IhopRewrite *ihop_reduction_atomic (IhopReductionLoop *self);
