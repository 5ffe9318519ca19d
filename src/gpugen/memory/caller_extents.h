/* How much memory a parameter points to, if all callers pass objects whose sizes are known to the function as well. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* The first extent of a parameter, from the memory that all its callers pass; NULL: not known. */
const IhopNode *ihop_caller_extents_find (IhopWork *work, const IhopDeviceVariable *variable);
