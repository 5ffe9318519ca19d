/* Whether callers pass at least as much memory as kernels reach over. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Whether all calls are known, and each passes the start of an object with at least as many elements as kernels reach over
 * (variable->ends). */
gboolean ihop_extent_is_passed (IhopWork *work, const IhopDeviceVariable *variable);
