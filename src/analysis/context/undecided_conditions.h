/* Conditions that decide whether a root is reached and that the analysis does not follow. A refutation must not need
 * particular values of what they mention (dependence/refutation.h). */
#pragma once
#include "analysis/scop/scop.h"

/* Adds the symbols of a condition that is not followed to scop->undecided, unless a caller or the input can choose its
 * outcome. */
void ihop_undecided_add (IhopScop *scop, const IhopNode *condition);
/* The same for the conditions of exits (return, break, goto, exit) somewhere in a statement in front of the root. */
void ihop_undecided_add_exits (IhopScop *scop, const IhopNode *statement);
/* Adds the symbols of a condition that decides whether the root is reached at all, whoever chooses its outcome. */
void ihop_undecided_add_guard (IhopScop *scop, const IhopNode *condition);
