/* The walk that reads a scop: entries of the recursion over statements (statements.c) and expressions (expressions.c),
 * for loops.c and calls.c, which are cases of it. */
#pragma once
#include "analysis/scop/walk.h"

/* One statement with all that is in it. */
void ihop_walk_node (IhopWalk *walk, const IhopNode *node);
/* What an expression reads, writes and sets, in the order of evaluation. */
void ihop_walk_expression (IhopWalk *walk, const IhopNode *node);
