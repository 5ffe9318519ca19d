/* Calls that hand copies on the device over to a function's version for the device (transfer/device_version.h). */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Adds the function's calls of such versions to its kernels, as kernels of kind IHOP_KERNEL_CALL. */
void ihop_resident_choose (IhopWork *work);
/* Whether what is asked before the statement of a call still holds when the call is made: of "step (n, a, b);" and of
 * "x[t] = step (n, a, b);". */
gboolean ihop_resident_can_be_asked (const IhopKernel *call);
