/* Where a device pointer is declared. */
#pragma once
#include "gpugen/plan/plan.h"

/* Whether that is where it is allocated: all uses see it there. Else it is declared at the function's start. */
gboolean ihop_pointer_is_declared_there (const IhopPlan *plan, const IhopDeviceVariable *variable);
