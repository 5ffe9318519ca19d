/* Functions that do nothing but return an expression: "static inline int idx (const Grid *g, int i, int j) { return i * g->ny + j; }". */
#pragma once
#include "analysis/program/facts.h"

/* The expression, if it has no effects and takes no address; NULL: the function does something else. Part of the function's body. */
const IhopNode *ihop_inline_value_of (IhopFacts *facts, const IhopFunction *function);
