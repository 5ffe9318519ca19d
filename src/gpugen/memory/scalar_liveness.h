/* Whether a scalar's value is wanted after a launch: then it has to come back from the device. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Whether the host, or a kernel behind, may read the scalar after the kernel before it is set anew. */
gboolean ihop_scalar_is_live_after (IhopWork *work, const IhopKernel *kernel, const IhopSymbol *symbol);
