/* What kernels are given. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Parameters of all kernels and the variables behind them; kernels that cannot have theirs are
 * dropped from work with a refusal. */
void ihop_variables_make (IhopWork *work);
