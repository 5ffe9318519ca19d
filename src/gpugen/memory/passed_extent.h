/* Whether callers pass as much memory as kernels reach over, however much more that is. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Whether all calls are in sight, and pass the start of at least as many elements as the variable's ends say. */
gboolean ihop_extent_is_passed (IhopWork *work, const IhopDeviceVariable *variable);
