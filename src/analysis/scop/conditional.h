/* The conditional operator, "c ? a : b". */
#pragma once
#include "analysis/scop/walk.h"

/* Its value; NULL: not known. Caller unrefs. */
IhopValue *ihop_value_conditional (IhopWalk *walk, const IhopNode *node);
/* Whether to compare with this expression is to compare with both of its parts: "x < (a < b ? a : b)". */
gboolean ihop_conditional_splits (IhopOperator relation, const IhopNode *node);
