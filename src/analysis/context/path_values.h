/* What variables that are set more than once, or under conditions, may hold when a root is reached. */
#pragma once
#include "analysis/scop/walk.h"

/* Adds to what is known where the root stands: the values that the variables on which the root depends may have together,
 * carried along the way from the function's entry (path_state.h). Only where something is set in a way that
 * reaching_definition.h and path_conditions.h do not see through. */
void ihop_context_know_values (IhopWalk *walk);
