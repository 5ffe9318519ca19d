/* From code to a scop: the front door of this room. */
#pragma once
#include "analysis/scop/scop.h"

/* The scop of a root, which is a loop to be judged, or a fragment. Never NULL; what cannot be followed is an obstacle of
 * it. The facts must outlive it; budget may be NULL. */
IhopScop *ihop_scop_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
                         IhopBudget *budget);
/* The same for footprints: quotients of sizes ("w / 2") are parameters, and may be the length of rows; how they hang together
 * with the sizes is known. Two scops have no such parameter in common, so whoever compares scops asks for quotients that are
 * only rounded. */
IhopScop *ihop_scop_new_with_quotients (IhopFacts *facts, const IhopFunction *function, const IhopNode *root);
/* The same for a verdict: quotients are parameters where anything is multiplied by one. unconditional: as below. */
IhopScop *ihop_scop_new_for_verdict (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
                                     IhopBudget *budget, gboolean unconditional);
/* The same as the first, but nothing is assumed that a program would have to test: where there is no proof, relations widen. */
IhopScop *ihop_scop_new_unconditional (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
                                       IhopBudget *budget);
