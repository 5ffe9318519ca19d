/* A reduction as partial results, an element a lane, and a loop that puts them together. */
#pragma once
#include "transform/parallel/reduction_loop.h"

IhopRewrite *ihop_reduction_partial (IhopReductionLoop *self);
