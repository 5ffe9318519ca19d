/* What is known of the parameters where a root is reached: their types, the loops and conditions around it, what
 * variables were set to on the way, and the owner's assumptions. */
#pragma once
#include "analysis/scop/walk.h"

/* Fills in scop->context, ranges, path and heads. The walk stands before the root. */
void ihop_context_fill (IhopWalk *walk);
