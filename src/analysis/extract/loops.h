/* Loops: what values their iterators take, and how much of it is exact. */
#pragma once
#include "analysis/scop/walk.h"

/* A loop, counting or not, and its body. */
void ihop_walk_loop (IhopWalk *walk, const IhopNode *node);
