/* Comparisons as sets of instances. */
#pragma once
#include "analysis/scop/walk.h"

/* Where x stands in this relation to an expression's value; NULL: not affine. "x <= (a < b ? a : b)" is one convex set,
 * though the value has two pieces. */
__isl_give isl_set *ihop_condition_compare (IhopWalk *walk, __isl_keep isl_pw_aff *x, IhopOperator relation,
                                            const IhopNode *with);
