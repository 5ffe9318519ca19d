/* Calls: what they may read and write, by the summary of the function called. */
#pragma once
#include "analysis/scop/walk.h"

void ihop_walk_call (IhopWalk *walk, const IhopNode *call);
