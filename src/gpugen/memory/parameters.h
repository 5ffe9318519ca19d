/* What kernels are given. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Parameters of all kernels and the variables behind them; kernels that cannot have theirs are
 * dropped from work with a refusal. */
void ihop_variables_make (IhopWork *work);
/* The footprints of all statements of a kernel, merged. Caller unrefs. */
GPtrArray *ihop_params_footprints (IhopWork *work, const IhopKernel *kernel);
/* Whether the host may read a scalar after the kernel before setting it anew. */
gboolean ihop_scalar_is_live_after (IhopWork *work, const IhopKernel *kernel,
                                    const IhopSymbol *symbol);
