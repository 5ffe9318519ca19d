/* Partial results, one a lane. */
#pragma once
#include "transform/parallel/reduction_loop.h"

/* An array of partial results and the loops around it. */
IhopRewrite *ihop_reduction_partial (IhopReductionLoop *self);
