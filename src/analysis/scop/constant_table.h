/* Elements of tables that never change: "static const int ex[9] = { 0, 1, 0, -1, … };". */
#pragma once
#include "analysis/scop/walk.h"

/* The value of "ex[k]" or "e[k][1]", a number for each k, where the table is const and short and one subscript at most is no
 * number. Subscripts that leave the table have no value in C: any is given. NULL: not known. Caller unrefs. */
IhopValue *ihop_value_of_table (IhopWalk *walk, const IhopNode *node);
