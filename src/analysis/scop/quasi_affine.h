/* Divisions, remainders and bits: what is affine only with rounding. */
#pragma once
#include "analysis/scop/walk.h"

/* "a / b" and "a % b". Caller unrefs; NULL: not known. */
IhopValue *ihop_value_divide (IhopWalk *walk, const IhopNode *node);
/* "a & b", "a | b", "a ^ b", "a << b", "a >> b". */
IhopValue *ihop_value_bitwise (IhopWalk *walk, const IhopNode *node);
