/* Expressions in the order of their evaluation. The expression itself: statement_walk.h. */
#pragma once
#include "analysis/scop/walk.h"

/* What a node evaluates beside its children: see ihop_node_extents. */
void ihop_walk_extents (IhopWalk *walk, const IhopNode *node);
