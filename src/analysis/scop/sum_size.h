/* Sums of sizes as lengths of rows: what is multiplied with an iterator has to be one parameter, so that it can be the length
 * of rows of "y * (w - 2 * m) + x", or of "y * row + x" behind "row = w - 2 * m". Such a sum, or the variable that holds it, is
 * a parameter, and what it is the sum of is known of it. */
#pragma once
#include "analysis/scop/evaluate.h"

/* The value of "node" as a factor beside "other": itself, or such a parameter. Takes and gives value, which may be NULL. */
IhopValue *ihop_sum_size (IhopWalk *walk, const IhopNode *node, IhopValue *value, const IhopValue *other);
