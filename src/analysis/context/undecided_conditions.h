/* Conditions that decide whether a root is reached and that the analysis does not follow. A refutation must not need
 * particular values of what they mention (dependence/refutation.h). */
#pragma once
#include "analysis/scop/scop.h"

/* The condition is not followed: its symbols go into scop->undecided, unless a caller or the input can make it what
 * they like. */
void ihop_context_doubt (IhopScop *scop, const IhopNode *condition);
/* The same for the conditions of ways out (return, break, goto, exit) somewhere in a statement in front of the root. */
void ihop_context_doubt_ways_out (IhopScop *scop, const IhopNode *statement);
/* Whether the root is reached at all may depend on what the condition mentions, whoever chooses it. */
void ihop_context_doubt_reached (IhopScop *scop, const IhopNode *condition);
