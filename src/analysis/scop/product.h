/* Products of quasi-affine values. */
#pragma once
#include "analysis/scop/walk.h"

/* a * b, if one of them is simple enough; takes both. NULL: "node" is why. */
IhopValue *ihop_value_multiply (IhopWalk *walk, IhopValue *a, IhopValue *b, const IhopNode *node);
/* The value turned affine by making products of parameters parameters; takes value. NULL: iterators are multiplied. */
__isl_give isl_pw_aff *ihop_value_flatten (IhopScop *scop, IhopValue *value);
