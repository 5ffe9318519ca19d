/* How much memory a parameter points to, as all callers show. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* The first extent of a parameter, from the memory that all its callers pass; NULL: not known. */
const IhopNode *ihop_caller_extents_find (IhopWork *work, const IhopDeviceVariable *variable);
