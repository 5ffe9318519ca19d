/* References that never leave a diagonal: A[i][k] where i is k. */
#pragma once
#include "analysis/program/facts.h"

/* The references "A[x][y]" in root (INDEX nodes, "y" is the outer one's subscript) of which x and y are
 * proved to be equal whenever they are evaluated: whoever exchanges these subscripts changes nothing.
 * Set of const IhopNode *; the caller unrefs. */
GHashTable *ihop_diagonal_references (IhopFacts *facts, const IhopFunction *function, const IhopNode *root);
